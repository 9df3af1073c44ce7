"""The best partition of one attribute while those of all others stay as they are.

The classes of the others are columns, the attribute's values rows: `records[value, column]`. With
the others fixed, what a block of values costs depends on nothing but the block, so that the best
partition is found by dynamic programming over the blocks. `terms` are those of `brackets`.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import boolean, float64, int32, int64

from hoarfrost.kernels.compiling import kernel

LARGE = np.int64(1) << np.int64(62)
SETS, RUNS = 0, 1

PLANE, LONGS, FLOATS = int32[:, ::1], int64[::1], float64[::1]
LONG_PLANE, FLOAT_PLANE, SHORTS = int64[:, ::1], float64[:, ::1], int32[::1]


@kernel(
    numba.void(
        PLANE, LONGS, FLOATS, FLOATS, FLOAT_PLANE, LONGS, int64, SHORTS, LONG_PLANE, FLOAT_PLANE,
        FLOAT_PLANE, FLOAT_PLANE,
    )
)  # fmt: skip
def fill_columns(  # type: ignore[no-untyped-def]
    codes, counts, weights, lost, costs, row, attribute, class_of, records, weighed, cells, losts
):
    """Records, weights, cell costs of the other attributes and losses, into the last four."""
    for position in range(codes.shape[1]):
        value, column = codes[attribute, position], class_of[position]
        total = 0.0
        for other in range(len(row)):
            if other != attribute:
                total += costs[row[other], codes[other, position]]
        records[value, column] += counts[position]
        weighed[value, column] += weights[position]
        cells[value, column] += total * weights[position]
        losts[value, column] += lost[position]


@kernel(float64(LONG_PLANE, FLOAT_PLANE, LONG_PLANE, int64, int64, float64))
def farthest_needed(records, shared, nearest, value, column, missing):  # type: ignore[no-untyped-def]
    """The price of the farthest value that a block needs at least to have the missing records."""
    price = shared[value, value]
    for other in nearest[value]:
        if other != value and records[other, column] > 0:
            missing -= records[other, column]
            price = max(price, shared[value, other])
            if missing <= 0:
                return price
    return np.inf


@kernel(float64(LONG_PLANE, FLOAT_PLANE, int64, int64, float64))
def least_addition(records, shared, value, column, missing):  # type: ignore[no-untyped-def]
    """What other values with the missing records add to a price at least, some of them in part.

    Of a value with more records than are missing no more than those count: it is taken as a whole.
    """
    value_count = len(records)
    is_taken = np.zeros(value_count, dtype=np.bool_)
    left, added = missing, 0.0
    while left > 0:
        best, least_ratio = -1, np.inf
        for other in range(value_count):
            if other == value or is_taken[other] or records[other, column] == 0:
                continue
            count = min(float(records[other, column]), missing)
            ratio = (shared[value, other] - shared[value, value]) / count
            if ratio < least_ratio:
                best, least_ratio = other, ratio
        if best < 0:
            return np.inf
        is_taken[best] = True
        taken = min(left, float(records[best, column]), missing)
        added += taken * least_ratio
        left -= taken
    return added


@kernel(
    float64(
        LONG_PLANE, FLOAT_PLANE, FLOAT_PLANE, FLOAT_PLANE, FLOAT_PLANE, LONG_PLANE, boolean,
        FLOATS, FLOATS,
    )
)  # fmt: skip
def least_of_columns(  # type: ignore[no-untyped-def]
    records, weighed, cells, losts, shared, nearest, adds_up, terms, shares
):
    """What any partition of the values costs at least: what is no value's share of it.

    The share of each value, whatever its block, goes into `shares`. `shared[value, other]` is what
    a record costs in the smallest block with another value, `nearest[value]` the values in the
    order of that: a value with too few records shares its block with as many as it takes. Where it
    `adds_up`, the price of a block is the sum of what each other value adds.
    """
    value_count, column_count = records.shape
    least, total = terms[2], 0.0
    shares[:] = 0.0
    for column in range(column_count):
        whole, small, large = 0, 0, LARGE
        for value in range(value_count):
            size = records[value, column]
            whole += size
            if size >= least:
                large = min(large, size)
            else:
                small += size
        each = least if small >= least else 2.0 * large + 1.0
        if whole >= least and terms[1] < 0:
            total += terms[1] * (small // max(least, 1))
        for value in range(value_count):
            size = records[value, column]
            if size == 0:
                continue
            if whole < least:
                shares[value] += losts[value, column]
                continue
            price = shared[value, value]
            if size >= least:
                kept = terms[0] * size * size + terms[1]
            else:
                kept = terms[0] * size * each
                if adds_up:
                    price += least_addition(records, shared, value, column, least - size)
                else:
                    price = farthest_needed(records, shared, nearest, value, column, least - size)
            if price < np.inf:
                kept += cells[value, column] + price * weighed[value, column]
                shares[value] += min(kept, losts[value, column])
            else:
                shares[value] += losts[value, column]
    return total


@kernel(
    numba.void(
        LONGS, LONGS, FLOATS, LONG_PLANE, FLOAT_PLANE, FLOAT_PLANE, FLOAT_PLANE, FLOATS, FLOATS
    )
)
def cost_blocks(starts, values, prices, records, weighed, cells, losts, terms, found):  # type: ignore[no-untyped-def]
    """What each block costs, into `found`: block `b` has `values[starts[b]:starts[b + 1]]`.

    `prices` are what a record with each of them costs in the block.
    """
    column_count = records.shape[1]
    sizes = np.empty(column_count, dtype=np.int64)
    kept, lost = np.empty(column_count), np.empty(column_count)
    has_cells = np.any(weighed)
    for block in range(len(starts) - 1):
        sizes[:] = 0
        kept[:] = 0.0
        lost[:] = 0.0
        for entry in range(starts[block], starts[block + 1]):
            value = values[entry]
            sizes += records[value]
            lost += losts[value]
            if has_cells:
                kept += cells[value] + prices[entry] * weighed[value]
        total = 0.0
        for column in range(column_count):
            size = sizes[column]
            if size >= terms[2]:
                if size > 0:
                    total += terms[0] * size * size + terms[1] + kept[column]
            else:
                total += lost[column]
        found[block] = total


@kernel(float64(FLOATS, LONGS, FLOATS, LONGS))
def group_in_sets(alone, firsts, blocks, chosen):  # type: ignore[no-untyped-def]
    """The least cost of children in any sets; the set of the first child of each into `chosen`.

    `blocks[firsts[0] + chosen]` is what the children of a bit set cost as one block.
    """
    count = len(alone)
    best = np.full(1 << count, np.inf)
    best[0] = 0.0
    for group in range(1, 1 << count):
        lowest = group & -group
        place = 0
        while not (lowest >> place) & 1:
            place += 1
        rest = group ^ lowest
        best[group] = alone[place] + best[rest]
        chosen[group] = lowest
        others = rest
        while others:
            cost = blocks[firsts[0] + (others | lowest)] + best[rest ^ others]
            if cost < best[group]:
                best[group] = cost
                chosen[group] = others | lowest
            others = (others - 1) & rest
    return best[-1]


@kernel(float64(FLOATS, LONGS, FLOATS, LONGS))
def group_in_runs(alone, firsts, blocks, chosen):  # type: ignore[no-untyped-def]
    """The least cost of children in runs; where the last run of the first ones begins, in `chosen`.

    `blocks[firsts[0] + first * len(alone) + last]` is what a run of children costs as one block.
    """
    count = len(alone)
    best = np.full(count + 1, np.inf)
    best[0] = 0.0
    for end in range(1, count + 1):
        best[end] = best[end - 1] + alone[end - 1]
        chosen[end] = end - 1
        for first in range(end - 1):
            cost = best[first] + blocks[firsts[0] + first * count + end - 1]
            if cost < best[end]:
                best[end] = cost
                chosen[end] = first
    return best[-1]


@kernel(numba.void(int64, int64, FLOATS, FLOAT_PLANE, FLOATS))
def price_set(chosen, entry, prices, weighed, priced):  # type: ignore[no-untyped-def]
    """What the records of each column cost in a set, into `priced`; its prices are from `entry` on."""
    priced[:] = 0.0
    for member in range(len(weighed)):
        if (chosen >> member) & 1:
            priced += prices[entry] * weighed[member]
            entry += 1


@kernel(numba.types.UniTuple(float64, 2)(LONGS, FLOATS, FLOATS, FLOATS, FLOATS))
def cost_of_set(sizes, lost, cells, priced, terms):  # type: ignore[no-untyped-def]
    """What a set of values costs: `(at least, however it grows; as a block of its own)`."""
    floor, cost = 0.0, 0.0
    for column in range(len(sizes)):
        size, gone = sizes[column], lost[column]
        if size == 0:
            continue
        within = cells[column] + priced[column] + terms[1]
        if size >= terms[2]:
            kept = terms[0] * size * size + within
            cost += kept
            floor += min(kept, gone)
        else:
            cost += gone
            floor += min(terms[0] * size * terms[2] + within, gone)
    return floor, cost


@kernel(
    int64(
        LONG_PLANE, FLOAT_PLANE, FLOAT_PLANE, FLOAT_PLANE, LONGS, FLOATS, FLOATS, FLOATS, float64,
        float64, LONGS, FLOATS, LONGS,
    )
)  # fmt: skip
def promising_sets(  # type: ignore[no-untyped-def]
    records, weighed, cells, losts, starts, prices, terms, shares, extra, most, sets, costs, ends
):
    """The sets of values that a partition can have which costs no more than `most`: how many.

    Sets are bit sets, written with their costs into `sets` and `costs`; those whose first value is
    `v` end at `ends[v]`. `prices[starts[chosen]:]` are what a record with each value of a set costs
    in it; `shares` and `extra` are those of `least_of_columns`. A set is made by adding values in
    order. It is given up, with all sets that begin with it, as soon as what its own records cost
    at least, however it grows, and the shares of all other values are more than `most`.
    """
    value_count, column_count = records.shape
    sizes = np.zeros((value_count + 1, column_count), dtype=np.int64)
    lost = np.zeros((value_count + 1, column_count))
    base = np.zeros((value_count + 1, column_count))
    priced = np.zeros(column_count)
    has_cells = np.any(weighed)
    all_shares = shares.sum() + extra
    if all_shares == np.inf:
        ends[:] = 0
        return 0
    picks = np.empty(value_count + 1, dtype=np.int64)
    found = 0
    for first in range(value_count):
        depth, following, chosen = 0, first, 0
        while True:
            if following < value_count and (depth > 0 or following == first):
                # One value deeper.
                value = following
                own = chosen | (1 << value)
                sizes[depth + 1] = sizes[depth] + records[value]
                lost[depth + 1] = lost[depth] + losts[value]
                if has_cells:
                    base[depth + 1] = base[depth] + cells[value]
                    price_set(own, starts[own], prices, weighed, priced)
                floor, cost = cost_of_set(
                    sizes[depth + 1], lost[depth + 1], base[depth + 1], priced, terms
                )
                rest = all_shares
                for member in range(value_count):
                    if (own >> member) & 1:
                        rest -= shares[member]
                if floor + rest <= most:
                    if cost + rest <= most:
                        sets[found] = own
                        costs[found] = cost
                        found += 1
                    depth += 1
                    picks[depth] = value
                    chosen = own
                following = value + 1
                if depth == 0:
                    break
                continue
            if depth <= 1:
                break
            # Back by one value, on with the next.
            chosen ^= 1 << picks[depth]
            following = picks[depth] + 1
            depth -= 1
        ends[first] = found
    return found


@kernel(float64(int64, LONGS, FLOATS, LONGS, FLOATS, float64, float64, LONGS))
def group_promising(value_count, sets, costs, ends, shares, extra, most, chosen):  # type: ignore[no-untyped-def]
    """The least cost of a partition into some of the sets, or infinity if none costs up to `most`.

    The set that each group of values was left by goes into `chosen[group]`.
    """
    whole = (1 << value_count) - 1
    best = np.full(1 << value_count, np.inf)
    best[whole] = 0.0
    for group in range(whole, 0, -1):
        before = best[group]
        if before == np.inf:
            continue
        left, lowest = extra, -1
        for value in range(value_count - 1, -1, -1):
            if (group >> value) & 1:
                left += shares[value]
                lowest = value
        if before + left > most:
            continue
        begin = ends[lowest - 1] if lowest else 0
        for number in range(begin, ends[lowest]):
            if sets[number] & ~group == 0:
                rest = group ^ sets[number]
                if before + costs[number] < best[rest]:
                    best[rest] = before + costs[number]
                    chosen[rest] = sets[number]
    return best[0]
