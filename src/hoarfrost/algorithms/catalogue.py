"""What an algorithm declares, what it returns, and how it is registered."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack, get_type_hints

import pydantic

from hoarfrost.algorithms.fitness import Needs, refuse_unfit
from hoarfrost.options import STRICT, build
from hoarfrost.registry import Shelf

if TYPE_CHECKING:
    from hoarfrost.algorithms.charts import Process
    from hoarfrost.problem import Problem
    from hoarfrost.recoding import Recoding
    from hoarfrost.requirements.base import Requirement

Family = Literal["lattice", "tree", "regions", "partitions", "cells"]
Allowance = Callable[["Problem"], int]
"""How many records an algorithm leaves out by its own rule."""


@dataclass(frozen=True)
class Outcome:
    """A recoding, and what is known about how good it is."""

    recoding: Recoding
    is_optimal: bool = False
    value: float | None = None
    """The objective's value, in its own unit."""
    bound: float | None = None
    """No release can have a better value than this."""
    ended: Literal["complete", "time", "nodes"] = "complete"
    evaluated: int = 0
    space: int = 0
    pruned: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    """What the user should know about this run, in plain sentences."""
    alternatives: tuple[Mapping[str, int], ...] = ()
    refined: Mapping[str, object] | None = None
    """What refining the recoding changed, when it was asked for."""

    @property
    def gap(self) -> float | None:
        """How far value and bound are apart; 0.0 when the value is proven best."""
        if self.value is None or self.bound is None:
            return None
        return abs(self.value - self.bound)


@dataclass(frozen=True)
class Algorithm:
    """A registered algorithm: its process, and what it says about itself."""

    name: str
    family: Family
    kind: str
    """The kind of recoding it returns."""
    run: Callable[..., Outcome]
    kinds_with: Mapping[str, str] = field(default_factory=dict)
    """For parameters that are true or false: the kind that it returns when they are true."""
    is_exact: bool = False
    """Can it prove its answer the best?"""
    uses_objective: bool = False
    own_objective: str | None = None
    """The figure that it makes best, whatever the policy's objective is."""
    needs: Needs = field(default_factory=Needs)
    """What a policy must be like to be served."""
    suppresses: bool = True
    """False: it leaves out no record, whatever the policy allows."""
    own_allowance: Allowance | None = None
    """Holds where the policy has no [suppression]; None: no record."""
    asks: Callable[..., Iterable[Requirement]] | None = None
    """The requirements that some of its own parameters, by their names, add to a policy's."""
    process: Process | None = None
    """Its family's process with its own parameters filled in, which the explanation tells."""
    events: Mapping[str, str] = field(default_factory=dict)
    """For each kind of event in its trace, a sentence with the event's facts in braces."""

    @property
    def summary(self) -> str:
        """The first sentence of its documentation."""
        return (inspect.getdoc(self.run) or "").split("\n\n")[0].replace("\n", " ")

    @property
    def kinds(self) -> tuple[str, ...]:
        """Every kind of recoding that it can return, the usual one first."""
        return (self.kind, *self.kinds_with.values())

    @cached_property
    def options(self) -> type[pydantic.BaseModel]:
        """Its own parameters, read off the keyword arguments of its process."""
        parameters = inspect.signature(self.run).parameters
        own = {
            name: parameter
            for name, parameter in parameters.items()
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY
        }
        # Types that stand beside them, `Problem` for one, may be known to checkers only.
        annotated = SimpleNamespace(
            __annotations__={name: parameter.annotation for name, parameter in own.items()},
            __globals__=self.run.__globals__,
        )
        hints = get_type_hints(annotated, include_extras=True)
        fields: dict[str, Any] = {
            name: (hints[name], parameter.default) for name, parameter in own.items()
        }
        return pydantic.create_model(f"{self.name} options", __config__=STRICT, **fields)

    def requirements(self, parameters: Mapping[str, object]) -> tuple[Requirement, ...]:
        """What some of its own parameters, as a policy sets them, add to the policy's requirements."""
        if self.asks is None:
            return ()
        given = build(self.options, parameters)
        names = inspect.signature(self.asks).parameters
        return tuple(self.asks(**{name: getattr(given, name) for name in names}))

    def own_limit(self, problem: Problem) -> int:
        """How many records it may leave out: as the policy says, or else by its own rule."""
        if problem.has_own_limit or self.own_allowance is None:
            return problem.suppression_limit
        return min(self.own_allowance(problem), problem.frequency.record_count)

    def solve(self, problem: Problem) -> Outcome:
        """Run it, with the problem's validated options, if it can serve the policy."""
        limit = problem.suppression_limit if self.suppresses else 0
        fitting = replace(problem, suppression_limit=limit)
        refuse_unfit(self.name, self.needs, fitting)
        if problem.refine:
            from hoarfrost.algorithms.refining.step import check_refinable

            check_refinable(fitting)
        if problem.trace is not None:
            problem.trace.begin(self.name)
        given = self.options(**problem.options)
        outcome = self.run(
            fitting, **{name: getattr(given, name) for name in type(given).model_fields}
        )
        return self._refined(fitting, outcome) if problem.refine else outcome

    def _refined(self, problem: Problem, outcome: Outcome) -> Outcome:
        # Imported late: the step knows what algorithms declare.
        from hoarfrost.algorithms.refining.step import refined

        return refined(self, problem, outcome)


ALGORITHMS: Shelf[Algorithm] = Shelf("algorithm", "hoarfrost.algorithms")


class Declarations(TypedDict, total=False):
    """What an algorithm may declare beside its name; see the fields of `Algorithm`."""

    kinds_with: Mapping[str, str]
    is_exact: bool
    uses_objective: bool
    own_objective: str
    needs: Needs
    suppresses: bool
    own_allowance: Allowance
    asks: Callable[..., Iterable[Requirement]]
    process: Process
    events: Mapping[str, str]


def algorithm(
    name: str, *, family: Family, kind: str, **declarations: Unpack[Declarations]
) -> Callable[[Callable[..., Outcome]], Callable[..., Outcome]]:
    """Register an algorithm; its keyword arguments become parameters and policy keys."""

    def register(run: Callable[..., Outcome]) -> Callable[..., Outcome]:
        ALGORITHMS.put(name, Algorithm(name, family, kind, run, **declarations))
        return run

    return register
