"""The most frequent values of each class."""

from __future__ import annotations

import numpy as np

from hoarfrost.kernels.compiling import kernel


@kernel("int64[::1](int64[::1], int64[::1], int64)")
def sums_of_largest(starts, counts, how_many):  # type: ignore[no-untyped-def]
    """The sum of the `how_many` largest counts of each class, or of all when it has fewer.

    The entries of class `g` are `starts[g]` to `starts[g + 1]`.
    """
    sums = np.zeros(len(starts) - 1, dtype=np.int64)
    most = 0
    for group in range(len(sums)):
        most = max(most, starts[group + 1] - starts[group])
    largest = np.zeros(max(min(how_many, most), 1), dtype=np.int64)
    if how_many == 0:
        return sums
    for group in range(len(sums)):
        found = 0
        for entry in range(starts[group], starts[group + 1]):
            count = counts[entry]
            if found < len(largest):
                place = found
                found += 1
            elif count > largest[found - 1]:
                place = found - 1
            else:
                continue
            while place > 0 and largest[place - 1] < count:
                largest[place] = largest[place - 1]
                place -= 1
            largest[place] = count
        for place in range(found):
            sums[group] += largest[place]
    return sums
