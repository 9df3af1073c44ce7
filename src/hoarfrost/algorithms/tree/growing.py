"""The cuts of all attributes while they become finer, and the nodes worth splitting further."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.tree.axes import axis_of
from hoarfrost.recoding import Cut

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.tree.axes import Node
    from hoarfrost.algorithms.tree.cuts import NodesOf
    from hoarfrost.problem import Problem


class GrowingCuts:
    """Nodes in the order in which they entered a cut, those of all attributes numbered through.

    So are the places of their leaves. What splitting a node tells about the target depends on
    the node alone and is worked out once, when it enters its cut.
    """

    def __init__(self, problem: Problem) -> None:
        target = problem.frequency.histograms[problem.target or ""]
        self.axes = [
            axis_of(attribute, codes, target)
            for attribute, codes in zip(problem.attributes, problem.frequency.codes, strict=True)
        ]
        self._offsets = [0, *accumulate(len(axis.places) for axis in self.axes)]
        most_nodes = sum(axis.most_nodes for axis in self.axes)
        self.nodes: list[Node] = []
        self.children: dict[int, Sequence[Node]] = {}
        self.attribute_of = np.zeros(most_nodes, dtype=np.int32)
        self.is_open = np.zeros(most_nodes, dtype=np.bool_)
        """Which nodes have records of more than one class, can be split, and are in a cut."""
        self.gains = np.zeros(most_nodes)
        """How many bits splitting an open node tells about the target."""
        self.node_at = np.zeros(self._offsets[-1], dtype=np.int32)
        """The node of the cut that each place lies under."""
        self.below = np.zeros(self._offsets[-1], dtype=np.int32)
        """Which child of that node, if it is open, the place lies under."""
        for position, axis in enumerate(self.axes):
            self.open(self._enter(position, axis.tops()))

    def split(self, number: int) -> range:
        """Put the children of a node in its place; `open` then makes candidates of them."""
        self.is_open[number] = False
        return self._enter(int(self.attribute_of[number]), self.children.pop(number))

    def open(self, numbers: range) -> None:
        """Make those nodes candidates that hold several classes and can be split."""
        for number in numbers:
            position, node = int(self.attribute_of[number]), self.nodes[number]
            axis, offset = self.axes[position], self._offsets[position]
            is_single = node.end - node.first == 1
            if is_single or not axis.information.is_mixed(node.first, node.end):
                continue
            children = axis.children(node)
            if children:
                ends = [child.end for child in children]
                self.is_open[number] = True
                self.children[number] = children
                self.gains[number] = axis.information.gain([node.first, *ends])
                numbered = np.arange(len(children), dtype=np.int32)
                lengths = np.diff([node.first, *ends])
                self.below[offset + node.first : offset + node.end] = numbered.repeat(lengths)

    def candidates(self) -> NDArray[np.int64]:
        """The open nodes."""
        return np.flatnonzero(self.is_open[: len(self.nodes)])

    def labels(self, number: int) -> tuple[str, list[str]]:
        """What a node and its children are called."""
        axis = self.axes[self.attribute_of[number]]
        return axis.label(self.nodes[number]), [*map(axis.label, self.children[number])]

    def lowered_levels(self, number: int) -> int:
        """By how much splitting a node lowers the levels of its leaves, added up."""
        axis, node = self.axes[self.attribute_of[number]], self.nodes[number]
        below = sum(axis.level(one) * (one.end - one.first) for one in self.children[number])
        return axis.level(node) * (node.end - node.first) - below

    def places(self, position: int, leaves: NDArray[np.int32]) -> NDArray[np.int32]:
        """Where leaves of an attribute stand among the places of all."""
        return self.axes[position].places[leaves] + np.int32(self._offsets[position])

    def nodes_of(self, position: int, leaves: NDArray[np.int32]) -> NDArray[np.int32]:
        """The nodes that leaves of an attribute lie under."""
        return self.node_at[self.places(position, leaves)]

    def nodes_after(self, number: int) -> NodesOf:
        """The same once a node is split."""

        def nodes_of(position: int, leaves: NDArray[np.int32]) -> NDArray[np.int32]:
            nodes = self.nodes_of(position, leaves)
            if position != self.attribute_of[number]:
                return nodes
            children = self.below[self.places(position, leaves)] + np.int32(len(self.nodes))
            return np.where(nodes == number, children, nodes)

        return nodes_of

    def recoding(self, problem: Problem) -> Cut:
        """The recoding of the cuts as they are now."""
        return Cut.of(problem, [axis.cut(self._cut(at)) for at, axis in enumerate(self.axes)])

    def _cut(self, position: int) -> list[Node]:
        """The nodes of an attribute's cut, in its order."""
        own = self.node_at[self._offsets[position] : self._offsets[position + 1]]
        firsts = np.flatnonzero(np.diff(own, prepend=-1))
        return [self.nodes[number] for number in own[firsts].tolist()]

    def _enter(self, position: int, nodes: Sequence[Node]) -> range:
        """Number nodes that enter a cut."""
        offset, begin = self._offsets[position], len(self.nodes)
        for number, node in enumerate(nodes, begin):
            self.nodes.append(node)
            self.node_at[offset + node.first : offset + node.end] = number
        self.attribute_of[begin : len(self.nodes)] = position
        return range(begin, len(self.nodes))
