"""A hierarchy as a tree of labels: whatever has a name of its own is a node, and a step.

`Branches` passes nodes with one child through at once. Papers that go up label by label do not:
there a value that becomes the only one under its parent is a step like any other, although no
two rows become equal by it.

>>> from hoarfrost.hierarchy.tree import Hierarchy
>>> hours = Hierarchy.from_rows([["30", "[1,40)", "*"], ["40", "[40,99)", "*"]])
>>> tree = label_tree(hours, hours.height)
>>> [tree.label(node) for node in range(tree.node_count)], tree.parents.tolist()
(['30', '40', '[1,40)', '[40,99)', '*'], [2, 3, 4, 4, -1])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.hierarchy.branches import Branches

if TYPE_CHECKING:
    from hoarfrost.hierarchy.tree import Hierarchy


def label_tree(hierarchy: Hierarchy, top: int) -> Branches:
    """The labels of all levels up to `top`; one that stays from level to level is one node."""
    places: list[tuple[int, int]] = []
    parents: list[int] = []
    # The number of the node that each node of the level below is part of.
    below: list[int] = []
    for level in range(top + 1):
        numbers: list[int] = []
        for code in range(len(hierarchy.labels[level])):
            kept = _same_below(hierarchy, level, code)
            if kept is None:
                numbers.append(len(places))
                places.append((level, code))
                parents.append(-1)
            else:
                numbers.append(below[kept])
        for code, number in enumerate(below):
            above = numbers[hierarchy.parents[level - 1][code]]
            if above != number:
                parents[number] = above
        below = numbers
    firsts = [int(hierarchy.first_leaves[level][code]) for level, code in places]
    sizes = [int(hierarchy.leaf_counts[level][code]) for level, code in places]
    first_leaves = np.array(firsts, dtype=np.int64)
    end_leaves = first_leaves + np.array(sizes, dtype=np.int64)
    above_each = np.array(parents, dtype=np.int32)
    return Branches(hierarchy, top, tuple(places), first_leaves, end_leaves, above_each)


def _same_below(hierarchy: Hierarchy, level: int, code: int) -> int | None:
    """The node of the level below with the same label and the same leaves."""
    if not level:
        return None
    lower = int(hierarchy.nodes[level - 1][hierarchy.first_leaves[level][code]])
    is_same = (
        hierarchy.labels[level - 1][lower] == hierarchy.labels[level][code]
        and hierarchy.leaf_counts[level - 1][lower] == hierarchy.leaf_counts[level][code]
    )
    return lower if is_same else None
