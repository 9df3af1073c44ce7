"""One hierarchy as a tree of real choices, for searches over cuts.

A node is a set of leaves. Levels at which nothing merges add no node: a node with one child is
passed through at once, and a set of leaves that stands on several levels is one node, at the
lowest of them. Nodes are numbered leaves first, then bottom-up; children come before parents.

>>> tree = Hierarchy.from_rows([["9th", "Junior", "*"], ["10th", "Junior", "*"], ["12th", "Senior", "*"]])
>>> branches = Branches.of(tree, tree.height)
>>> [branches.label(node) for node in range(branches.node_count)]
['9th', '10th', '12th', 'Junior', '*']
>>> branches.children[4], branches.places[2], branches.highest_place(2)
((3, 2), (0, 2), (1, 1))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.hierarchy.tree import Hierarchy

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Branches:
    """The nodes of a hierarchy up to a level, each with its parent, children and leaves."""

    hierarchy: Hierarchy
    top: int
    """The highest level."""
    places: tuple[tuple[int, int], ...]
    """The lowest level of each node, and its code on that level."""
    first_leaves: NDArray[np.int64]
    """Leaves under a node are neighbours: from this one …"""
    end_leaves: NDArray[np.int64]
    """… up to, not including, this one."""
    parents: NDArray[np.int32]
    """-1 for nodes that nothing is above."""

    @classmethod
    def of(cls, hierarchy: Hierarchy, top: int) -> Branches:
        """The nodes of all levels up to `top`."""
        places: list[tuple[int, int]] = []
        parents: list[int] = []
        # The number of the node that each node of the level below is part of.
        below = np.zeros(0, dtype=np.int32)
        for level in range(top + 1):
            numbers = np.empty(len(hierarchy.labels[level]), dtype=np.int32)
            for node, lowest in enumerate(hierarchy.lowest_levels[level].tolist()):
                if lowest == level:
                    numbers[node] = len(places)
                    places.append((level, node))
                    parents.append(-1)
                else:
                    first_leaf = hierarchy.first_leaves[level][node]
                    numbers[node] = below[hierarchy.nodes[level - 1][first_leaf]]
            if level:
                for child, node in zip(below, hierarchy.parents[level - 1], strict=True):
                    if child != numbers[node]:
                        parents[child] = int(numbers[node])
            below = numbers
        firsts = [int(hierarchy.first_leaves[level][node]) for level, node in places]
        sizes = [int(hierarchy.leaf_counts[level][node]) for level, node in places]
        return cls(
            hierarchy,
            top,
            tuple(places),
            np.array(firsts, dtype=np.int64),
            np.array(firsts, dtype=np.int64) + np.array(sizes, dtype=np.int64),
            np.array(parents, dtype=np.int32),
        )

    @property
    def node_count(self) -> int:
        """How many nodes there are."""
        return len(self.places)

    @property
    def leaf_count(self) -> int:
        """How many of them are leaves; those come first."""
        return len(self.hierarchy.leaves)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The nodes right below each node; none for leaves."""
        found: list[list[int]] = [[] for _ in self.places]
        for node, parent in enumerate(self.parents.tolist()):
            if parent >= 0:
                found[parent].append(node)
        by_leaf = self.first_leaves
        return tuple(tuple(sorted(own, key=by_leaf.__getitem__)) for own in found)

    @cached_property
    def tops(self) -> tuple[int, ...]:
        """The nodes that nothing is above: the root, or those of the highest level allowed."""
        found = np.flatnonzero(self.parents < 0)
        return tuple(found[np.argsort(self.first_leaves[found])].tolist())

    @cached_property
    def levels(self) -> NDArray[np.int64]:
        """The lowest level of each node."""
        return np.array([level for level, _ in self.places], dtype=np.int64)

    def highest_place(self, node: int) -> tuple[int, int]:
        """The highest level on which a node stands, and its code on that level."""
        parent = int(self.parents[node])
        level = self.top if parent < 0 else self.places[parent][0] - 1
        return level, int(self.hierarchy.nodes[level][self.first_leaves[node]])

    def label(self, node: int) -> str:
        """What a node is called."""
        level, code = self.places[node]
        return self.hierarchy.labels[level][code]

    def leaves(self, node: int) -> range:
        """The leaves under a node."""
        return range(int(self.first_leaves[node]), int(self.end_leaves[node]))

    def of_leaves(self, cut: Sequence[int]) -> NDArray[np.int32]:
        """For each leaf, the node of the cut that it lies under."""
        found = np.empty(self.leaf_count, dtype=np.int32)
        for node in cut:
            found[self.first_leaves[node] : self.end_leaves[node]] = node
        return found
