"""Loops that refine classes: narrow them, propose parts of them.

Classes are runs of `order`: class `c` is `order[starts[c]:starts[c + 1]]`. `nodes[attribute, level,
leaf]` numbers the node over a leaf, equal leaf sets alike. A level above an attribute's height
stands for what the class was released as at first, where that is no node: the next finer level is
then the `cap` of the combination. No step goes below the `floor` of a combination.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import float64, int32, int64

from hoarfrost.kernels.compiling import kernel

EMPTY = -1

CODES, TABLE = int32[:, ::1], int64[:, ::1]
NODES, COSTS = int32[:, :, ::1], float64[:, :, ::1]
SHORTS, LONGS, FLOATS = int32[::1], int64[::1], float64[::1]


@kernel(numba.void(LONGS, LONGS, TABLE, CODES, NODES, CODES, CODES, LONGS))
def narrow(order, starts, levels, leaves, nodes, caps, floors, heights):  # type: ignore[no-untyped-def]
    """Lower `levels[class]` as long as all combinations of the class stay in one node."""
    for own in range(len(starts) - 1):
        first = order[starts[own]]
        for attribute in range(leaves.shape[0]):
            while levels[own, attribute] > floors[attribute, first]:
                level = levels[own, attribute] - 1
                if level >= heights[attribute]:
                    level = caps[attribute, first]
                node = nodes[attribute, level, leaves[attribute, first]]
                is_shared = True
                for position in range(starts[own] + 1, starts[own + 1]):
                    other = order[position]
                    if nodes[attribute, level, leaves[attribute, other]] != node:
                        is_shared = False
                        break
                if not is_shared:
                    break
                levels[own, attribute] = level


@kernel(
    numba.types.Tuple((SHORTS, SHORTS, LONGS, FLOATS))(
        int64, LONGS, LONGS, TABLE, CODES, NODES, CODES, CODES, LONGS, COSTS, FLOATS, LONGS, FLOATS
    )
)
def propose(  # type: ignore[no-untyped-def]
    attribute, order, starts, levels, leaves, nodes, caps, floors, heights, costs, first_costs,
    counts, weights
):  # fmt: skip
    """The parts that one level less of an attribute would split every class in.

    Result: `(the part of each position, or -1; the class, the records, the gain of each part)`.
    """
    part_of = np.full(len(order), EMPTY, dtype=np.int32)
    classes = np.empty(len(order), dtype=np.int32)
    records = np.zeros(len(order), dtype=np.int64)
    gains = np.zeros(len(order))
    own_leaves, own_nodes, own_costs = leaves[attribute], nodes[attribute], costs[attribute]
    numbers = np.full(own_nodes.max() + 1, EMPTY, dtype=np.int32)
    found = 0
    for own in range(len(starts) - 1):
        now = levels[own, attribute]
        if now <= floors[attribute, order[starts[own]]]:
            continue
        begun = found
        for position in range(starts[own], starts[own + 1]):
            combination = order[position]
            leaf = own_leaves[combination]
            if now > heights[attribute]:
                level, before = caps[attribute, combination], first_costs[combination]
            else:
                level, before = now - 1, own_costs[now, leaf]
            node = own_nodes[level, leaf]
            part = numbers[node]
            if part < begun:
                part = numbers[node] = found
                classes[part] = own
                found += 1
            part_of[position] = part
            records[part] += counts[combination]
            gains[part] += weights[combination] * (before - own_costs[level, leaf])
    return part_of, classes[:found].copy(), records[:found].copy(), gains[:found].copy()
