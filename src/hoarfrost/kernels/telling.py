"""Regions that are split where it tells most about a target, as long as their parts are large enough.

A target is classes, counted for each combination, or a number, summed for each combination.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import boolean, float64, int32, int64

from hoarfrost.kernels.compiling import kernel
from hoarfrost.kernels.regions import (
    are_large,
    child_bounds,
    count_places,
    covering_level,
    open_parts,
    split_rows,
)
from hoarfrost.kernels.targets import (
    UNKNOWN,
    class_gain_of_parts,
    class_gains,
    count_classes,
    number_classes,
    number_gain_of_parts,
    number_gains,
    sum_places,
)

INTS, LONGS, FLOATS = int32[::1], int64[::1], float64[::1]
PLANE, LONG_PLANE, SOLID = int32[:, ::1], int64[:, ::1], int32[:, :, ::1]
CHILDREN = -1
"""Stands for the threshold of a split by the children of a node."""
DIGITS = 1e9
"""Gains are compared with nine digits, more than which they are not known to."""
SHARPEST = 1e-18
"""A gain below this share of the table's variance is nothing but rounding."""


@kernel(int64(FLOATS, LONG_PLANE, int64, boolean))
def best_candidate(gains, facts, count, is_relative):  # type: ignore[no-untyped-def]
    """The first of the candidates that tell most and, of those, have the smallest largest part.

    `facts[candidate, 2]` is the size of its largest part. Where relative, gains are compared as
    shares of the largest.
    """
    most = 1.0
    if is_relative:
        most = gains[:count].max()
    best, highest = 0, -1.0
    for candidate in range(count):
        told = np.rint(gains[candidate] / most * DIGITS) if most >= SHARPEST else 0.0
        is_even = facts[candidate, 2] < facts[best, 2]
        if told > highest or (told == highest and is_even):
            best, highest = candidate, told
    return best


@kernel(int64(FLOATS, LONGS, int64, int64, FLOATS, LONG_PLANE, int64))
def add_thresholds(own_gains, counts, attribute, least, gains, facts, found):  # type: ignore[no-untyped-def]
    """Add each threshold whose two parts are large enough: how many candidates there are then."""
    total, below = counts.sum(), 0
    for place in range(1, len(counts)):
        below += counts[place - 1]
        if own_gains[place] >= 0.0 and min(below, total - below) >= least:
            gains[found] = own_gains[place]
            facts[found, 0], facts[found, 1] = attribute, place
            facts[found, 2] = max(below, total - below)
            found += 1
    return found


@kernel(
    int64(
        PLANE, LONGS, INTS, SOLID, LONGS, boolean, LONGS, INTS, LONGS, FLOATS, int64, INTS, INTS,
        int64, int64, LONGS, LONGS, FLOATS, LONG_PLANE, LONGS, LONGS,
    )
)  # fmt: skip
def find_candidates(  # type: ignore[no-untyped-def]
    rows, weights, order, nodes, heights, is_number, entry_starts, entry_codes, entry_counts,
    amounts, least, low, high, start, end, number_of, counts, gains, facts, bounds, sizes,
):  # fmt: skip
    """The splits of a region whose parts are large enough, into `gains` and `facts`: how many.

    The facts are the attribute, the threshold from the region's lowest place on, and the records
    of the largest part. `number_of`, `counts`, `bounds` and `sizes` are there to be overwritten.
    """
    found = class_count = 0
    if not is_number:
        number_of[:] = UNKNOWN
        class_count = number_classes(order, entry_starts, entry_codes, start, end, number_of)
    for attribute in range(len(low)):
        first = int64(low[attribute])
        width = high[attribute] - first + 1
        if width == 1:
            continue
        own, told = counts[:width], np.empty(width)
        count_places(rows, weights, start, end, attribute, first, own)
        parts = 0
        if heights[attribute] >= 0:
            level = covering_level(nodes[attribute], heights[attribute], first, high[attribute])
            parts = child_bounds(own, nodes[attribute, level - 1], first, bounds)
            if not are_large(own, first, bounds[:parts], least, sizes):
                continue
            facts[found, 0], facts[found, 1] = attribute, CHILDREN
            facts[found, 2] = sizes[: parts + 1].max()
        if is_number:
            sums = np.empty(width)
            sum_places(rows, order, amounts, start, end, attribute, first, sums)
            if parts:
                gains[found] = number_gain_of_parts(own, sums, bounds[:parts] - first)
            else:
                number_gains(own, sums, told)
        else:
            table = np.empty((width, class_count), dtype=np.int64)
            count_classes(
                rows, order, entry_starts, entry_codes, entry_counts, number_of, start, end,
                attribute, first, table,
            )  # fmt: skip
            if parts:
                gains[found] = class_gain_of_parts(table, bounds[:parts] - first)
            else:
                class_gains(table, told)
        if parts:
            found += 1
        else:
            found = add_thresholds(told, own, attribute, least, gains, facts, found)
    return found


