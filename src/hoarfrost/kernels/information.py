"""How well parts of an attribute tell the classes of a target apart, in bits.

Entries are class counts, sorted by the place of their value in the attribute's order: those of
place `p` are `classes[starts[p]:starts[p + 1]]` with their `counts`. A class may have several
entries at one place. What a node stands for is a run of places.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import float64, int32, int64

from hoarfrost.kernels.compiling import kernel

INTS, LONGS = int32[::1], int64[::1]


@kernel(numba.types.Tuple((LONGS, INTS, LONGS))(INTS, LONGS, INTS, LONGS, int64))
def arrange_entries(places, starts, classes, counts, place_count):  # type: ignore[no-untyped-def]
    """The entries of combinations, sorted by place: `(starts, classes, counts)`.

    `places[t]` is the place of combination `t`, whose entries begin at `starts[t]`.
    """
    ends = np.zeros(place_count + 1, dtype=np.int64)
    for position in range(len(places)):
        ends[places[position] + 1] += starts[position + 1] - starts[position]
    for place in range(place_count):
        ends[place + 1] += ends[place]
    begins = ends[:place_count].copy()
    sorted_classes = np.empty(len(classes), dtype=np.int32)
    sorted_counts = np.empty(len(counts), dtype=np.int64)
    for position in range(len(places)):
        place = places[position]
        for entry in range(starts[position], starts[position + 1]):
            sorted_classes[begins[place]] = classes[entry]
            sorted_counts[begins[place]] = counts[entry]
            begins[place] += 1
    return ends, sorted_classes, sorted_counts


@kernel(float64(int64))
def weighed(count):  # type: ignore[no-untyped-def]
    """`count` times its logarithm: what entropies are made of."""
    return count * np.log2(float(count)) if count > 0 else 0.0


@kernel(numba.types.UniTuple(int64, 2)(LONGS, INTS, LONGS, int64, int64, int64))
def spread(starts, classes, counts, class_count, first, end):  # type: ignore[no-untyped-def]
    """`(records, different classes)` of the places from `first` to before `end`."""
    seen = np.zeros(class_count, dtype=np.int64)
    records = different = 0
    for entry in range(starts[first], starts[end]):
        records += counts[entry]
        if counts[entry] and not seen[classes[entry]]:
            different += 1
        seen[classes[entry]] += counts[entry]
    return records, different


@kernel(float64(LONGS, INTS, LONGS, int64, LONGS))
def information_gain(starts, classes, counts, class_count, bounds):  # type: ignore[no-untyped-def]
    """What splitting a run of places at `bounds` (its two ends included) tells about the class.

    The entropy of the whole less the entropies of the parts, weighted by their records.
    """
    whole = np.zeros(class_count, dtype=np.int64)
    part = np.zeros(class_count, dtype=np.int64)
    total = 0
    split = 0.0
    for number in range(len(bounds) - 1):
        first, end = starts[bounds[number]], starts[bounds[number + 1]]
        records = 0
        for entry in range(first, end):
            part[classes[entry]] += counts[entry]
        for entry in range(first, end):
            count = part[classes[entry]]
            if count:
                split -= weighed(count)
                records += count
                whole[classes[entry]] += count
                part[classes[entry]] = 0
        split += weighed(records)
        total += records
    if total == 0:
        return 0.0
    together = weighed(total)
    for count in whole:
        together -= weighed(count)
    return (together - split) / total


@kernel(int64(LONGS, INTS, LONGS, int64, numba.boolean[::1], int64, int64, float64))
def best_threshold(starts, classes, counts, class_count, is_bound, first, end, slack):  # type: ignore[no-untyped-def]
    """The place at which splitting a run in two tells most about the class; ties: the smallest.

    -1 where `is_bound` allows no place inside the run. Places that differ by at most `slack` bits
    tell as much.
    """
    left = np.zeros(class_count, dtype=np.int64)
    right = np.zeros(class_count, dtype=np.int64)
    records_left = records_right = 0
    for entry in range(starts[first], starts[end]):
        right[classes[entry]] += counts[entry]
        records_right += counts[entry]
    total = records_right
    # The sum over both sides of every class's weighed count, with what rounding has lost of it.
    known = lost = 0.0
    for count in right:
        known += weighed(count)
    best, most = -1, 0.0
    for place in range(first, end - 1):
        for entry in range(starts[place], starts[place + 1]):
            own, moved = classes[entry], counts[entry]
            before = weighed(left[own]) + weighed(right[own])
            left[own] += moved
            right[own] -= moved
            change = weighed(left[own]) + weighed(right[own]) - before
            both = known + change
            if abs(known) >= abs(change):
                lost += (known - both) + change
            else:
                lost += (change - both) + known
            known = both
            records_left += moved
            records_right -= moved
        if is_bound[place + 1]:
            told = known + lost - weighed(records_left) - weighed(records_right)
            if best < 0 or told > most + slack * total:
                best, most = place + 1, told
    return best
