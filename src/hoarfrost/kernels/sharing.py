"""How many records share what a column becomes, without making the coarser table."""

from __future__ import annotations

import numpy as np
from numba import int32, int64

from hoarfrost.kernels.compiling import kernel

EMPTY = -1
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
HALF = np.uint64(32)

CODES, LONGS = int32[:, ::1], int64[::1]


@kernel(LONGS(CODES, LONGS, LONGS, LONGS, LONGS))
def records_alike(codes, sizes, starts, words, parts):  # type: ignore[no-untyped-def]
    """For each column: the records of all columns that get the same key.

    `parts[starts[attribute] + code]` is what a code adds to word `words[attribute]` of the key; an
    attribute whose start is -1 adds nothing.
    """
    count = codes.shape[1]
    word_count = words[-1] + 1
    keys = np.zeros((word_count, count), dtype=np.int64)
    for attribute in range(len(starts)):
        start = starts[attribute]
        if start >= 0:
            row, word = codes[attribute], keys[words[attribute]]
            for position in range(count):
                word[position] += parts[start + row[position]]
    bits = 5
    while (1 << bits) < 2 * count:
        bits += 1
    last_slot = (1 << bits) - 1
    hash_shift = np.uint64(64 - bits)
    slots = np.full(1 << bits, EMPTY, dtype=np.int32)
    firsts = np.empty(count, dtype=np.int32)
    sums = np.zeros(count, dtype=np.int64)
    for position in range(count):
        mixed = np.uint64(keys[0, position]) * GOLDEN
        for word_number in range(1, word_count):
            mixed = ((mixed >> HALF) ^ np.uint64(keys[word_number, position])) * GOLDEN
        slot = np.int64(mixed >> hash_shift)
        while True:
            first = slots[slot]
            if first == EMPTY:
                slots[slot] = position
                first = position
                break
            is_same = True
            for word_number in range(word_count):
                if keys[word_number, first] != keys[word_number, position]:
                    is_same = False
            if is_same:
                break
            slot = (slot + 1) & last_slot
        firsts[position] = first
        sums[first] += sizes[position]
    alike = np.empty(count, dtype=np.int64)
    for position in range(count):
        alike[position] = sums[firsts[position]]
    return alike
