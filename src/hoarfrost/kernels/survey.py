"""Every node of a lattice, classified and measured, by rolling classes up depth first.

One attribute (the one with most levels) is kept aside: classes that agree in all others form a
group, its entries sorted by their code of that attribute. One walk along a group's entries then
gives its classes at every level of the attribute at once, because what a coarser node covers
lies side by side. The other attributes are raised by merging groups; each combination of
their levels is reached once, from the one below it, never from the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numba
import numpy as np
from numba import float64, int32, int64, uint64

from hoarfrost.kernels.compiling import kernel
from hoarfrost.kernels.ranking import rank_keys

if TYPE_CHECKING:
    from numpy.typing import NDArray

SUPPRESSED, SUPPRESSED_TUPLES, CLASSES, SQUARES = 0, 1, 2, 3
LOSS, ENTROPY, AMBIGUITY, PENALTY, PRESENT = 4, 5, 6, 7, 8
"""The columns of the result; from PRESENT on, the distinct kept values of each attribute."""
NEVER = 127

DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
"""Multiplied with a power of two, it shows which one in its top six bits."""
BIT_PLACES = np.zeros(64, dtype=np.int64)
for bit in range(64):
    BIT_PLACES[((1 << bit) * int(DE_BRUIJN) & (2**64 - 1)) >> 58] = bit


class Groups(NamedTuple):
    """The classes of one choice of levels of the other attributes."""

    keys: NDArray[np.int64]
    """By group: the node of each other attribute, in bit fields."""
    starts: NDArray[np.int64]
    """By group: where its entries begin."""
    shares: NDArray[np.float64]
    """Three rows by group: loss and entropy of the other attributes, their leaves' product."""
    codes: NDArray[np.int32]
    """By entry: the value of the attribute kept aside, ascending in each group."""
    entries: NDArray[np.float64]
    """By entry: its records, its combinations, its unsuppressed penalty (HDM) for the other
    attributes, and for each of them that may still be raised, what every record more under its
    node adds to the penalty. Counts stay exact: they are far below 2**53."""


class Rises(NamedTuple):
    """What raising each of the other attributes by one level does."""

    tops: NDArray[np.int64]
    strides: NDArray[np.int64]
    shifts: NDArray[np.int64]
    masks: NDArray[np.int64]
    starts: NDArray[np.int64]
    """Where the steps of `[attribute, level]` begin in the arrays below."""
    keys: NDArray[np.int64]
    shares: NDArray[np.float64]
    """Three rows: added to loss, added to entropy, factor of the leaves' product."""
    records: NDArray[np.float64]
    """How many more records lie under the node."""
    places: NDArray[np.int64]
    """The column of the result for each attribute's distinct values."""


class Aside(NamedTuple):
    """The attribute that is kept aside, at each of its levels."""

    record_count: int
    stride: int
    place: int
    nodes: NDArray[np.int32]
    """`[level, value]`."""
    shares: NDArray[np.float64]
    """`[loss, entropy, leaves; level; value]`."""
    records: NDArray[np.float64]
    """`[level, value]`: records under the value's node."""
    pulls: NDArray[np.float64]
    """By value: what each record more adds to the penalty of one record with it."""


LONGS, DOUBLES, PLANE = int64[::1], float64[::1], float64[:, ::1]
GROUPS = numba.types.NamedTuple((LONGS, LONGS, PLANE, int32[::1], PLANE), Groups)
RISES = numba.types.NamedTuple(
    (LONGS, LONGS, LONGS, LONGS, int64[:, ::1], LONGS, PLANE, DOUBLES, LONGS), Rises
)
ASIDE = numba.types.NamedTuple(
    (int64, int64, int64, int32[:, ::1], float64[:, :, ::1], PLANE, DOUBLES), Aside
)


@kernel(numba.types.Tuple((int32[::1], int32[::1]))(LONGS, LONGS, int64, int64))
def renumber(keys, key_steps, shift, mask):  # type: ignore[no-untyped-def]
    """`(new group of each group, a group in each new group)` after one attribute is raised."""
    raised = np.empty(len(keys), dtype=np.int64)
    for group in range(len(keys)):
        raised[group] = keys[group] + key_steps[(keys[group] >> shift) & mask]
    return rank_keys(raised)


@kernel(numba.types.UniTuple(int64[::1], 2)(int32[::1], int64))
def by_number(numbers, count):  # type: ignore[no-untyped-def]
    """`(positions sorted by their number, where each number's positions begin)`."""
    begins = np.zeros(count + 1, dtype=np.int64)
    for number in numbers:
        begins[number + 1] += 1
    for number in range(count):
        begins[number + 1] += begins[number]
    places = begins[:count].copy()
    sorted_positions = np.empty(len(numbers), dtype=np.int64)
    for position in range(len(numbers)):
        number = numbers[position]
        sorted_positions[places[number]] = position
        places[number] += 1
    return sorted_positions, begins


