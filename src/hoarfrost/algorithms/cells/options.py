"""What every combination may be released as when each has a level vector of its own.

Most level vectors need not be looked at. A level at which no other value of the table joins is
left out: the level below keeps the same records together and costs less. And where a single
shield decides, a class is left out whose possible members all meet further down already.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.cells.costs import Costs
from hoarfrost.errors import NotApplicable
from hoarfrost.grouping import group_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Problem

LONGEST = 15
"""Numbers with more digits are told as powers of ten."""
MOST_OPTIONS = 300_000
"""So many ways to release single combinations are looked at, those of all combinations together."""


@dataclass(frozen=True)
class Need:
    """Attributes, and how many records must share what is released of them."""

    shield: tuple[int, ...]
    size: int

    def implies(self, other: Need) -> bool:
        """Is whoever meets this need sure to meet the other?"""
        return set(other.shield) <= set(self.shield) and other.size <= self.size


def needs_of(problem: Problem) -> tuple[Need, ...]:
    """What the requirements ask, without what follows from others."""
    asked = dict.fromkeys(
        Need(demand.shield, demand.requirement.minimum_size) for demand in problem.demands
    )
    return tuple(
        need
        for need in asked
        if need.size > 1 and not any(own != need and own.implies(need) for own in asked)
    )


@dataclass(frozen=True, eq=False)
class Options:
    """The ways to release each combination; those of one stand together, least vector first."""

    problem: Problem
    needs: tuple[Need, ...]
    combination_of: NDArray[np.int64]
    """The combination that each option is for."""
    levels: NDArray[np.int64]
    """The levels of each option: one row for each attribute."""
    nodes: NDArray[np.int32]
    """The nodes of each option, numbered through all levels of an attribute."""

    @classmethod
    def of(cls, problem: Problem) -> Options:
        """All options that can be part of a best table."""
        needs = needs_of(problem)
        shielded = {attribute for need in needs for attribute in need.shield}
        rungs = [_rungs(problem, place, place in shielded) for place in range(len(problem.tops))]
        _refuse_too_many(problem, rungs)
        combinations, levels = _listed(problem, rungs)
        nodes = _nodes_at(problem, combinations, levels)
        options = cls(problem, needs, combinations, levels, nodes)
        return options.where(~options._meets_below()) if len(needs) == 1 else options

    def where(self, chosen: NDArray[np.bool_]) -> Options:
        """Some of the options."""
        return replace(
            self,
            combination_of=self.combination_of[chosen],
            levels=np.ascontiguousarray(self.levels[:, chosen]),
            nodes=np.ascontiguousarray(self.nodes[:, chosen]),
        )

    @property
    def count(self) -> int:
        """How many options there are."""
        return len(self.combination_of)

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """Where the options of each combination start; and at last, where all of them end."""
        numbers = np.bincount(self.combination_of, minlength=self.problem.frequency.tuple_count)
        return np.concatenate(([0], np.cumsum(numbers))).astype(np.int64)

    @cached_property
    def classes(self) -> tuple[tuple[NDArray[np.int32], int], ...]:
        """For each need: the class that each option lies in, and how many classes there are."""
        found = [self._classes_over(need.shield) for need in self.needs]
        return tuple((class_of, len(firsts)) for class_of, firsts in found)

    @cached_property
    def scale(self) -> Costs:
        """What levels cost."""
        return Costs.of(self.problem)

    @cached_property
    def costs(self) -> NDArray[np.int64]:
        """What each option costs all records of its combination together."""
        rows = zip(self.scale.of_level, self.levels, strict=True)
        per_record = sum(of_level[levels] for of_level, levels in rows)
        costs: NDArray[np.int64] = self.records[self.combination_of] * per_record
        return costs

    def cost_of(self, levels: NDArray[np.int64]) -> int:
        """What a table costs in which every combination is at some levels."""
        rows = zip(self.scale.of_level, levels, strict=True)
        return int(sum((of_level[row] * self.records).sum() for of_level, row in rows))

    def chosen_in(self, levels: NDArray[np.int64]) -> NDArray[np.int64]:
        """The option that each combination has in a best table."""
        return np.flatnonzero((self.levels == levels[:, self.combination_of]).all(axis=0))

    @property
    def records(self) -> NDArray[np.int64]:
        """How many records each combination has."""
        return self.problem.frequency.counts

    def _classes_over(self, shield: tuple[int, ...]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        hierarchies = self.problem.hierarchies
        sizes = [sum(map(len, hierarchies[place].labels)) for place in shield]
        return group_columns(self.nodes[list(shield)], sizes)

    def _meets_below(self) -> NDArray[np.bool_]:
        """For each option: could all members of its class be one class at a lower level?"""
        shield = self.needs[0].shield
        class_of, firsts = self._classes_over(shield)
        lower = _nodes_at(self.problem, self.combination_of, np.maximum(self.levels - 1, 0))
        meets = np.zeros(self.count, dtype=np.bool_)
        for place in shield:
            differs = lower[place] != lower[place][firsts][class_of]
            is_alike = np.bincount(class_of, weights=differs) == 0
            meets |= (self.levels[place] > 0) & is_alike[class_of]
        return meets


def _rungs(problem: Problem, place: int, is_shielded: bool) -> list[NDArray[np.int64]]:  # noqa: FBT001
    """For each leaf of an attribute, the levels at which another value of the table joins it."""
    hierarchy, records = problem.hierarchies[place], problem.leaf_records[place]
    top = problem.tops[place] if is_shielded else 0
    values = [
        np.bincount(nodes, weights=records > 0)[nodes] for nodes in hierarchy.nodes[: top + 1]
    ]
    joins = np.diff(np.stack(values), axis=0, prepend=0) > 0
    return [np.flatnonzero(own) for own in joins.T]


def _refuse_too_many(problem: Problem, rungs: list[list[NDArray[np.int64]]]) -> None:
    powers = np.zeros(problem.frequency.tuple_count)
    for own, codes in zip(rungs, problem.frequency.codes, strict=True):
        # Leaves that no record has may have no level at all.
        powers += np.log10([max(len(levels), 1) for levels in own])[codes]
    power = float(np.logaddexp.reduce(powers * np.log(10)) / np.log(10))
    if power <= np.log10(MOST_OPTIONS):
        return
    raise NotApplicable(
        f"min-gen gives every combination levels of its own: the {len(powers):,} combinations of"
        f" this table can be released in about {amount(power)} ways, and at most {MOST_OPTIONS:,} can be"
        " looked at",
        hint='use "optimal", which gives every attribute one level, or fewer quasi attributes',
    )


def amount(power: float) -> str:
    """Ten to some power in two digits, or as the power that it is.

    >>> amount(5.123), amount(40.2)
    ('130,000', '10^40')
    """
    if power >= LONGEST:
        return f"10^{power:.0f}"
    return f"{round(10**power, 1 - int(power)):,.0f}"


def _listed(
    problem: Problem, rungs: list[list[NDArray[np.int64]]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The combination and the levels of each option, attribute by attribute."""
    combinations = np.arange(problem.frequency.tuple_count)
    levels = np.zeros((0, len(combinations)), dtype=np.int64)
    for own, codes in zip(rungs, problem.frequency.codes, strict=True):
        ladders = [own[leaf] for leaf in codes[combinations]]
        row = np.concatenate(ladders)
        repeated = np.repeat(np.arange(len(combinations)), [len(ladder) for ladder in ladders])
        combinations, levels = combinations[repeated], np.vstack((levels[:, repeated], row))
    return combinations, levels


def _nodes_at(
    problem: Problem, combinations: NDArray[np.int64], levels: NDArray[np.int64]
) -> NDArray[np.int32]:
    """The node that each option has at its level of each attribute."""
    nodes = np.empty(levels.shape, dtype=np.int32)
    for place, hierarchy in enumerate(problem.hierarchies):
        starts = np.cumsum([0, *map(len, hierarchy.labels[:-1])])
        table = np.stack(hierarchy.nodes) + starts[:, None]
        leaves = problem.frequency.codes[place][combinations]
        nodes[place] = table[levels[place], leaves]
    return nodes
