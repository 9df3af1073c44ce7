"""How far the sensitive values of each class lie from those of the whole table.

Distances are exact: with a class of n records in a table of N, a distance times its scale is
`units + rest / (n * N)`, rest below n * N. Nothing exceeds 64 bits while 2 * n * N does not.
Classes come in compressed rows: the entries of class `g` are `starts[g]` to `starts[g + 1]`.
"""

from __future__ import annotations

import numpy as np

from hoarfrost.kernels.compiling import kernel


@kernel(
    "Tuple((int64[::1], int64[::1]))"
    "(int64[::1], int32[::1], int64[::1], int64[::1], int64[::1], int64)"
)
def equal_distances(starts, codes, counts, sizes, reference, total):  # type: ignore[no-untyped-def]
    """Half the sum of the differences of shares; scale 1.

    What some values have too much is what the others lack, so the values of a class suffice.
    """
    units = np.zeros(len(sizes), dtype=np.int64)
    rests = np.zeros(len(sizes), dtype=np.int64)
    for group in range(len(sizes)):
        size = sizes[group]
        surplus = 0
        for entry in range(starts[group], starts[group + 1]):
            surplus += max(counts[entry] * total - reference[codes[entry]] * size, 0)
        units[group] = surplus // (size * total)
        rests[group] = surplus % (size * total)
    return units, rests


@kernel(
    "Tuple((int64[::1], int64[::1]))"
    "(int64[::1], int32[::1], int64[::1], int64[::1], int64[::1], int64)"
)
def ordered_distances(starts, codes, counts, sizes, reference, total):  # type: ignore[no-untyped-def]
    """The sum of the differences of cumulated shares; scale: the number of values - 1."""
    value_count = len(reference)
    units = np.zeros(len(sizes), dtype=np.int64)
    rests = np.zeros(len(sizes), dtype=np.int64)
    for group in range(len(sizes)):
        size = sizes[group]
        one = size * total
        entry = starts[group]
        end = starts[group + 1]
        own = 0
        expected = 0
        whole = 0
        rest = 0
        for value in range(value_count - 1):
            if entry < end and codes[entry] == value:
                own += counts[entry]
                entry += 1
            expected += reference[value]
            rest += abs(own * total - expected * size)
            if rest >= one:
                rest -= one
                whole += 1
        units[group] = whole
        rests[group] = rest
    return units, rests


@kernel(
    "Tuple((int64[::1], int64[::1]))"
    "(int64[::1], int32[::1], int64[::1], int64[::1], int64[::1], int64,"
    " int32[::1], int64[::1], int64)"
)
def hierarchical_distances(  # type: ignore[no-untyped-def]
    starts, codes, counts, sizes, reference, total, leaf_of, parents, height
):
    """What must move through each node of a tree, times its level; scale: the height.

    Nodes are numbered level by level, leaves first, the root last: `leaf_of[value]` is a leaf,
    `parents[node]` the node above. Nothing moves within nodes that a class does not touch, as
    none of their children has a surplus.
    """
    root = len(parents)
    expected = np.zeros(root + 1, dtype=np.int64)
    for value in range(len(reference)):
        expected[leaf_of[value]] += reference[value]
    for node in range(root):
        expected[parents[node]] += expected[node]
    own = np.zeros(root + 1, dtype=np.int64)
    surplus = np.zeros(root + 1, dtype=np.int64)
    touched = np.zeros(root + 1, dtype=np.int64)
    units = np.zeros(len(sizes), dtype=np.int64)
    rests = np.zeros(len(sizes), dtype=np.int64)
    for group in range(len(sizes)):
        size = sizes[group]
        one = size * total
        touched_count = 0
        for entry in range(starts[group], starts[group + 1]):
            leaf = leaf_of[codes[entry]]
            own[leaf] = counts[entry]
            touched[touched_count] = leaf
            touched_count += 1
        whole = 0
        rest = 0
        for level in range(1, height + 1):
            above_count = 0
            for place in range(touched_count):
                node = touched[place]
                above = parents[node]
                if own[above] == 0:
                    surplus[above] = 0
                    touched[above_count] = above
                    above_count += 1
                own[above] += own[node]
                surplus[above] += max(own[node] * total - expected[node] * size, 0)
                own[node] = 0
            touched_count = above_count
            moved = 0
            for place in range(touched_count):
                node = touched[place]
                extra = own[node] * total - expected[node] * size
                moved += min(surplus[node], surplus[node] - extra)
            for _ in range(level):
                rest += moved
                if rest >= one:
                    rest -= one
                    whole += 1
        own[touched[0]] = 0
        units[group] = whole
        rests[group] = rest
    return units, rests
