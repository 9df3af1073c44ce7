"""Number equal keys alike: the loop under every group-by."""

from __future__ import annotations

import numpy as np

from hoarfrost.kernels.compiling import kernel

EMPTY = -1
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@kernel("Tuple((int32[::1], int32[::1]))(int64[::1])")
def rank_keys(keys):  # type: ignore[no-untyped-def]
    """Number the distinct keys 0, 1, 2, … in the order in which they first appear.

    Returns `(rank of each key, position of the first key of each rank)`. Open addressing with
    multiplicative hashing, the table at most half full.
    """
    count = len(keys)
    bits = 4
    while (1 << bits) < 2 * count:
        bits += 1
    shift = np.uint64(64 - bits)
    mask = (1 << bits) - 1
    table = np.full(1 << bits, EMPTY, dtype=np.int32)
    ranks = np.empty(count, dtype=np.int32)
    firsts = np.empty(count, dtype=np.int32)
    found = 0
    for position in range(count):
        key = keys[position]
        slot = np.int64((np.uint64(key) * GOLDEN) >> shift)
        while True:
            rank = table[slot]
            if rank == EMPTY:
                table[slot] = found
                firsts[found] = position
                ranks[position] = found
                found += 1
                break
            if keys[firsts[rank]] == key:
                ranks[position] = rank
                break
            slot = (slot + 1) & mask
    return ranks, firsts[:found].copy()
