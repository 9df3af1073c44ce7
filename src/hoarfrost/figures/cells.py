"""Figures that add up what each cell costs: one attribute of one record is a cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hoarfrost.figures.base import (
    Figure,
    LevelCosts,
    View,
    records_of_blocks,
)
from hoarfrost.grouping import Blocks, sum_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.hierarchy.tree import Hierarchy
    from hoarfrost.problem import Problem


@dataclass(frozen=True, eq=False)
class Cells:
    """Cells of one attribute: the leaf that each one held, the block that it is released in."""

    blocks: Blocks
    height: int
    leaf_records: NDArray[np.int64]
    """How many input records have each leaf of the hierarchy."""
    leaves: NDArray[np.int32]
    released: NDArray[np.int32]

    @classmethod
    def of_level(cls, hierarchy: Hierarchy, level: int, leaf_records: NDArray[np.int64]) -> Cells:
        """One cell for each leaf of a hierarchy, released at one level."""
        leaves = np.arange(len(hierarchy.leaves), dtype=np.int32)
        blocks = Blocks.of_level(hierarchy, level)
        return cls(blocks, hierarchy.height, leaf_records, leaves, hierarchy.nodes[level])

    @property
    def leaf_total(self) -> int:
        """How many leaves the hierarchy has."""
        return len(self.leaf_records)

    @property
    def record_total(self) -> int:
        """How many records the input has."""
        return int(self.leaf_records.sum())

    @property
    def levels(self) -> NDArray[np.int64]:
        """The level of each cell's block."""
        return self.blocks.levels[self.released]

    @property
    def leaves_under(self) -> NDArray[np.int64]:
        """How many leaves lie under each cell's block."""
        return self.blocks.leaf_counts[self.released]

    @property
    def records_under(self) -> NDArray[np.int64]:
        """How many input records have a leaf under each cell's block."""
        return records_of_blocks(self.blocks, self.leaf_records)[self.released]

    @property
    def records_alike(self) -> NDArray[np.int64]:
        """How many input records have each cell's own leaf."""
        return self.leaf_records[self.leaves]


class CellFigure(Figure):
    """A sum of what cells cost, or its mean over attributes, over records, or both."""

    is_mean_over_attributes: ClassVar[bool] = True
    """The mean is weighted; a sum is not."""
    is_mean_over_records: ClassVar[bool] = False
    counts_tuples: ClassVar[bool] = False
    """Adds up over distinct input combinations instead of records."""

    def cost(self, cells: Cells) -> NDArray[np.float64]:
        """What each cell costs."""
        raise NotImplementedError

    def lost(self, cells: Cells) -> float | NDArray[np.float64]:
        """What a suppressed cell costs: one number, or one for each of the cells."""
        raise NotImplementedError

    def value(self, view: View) -> float:
        """The figure of a release."""
        of_attributes = self.by_attribute(view)
        if not self.is_mean_over_attributes:
            return sum(of_attributes)
        # Dividing last keeps 0 and 1 exact whatever the weights.
        weights = view.problem.weights
        total = sum(w * value for w, value in zip(weights, of_attributes, strict=True))
        return total / sum(weights)

    def by_attribute(self, view: View) -> tuple[float, ...]:
        """The figure of each attribute by itself."""
        divisor = self._divisor(view.record_count)
        positions = range(len(view.problem.attributes))
        return tuple(self._total(view, attribute) / divisor for attribute in positions)

    def level_costs(self, problem: Problem) -> LevelCosts:
        """What each leaf costs at each level, the attributes' weights included."""
        is_mean = self.is_mean_over_attributes
        weights = problem.weights if is_mean else (1.0,) * len(problem.attributes)
        columns = list(zip(weights, problem.hierarchies, problem.leaf_records, strict=True))
        of_leaf = tuple(
            tuple(
                weight * self.cost(Cells.of_level(hierarchy, level, records))
                for level in range(hierarchy.height + 1)
            )
            for weight, hierarchy, records in columns
        )
        lost = [
            weight * self.lost(Cells.of_level(hierarchy, 0, records))
            for weight, hierarchy, records in columns
        ]
        divisor = self._divisor(problem.frequency.record_count)
        divisor *= sum(weights) if is_mean else 1.0
        return LevelCosts(of_leaf, _joined(lost), self.counts_tuples, 1.0 / divisor)

    def cell_costs(self, problem: Problem, attribute: int, cells: Cells) -> NDArray[np.float64]:
        """What the cells cost, the attribute's weight included."""
        weight = problem.weights[attribute] if self.is_mean_over_attributes else 1.0
        return weight * self.cost(cells)

    def _divisor(self, record_count: int) -> float:
        return float(record_count) if self.is_mean_over_records else 1.0

    def _total(self, view: View, attribute: int) -> float:
        frequency = view.grouping.frequency
        numbers = np.ones_like(frequency.counts) if self.counts_tuples else frequency.counts
        cells, alike = _released(view, attribute, np.where(view.kept_tuples, numbers, 0))
        total = float((self.cost(cells) * alike).sum())
        if view.kept.all():
            return total
        suppressed = np.where(view.kept_tuples, 0, numbers)
        return total + self._lost_total(view, attribute, suppressed)

    def _lost_total(self, view: View, attribute: int, numbers: NDArray[np.int64]) -> float:
        hierarchy = view.problem.hierarchies[attribute]
        cells = Cells.of_level(hierarchy, 0, view.leaf_records[attribute])
        return float((self.lost(cells) * _by_leaf(view, attribute, numbers)).sum())


def _by_leaf(view: View, attribute: int, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sum over the combinations that have each leaf."""
    leaves = np.ascontiguousarray(view.grouping.frequency.codes[attribute])
    return sum_by(leaves, numbers, len(view.leaf_records[attribute]))


def _released(
    view: View, attribute: int, numbers: NDArray[np.int64]
) -> tuple[Cells, NDArray[np.int64]]:
    """The cells of an attribute, and how many of each there are."""
    grouping, hierarchy = view.grouping, view.problem.hierarchies[attribute]
    blocks, records = grouping.blocks[attribute], view.leaf_records[attribute]
    if blocks.of_leaf is not None:
        leaves = np.arange(len(records), dtype=np.int32)
        cells = Cells(blocks, hierarchy.height, records, leaves, blocks.of_leaf)
        return cells, _by_leaf(view, attribute, numbers)
    released = grouping.codes[attribute][grouping.class_of]
    leaves = grouping.frequency.codes[attribute]
    return Cells(blocks, hierarchy.height, records, leaves, released), numbers


def _joined(
    lost: list[float | NDArray[np.float64]],
) -> float | tuple[NDArray[np.float64], ...]:
    """One number for a whole record where no cost depends on the leaf."""
    numbers = [cost for cost in lost if isinstance(cost, float)]
    if len(numbers) == len(lost):
        return sum(numbers)
    return tuple(np.asarray(cost) for cost in lost)
