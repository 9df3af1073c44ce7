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
    merged = np.zeros((rows, columns), dtype=np.int64)
    sums = np.zeros(columns, dtype=np.int64)
    for level in range(first_nodes.shape[0]):
        merged[:] = 0
        node_count = 0
        for row in range(rows):
            node = first_nodes[level, row]
            node_count = max(node_count, node + 1)
            for column in range(columns):
                merged[node, column] += finest[row, column]
        for other in range(second_nodes.shape[0]):
            condemned = 0
            for node in range(node_count):
                sums[:] = 0
                for column in range(columns):
                    sums[second_nodes[other, column]] += merged[node, column]
                for total in sums:
                    if total < minimum_size:
                        condemned += total
            deficits[level, other] = condemned
    return deficits
