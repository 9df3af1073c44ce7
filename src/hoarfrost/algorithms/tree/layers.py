"""The tree of one attribute seen from the top, for searches that keep values apart."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.tree.attribute_cuts import AttributeCuts, Bits


class Layers:
    """Nodes by their depth, and what is kept apart when a node is not released as a whole."""

    def __init__(self, own: AttributeCuts, counts: NDArray[np.bool_]) -> None:
        """`counts` says of each node whether its records, or lack of them, make a difference."""
        self._own = own
        self._tree = own.tree
        self._counts: list[bool] = counts.tolist()

    @cached_property
    def coarsest(self) -> Bits:
        """The highest cut that is allowed."""
        return self.cut_of(self._tree.tops)

    def below(self, bits: Bits, node: int) -> Bits:
        """The cut after the children of one of its nodes are kept apart."""
        return bits & ~self._own.of_nodes([node]) | self.cut_of(self._tree.children[node])

    def cut_of(self, nodes: Iterable[int]) -> Bits:
        """The cut of some nodes, each replaced by the lowest that makes no difference to it."""
        return self._own.of_nodes(self._lowest(node) for node in nodes if self._counts[node])

    def _lowest(self, node: int) -> int:
        while True:
            counting = [child for child in self._tree.children[node] if self._counts[child]]
            if len(counting) != 1:
                return node
            node = counting[0]

    @cached_property
    def depths(self) -> NDArray[np.int64]:
        """How many nodes are above each."""
        found = np.zeros(self._tree.node_count, dtype=np.int64)
        for node in range(self._tree.node_count - 1, -1, -1):
            above = self._own.parents[node]
            if above >= 0:
                found[node] = found[above] + 1
        return found

    @cached_property
    def at_depth(self) -> tuple[NDArray[np.int32], ...]:
        """For each depth and node: what it lies under there; itself where it is not so deep."""
        found = [np.arange(self._tree.node_count, dtype=np.int32)]
        for depth in range(int(self.depths.max()), 0, -1):
            finer = found[-1]
            is_deeper = self.depths[finer] == depth
            found.append(np.where(is_deeper, self._tree.parents[finer], finer))
        return tuple(reversed(found))


def layers_of(
    attributes: Iterable[AttributeCuts],
    leaf_records: Iterable[NDArray[np.int64]],
    *,
    counts_empty: bool,
) -> list[Layers]:
    """The layers of every attribute; `counts_empty`: values without records count as well."""
    found = []
    for own, records in zip(attributes, leaf_records, strict=True):
        running = np.concatenate(([0], np.cumsum(records)))
        under = running[own.tree.end_leaves] - running[own.tree.first_leaves]
        found.append(Layers(own, (under > 0) | counts_empty))
    return found
