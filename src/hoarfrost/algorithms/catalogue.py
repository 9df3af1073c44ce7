"""What an algorithm declares, what it returns, and how it is registered."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal, get_type_hints

import pydantic

from hoarfrost.options import STRICT
from hoarfrost.registry import Shelf

if TYPE_CHECKING:
    from hoarfrost.problem import Problem
    from hoarfrost.recoding import Recoding

Family = Literal["lattice", "tree", "regions", "partitions", "cells"]


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
    is_exact: bool = False
    """Can it prove its answer the best?"""
    uses_objective: bool = False
    needs_monotone: bool = False
    needs_target: bool = False

    @property
    def summary(self) -> str:
        """The first sentence of its documentation."""
        return (inspect.getdoc(self.run) or "").split("\n\n")[0].replace("\n", " ")

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

    def solve(self, problem: Problem) -> Outcome:
        """Run it, with the problem's validated options."""
        given = self.options(**problem.options)
        return self.run(
            problem, **{name: getattr(given, name) for name in type(given).model_fields}
        )


ALGORITHMS: Shelf[Algorithm] = Shelf("algorithm", "hoarfrost.algorithms")


def algorithm(
    name: str, *, family: Family, kind: str, **declarations: bool
) -> Callable[[Callable[..., Outcome]], Callable[..., Outcome]]:
    """Register an algorithm; its keyword arguments become parameters and policy keys."""

    def register(run: Callable[..., Outcome]) -> Callable[..., Outcome]:
        ALGORITHMS.put(name, Algorithm(name, family, kind, run, **declarations))
        return run

    return register
