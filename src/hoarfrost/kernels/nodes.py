"""One lattice node from the classes of a finer one, without decoding a label.

Classes are columns of codes. `parts` holds, for each attribute, level and code, what the code adds
to a class's key at that level (bit fields, so that sums never mix); `starts[attribute]` says where
the wanted level's parts begin, or is -1 where the attribute is at its root and adds nothing. A
key has as many 64-bit words as it needs; `words[attribute]` is the one that has its field.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import float64, int32, int64

from hoarfrost.kernels.compiling import kernel
from hoarfrost.kernels.hashing import keys_at, rank_columns
from hoarfrost.kernels.summing import sum_groups

CODES, LONGS = int32[:, ::1], int64[::1]


@kernel(numba.types.Tuple((int32[::1], LONGS, LONGS))(CODES, LONGS, LONGS, LONGS, LONGS, LONGS))
def gather(codes, sizes, weights, starts, words, parts):  # type: ignore[no-untyped-def]
    """The node's classes: `(a column that lies in each, records, weights)`.

    Classes are numbered in the order in which they first appear.
    """
    numbers, firsts = rank_columns(keys_at(codes, starts, words, parts))
    count = len(firsts)
    return firsts, sum_groups(numbers, sizes, count), sum_groups(numbers, weights, count)


@kernel(numba.types.UniTuple(int64, 4)(LONGS, int64))
def weigh(sizes, minimum_size):  # type: ignore[no-untyped-def]
    """`(suppressed records, kept classes, squares of kept sizes, squares of all sizes)`."""
    suppressed = kept_classes = kept_squares = all_squares = 0
    for size in sizes:
        is_kept = np.int64(size >= minimum_size)
        suppressed += size * (1 - is_kept)
        kept_classes += is_kept
        kept_squares += size * size * is_kept
        all_squares += size * size
    return suppressed, kept_classes, kept_squares, all_squares


@kernel(float64(CODES, int32[::1], LONGS, LONGS, int64, LONGS, float64[::1]))
def slack_of_small(codes, firsts, sizes, weights, minimum_size, starts, slacks):  # type: ignore[no-untyped-def]
    """What suppressing every class below `minimum_size` costs an additive objective.

    `slacks[starts[attribute] + code]` is what one unit of weight with that code loses.
    """
    total = 0.0
    for number in range(len(firsts)):
        if sizes[number] < minimum_size:
            slack = 0.0
            for attribute in range(len(starts)):
                slack += slacks[starts[attribute] + codes[attribute, firsts[number]]]
            total += slack * weights[number]
    return total
