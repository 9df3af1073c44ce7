"""What splitting a region says about a target, for each way to split it.

A region is a run of rows, each with a place on every attribute. What is known of a target at the
places of one attribute, from the region's lowest on, is a table of counts (a column for each
class) or a sum for each place.
"""

from __future__ import annotations

import numba
from numba import float64, int32, int64

from hoarfrost.kernels.compiling import kernel
from hoarfrost.kernels.information import weighed

INTS, LONGS, FLOATS = int32[::1], int64[::1], float64[::1]
PLANE, LONG_PLANE = int32[:, ::1], int64[:, ::1]
UNKNOWN = -1
NO_SPLIT = -1.0


@kernel(int64(INTS, LONGS, INTS, int64, int64, LONGS))
def number_classes(order, entry_starts, entry_codes, start, end, number_of):  # type: ignore[no-untyped-def]
    """How many classes there are in a region; each gets its number, by first appearance.

    `order[row]` is the combination of a row, whose entries begin at `entry_starts`; `number_of`
    is -1 everywhere at first.
    """
    found = 0
    for row in range(start, end):
        own = order[row]
        for entry in range(entry_starts[own], entry_starts[own + 1]):
            if number_of[entry_codes[entry]] == UNKNOWN:
                number_of[entry_codes[entry]] = found
                found += 1
    return found


@kernel(numba.void(PLANE, INTS, LONGS, INTS, LONGS, LONGS, int64, int64, int64, int64, LONG_PLANE))
def count_classes(  # type: ignore[no-untyped-def]
    rows, order, entry_starts, entry_codes, entry_counts, number_of, start, end, attribute, low,
    table,
):  # fmt: skip
    """The records of each class at each place of an attribute from `low` on, into `table`."""
    table[:] = 0
    for row in range(start, end):
        own = order[row]
        place = rows[row, attribute] - low
        for entry in range(entry_starts[own], entry_starts[own + 1]):
            table[place, number_of[entry_codes[entry]]] += entry_counts[entry]


@kernel(numba.void(PLANE, INTS, FLOATS, int64, int64, int64, int64, FLOATS))
def sum_places(rows, order, amounts, start, end, attribute, low, sums):  # type: ignore[no-untyped-def]
    """The sum of the combinations' amounts at each place of an attribute from `low` on."""
    sums[:] = 0.0
    for row in range(start, end):
        sums[rows[row, attribute] - low] += amounts[order[row]]


@kernel(numba.void(LONG_PLANE, FLOATS))
def class_gains(table, gains):  # type: ignore[no-untyped-def]
    """What splitting before each place tells about the class, in bits, into `gains`.

    -1 where no record lies at the place before it, which is the same split as an earlier one.
    """
    place_count, class_count = table.shape
    whole, left = table.sum(axis=0), table[0] * 0
    total, below = whole.sum(), 0
    together = weighed(total)
    for number in range(class_count):
        together -= weighed(whole[number])
    gains[:] = NO_SPLIT
    for place in range(1, place_count):
        moved = 0
        for number in range(class_count):
            moved += table[place - 1, number]
            left[number] += table[place - 1, number]
        if moved == 0:
            continue
        below += moved
        apart = weighed(below) + weighed(total - below)
        for number in range(class_count):
            apart -= weighed(left[number]) + weighed(whole[number] - left[number])
        gains[place] = max(0.0, (together - apart) / total)


@kernel(float64(LONG_PLANE, LONGS))
def class_gain_of_parts(table, bounds):  # type: ignore[no-untyped-def]
    """What splitting before all of these places at once tells about the class, in bits."""
    place_count, class_count = table.shape
    whole, part = table.sum(axis=0), table[0] * 0
    total, following = whole.sum(), 0
    gain = weighed(total)
    for number in range(class_count):
        gain -= weighed(whole[number])
    for place in range(place_count):
        part += table[place]
        is_last = place + 1 == place_count
        if is_last or (following < len(bounds) and place + 1 == bounds[following]):
            following += 1
            gain -= weighed(part.sum())
            for number in range(class_count):
                gain += weighed(part[number])
            part[:] = 0
    return max(0.0, gain / total)


@kernel(numba.void(LONGS, FLOATS, FLOATS))
def number_gains(counts, sums, gains):  # type: ignore[no-untyped-def]
    """By how much splitting before each place lowers the mean squared deviation.

    `counts` are the records at each place, `sums` what their amounts add up to. -1 where no
    record lies at the place before it, which is the same split as an earlier one.
    """
    total = counts.sum()
    mean = sums.sum() / total
    below, deviation = 0, 0.0
    gains[:] = NO_SPLIT
    for place in range(1, len(counts)):
        if counts[place - 1] == 0:
            continue
        below += counts[place - 1]
        # Around the mean the two sides deviate by the same amount, so nothing large cancels.
        deviation += sums[place - 1] - counts[place - 1] * mean
        if below < total:
            gains[place] = deviation * deviation / below / (total - below)


@kernel(float64(LONGS, FLOATS, LONGS))
def number_gain_of_parts(counts, sums, bounds):  # type: ignore[no-untyped-def]
    """By how much splitting before all of these places lowers the mean squared deviation."""
    total = counts.sum()
    mean = sums.sum() / total
    gain, deviation, records, following = 0.0, 0.0, 0, 0
    for place in range(len(counts)):
        records += counts[place]
        deviation += sums[place] - counts[place] * mean
        is_last = place + 1 == len(counts)
        if is_last or (following < len(bounds) and place + 1 == bounds[following]):
            following += 1
            if records:
                gain += deviation * deviation / records
            records, deviation = 0, 0.0
    return gain / total
