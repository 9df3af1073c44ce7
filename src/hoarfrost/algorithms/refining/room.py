"""How far each combination may go down, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from hoarfrost.figures.base import FIGURES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.figures.base import LevelCosts
    from hoarfrost.grouping import Blocks, Grouping
    from hoarfrost.hierarchy.tree import Hierarchy
    from hoarfrost.problem import Problem

Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True, eq=False)
class Room:
    """For each attribute and combination, the levels that it may take, and what they cost.

    A bound above an attribute's height is what a combination was released as at first, where no
    node of the hierarchy is that; the nodes inside of it begin at the cap.
    """

    problem: Problem
    class_of: NDArray[np.int32]
    """The class of each combination at first; -1: it takes no part."""
    bounds: NDArray[np.int32]
    """The levels at first."""
    caps: NDArray[np.int32]
    """The highest level at which the node lies inside of what was released at first."""
    floors: NDArray[np.int32]
    """No step goes below: 0, or the bound where an attribute has to stay as it is."""

    @cached_property
    def heights(self) -> NDArray[np.int64]:
        """The height of each attribute's hierarchy."""
        return np.array([tree.height for tree in self.problem.hierarchies], dtype=np.int64)

    @cached_property
    def leaves(self) -> NDArray[np.int32]:
        """The leaf of each combination, one row for each attribute."""
        return np.ascontiguousarray(self.problem.frequency.codes)

    @cached_property
    def nodes(self) -> NDArray[np.int32]:
        """For each attribute, level and leaf: the number of the node, one for each leaf set.

        One level more than the hierarchy has stands for whatever was released at first.
        """
        return _table([_numbered(tree) for tree in self.problem.hierarchies])

    @cached_property
    def lowest(self) -> NDArray[np.int32]:
        """For each attribute, level and leaf: the lowest level at which the node occurs."""
        return _table([_lowest(tree) for tree in self.problem.hierarchies])

    @cached_property
    def costs(self) -> NDArray[np.float64]:
        """For each attribute, level and leaf: what one record costs there."""
        of_leaf = [np.stack(levels) for levels in self._level_costs.of_leaf]
        return _table(of_leaf)

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """How often the costs of each combination count."""
        counts = self.problem.frequency.counts
        if self._level_costs.counts_tuples:
            return np.ones(len(counts))
        return counts.astype(np.float64)

    @cached_property
    def first_costs(self) -> NDArray[np.float64]:
        """For each attribute and combination: what a record costs as released at first."""
        levels = np.minimum(self.bounds, self.heights[:, np.newaxis])
        places = np.arange(len(levels))[:, np.newaxis]
        return np.ascontiguousarray(self.costs[places, levels, self.leaves])

    @cached_property
    def _level_costs(self) -> LevelCosts:
        """The objective's, or those of loss where the objective is no sum over cells."""
        objective = self.problem.objective
        own = None if objective is None else objective.level_costs(self.problem)
        found = own or FIGURES.get("loss").level_costs(self.problem)
        if found is None:
            raise TypeError("loss is a sum over cells")
        return found

    def cell_costs(
        self, levels: NDArray[np.integer], chosen: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """What one record of each chosen combination costs at these levels."""
        total = np.zeros(len(chosen))
        for attribute, own in enumerate(levels):
            total += self.level_costs(attribute, own, chosen)
        return total

    def level_costs(
        self, attribute: int, levels: NDArray[np.integer], chosen: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """What one record of each chosen combination costs in one attribute at these levels."""
        inside = np.minimum(levels, self.heights[attribute])
        costs = self.costs[attribute, inside, self.leaves[attribute, chosen]]
        is_above = levels > self.caps[attribute, chosen]
        return np.where(is_above, self.first_costs[attribute, chosen], costs)

    def levels_at(self, wanted: NDArray[np.int64], chosen: NDArray[np.int64]) -> NDArray[np.int32]:
        """The levels that combinations take when these are wanted."""
        inside = np.maximum(wanted, self.floors[:, chosen])
        is_above = wanted > self.caps[:, chosen]
        return np.where(is_above, self.bounds[:, chosen], inside).astype(np.int32)


def _table(rows: Sequence[NDArray[Number]]) -> NDArray[Number]:
    """Levels and leaves of all attributes as one array; 0 where nothing stands."""
    most_levels = max(len(own) for own in rows) + 1
    most_leaves = max(own.shape[1] for own in rows)
    table = np.zeros((len(rows), most_levels, most_leaves), dtype=rows[0].dtype)
    for attribute, own in enumerate(rows):
        table[attribute, : len(own), : own.shape[1]] = own
    return table


def bounds_of(problem: Problem, grouping: Grouping) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """For each attribute and combination, what a grouping releases: `(bounds, caps)`."""
    bounds = np.empty_like(problem.frequency.codes)
    caps = np.zeros_like(problem.frequency.codes)
    for attribute, tree in enumerate(problem.hierarchies):
        blocks, leaves = grouping.blocks[attribute], problem.frequency.codes[attribute]
        released = grouping.codes[attribute][grouping.class_of]
        is_node = np.zeros(len(leaves), dtype=np.bool_)
        for level in range(tree.height + 1):
            under = tree.leaf_counts[level][tree.nodes[level][leaves]]
            is_inside = _shared(tree, level, blocks, released, leaves) == under
            caps[attribute, is_inside] = level
            is_node |= is_inside & (under == blocks.leaf_counts[released])
        bounds[attribute] = np.where(is_node, caps[attribute], tree.height + 1)
    return bounds, caps


def _shared(
    tree: Hierarchy,
    level: int,
    blocks: Blocks,
    released: NDArray[np.int32],
    leaves: NDArray[np.int32],
) -> NDArray[np.int64]:
    """For each combination: how many leaves its block and its node at a level have in common."""
    width = len(tree.labels[level])
    block_of = np.repeat(np.arange(len(blocks.labels)), blocks.leaf_counts)
    pairs, counts = np.unique(
        block_of * width + tree.nodes[level][blocks.leaf_codes], return_counts=True
    )
    return counts[
        np.searchsorted(pairs, released.astype(np.int64) * width + tree.nodes[level][leaves])
    ]


def _lowest(tree: Hierarchy) -> NDArray[np.int32]:
    """For each level and leaf: the lowest level with a node of the same leaves."""
    rows = [tree.lowest_levels[level][nodes] for level, nodes in enumerate(tree.nodes)]
    return np.stack(rows).astype(np.int32)


def _numbered(tree: Hierarchy) -> NDArray[np.int32]:
    """For each level and leaf: the node, numbered through all levels, equal ones alike."""
    starts = np.cumsum([0, *map(len, tree.labels)])
    lowest = _lowest(tree)
    own = np.stack(tree.nodes)[lowest, np.arange(len(tree.leaves))]
    # 0 is left for what is no node.
    return (starts[lowest] + own + 1).astype(np.int32)
