"""How many records share what a column becomes, without making the coarser table."""

from __future__ import annotations

import numpy as np
from numba import int32, int64

from hoarfrost.kernels.compiling import kernel
from hoarfrost.kernels.hashing import keys_at, rank_columns
from hoarfrost.kernels.summing import sum_groups

CODES, LONGS = int32[:, ::1], int64[::1]


@kernel(LONGS(CODES, LONGS, LONGS, LONGS, LONGS))
def records_alike(codes, sizes, starts, words, parts):  # type: ignore[no-untyped-def]
    """For each column: the records of all columns that get the same key.

    `parts[starts[attribute] + code]` is what a code adds to word `words[attribute]` of the key; an
    attribute whose start is -1 adds nothing.
    """
    numbers, firsts = rank_columns(keys_at(codes, starts, words, parts))
    shared = sum_groups(numbers, sizes, len(firsts))
    alike = np.empty(len(numbers), dtype=np.int64)
    for position in range(len(numbers)):
        alike[position] = shared[numbers[position]]
    return alike
