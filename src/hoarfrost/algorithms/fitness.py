"""Which policies an algorithm can serve: it declares what it needs, others are refused by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hoarfrost.errors import Flaw, NotApplicable, raise_all

if TYPE_CHECKING:
    from hoarfrost.judgement import Demand
    from hoarfrost.problem import Problem

ELSE = 'use "optimal", which takes every requirement'


@dataclass(frozen=True)
class Needs:
    """What must be true of a policy."""

    target: bool = False
    """There is an attribute that the release should still predict."""
    monotone: bool = False
    """A union of classes that satisfy satisfies."""
    tagging: bool = False
    """A more general release never suppresses more than a less general one: that takes monotone
    requirements, and where records may be left out absorbing ones."""
    sizes: bool = False
    """The size of a class decides whether it satisfies."""
    full_shields: bool = False
    """Every requirement looks at all quasi attributes."""
    classes: bool = False
    """Every class is judged by itself; nothing is asked of the table as a whole."""
    own_records: bool = False
    """Nothing is compared with a population."""


def refuse_unfit(name: str, needs: Needs, problem: Problem) -> None:
    """Raise with everything that keeps an algorithm from serving a policy."""
    raise_all(_misfits(name, needs, problem), NotApplicable)


def _misfits(name: str, needs: Needs, problem: Problem) -> Iterator[Flaw]:
    if needs.target and problem.target is None:
        hint = 'name it with target in [algorithm], or give a column role = "target"'
        yield Flaw(f"{name} needs a target: the attribute that the release should predict", hint)
    for asked in (one for one in REASONS if getattr(needs, one)):
        is_fit, reason = REASONS[asked]
        for demand in problem.demands:
            if not is_fit(problem, demand):
                yield Flaw(f"{name} cannot serve {demand.requirement.name}: {reason}", ELSE)


def _is_taggable(problem: Problem, demand: Demand) -> bool:
    requirement = demand.requirement
    return requirement.is_monotone and (problem.suppression_limit == 0 or requirement.is_absorbing)


REASONS: dict[str, tuple[Callable[[Problem, Demand], bool], str]] = {
    "monotone": (
        lambda _, demand: demand.requirement.is_monotone,
        "a union of classes that satisfy it can fail it",
    ),
    "tagging": (
        _is_taggable,
        "a more general release can have to leave out more than a less general one",
    ),
    "sizes": (
        lambda _, demand: demand.requirement.is_decided_by_size,
        "it is not decided by how many records share a combination",
    ),
    "full_shields": (
        lambda problem, demand: len(demand.shield) == len(problem.attributes),
        "it does not look at every quasi attribute",
    ),
    "classes": (
        lambda _, demand: not demand.requirement.judges_table,
        "it asks something of the table as a whole",
    ),
    "own_records": (
        lambda _, demand: not demand.requirement.reads_population,
        "it asks how many rows of a population lie under a label",
    ),
}
"""For each need: is a requirement fit, and why not."""
