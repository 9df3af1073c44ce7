"""Loops that refine classes: narrow them, propose parts of them, group at levels of their own.

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
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
HALF = np.uint64(32)

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


@kernel(numba.boolean(int64, int64, SHORTS, NODES, LONGS))
def _are_alike(one, other, class_of, choices, wanted):  # type: ignore[no-untyped-def]
    """Are two combinations in one class and in the same nodes?"""
    if class_of[one] != class_of[other]:
        return False
    for attribute in range(len(wanted)):
        level = wanted[attribute]
        if choices[one, attribute, level] != choices[other, attribute, level]:
            return False
    return True


@kernel(numba.types.Tuple((SHORTS, LONGS, LONGS))(LONGS, SHORTS, LONGS, NODES, LONGS))
def group_at(chosen, class_of, wanted, choices, counts):  # type: ignore[no-untyped-def]
    """Group some combinations by class and by their nodes at the wanted levels.

    `choices[combination, attribute, level]` is the node that is taken when a level is wanted.
    Result: `(the group of each of them, a combination and the records of each group)`.
    """
    bits = 5
    while (1 << bits) < 2 * len(chosen):
        bits += 1
    shift, mask = np.uint64(64 - bits), (1 << bits) - 1
    table = np.full(1 << bits, EMPTY, dtype=np.int32)
    group_of = np.empty(len(chosen), dtype=np.int32)
    keys = np.empty(len(chosen), dtype=np.uint64)
    firsts = np.empty(len(chosen), dtype=np.int64)
    records = np.zeros(len(chosen), dtype=np.int64)
    found = 0
    for position in range(len(chosen)):
        combination = chosen[position]
        # Each node by a multiplier of its own: the products do not wait for each other.
        key, multiplier = np.uint64(class_of[combination]), GOLDEN
        for attribute in range(len(wanted)):
            key += np.uint64(choices[combination, attribute, wanted[attribute]]) * multiplier
            multiplier *= GOLDEN
        key = (key ^ (key >> HALF)) * GOLDEN
        slot = np.int64(key >> shift)
        while True:
            group = table[slot]
            if group == EMPTY:
                table[slot] = group_of[position] = found
                keys[found] = key
                firsts[found] = combination
                records[found] = counts[combination]
                found += 1
                break
            if keys[group] == key and _are_alike(
                firsts[group], combination, class_of, choices, wanted
            ):
                group_of[position] = group
                records[group] += counts[combination]
                break
            slot = (slot + 1) & mask
    return group_of, firsts[:found].copy(), records[:found].copy()
