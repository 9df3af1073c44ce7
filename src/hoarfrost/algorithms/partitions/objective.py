"""The objective as a sum over classes: what is known of it before any class is.

Costs are sums that are better when smaller; the figure's own value follows from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, isinf
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.figures.base import ClassCosts
from hoarfrost.figures.cells import Cells
from hoarfrost.grouping import Blocks
from hoarfrost.recoding.covering import covering_levels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.figures.base import LevelCosts
    from hoarfrost.problem import Problem

TOLERANCE = 1e-12
"""Costs that differ by less, relatively, are ties."""


@dataclass(frozen=True, eq=False)
class Objective:
    """A figure that adds up over classes, over cells, or not at all."""

    problem: Problem
    of_classes: ClassCosts | None
    of_cells: LevelCosts | None

    @classmethod
    def of(cls, problem: Problem) -> Objective:
        """What the problem's objective adds up over."""
        figure = problem.required_objective
        of_cells = figure.level_costs(problem)
        if of_cells is not None and _cost_of_leaves(problem) is None:
            of_cells = None
        of_classes = None if of_cells is not None else figure.class_costs(problem)
        return cls(problem, of_classes, of_cells)

    @property
    def adds_up(self) -> bool:
        """Is it a sum over classes, each of which can be known by itself?"""
        return self.of_classes is not None or self.of_cells is not None

    @property
    def classes(self) -> ClassCosts:
        """What a class adds beside its cells."""
        return self.of_classes or ClassCosts()

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """How often the cells of each combination count."""
        counts = self.problem.frequency.counts
        if self.of_cells is None:
            return np.zeros(len(counts))
        return np.ones(len(counts)) if self.of_cells.counts_tuples else counts.astype(np.float64)

    @cached_property
    def lost(self) -> NDArray[np.float64]:
        """What each combination costs when it is suppressed."""
        counts = self.problem.frequency.counts
        if self.of_cells is None:
            return counts.astype(np.float64) * self.classes.lost
        if isinstance(self.of_cells.lost, tuple):
            rows = zip(self.of_cells.lost, self.problem.frequency.codes, strict=True)
            total = np.zeros(len(counts))
            for of_leaf, codes in rows:
                total += of_leaf[codes]
            return self.weights * total
        return self.weights * self.of_cells.lost

    def costs_in_blocks(
        self, attribute: int, blocks: Sequence[Sequence[int]]
    ) -> list[NDArray[np.float64]]:
        """What a record costs with each leaf of each block (a set of leaves)."""
        if self.of_cells is None:
            return [np.zeros(len(block)) for block in blocks]
        hierarchy = self.problem.hierarchies[attribute]
        labels = ("",) * len(blocks)
        sets = Blocks.of_sets(blocks, labels, covering_levels(hierarchy, blocks).tolist())
        released = np.repeat(np.arange(len(blocks), dtype=np.int32), sets.leaf_counts)
        records = self.problem.leaf_records[attribute]
        cells = Cells(sets, hierarchy.height, records, sets.leaf_codes, released)
        found = self.problem.required_objective.cell_costs(self.problem, attribute, cells)
        assert found is not None  # noqa: S101 - asked before
        return np.split(found, sets.leaf_starts[1:-1])

    def value(self, cost: float) -> float:
        """The figure's own value of a cost."""
        if self.of_cells is not None:
            return self.of_cells.scale * cost + self.of_cells.offset
        if self.of_classes is not None:
            value = self.of_classes.scale * cost
            return round(value) if self._is_whole and isfinite(value) else value
        return -cost if self.problem.required_objective.larger_is_better else cost

    def cost(self, value: float) -> float:
        """What has a value of the figure costs."""
        if self.of_cells is not None:
            return (value - self.of_cells.offset) / self.of_cells.scale
        if self.of_classes is not None:
            return value / self.of_classes.scale
        return -value if self.problem.required_objective.larger_is_better else value

    @property
    def _is_whole(self) -> bool:
        return self.of_classes is not None and abs(self.of_classes.scale) == 1.0


def _cost_of_leaves(problem: Problem) -> NDArray[np.float64] | None:
    """What leaves released as they are cost, if the figure knows costs in any blocks."""
    tree, records = problem.hierarchies[0], problem.leaf_records[0]
    return problem.required_objective.cell_costs(problem, 0, Cells.of_level(tree, 0, records))


def is_better(cost: float, other: float) -> bool:
    """Is a cost smaller, by more than rounding?"""
    if isinf(cost) or isinf(other):
        return cost < other
    return cost < other - TOLERANCE * max(abs(cost), abs(other))
