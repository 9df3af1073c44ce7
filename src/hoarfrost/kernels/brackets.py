"""What partitions cost, and what everything between a finest and a coarsest one costs at least.

Combinations are columns of values. `blocks[number, value]` is the block of a value in a
partition, `costs[number, value]` what a record with that value costs in it, `sizes[number]` how
many blocks there are. A bracket is a row of numbers of finest partitions, one for each attribute,
and a row of coarsest ones. `terms` are what a class costs beside its cells: times the square of
its records, and once; then the least records that it needs, and how many may be left out.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import float64, int32, int64

from hoarfrost.kernels.compiling import kernel

EMPTY = -1
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
LARGE = np.int64(1) << np.int64(62)

PLANE, LONGS, FLOATS = int32[:, ::1], int64[::1], float64[::1]
LONG_PLANE, FLOAT_PLANE, SHORTS = int64[:, ::1], float64[:, ::1], int32[::1]


@kernel(int64(PLANE, LONGS, int64, PLANE, LONGS, LONGS, SHORTS, SHORTS, SHORTS))
def number_classes(codes, chosen, count, blocks, sizes, row, table, class_of, firsts):  # type: ignore[no-untyped-def]
    """Number equal columns under one partition for each attribute: how many there are.

    The columns are `chosen[:count]`; `table` has a power of two of slots, at least twice as many.
    """
    table[:] = EMPTY
    bits = np.uint64(64)
    slots = len(table)
    while slots > 1:
        slots >>= 1
        bits -= np.uint64(1)
    mask = len(table) - 1
    keys = np.empty(count, dtype=np.int64)
    found = 0
    for position in range(count):
        column = chosen[position]
        key = np.int64(0)
        for attribute in range(len(row)):
            number = row[attribute]
            key = key * sizes[number] + blocks[number, codes[attribute, column]]
        slot = np.int64((np.uint64(key) * GOLDEN) >> bits)
        while True:
            own = table[slot]
            if own == EMPTY:
                table[slot] = class_of[position] = found
                keys[found] = key
                firsts[found] = column
                found += 1
                break
            if keys[own] == key:
                class_of[position] = own
                break
            slot = (slot + 1) & mask
    return found


@kernel(
    numba.void(
        PLANE, LONGS, FLOATS, FLOAT_PLANE, LONGS, int64, SHORTS, FLOATS, LONGS, FLOATS, FLOATS
    )
)  # fmt: skip
def add_up(codes, counts, lost, costs, row, count, class_of, weights, sizes, cells, losts):  # type: ignore[no-untyped-def]
    """Records, cell costs and costs of suppression of each class, into the last three."""
    sizes[:count] = 0
    cells[:count] = 0.0
    losts[:count] = 0.0
    for column in range(codes.shape[1]):
        own = class_of[column]
        total = 0.0
        for attribute in range(len(row)):
            total += costs[row[attribute], codes[attribute, column]]
        sizes[own] += counts[column]
        cells[own] += total * weights[column]
        losts[own] += lost[column]


@kernel(numba.types.Tuple((float64, int64, int64))(FLOATS, int64, LONGS, FLOATS, FLOATS))
def total_of(terms, count, sizes, cells, losts):  # type: ignore[no-untyped-def]
    """What classes cost: `(the sum, records left out, classes kept)`."""
    total, suppressed, kept = 0.0, 0, 0
    for own in range(count):
        size = sizes[own]
        if size >= terms[2]:
            total += terms[0] * size * size + terms[1] + cells[own]
            kept += 1
        else:
            total += losts[own]
            suppressed += size
    return total, suppressed, kept


@kernel(
    numba.types.Tuple((float64, int64))(
        FLOATS, int64, LONGS, FLOATS, FLOATS, int64, SHORTS, LONGS, LONGS, LONGS
    )
)  # fmt: skip
def least_of(terms, count, sizes, cells, losts, wide_count, wide_of, wholes, smalls, larges):  # type: ignore[no-untyped-def]
    """What classes cost at least once merged, within wide classes: `(cost, records surely lost)`.

    A class below the least size is left out, or shares its class with enough others: those of its
    wide class. The last three have room for a number for each wide class.
    """
    least = terms[2]
    wholes[:wide_count] = 0
    smalls[:wide_count] = 0
    larges[:wide_count] = LARGE
    for own in range(count):
        wide = wide_of[own]
        wholes[wide] += sizes[own]
        if sizes[own] < least:
            smalls[wide] += sizes[own]
        else:
            larges[wide] = min(larges[wide], sizes[own])
    total, gone = 0.0, 0
    for own in range(count):
        size, wide = sizes[own], wide_of[own]
        if wholes[wide] < least:
            total += losts[own]
            gone += size
            continue
        if size >= least:
            kept = terms[0] * size * size + terms[1] + cells[own]
        else:
            each = least
            if smalls[wide] < least:
                each = 2.0 * larges[wide] + 1.0
            kept = terms[0] * size * each + cells[own]
        total += min(kept, losts[own])
    if terms[1] < 0:
        for wide in range(wide_count):
            if wholes[wide] >= least:
                total += terms[1] * (smalls[wide] // max(least, 1))
    return total, gone


@kernel(
    numba.void(
        PLANE, LONGS, FLOATS, FLOATS, PLANE, FLOAT_PLANE, LONGS, FLOATS, int64, LONG_PLANE,
        LONG_PLANE, LONG_PLANE, FLOATS, LONGS, FLOATS, LONGS, LONGS,
    )
)  # fmt: skip
def weigh_brackets(  # type: ignore[no-untyped-def]
    codes, counts, weights, lost, blocks, costs, sizes, terms, limit, fine, coarse, own, bounds,
    gone, values, suppressed, kept,
):  # fmt: skip
    """For each bracket, what its partitions cost at least, and what `own[bracket]` cost.

    Results: the least cost, the records that are surely left out; the cost of the own partitions,
    the records that they leave out, the classes that they release.
    """
    columns = codes.shape[1]
    slots = 32
    while slots < 2 * columns:
        slots *= 2
    table = np.empty(slots, dtype=np.int32)
    everything = np.arange(columns)
    class_of, firsts = np.empty(columns, dtype=np.int32), np.empty(columns, dtype=np.int32)
    wide_of, wide_firsts = np.empty(columns, dtype=np.int32), np.empty(columns, dtype=np.int32)
    records = np.empty(columns, dtype=np.int64)
    cells, losts = np.empty(columns), np.empty(columns)
    wholes, smalls = np.empty(columns, dtype=np.int64), np.empty(columns, dtype=np.int64)
    larges = np.empty(columns, dtype=np.int64)
    heads = np.empty(columns, dtype=np.int64)
    for bracket in range(len(fine)):
        row = fine[bracket]
        count = number_classes(
            codes, everything, columns, blocks, sizes, row, table, class_of, firsts
        )
        add_up(codes, counts, lost, costs, row, count, class_of, weights, records, cells, losts)
        for one in range(count):
            heads[one] = firsts[one]
        wide_count = number_classes(
            codes, heads, count, blocks, sizes, coarse[bracket], table, wide_of, wide_firsts
        )
        bounds[bracket], gone[bracket] = least_of(
            terms, count, records, cells, losts, wide_count, wide_of, wholes, smalls, larges
        )
        if gone[bracket] > limit:
            bounds[bracket] = np.inf
        is_fine = True
        for attribute in range(len(row)):
            is_fine = is_fine and own[bracket, attribute] == row[attribute]
        if not is_fine:
            row = own[bracket]
            count = number_classes(
                codes, everything, columns, blocks, sizes, row, table, class_of, firsts
            )
            add_up(codes, counts, lost, costs, row, count, class_of, weights, records, cells, losts)
        values[bracket], suppressed[bracket], kept[bracket] = total_of(
            terms, count, records, cells, losts
        )
        if suppressed[bracket] > limit or kept[bracket] == 0:
            values[bracket] = np.inf
