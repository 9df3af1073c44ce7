"""Exact integer sums by group."""

from __future__ import annotations

import numpy as np

from hoarfrost.kernels.compiling import kernel


@kernel("int64[::1](int32[::1], int64[::1], int64)")
def sum_groups(groups, values, count):  # type: ignore[no-untyped-def]
    """The sum of `values` in each of `count` groups."""
    sums = np.zeros(count, dtype=np.int64)
    for position in range(len(groups)):
        sums[groups[position]] += values[position]
    return sums
