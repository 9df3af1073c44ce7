"""Number equal columns alike by keys of several 64-bit words, which hold any number of fields."""

from __future__ import annotations

import numba
import numpy as np
from numba import int32, int64

from hoarfrost.kernels.compiling import kernel

EMPTY = -1
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
HALF = np.uint64(32)

KEYS, SHORTS, LONGS = int64[:, ::1], int32[::1], int64[::1]


@kernel(KEYS(int32[:, ::1], LONGS, LONGS, LONGS))
def keys_at(codes, starts, words, parts):  # type: ignore[no-untyped-def]
    """The key of each column of `codes`, whose fields never mix.

    `parts[starts[attribute] + code]` is what a code adds to word `words[attribute]` of the key; an
    attribute whose start is -1 adds nothing.
    """
    count = codes.shape[1]
    keys = np.zeros((words[-1] + 1, count), dtype=np.int64)
    for attribute in range(len(starts)):
        start = starts[attribute]
        if start >= 0:
            row, word = codes[attribute], keys[words[attribute]]
            for position in range(count):
                word[position] += parts[start + row[position]]
    return keys


@kernel(numba.types.UniTuple(SHORTS, 2)(KEYS))
def rank_columns(keys):  # type: ignore[no-untyped-def]
    """Number the distinct keys 0, 1, 2, … in the order in which they first appear.

    `keys[word, position]` are the words of each. Returns `(number of each key, position of the
    first key of each number)`. Open addressing, the table at most half full.
    """
    word_count, count = keys.shape
    bits = 5
    while (1 << bits) < 2 * count:
        bits += 1
    last_slot, shift = (1 << bits) - 1, np.uint64(64 - bits)
    slots = np.full(1 << bits, EMPTY, dtype=np.int32)
    numbers = np.empty(count, dtype=np.int32)
    firsts = np.empty(count, dtype=np.int32)
    found = 0
    for position in range(count):
        mixed = np.uint64(keys[0, position]) * GOLDEN
        for word in range(1, word_count):
            mixed = ((mixed >> HALF) ^ np.uint64(keys[word, position])) * GOLDEN
        slot = np.int64(mixed >> shift)
        while True:
            number = slots[slot]
            if number == EMPTY:
                slots[slot] = number = found
                firsts[found] = position
                found += 1
                break
            is_same = True
            for word in range(word_count):
                if keys[word, firsts[number]] != keys[word, position]:
                    is_same = False
            if is_same:
                break
            slot = (slot + 1) & last_slot
        numbers[position] = number
    return numbers, firsts[:found]
