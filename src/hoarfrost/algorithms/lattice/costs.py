"""The objective as a search reads it: smaller is better, with bounds known beforehand.

A cost is the figure's value with the sign that makes smaller better. For figures that are sums
over records and attributes, the cost of a node with nothing suppressed (its floor) and the
least that each suppressed record adds follow from one small array for each attribute.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.figures.base import Sizes, View

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.figures.base import Figure, LevelCosts
    from hoarfrost.problem import Problem

TOLERANCE = 1e-12
"""Objectives that differ by less, relatively, are ties."""


@dataclass(frozen=True, eq=False)
class Slacks:
    """What an additive objective loses when a record is suppressed, as known from its codes."""

    of_code: tuple[tuple[NDArray[np.float64], ...], ...]
    """By attribute, level and leaf: what suppression costs one unit of weight."""
    counts_tuples: bool


@dataclass(frozen=True, eq=False)
class Costs:
    """The objective of one problem."""

    problem: Problem
    figure: Figure
    sign: int
    """-1 where a larger value of the figure is better."""
    floors: tuple[NDArray[np.float64], ...] | None
    """By attribute and level: its share of the cost with nothing suppressed; None: not a sum."""
    offset: float
    least_slacks: tuple[NDArray[np.float64], ...] | None
    """By attribute and level: its share of the least that a suppressed record adds."""
    slacks: Slacks | None

    @classmethod
    def of(cls, problem: Problem) -> Costs:
        """The costs of the problem's objective."""
        figure = problem.required_objective
        sign = -1 if figure.larger_is_better else 1
        summands = figure.level_costs(problem)
        if summands is None:
            return cls(problem, figure, sign, None, 0.0, None, None)
        return cls(
            problem,
            figure,
            sign,
            _floors(problem, summands, sign),
            sign * summands.offset,
            _least_slacks(problem, summands, sign),
            _slacks(summands, sign),
        )

    @property
    def counts_tuples(self) -> bool:
        """Does the objective count distinct combinations instead of records?"""
        return self.slacks is not None and self.slacks.counts_tuples

    @property
    def follows_from_sizes(self) -> bool:
        """Do the sizes and codes of a node's classes give its cost?"""
        problem = self.problem
        if self.slacks is None:
            whole = Sizes(1, problem.frequency.record_count**2, 0)
            return self.figure.value_of_sizes(problem, whole) is not None
        return all(
            _is_same_under_each_node(nodes, of_leaf)
            for hierarchy, of_level in zip(problem.hierarchies, self.slacks.of_code, strict=True)
            for nodes, of_leaf in zip(hierarchy.nodes, of_level, strict=True)
        )

    def slacks_at(
        self, attribute: int, levels: Iterable[int], leaves: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """For each level, what suppression costs one unit of weight with each of the leaves."""
        if self.slacks is None:
            return np.zeros(0)
        of_level = self.slacks.of_code[attribute]
        return np.concatenate([of_level[level][leaves] for level in levels])

    def is_tie(self, cost: float, other: float) -> bool:
        """Are two costs equal as far as doubles can say?"""
        return math.isclose(cost, other, rel_tol=TOLERANCE)

    def value(self, cost: float) -> float:
        """The figure's own value of a cost."""
        return self.sign * cost

    def floors_of_nodes(self, shape: Sequence[int]) -> NDArray[np.float64]:
        """Work out, for each node, what it costs at least."""
        if self.floors is not None:
            return sum_over_axes(self.floors, shape, self.offset)
        logarithms = [np.log(counts) for counts in self.value_counts]
        return self._floors_of_classes(np.exp(sum_over_axes(logarithms, shape, 0.0)))

    def _floors_of_classes(self, classes: NDArray[np.float64]) -> NDArray[np.float64]:
        """The floor of nodes with at most so many classes: even ones are the best that can be."""
        # A little more than the product, because of the logarithms.
        classes = np.minimum(classes * (1 + 1e-9), self.problem.frequency.tuple_count)
        squares = self.problem.frequency.record_count**2 / classes
        sizes = Sizes(classes, squares, np.zeros_like(classes))
        value = self.figure.value_of_sizes(self.problem, sizes)
        return np.full(classes.shape, self.least if value is None else self.sign * value)

    @cached_property
    def least(self) -> float:
        """The cost of the finest node with nothing suppressed, if that bounds all others."""
        if not self.figure.is_bound:
            return -np.inf
        finest = self.problem.grouping([0] * len(self.problem.attributes))
        everything = np.ones(finest.class_count, dtype=np.bool_)
        value = self.figure.value(View(self.problem, finest, everything))
        return -np.inf if value is None else self.sign * value

    @cached_property
    def value_counts(self) -> tuple[NDArray[np.int64], ...]:
        """By attribute and level: how many different values the table has."""
        counts = []
        for records, hierarchy in zip(
            self.problem.leaf_records, self.problem.hierarchies, strict=True
        ):
            leaves = np.flatnonzero(records)
            counts.append(
                np.array([np.count_nonzero(np.bincount(own[leaves])) for own in hierarchy.nodes])
            )
        return tuple(counts)

    def slacks_of_nodes(self, shape: Sequence[int]) -> NDArray[np.float64] | None:
        """For every node, the least that a suppressed record adds; None where it is not a sum."""
        if self.least_slacks is None:
            return None
        return np.maximum(sum_over_axes(self.least_slacks, shape, 0.0), 0.0)

    def toll(
        self, must: NDArray[np.float64], slacks: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        """What the records that must go add to the cost, at least."""
        return self.figure.toll(self.problem, must) if slacks is None else must * slacks

    def toll_of(self, levels: Sequence[int], must: int) -> float:
        """What the records that must go add to the cost of one node, at least."""
        slacks = None
        if self.least_slacks is not None:
            pairs = zip(self.least_slacks, levels, strict=True)
            least = sum(float(of_level[level]) for of_level, level in pairs)
            slacks = np.array([max(least, 0.0)])
        return float(self.toll(np.array([float(must)]), slacks)[0])

    def floor_of(self, levels: Sequence[int]) -> float:
        """The cost of a node with nothing suppressed, or what is known of it beforehand."""
        if self.floors is None:
            counts = [of[level] for of, level in zip(self.value_counts, levels, strict=True)]
            classes = np.exp(np.log(counts).sum(keepdims=True))
            return float(self._floors_of_classes(classes)[0])
        return self.offset + sum(
            float(floors[level]) for floors, level in zip(self.floors, levels, strict=True)
        )


def _is_same_under_each_node(nodes: NDArray[np.int32], of_leaf: NDArray[np.float64]) -> bool:
    """Has every leaf under a node the same slack?"""
    representative = np.empty(len(nodes))
    representative[nodes] = of_leaf
    return bool((abs(representative[nodes] - of_leaf) <= TOLERANCE * abs(of_leaf)).all())


def _floors(problem: Problem, summands: LevelCosts, sign: int) -> tuple[NDArray[np.float64], ...]:
    weights = _tuples_of_leaves(problem) if summands.counts_tuples else problem.leaf_records
    return tuple(
        sign * summands.scale * np.array([float(of_leaf @ per_leaf) for of_leaf in of_level])
        for per_leaf, of_level in zip(weights, summands.of_leaf, strict=True)
    )


def _tuples_of_leaves(problem: Problem) -> list[NDArray[np.int64]]:
    return [
        np.bincount(codes, minlength=len(hierarchy.leaves))
        for codes, hierarchy in zip(problem.frequency.codes, problem.hierarchies, strict=True)
    ]


def _least_slacks(
    problem: Problem, summands: LevelCosts, sign: int
) -> tuple[NDArray[np.float64], ...] | None:
    if summands.counts_tuples:
        return None  # a suppressed record need not be a whole combination
    slacks = _slacks(summands, sign).of_code
    leasts = []
    for records, of_level in zip(problem.leaf_records, slacks, strict=True):
        present = np.flatnonzero(records)
        leasts.append(np.array([of_leaf[present].min() for of_leaf in of_level]))
    return tuple(leasts)


def _slacks(summands: LevelCosts, sign: int) -> Slacks:
    factor = sign * summands.scale
    count = len(summands.of_leaf)
    if isinstance(summands.lost, tuple):
        lost: Sequence[NDArray[np.float64] | float] = summands.lost
    else:
        lost = [summands.lost / count] * count
    of_code = tuple(
        tuple(factor * (gone - of_leaf) for of_leaf in of_level)
        for gone, of_level in zip(lost, summands.of_leaf, strict=True)
    )
    return Slacks(of_code, summands.counts_tuples)


def sum_over_axes(
    shares: Sequence[NDArray[np.float64]], shape: Sequence[int], offset: float
) -> NDArray[np.float64]:
    """For every node, the sum of its levels' shares."""
    total = np.full(shape, offset)
    for axis, share in enumerate(shares):
        sizes = [1] * len(shape)
        sizes[axis] = shape[axis]
        total += share[: shape[axis]].reshape(sizes)
    return total
