"""Which classes have a combination of values that too few records share."""

from __future__ import annotations

import numpy as np

from hoarfrost.kernels.compiling import kernel
from hoarfrost.kernels.ranking import rank_keys

LEAST_TABLE = 1 << 16
"""Combinations are counted in a table of so many places, or of four for each class if more."""


@kernel("int64(int32[:,::1], int64[::1], int64[::1], int64[::1], int64, bool_[::1])")
def mark_rare(codes, sizes, attributes, radices, minimum_size, marks):  # type: ignore[no-untyped-def]
    """Mark, in place, classes whose values of some attributes fewer than `minimum_size` share.

    `codes[attribute, class]` are below `radices[attribute]`; a class with a negative code among
    the attributes has no such combination. Returns how many different combinations of classes
    that had no mark before are rare.
    """
    count = codes.shape[1]
    most = max(LEAST_TABLE, 4 * count)
    keys = np.zeros(count, dtype=np.int64)
    is_there = np.ones(count, dtype=np.bool_)
    space = 1
    for attribute in attributes:
        radix = radices[attribute]
        for position in range(count):
            code = codes[attribute, position]
            if code < 0:
                is_there[position] = False
                code = 0
            keys[position] = keys[position] * radix + code
        space *= radix
        if space > most:
            ranks, firsts = rank_keys(keys)
            for position in range(count):
                keys[position] = ranks[position]
            space = len(firsts)
    shared = np.zeros(space, dtype=np.int64)
    for position in range(count):
        if is_there[position]:
            shared[keys[position]] += sizes[position]
    found = 0
    counted = -1
    for position in range(count):
        if is_there[position] and not marks[position] and shared[keys[position]] < minimum_size:
            marks[position] = True
            if shared[keys[position]] != counted:
                shared[keys[position]] = counted
                found += 1
    return found
