"""Classes that become equal when the children of a node give way to it.

`nodes[class, attribute]` says where each class stands; `parents[node]` is the node above one, or
-1. Only the first `count` classes are there.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import int32, int64

from hoarfrost.kernels.compiling import kernel

INTS, LONGS, PLANE = int32[::1], int64[::1], int32[:, ::1]
EMPTY, NONE, UNSEEN = -1, -1, -2
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
HALF = np.uint64(32)


@kernel(numba.types.Tuple((int64, INTS))(PLANE, LONGS, int64, INTS))
def smallest_classes(nodes, sizes, count, parents):  # type: ignore[no-untyped-def]
    """`(size of the smallest classes, for each attribute the one node above all of them)`.

    -1 where they lie under several nodes, or under none.
    """
    least = sizes[0]
    for number in range(count):
        least = min(least, sizes[number])
    width = nodes.shape[1]
    above = np.full(width, UNSEEN, dtype=np.int32)
    for number in range(count):
        if sizes[number] == least:
            for attribute in range(width):
                parent = parents[nodes[number, attribute]]
                if above[attribute] == UNSEEN:
                    above[attribute] = parent
                elif above[attribute] != parent:
                    above[attribute] = NONE
    return least, above


@kernel(INTS(PLANE, int64, INTS, int64, int64))
def partners(nodes, count, parents, attribute, parent):  # type: ignore[no-untyped-def]
    """For each class, the first one that it equals once `parent` stands for its children."""
    found = np.arange(count).astype(np.int32)
    affected = 0
    for number in range(count):
        if parents[nodes[number, attribute]] == parent:
            affected += 1
    bits = 4
    while (1 << bits) < 2 * affected:
        bits += 1
    last_slot = (1 << bits) - 1
    hash_shift = np.uint64(64 - bits)
    slots = np.full(1 << bits, EMPTY, dtype=np.int32)
    width = nodes.shape[1]
    for number in range(count):
        if parents[nodes[number, attribute]] != parent:
            continue
        mixed = np.uint64(0)
        for other in range(width):
            if other != attribute:
                mixed = ((mixed >> HALF) ^ mixed ^ np.uint64(nodes[number, other])) * GOLDEN
        slot = np.int64(mixed >> hash_shift)
        while slots[slot] != EMPTY:
            first = slots[slot]
            is_same = True
            for other in range(width):
                if other != attribute and nodes[first, other] != nodes[number, other]:
                    is_same = False
                    break
            if is_same:
                found[number] = first
                break
            slot = (slot + 1) & last_slot
        if slots[slot] == EMPTY:
            slots[slot] = number
    return found


@kernel(int64(LONGS, INTS))
def least_together(sizes, found):  # type: ignore[no-untyped-def]
    """The size of the smallest class once every class has joined its partner."""
    together = np.zeros(len(found), dtype=np.int64)
    for number in range(len(found)):
        together[found[number]] += sizes[number]
    least = together[0]
    for number in range(len(found)):
        if found[number] == number:
            least = min(least, together[number])
    return least


@kernel(int64(PLANE, LONGS, INTS, INTS, int64, int64))
def merge_classes(nodes, sizes, found, parents, attribute, parent):  # type: ignore[no-untyped-def]
    """Let every class join its partner, in place; returns how many are left."""
    left = 0
    numbers = np.empty(len(found), dtype=np.int32)
    for number in range(len(found)):
        if found[number] != number:
            sizes[numbers[found[number]]] += sizes[number]
            continue
        numbers[number] = left
        sizes[left] = sizes[number]
        for other in range(nodes.shape[1]):
            nodes[left, other] = nodes[number, other]
        if parents[nodes[left, attribute]] == parent:
            nodes[left, attribute] = parent
        left += 1
    return left
