"""How many records two attributes alone condemn, for every pair of their levels."""

from __future__ import annotations

import numpy as np

from hoarfrost.kernels.compiling import kernel


@kernel("int64[:,::1](int32[::1], int32[::1], int64[::1], int32[:,::1], int32[:,::1], int64)")
def pair_deficits(first, second, counts, first_nodes, second_nodes, minimum_size):  # type: ignore[no-untyped-def]
    """Records that lie in classes of fewer than `minimum_size`, looking at two attributes only.

    `first[t]` and `second[t]` are the codes of combination `t` at the lowest level of each,
    `first_nodes[level][code]` the node above a code. Result: `deficits[level, other level]`.
    """
    rows, columns = first_nodes.shape[1], second_nodes.shape[1]
    finest = np.zeros((rows, columns), dtype=np.int64)
    for position in range(len(counts)):
        finest[first[position], second[position]] += counts[position]
    deficits = np.zeros((first_nodes.shape[0], second_nodes.shape[0]), dtype=np.int64)
    sums = np.zeros((rows, columns), dtype=np.int64)
    for level in range(first_nodes.shape[0]):
        for other in range(second_nodes.shape[0]):
            sums[:] = 0
            for row in range(rows):
                for column in range(columns):
                    sums[first_nodes[level, row], second_nodes[other, column]] += finest[
                        row, column
                    ]
            condemned = 0
            for row in range(rows):
                for column in range(columns):
                    if sums[row, column] < minimum_size:
                        condemned += sums[row, column]
            deficits[level, other] = condemned
    return deficits
