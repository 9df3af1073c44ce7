"""Regions of combinations that are split in place.

Every combination is a row: a place for each attribute. A region is a run of rows. Rows move
together with their number of records and their number in the frequency set, so that a region's
rows are neighbours in memory however often it has been split.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import boolean, float64, int32, int64

from hoarfrost.kernels.compiling import kernel

INTS, LONGS, FLOATS = int32[::1], int64[::1], float64[::1]
AT_ONCE = 128
"""So many rows are looked at before it is asked whether that is enough."""
PLANE, LONG_PLANE, SOLID = int32[:, ::1], int64[:, ::1], int32[:, :, ::1]


@kernel(numba.void(PLANE, int64, int64, INTS, INTS))
def find_bounds(rows, start, end, lows, highs):  # type: ignore[no-untyped-def]
    """The lowest and the highest place of each attribute in a region, into `lows`, `highs`."""
    width = rows.shape[1]
    for attribute in range(width):
        lows[attribute] = highs[attribute] = rows[start, attribute]
    for row in range(start + 1, end):
        for attribute in range(width):
            place = rows[row, attribute]
            lows[attribute] = min(lows[attribute], place)
            highs[attribute] = max(highs[attribute], place)


@kernel(numba.void(PLANE, int64, int64, INTS, INTS, INTS, INTS))
def find_bounds_within(rows, start, end, least, most, lows, highs):  # type: ignore[no-untyped-def]
    """The same where none lies below `least` or above `most`: looks no further than is needed."""
    width = rows.shape[1]
    for attribute in range(width):
        lows[attribute] = highs[attribute] = rows[start, attribute]
    for first in range(start, end, AT_ONCE):
        for row in range(first, min(end, first + AT_ONCE)):
            for attribute in range(width):
                place = rows[row, attribute]
                lows[attribute] = min(lows[attribute], place)
                highs[attribute] = max(highs[attribute], place)
        is_all = True
        for attribute in range(width):
            is_all &= lows[attribute] == least[attribute] and highs[attribute] == most[attribute]
        if is_all:
            return


@kernel(numba.void(PLANE, LONGS, int64, int64, int64, int64, LONGS))
def count_places(rows, weights, start, end, attribute, low, counts):  # type: ignore[no-untyped-def]
    """The records of a region at each place of an attribute from `low` on, into `counts`."""
    counts[:] = 0
    for row in range(start, end):
        counts[rows[row, attribute] - low] += weights[row]


@kernel(numba.types.Tuple((LONGS, INTS))(PLANE, LONGS, int64, int64))
def present_places(rows, limits, attribute, place_count):  # type: ignore[no-untyped-def]
    """The places of an attribute that occur in each region: `(starts, places)`.

    Region `r` is the rows from `limits[r]` to before `limits[r + 1]`, its places are ascending
    from `starts[r]` on.
    """
    starts = np.zeros(len(limits), dtype=np.int64)
    places = np.empty(len(rows), dtype=np.int32)
    seen_in = np.full(place_count, -1, dtype=np.int64)
    found = 0
    for region in range(len(limits) - 1):
        for row in range(limits[region], limits[region + 1]):
            place = rows[row, attribute]
            if seen_in[place] != region:
                seen_in[place] = region
                places[found] = place
                found += 1
        places[starts[region] : found].sort()
        starts[region + 1] = found
    return starts, places[:found].copy()


@kernel(numba.void(PLANE, LONGS, INTS, int64, int64))
def swap_rows(rows, weights, order, one, other):  # type: ignore[no-untyped-def]
    """Exchange two rows with all that belongs to them."""
    for column in range(rows.shape[1]):
        rows[one, column], rows[other, column] = rows[other, column], rows[one, column]
    weights[one], weights[other] = weights[other], weights[one]
    order[one], order[other] = order[other], order[one]


@kernel(int64(PLANE, LONGS, INTS, int64, int64, int64, int64))
def split_in_two(rows, weights, order, start, end, attribute, bound):  # type: ignore[no-untyped-def]
    """Put the rows below a place before the others; says where the others begin."""
    low, high = start, end - 1
    while True:
        while low <= high and rows[low, attribute] < bound:
            low += 1
        while low <= high and rows[high, attribute] >= bound:
            high -= 1
        if low >= high:
            return low
        swap_rows(rows, weights, order, low, high)
        low += 1
        high -= 1


@kernel(numba.void(PLANE, LONGS, INTS, int64, int64, int64, LONGS, LONGS))
def split_rows(rows, weights, order, start, end, attribute, bounds, ends):  # type: ignore[no-untyped-def]
    """Put the rows of a region in the order of their parts, and where each ends into `ends`.

    Part `p` holds the places of the attribute from `bounds[p - 1]` to before `bounds[p]`.
    """
    part_count = len(bounds) + 1
    if len(bounds) == 1:
        ends[0] = split_in_two(rows, weights, order, start, end, attribute, bounds[0])
        ends[1] = end
        return
    low = bounds[0] - 1
    part_of = np.zeros(bounds[part_count - 2] - low + 1, dtype=np.int64)
    for part in range(1, part_count):
        part_of[bounds[part - 1] - low :] = part
    last = len(part_of) - 1
    ends[:part_count] = 0
    for row in range(start, end):
        ends[part_of[min(max(rows[row, attribute] - low, 0), last)]] += 1
    heads = np.empty(part_count, dtype=np.int64)
    total = start
    for part in range(part_count):
        heads[part] = total
        total += ends[part]
        ends[part] = total
    for part in range(part_count):
        while heads[part] < ends[part]:
            own = part_of[min(max(rows[heads[part], attribute] - low, 0), last)]
            if own != part:
                swap_rows(rows, weights, order, heads[part], heads[own])
            heads[own] += 1


@kernel(int64(PLANE, int64, int64, int64))
def covering_level(nodes, height, low, high):  # type: ignore[no-untyped-def]
    """The lowest level of a hierarchy with one node over two places."""
    level = 0
    while level < height and nodes[level, low] != nodes[level, high]:
        level += 1
    return level


@kernel(numba.void(SOLID, SOLID, LONGS, FLOATS, FLOATS, INTS, INTS, FLOATS))
def find_widths(nodes, covered, heights, factors, divisors, lows, highs, widths):  # type: ignore[no-untyped-def]
    """How much of each attribute a region loses, into `widths`: 0 nothing, its weight everything.

    An attribute of height -1 is ordered and loses what lies between its places; any other loses
    what its hierarchy has under the node that covers them, `covered[attribute, level, place]`.
    """
    for attribute in range(len(lows)):
        low, high = lows[attribute], highs[attribute]
        leaves = high - low + 1
        if heights[attribute] >= 0:
            level = covering_level(nodes[attribute], heights[attribute], low, high)
            leaves = covered[attribute, level, low]
        widths[attribute] = factors[attribute] * (leaves - 1) / divisors[attribute]


@kernel(int64(LONGS, boolean, int64))
def median_bound(counts, is_relaxed, choice):  # type: ignore[no-untyped-def]
    """The place at which the upper side of a median split begins; 0: that side would be all.

    Records at the median belong to the lower side; where relaxed, to the side that is smaller
    without them. The choice 1 is the other way round.
    """
    total = counts.sum()
    below, middle = 0, 0
    while 2 * (below + counts[middle]) < total:
        below += counts[middle]
        middle += 1
    above = total - below - counts[middle]
    goes_up = is_relaxed and above < below
    if choice == 1:
        goes_up = not goes_up
    bound = middle if goes_up else middle + 1
    return bound if bound < len(counts) else 0


@kernel(int64(LONGS, INTS, int64, LONGS))
def child_bounds(counts, nodes, low, bounds):  # type: ignore[no-untyped-def]
    """The places at which children with records begin, but the first, into `bounds`: how many.

    `nodes[place]` is the child that a place lies under; `counts` begins at the place `low`.
    """
    found = 0
    own = nodes[low]
    for offset in range(len(counts)):
        if counts[offset] and nodes[low + offset] != own:
            own = nodes[low + offset]
            bounds[found] = low + offset
            found += 1
    return found


@kernel(boolean(LONGS, int64, LONGS, int64, LONGS))
def are_large(counts, low, bounds, least, sizes):  # type: ignore[no-untyped-def]
    """Has every part at least so many records? How many each has goes into `sizes`."""
    part, records = 0, 0
    for offset in range(len(counts)):
        if part < len(bounds) and low + offset == bounds[part]:
            if records < least:
                return False
            sizes[part] = records
            part += 1
            records = 0
        records += counts[offset]
    sizes[part] = records
    return records >= least


@kernel(
    int64(
        PLANE, LONGS, SOLID, LONGS, INTS, INTS, FLOATS, boolean, int64, int64, int64, LONGS, LONGS,
        LONGS, LONGS,
    )
)  # fmt: skip
def find_split(  # type: ignore[no-untyped-def]
    rows, weights, nodes, heights, lows, highs, widths, is_relaxed, least, start, end, counts,
    bounds, sizes, chosen,
):  # fmt: skip
    """The first split of a region whose parts are large enough: how many bounds; 0: none.

    The attribute goes into `chosen[0]`, the records of the parts into `sizes`. Attributes are tried
    from the widest to the narrowest, those equally wide in their order; `widths` of those tried
    become -1.
    """
    while True:
        attribute = 0
        for other in range(1, len(widths)):
            if widths[other] > widths[attribute]:
                attribute = other
        if widths[attribute] <= 0:
            return 0
        widths[attribute] = -1.0
        low, high = int64(lows[attribute]), int64(highs[attribute])
        own = counts[: high - low + 1]
        count_places(rows, weights, start, end, attribute, low, own)
        chosen[0] = attribute
        if heights[attribute] >= 0:
            level = covering_level(nodes[attribute], heights[attribute], low, high)
            found = child_bounds(own, nodes[attribute, level - 1], low, bounds)
            if are_large(own, low, bounds[:found], least, sizes):
                return found
            continue
        for choice in range(2):
            bounds[0] = low + median_bound(own, is_relaxed, choice)
            if bounds[0] > low and are_large(own, low, bounds[:1], least, sizes):
                return 1


@kernel(
    numba.void(
        PLANE, int64, int64, LONGS, LONGS, LONGS, INTS, INTS, LONG_PLANE, PLANE, PLANE,
    )
)  # fmt: skip
def open_parts(  # type: ignore[no-untyped-def]
    rows, start, attribute, bounds, ends, sizes, low, high, runs, lows, highs,
):  # fmt: skip
    """The parts of a region from `low` to `high`, as the last of `runs`, `lows` and `highs`.

    They are split before `bounds`, end at the rows `ends` and have `sizes` records. `low` and
    `high` are overwritten.
    """
    first, last = low[attribute], high[attribute]
    parts = len(bounds) + 1
    for part in range(parts - 1, -1, -1):
        own = len(runs) - parts + part
        runs[own, 0] = ends[part - 1] if part else start
        runs[own, 1], runs[own, 2] = ends[part], sizes[part]
        low[attribute] = bounds[part - 1] if part else first
        high[attribute] = bounds[part] - 1 if part < parts - 1 else last
        find_bounds_within(rows, runs[own, 0], runs[own, 1], low, high, lows[own], highs[own])


@kernel(
    numba.types.Tuple((int64, int64))(
        LONG_PLANE, PLANE, PLANE, int64, int64, int64, PLANE, LONGS, INTS, SOLID, SOLID, LONGS,
        FLOATS, FLOATS, boolean, int64,
    )
)  # fmt: skip
def split_at_medians(  # type: ignore[no-untyped-def]
    runs, lows, highs, done, top, budget, rows, weights, order, nodes, covered, heights, factors,
    divisors, is_relaxed, least,
):  # fmt: skip
    """Split open regions and their parts until none can be: `(done, top)`.

    Region `r` is the rows from `runs[r, 0]` to before `runs[r, 1]`, with `runs[r, 2]` records, and
    reaches from `lows[r]` to `highs[r]`. Those before `done` are done, in the order of the rows;
    those from `top` on are open, the first first. Parts need `least` records. After `budget`
    regions the caller is asked to go on.
    """
    width, places = rows.shape[1], nodes.shape[2]
    widths = np.empty(width, dtype=np.float64)
    low, high = np.empty(width, dtype=np.int32), np.empty(width, dtype=np.int32)
    counts, bounds = np.empty(places, dtype=np.int64), np.empty(places, dtype=np.int64)
    ends, sizes = np.empty(places + 1, dtype=np.int64), np.empty(places + 1, dtype=np.int64)
    chosen = np.zeros(1, dtype=np.int64)
    while top < len(runs) and budget > 0:
        budget -= 1
        low[:], high[:] = lows[top], highs[top]
        start, end, records = runs[top, 0], runs[top, 1], runs[top, 2]
        top += 1
        found = 0
        if records >= 2 * least:
            find_widths(nodes, covered, heights, factors, divisors, low, high, widths)
            found = find_split(
                rows, weights, nodes, heights, low, high, widths, is_relaxed, least, start, end,
                counts, bounds, sizes, chosen,
            )  # fmt: skip
        if found == 0:
            runs[done, 0], runs[done, 1], runs[done, 2] = start, end, records
            lows[done], highs[done] = low, high
            done += 1
            continue
        split_rows(rows, weights, order, start, end, chosen[0], bounds[:found], ends)
        open_parts(
            rows, start, chosen[0], bounds[:found], ends, sizes, low, high, runs[:top],
            lows[:top], highs[:top],
        )  # fmt: skip
        top -= found + 1
    return done, top