@kernel(
    numba.types.Tuple((int64, int64))(
        LONG_PLANE, PLANE, PLANE, int64, int64, int64, PLANE, LONGS, INTS, SOLID, LONGS, int64,
        boolean, LONGS, INTS, LONGS, int64, FLOATS,
    )
)  # fmt: skip
def split_where_it_tells(  # type: ignore[no-untyped-def]
    runs, lows, highs, done, top, budget, rows, weights, order, nodes, heights, least, is_number,
    entry_starts, entry_codes, entry_counts, value_count, amounts,
):  # fmt: skip
    """Split open regions and their parts until none can be: `(done, top)`.

    What `runs`, `lows`, `highs`, `done` and `top` are is said at `split_at_medians`. The entries
    of combination `c`, from `entry_starts[c]` on, are its classes and their records; `amounts[c]`
    is the sum of its numbers.
    """
    width, places = rows.shape[1], nodes.shape[2]
    low, high = np.empty(width, dtype=np.int32), np.empty(width, dtype=np.int32)
    number_of, counts = np.empty(value_count, dtype=np.int64), np.empty(places, dtype=np.int64)
    gains = np.empty(width * places)
    facts = np.empty((width * places, 3), dtype=np.int64)
    bounds = np.empty(places, dtype=np.int64)
    ends, sizes = np.empty(places + 1, dtype=np.int64), np.empty(places + 1, dtype=np.int64)
    while top < len(runs) and budget > 0:
        budget -= 1
        low[:], high[:] = lows[top], highs[top]
        start, end, records = runs[top, 0], runs[top, 1], runs[top, 2]
        top += 1
        found = 0
        if records >= 2 * least:
            found = find_candidates(
                rows, weights, order, nodes, heights, is_number, entry_starts, entry_codes,
                entry_counts, amounts, least, low, high, start, end, number_of, counts, gains,
                facts, bounds, sizes,
            )  # fmt: skip
        if found == 0:
            runs[done, 0], runs[done, 1], runs[done, 2] = start, end, records
            lows[done], highs[done] = low, high
            done += 1
            continue
        best = best_candidate(gains, facts, found, is_number)
        attribute, parts = facts[best, 0], 1
        first = int64(low[attribute])
        own = counts[: high[attribute] - first + 1]
        count_places(rows, weights, start, end, attribute, first, own)
        bounds[0] = first + facts[best, 1]
        if facts[best, 1] == CHILDREN:
            level = covering_level(nodes[attribute], heights[attribute], first, high[attribute])
            parts = child_bounds(own, nodes[attribute, level - 1], first, bounds)
        are_large(own, first, bounds[:parts], least, sizes)
        split_rows(rows, weights, order, start, end, attribute, bounds[:parts], ends)
        open_parts(
            rows, start, attribute, bounds[:parts], ends, sizes, low, high, runs[:top],
            lows[:top], highs[:top],
        )  # fmt: skip
        top -= parts + 1
    return done, top
