"""Leaf sets: which leaves lie in which block, and the node that covers them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.hierarchy.tree import Hierarchy


def members(of_leaf: NDArray[np.int32], count: int) -> list[list[int]]:
    """For each of `count` blocks, the leaves that lie in it, ascending."""
    inside: list[list[int]] = [[] for _ in range(count)]
    for leaf, block in enumerate(of_leaf.tolist()):
        inside[block].append(leaf)
    return inside


def covering_levels(hierarchy: Hierarchy, leaf_sets: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """For each set of leaves, the lowest level with a node that covers all of them."""
    # The leaves under a node are neighbours: a node with the first and the last covers the set.
    first = np.array([min(leaves, default=0) for leaves in leaf_sets], dtype=np.int64)
    last = np.array([max(leaves, default=0) for leaves in leaf_sets], dtype=np.int64)
    levels = np.full(len(leaf_sets), hierarchy.height, dtype=np.int64)
    for level in range(hierarchy.height - 1, -1, -1):
        nodes = hierarchy.nodes[level]
        levels[nodes[first] == nodes[last]] = level
    return levels