@kernel(int64(int64, LONGS, GROUPS, int64[::1], int32[::1], uint64[::1]))
def lay_out(end, members, groups, places, codes, words):  # type: ignore[no-untyped-def]
    """Give each value of some groups a place from `end` on, ascending; returns the new end.

    `words` is scratch space, a bit for each value; it is left as it was found, all zero.
    """
    for member in members:
        for entry in range(groups.starts[member], groups.starts[member + 1]):
            code = groups.codes[entry]
            words[code >> 6] |= np.uint64(1) << np.uint64(code & 63)
    for number in range(len(words)):
        word = words[number]
        words[number] = 0
        while word:
            lowest = word & (~word + np.uint64(1))
            value = 64 * number + BIT_PLACES[(lowest * DE_BRUIJN) >> np.uint64(58)]
            codes[end] = value
            places[value] = end
            end += 1
            word ^= lowest
    return end


@kernel(GROUPS(GROUPS, RISES, int64, int64, int64, int64))
def merge_groups(groups, rises, attribute, level, first, width):  # type: ignore[no-untyped-def]
    """The groups after raising `attribute`; the entries' pulls begin with attribute `first`."""
    begin = rises.starts[attribute, level]
    shift, mask = rises.shifts[attribute], rises.masks[attribute]
    numbers, firsts = renumber(groups.keys, rises.keys[begin:], shift, mask)
    members, begins = by_number(numbers, len(firsts))
    offset = attribute - first
    columns = 3 + len(rises.tops) - attribute
    keys = np.empty(len(firsts), dtype=np.int64)
    starts = np.empty(len(firsts) + 1, dtype=np.int64)
    shares = np.empty((3, len(firsts)), dtype=np.float64)
    codes = np.empty(len(groups.codes), dtype=np.int32)
    entries = np.empty((len(groups.codes), columns), dtype=np.float64)
    places = np.zeros(width, dtype=np.int64)
    words = np.zeros((width + 63) // 64, dtype=np.uint64)
    end = 0
    for number in range(len(firsts)):
        starts[number] = end
        own = groups.keys[firsts[number]]
        step = begin + ((own >> shift) & mask)
        keys[number] = own + rises.keys[step]
        shares[0, number] = groups.shares[0, firsts[number]] + rises.shares[0, step]
        shares[1, number] = groups.shares[1, firsts[number]] + rises.shares[1, step]
        shares[2, number] = groups.shares[2, firsts[number]] * rises.shares[2, step]
        is_alone = begins[number + 1] - begins[number] == 1
        if not is_alone:
            joined = members[begins[number] : begins[number + 1]]
            end = lay_out(end, joined, groups, places, codes, words)
            entries[starts[number] : end] = 0.0
        for position in range(begins[number], begins[number + 1]):
            member = members[position]
            more = rises.records[begin + ((groups.keys[member] >> shift) & mask)]
            for entry in range(groups.starts[member], groups.starts[member + 1]):
                own_penalty = groups.entries[entry, 2]
                own_penalty += more * groups.entries[entry, 3 + offset]
                if is_alone:
                    codes[end] = groups.codes[entry]
                    entries[end, 0] = groups.entries[entry, 0]
                    entries[end, 1] = groups.entries[entry, 1]
                    entries[end, 2] = own_penalty
                    for column in range(3, columns):
                        entries[end, column] = groups.entries[entry, column + offset]
                    end += 1
                    continue
                place = places[groups.codes[entry]]
                entries[place, 0] += groups.entries[entry, 0]
                entries[place, 1] += groups.entries[entry, 1]
                entries[place, 2] += own_penalty
                for column in range(3, columns):
                    entries[place, column] += groups.entries[entry, column + offset]
    starts[len(firsts)] = end
    return Groups(keys, starts, shares, codes[:end], entries[:end])


@kernel(numba.void(GROUPS, RISES, ASIDE, LONGS, int64, PLANE))
def count_present(groups, rises, aside, kept_from, node, result):  # type: ignore[no-untyped-def]
    """Count each other attribute's kept values; what is kept at a level is kept above it."""
    level_count = aside.nodes.shape[0]
    for attribute in range(len(rises.tops)):
        shift, mask = rises.shifts[attribute], rises.masks[attribute]
        first_kept = np.full(mask + 1, NEVER, dtype=np.int64)
        for group in range(len(groups.keys)):
            code = (groups.keys[group] >> shift) & mask
            first_kept[code] = min(first_kept[code], kept_from[group])
        for level in range(level_count):
            present = (first_kept <= level).sum()
            result[node + level * aside.stride, PRESENT + rises.places[attribute]] = present


@kernel(numba.void(GROUPS, RISES, ASIDE, int64, int64, PLANE))
def measure(groups, rises, aside, node, minimum_size, result):  # type: ignore[no-untyped-def]
    """All levels of the attribute kept aside: its classes at one level follow from those below."""
    level_count, width = aside.nodes.shape
    group_count, entry_count = len(groups.keys), len(groups.codes)
    kept_from = np.full(group_count, NEVER, dtype=np.int64)
    # What the level below has left; at the lowest level, the entries themselves are read instead.
    values = np.empty(entry_count, dtype=np.int32)
    sizes = np.empty(entry_count, dtype=np.float64)
    tuples = np.empty(entry_count, dtype=np.float64)
    penalties = np.empty(entry_count, dtype=np.float64)
    pulls = np.empty(entry_count, dtype=np.float64)
    starts = groups.starts.copy()
    for level in range(level_count):
        nodes, leaves, records = aside.nodes[level], aside.shares[2, level], aside.records[level]
        kept_records = np.zeros(width, dtype=np.float64)
        suppressed_tuples = classes = squares = 0.0
        loss = entropy = ambiguity = penalty = kept_in_all = 0.0
        out = entry = 0
        for group in range(group_count):
            end = starts[group + 1]
            starts[group] = out
            kept_here = leaves_here = 0.0
            while entry < end:
                if level == 0:
                    value = groups.codes[entry]
                    over = nodes[value]
                    size, combinations = groups.entries[entry, 0], groups.entries[entry, 1]
                    pull = aside.pulls[value] * size
                    own_penalty = groups.entries[entry, 2] - records[value] * pull
                    entry += 1
                else:
                    value = values[entry]
                    over = nodes[value]
                    size, combinations = sizes[entry], tuples[entry]
                    own_penalty, pull = penalties[entry], pulls[entry]
                    entry += 1
                    while entry < end and nodes[values[entry]] == over:
                        size += sizes[entry]
                        combinations += tuples[entry]
                        own_penalty += penalties[entry]
                        pull += pulls[entry]
                        entry += 1
                values[out], sizes[out], tuples[out] = value, size, combinations
                penalties[out], pulls[out] = own_penalty, pull
                out += 1
                is_kept = 1.0 if size >= minimum_size else 0.0
                kept = size * is_kept
                classes += is_kept
                squares += kept * kept
                kept_here += kept
                kept_records[over] += kept
                leaves_here += kept * leaves[value]
                suppressed_tuples += combinations * (1.0 - is_kept)
                penalty += (own_penalty + records[value] * pull) * is_kept
            loss += kept_here * groups.shares[0, group]
            entropy += kept_here * groups.shares[1, group]
            ambiguity += leaves_here * groups.shares[2, group]
            kept_in_all += kept_here
            if kept_here > 0 and kept_from[group] == NEVER:
                kept_from[group] = level
        starts[group_count] = out
        present = 0
        for value in range(width):
            # Each node's records were noted once; its first leaf stands for it.
            over = nodes[value]
            if kept_records[over] > 0:
                present += 1
                loss += kept_records[over] * aside.shares[0, level, value]
                entropy += kept_records[over] * aside.shares[1, level, value]
                kept_records[over] = 0.0
        row = result[node + level * aside.stride]
        row[SUPPRESSED] = aside.record_count - kept_in_all
        row[SUPPRESSED_TUPLES], row[CLASSES], row[SQUARES] = suppressed_tuples, classes, squares
        row[LOSS], row[ENTROPY] = loss, entropy
        row[AMBIGUITY], row[PENALTY] = ambiguity, penalty
        row[PRESENT + aside.place] = present
    count_present(groups, rises, aside, kept_from, node, result)


@kernel(numba.void(GROUPS, LONGS, int64, int64, RISES, ASIDE, int64, PLANE))
def survey(groups, levels, first, node, rises, aside, minimum_size, result):  # type: ignore[no-untyped-def]
    """Measure a node and all that is reached from it by raising attribute `first` or later ones."""
    measure(groups, rises, aside, node, minimum_size, result)
    width = aside.nodes.shape[1]
    for attribute in range(len(levels) - 1, first - 1, -1):
        level = levels[attribute]
        if level < rises.tops[attribute]:
            merged = merge_groups(groups, rises, attribute, level, first, width)
            levels[attribute] = level + 1
            above = node + rises.strides[attribute]
            survey(merged, levels, attribute, above, rises, aside, minimum_size, result)
            levels[attribute] = level
