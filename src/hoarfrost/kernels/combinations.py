"""Which classes have a combination of values that too few records share."""

from __future__ import annotations

import numpy as np

from hoarfrost.kernels.compiling import kernel
from hoarfrost.kernels.ranking import rank_keys

LEAST_TABLE = 1 << 16
"""Combinations are counted in a table of so many places, or of four for each class if more."""
NO_KEY = -1


@kernel("int64(int64[::1])")
def renumber(keys):  # type: ignore[no-untyped-def]
    """Replace, in place, the keys that are there by their ranks; says how many ranks there are."""
    ranks, firsts = rank_keys(keys)
    for position in range(len(keys)):
        if keys[position] >= 0:
            keys[position] = ranks[position]
    return len(firsts)


@kernel("int64(int32[:,::1], int64[::1], int64[::1], int64[::1], int64, bool_[::1])")
def mark_rare(codes, sizes, attributes, radices, minimum_size, marks):  # type: ignore[no-untyped-def]
    """Mark, in place, classes whose values of some attributes fewer than `minimum_size` share.

    `codes[attribute, class]` are below `radices[attribute]`; a class with a negative code among
    the attributes has no such combination. Returns how many different combinations of classes
    that had no mark before are rare.
    """
    count = codes.shape[1]
    most = max(LEAST_TABLE, 4 * count)
    keys = codes[attributes[0]].astype(np.int64)
    space = radices[attributes[0]]
    for attribute in attributes[1:]:
        if space > most:
            space = renumber(keys)
        radix, row = radices[attribute], codes[attribute]
        for position in range(count):
            code = row[position]
            is_there = keys[position] >= 0 and code >= 0
            keys[position] = keys[position] * radix + code if is_there else NO_KEY
        space *= radix
    if space > most:
        space = renumber(keys)
    shared = np.zeros(space, dtype=np.int64)
    for position in range(count):
        if keys[position] >= 0:
            shared[keys[position]] += sizes[position]
    found = 0
    counted = -1
    for position in range(count):
        key = keys[position]
        if key >= 0 and shared[key] < minimum_size and not marks[position]:
            marks[position] = True
            if shared[key] != counted:
                shared[key] = counted
                found += 1
    return found
