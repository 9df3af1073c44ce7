"""Attributes from the top: which node a cut begins with, and what each node is split into.

A node stands for neighbours in an order of the attribute's leaves. With a hierarchy, its nodes are
split into their children; without one, numbers and dates are split at the threshold that tells
most about the target, found when a node is reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

import numpy as np

from hoarfrost.algorithms.tree.information import Information
from hoarfrost.hierarchy.branches import Branches
from hoarfrost.recoding.runs import Runs, scale_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.frequency import Histogram
    from hoarfrost.hierarchy.thresholds import Scale
    from hoarfrost.problem import Attribute
    from hoarfrost.recoding.cut import CutOfAttribute


@dataclass(frozen=True)
class Node:
    """Leaves that are released alike: the places from `first` to before `end`."""

    first: int
    end: int
    branch: int = -1
    """Its number in the hierarchy, where there is one."""


class Axis(Protocol):
    """One attribute, to be specialised from the top."""

    @property
    def information(self) -> Information:
        """What its places tell about the target."""

    @property
    def places(self) -> NDArray[np.int32]:
        """The place of each leaf."""

    @property
    def most_nodes(self) -> int:
        """No more nodes than this can ever be reached."""

    @property
    def most_children(self) -> int:
        """No node is split into more."""

    def tops(self) -> Sequence[Node]:
        """The most general nodes that are allowed."""

    def children(self, node: Node) -> Sequence[Node]:
        """What a node is split into; nothing where it cannot be split."""

    def label(self, node: Node) -> str:
        """What a node is released as."""

    def level(self, node: Node) -> int:
        """The lowest level at which a node, or else one that covers it, stands."""

    def cut(self, nodes: Sequence[Node]) -> CutOfAttribute:
        """Nodes that cover every leaf once, for the recoding."""


def axis_of(attribute: Attribute, codes: NDArray[np.int32], target: Histogram) -> Axis:
    """The axis of an attribute whose leaves are `codes` in the table's combinations."""
    leaf_count = len(attribute.hierarchy.leaves)
    if attribute.has_thresholds and attribute.top > 0:
        order = np.arange(leaf_count) if attribute.order is None else attribute.order
        places = order.astype(np.int32)
        return Thresholds(attribute, Information.of(places[codes], target, leaf_count), places)
    places = np.arange(leaf_count, dtype=np.int32)
    return Tree(attribute, Information.of(codes, target, leaf_count), places)


@dataclass(frozen=True, eq=False)
class Tree:
    """An attribute with a hierarchy."""

    attribute: Attribute
    information: Information
    places: NDArray[np.int32]
    _known_places: dict[int, tuple[int, int]] = field(default_factory=dict)

    @cached_property
    def branches(self) -> Branches:
        """The nodes of the hierarchy that are real choices."""
        return Branches.of(self.attribute.hierarchy, self.attribute.top)

    @property
    def most_nodes(self) -> int:
        """Those of the hierarchy."""
        return self.branches.node_count

    @cached_property
    def most_children(self) -> int:
        """As the hierarchy has them."""
        return max(map(len, self.branches.children))

    def tops(self) -> list[Node]:
        """The root, or the nodes of `max_level`."""
        return [self._node(branch) for branch in self.branches.tops]

    def children(self, node: Node) -> list[Node]:
        """The children in the hierarchy."""
        return [self._node(branch) for branch in self.branches.children[node.branch]]

    def label(self, node: Node) -> str:
        """The hierarchy's label."""
        level, code = self._place(node)
        return self.attribute.hierarchy.labels[level][code]

    def level(self, node: Node) -> int:
        """The lowest level with that node."""
        return self.branches.places[node.branch][0]

    def cut(self, nodes: Sequence[Node]) -> list[tuple[int, int]]:
        """Levels and codes."""
        return [self._place(node) for node in nodes]

    def _place(self, node: Node) -> tuple[int, int]:
        """The level and code of a node that may stand on several levels.

        A node with one child is passed through at once, where its records have several classes.
        """
        if node.branch not in self._known_places:
            is_mixed = self.information.is_mixed(node.first, node.end)
            lowest, highest = self.branches.places[node.branch], self.branches.highest_place
            self._known_places[node.branch] = lowest if is_mixed else highest(node.branch)
        return self._known_places[node.branch]

    def _node(self, branch: int) -> Node:
        leaves = self.branches.leaves(branch)
        return Node(leaves.start, leaves.stop, branch)


@dataclass(frozen=True, eq=False)
class Thresholds:
    """An attribute of numbers or dates without a hierarchy."""

    attribute: Attribute
    information: Information
    places: NDArray[np.int32]

    @cached_property
    def scale(self) -> Scale:
        """The values in their order."""
        return scale_of(self.attribute)

    @property
    def most_nodes(self) -> int:
        """Those of a binary tree over the values."""
        return 2 * len(self.places)

    @property
    def most_children(self) -> int:
        """Two sides of a threshold, and a missing value."""
        return 3

    def tops(self) -> list[Node]:
        """One node for everything."""
        return [Node(0, len(self.places))]

    def children(self, node: Node) -> list[Node]:
        """The two sides of the threshold that tells most; a missing value is a node of its own."""
        end = min(node.end, len(self.scale.points))
        threshold = self.information.threshold(node.first, end, self.scale.is_bound)
        bounds = [node.first, threshold, end, node.end]
        parts = list(pairwise(sorted({bound for bound in bounds if bound is not None})))
        return [Node(first, last) for first, last in parts] if len(parts) > 1 else []

    def label(self, node: Node) -> str:
        """An interval, or a value that stands alone."""
        return self.scale.label(node.first, node.end)

    def level(self, node: Node) -> int:
        """0 for a single value; of all others, nothing but the root is above."""
        return min(node.end - node.first - 1, 1)

    def cut(self, nodes: Sequence[Node]) -> Runs:
        """Where each interval begins."""
        return Runs(tuple(sorted(node.first for node in nodes)))
