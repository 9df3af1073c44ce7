"""Loops that build classes anew: which combinations that still wait are alike at some levels.

A position stands for a waiting combination. `nodes_at[row, level, position]` is the node that it is
in at a level of an attribute; the last row, at level 0, is the class that it had at first. Whoever
has 0 records does not wait any more.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import boolean, float64, int32, int64, uint32

from hoarfrost.kernels.compiling import kernel

EMPTY = -1
GOLDEN = np.uint32(0x9E3779B1)
HALF = np.uint32(15)

SHORTS, LONGS, FLOATS, KEYS = int32[::1], int64[::1], float64[::1], uint32[::1]
CODES, TABLE, PRICES = int32[:, ::1], int64[:, ::1], float64[:, ::1]
NODES, COSTS = int32[:, :, ::1], float64[:, :, ::1]


@kernel(NODES(LONGS, SHORTS, CODES, NODES, CODES, CODES))
def lay_out(waiting, class_of, leaves, nodes, caps, floors):  # type: ignore[no-untyped-def]
    """The nodes of the waiting combinations at every level, neighbours side by side.

    0 is whatever a combination was released as at first, above its cap.
    """
    width, count = leaves.shape[0], len(waiting)
    found = np.zeros((width + 1, nodes.shape[1], count), dtype=np.int32)
    for attribute in range(width):
        for level in range(nodes.shape[1]):
            own = found[attribute, level]
            for position in range(count):
                combination = waiting[position]
                if level <= caps[attribute, combination]:
                    lowest = max(level, floors[attribute, combination])
                    own[position] = nodes[attribute, lowest, leaves[attribute, combination]]
    for position in range(count):
        found[width, 0, position] = class_of[waiting[position]]
    return found


@kernel(numba.void(NODES, LONGS, KEYS))
def _hash(nodes_at, wanted, keys):  # type: ignore[no-untyped-def]
    """Equal keys for positions in equal nodes; each row by a multiplier of its own."""
    keys[:] = 0
    multiplier = GOLDEN
    for row in range(len(nodes_at)):
        own = nodes_at[row, wanted[row]]
        for position in range(len(keys)):
            keys[position] += np.uint32(own[position]) * multiplier
        multiplier = np.uint32(multiplier * GOLDEN)
    for position in range(len(keys)):
        keys[position] = (keys[position] ^ (keys[position] >> HALF)) * GOLDEN


@kernel(int64(KEYS, LONGS, int64, LONGS, uint32, LONGS))
def _find_crowded(keys, records, least, buckets, shift, found):  # type: ignore[no-untyped-def]
    """The waiting positions whose bucket has enough records; all others cannot be a group."""
    buckets[:] = 0
    for position in range(len(keys)):
        buckets[keys[position] >> shift] += records[position]
    count = 0
    for position in range(len(keys)):
        if records[position] > 0 and buckets[keys[position] >> shift] >= least:
            found[count] = position
            count += 1
    return count


@kernel(boolean(int64, int64, NODES, LONGS))
def _are_alike(one, other, nodes_at, wanted):  # type: ignore[no-untyped-def]
    """Are two positions in the same nodes?"""
    for row in range(len(wanted)):
        if nodes_at[row, wanted[row], one] != nodes_at[row, wanted[row], other]:
            return False
    return True


@kernel(int64(LONGS, KEYS, NODES, LONGS, LONGS, SHORTS, LONGS, LONGS))
def _group(found, keys, nodes_at, wanted, records, group_of, firsts, sums):  # type: ignore[no-untyped-def]
    """Group the found positions that are alike: their groups, first positions, and records."""
    bits = 5
    while (1 << bits) < 2 * len(found):
        bits += 1
    shift, mask = np.uint32(32 - bits), (1 << bits) - 1
    table = np.full(1 << bits, EMPTY, dtype=np.int32)
    count = 0
    for index in range(len(found)):
        position = found[index]
        slot = np.int64(keys[position] >> shift)
        while table[slot] != EMPTY:
            first = firsts[table[slot]]
            if keys[first] == keys[position] and _are_alike(first, position, nodes_at, wanted):
                break
            slot = (slot + 1) & mask
        if table[slot] == EMPTY:
            table[slot] = count
            firsts[count] = position
            sums[count] = 0
            count += 1
        group_of[index] = table[slot]
        sums[table[slot]] += records[position]
    return count


@kernel(float64(int64, LONGS, CODES, CODES, CODES, COSTS, PRICES))
def _price(combination, wanted, leaves, caps, floors, costs, first_costs):  # type: ignore[no-untyped-def]
    """What one record of a combination costs when these levels are wanted."""
    price = 0.0
    for attribute in range(leaves.shape[0]):
        if wanted[attribute] > caps[attribute, combination]:
            price += first_costs[attribute, combination]
        else:
            level = max(wanted[attribute], floors[attribute, combination])
            price += costs[attribute, level, leaves[attribute, combination]]
    return price


@kernel(int64(LONGS, SHORTS, LONGS, LONGS, LONGS, SHORTS, int64, SHORTS))
def take(found, group_of, numbers, waiting, records, class_of, vector, vector_of):  # type: ignore[no-untyped-def]
    """Those whose group has a number wait no more: it is their class. Says how many they are."""
    count = 0
    for index in range(len(found)):
        number = numbers[group_of[index]]
        if number != EMPTY:
            combination = waiting[found[index]]
            class_of[combination], vector_of[combination] = number, vector
            records[found[index]] = 0
            count += 1
    return count


@kernel(
    numba.types.Tuple((int64, int64, LONGS, SHORTS, LONGS))(
        LONGS, int64, float64, int64, boolean, TABLE, FLOATS, NODES, LONGS, LONGS, LONGS,
        SHORTS, SHORTS, CODES, CODES, CODES, COSTS, PRICES,
    )
)  # fmt: skip
def sweep(  # type: ignore[no-untyped-def]
    pending, class_count, limit, least, is_enough, vectors, prices, nodes_at, waiting, records,
    left, class_of, vector_of, leaves, caps, floors, costs, first_costs,
):  # fmt: skip
    """Make classes of groups that have at least some records and cost at most a limit.

    It looks at the pending vectors; `prices` then says what the cheapest group above the limit
    costs. No group may leave fewer records of its first class, `left`, behind than it needs, unless
    none. If records are enough, groups become classes at once, until a quarter of those laid out
    waits no more. If not, the first vector with such groups ends it.

    Result: `(how many vectors it has looked at, the number of classes, the positions found, the
    group of each, the number of each group)`; the last three of the last vector.
    """
    count = len(waiting)
    bits = 5
    while (1 << bits) < 4 * count:
        bits += 1
    buckets, shift = np.empty(1 << bits, dtype=np.int64), np.uint32(32 - bits)
    keys, group_of = np.empty(count, dtype=np.uint32), np.empty(count, dtype=np.int32)
    places, firsts = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    sums, numbers = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    found, taken, most = places[:0], 0, count // 4
    for index in range(len(pending)):
        vector = pending[index]
        wanted, prices[vector] = vectors[vector], np.inf
        _hash(nodes_at, wanted, keys)
        found = places[: _find_crowded(keys, records, least, buckets, shift, places)]
        before = class_count
        for group in range(_group(found, keys, nodes_at, wanted, records, group_of, firsts, sums)):
            numbers[group] = EMPTY
            start = nodes_at[-1, 0, firsts[group]]
            rest = left[start] - sums[group]
            if sums[group] < least or 0 < rest < least:
                continue
            price = _price(waiting[firsts[group]], wanted, leaves, caps, floors, costs, first_costs)
            if price > limit:
                prices[vector] = min(prices[vector], price)
                continue
            numbers[group] = class_count
            left[start] = rest
            class_count += 1
        if class_count > before:
            if not is_enough:
                return index + 1, class_count, found, group_of, numbers
            taken += take(found, group_of, numbers, waiting, records, class_of, vector, vector_of)
            if taken > most:
                return index + 1, class_count, found[:0], group_of, numbers
    return len(pending), class_count, found[:0], group_of, numbers
