"""The loops under the requirements are exact up to a thousand million records."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.kernels.distances import (
    equal_distances,
    hierarchical_distances,
    ordered_distances,
)
from hoarfrost.kernels.largest import sums_of_largest
from tests.naive.requirements import moved

LEAVES = 5
PARENTS = [5, 5, 6, 6, 7, 8, 8, 9, 10, 10]  # five leaves, three nodes, two nodes, the root
HEIGHT = 3


@st.composite
def counted(draw):
    """Classes and a table as counts of values; the table holds the classes."""
    counts = st.integers(0, 10**8)
    row = st.lists(counts, min_size=LEAVES, max_size=LEAVES).filter(any)
    classes = draw(st.lists(row, min_size=1, max_size=4))
    return classes, [sum(column) for column in zip(*classes, draw(row), strict=True)]


def arguments(classes, reference):
    matrix = np.array(classes, dtype=np.int64)
    groups, codes = np.nonzero(matrix)
    starts = np.searchsorted(groups, np.arange(len(classes) + 1)).astype(np.int64)
    totals = np.array(reference, dtype=np.int64)
    sizes = matrix.sum(axis=1)
    return starts, codes.astype(np.int32), matrix[groups, codes], sizes, totals, int(totals.sum())


def exact(distances, classes, reference):
    units, rests = distances
    return [
        int(unit) + Fraction(int(rest), sum(own) * sum(reference))
        for unit, rest, own in zip(units, rests, classes, strict=True)
    ]


def extras(own, reference):
    return [
        Fraction(count, sum(own)) - Fraction(whole, sum(reference))
        for count, whole in zip(own, reference, strict=True)
    ]


@given(counted())
def test_equal_distances_are_half_the_differences(drawn):
    found = exact(equal_distances(*arguments(*drawn)), *drawn)
    classes, reference = drawn
    assert found == [sum(map(abs, extras(own, reference))) / 2 for own in classes]


@given(counted())
def test_ordered_distances_cumulate_the_differences(drawn):
    found = exact(ordered_distances(*arguments(*drawn)), *drawn)
    classes, reference = drawn
    for distance, own in zip(found, classes, strict=True):
        differences = extras(own, reference)
        assert distance == sum(abs(sum(differences[: end + 1])) for end in range(LEAVES - 1))


@given(counted())
def test_hierarchical_distances_move_shares_as_low_as_possible(drawn):
    leaves = np.arange(LEAVES, dtype=np.int32)
    parents = np.array(PARENTS, dtype=np.int64)
    found = exact(hierarchical_distances(*arguments(*drawn), leaves, parents, HEIGHT), *drawn)
    classes, reference = drawn
    assert found == [work(dict(enumerate(extras(own, reference)))) for own in classes]


def work(left):
    """What moving everything costs, lowest levels first."""
    above = {leaf: leaf for leaf in left}
    total = Fraction(0)
    for level in range(1, HEIGHT + 1):
        above = {leaf: PARENTS[node] for leaf, node in above.items()}
        for node in set(above.values()):
            total += level * moved(left, [leaf for leaf in left if above[leaf] == node])
    return total


@given(
    st.lists(st.lists(st.integers(1, 50), min_size=1, max_size=8), min_size=1, max_size=5),
    st.integers(0, 9),
)
def test_the_largest_counts_are_summed(classes, how_many):
    starts = np.cumsum([0, *map(len, classes)], dtype=np.int64)
    counts = np.array([count for own in classes for count in own], dtype=np.int64)
    found = sums_of_largest(starts, counts, how_many).tolist()
    assert found == [sum(sorted(own, reverse=True)[:how_many]) for own in classes]
