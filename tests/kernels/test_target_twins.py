"""What splits tell about a target, by the kernels and by definition."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.kernels import targets as kernels
from tests.naive import target_mondrian as naive

CLASSES = 3


@st.composite
def regions(draw, targets):
    """Rows of two places each, their combinations, and the targets of these; one of two regions."""
    count = draw(st.integers(2, 9))
    rows = draw(
        st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=count, max_size=count)
    )
    order = draw(st.permutations(range(count)))
    own = st.lists(targets, min_size=1, max_size=4)
    known = draw(st.lists(own, min_size=count, max_size=count))
    end = draw(st.integers(1, count))
    start = draw(st.integers(0, end - 1))
    return rows, order, known, start, end


def targets_at(region, attribute):
    """A list of targets for each place, from the lowest to the highest."""
    rows, order, known, start, end = region
    places = [rows[row][attribute] for row in range(start, end)]
    low = min(places)
    found = [[] for _ in range(max(places) - low + 1)]
    for row in range(start, end):
        found[rows[row][attribute] - low] += known[order[row]]
    return low, found


def between(found):
    return lambda first, end: list(chain(*found[first:end]))


@st.composite
def bounds_in(draw, found):
    """Some places inside, ascending."""
    inside = range(1, len(found))
    some = draw(st.sets(st.sampled_from(inside))) if inside else set()
    return sorted(some)


def parts_between(found, bounds):
    parts = [between(found)(first, end) for first, end in pairwise([0, *bounds, len(found)])]
    return [part for part in parts if part]


def arrays(region):
    rows, order, *_ = region
    return np.array(rows, dtype=np.int32), np.array(order, dtype=np.int32)


def table_of(region, attribute, low, width):
    """The table of classes, as the kernels make it, and the class of each of its columns."""
    *_, known, start, end = region
    entries = [sorted((own, targets.count(own)) for own in set(targets)) for targets in known]
    starts = np.cumsum([0, *map(len, entries)], dtype=np.int64)
    codes = np.array([own for row in entries for own, _ in row], dtype=np.int32)
    counts = np.array([count for row in entries for _, count in row], dtype=np.int64)
    rows, order = arrays(region)
    number_of = np.full(CLASSES, kernels.UNKNOWN, dtype=np.int64)
    class_count = kernels.number_classes(order, starts, codes, start, end, number_of)
    table = np.full((width, class_count), 7, dtype=np.int64)
    kernels.count_classes(
        rows, order, starts, codes, counts, number_of, start, end, attribute, low, table
    )
    return table, number_of


@given(data=st.data())
def test_gains_of_classes(data):
    region = data.draw(regions(st.integers(0, CLASSES - 1)))
    attribute = data.draw(st.integers(0, 1))
    low, found = targets_at(region, attribute)
    table, number_of = table_of(region, attribute, low, len(found))
    for own, number in enumerate(number_of.tolist()):
        expected = [targets.count(own) for targets in found]
        assert (table[:, number].tolist() if number >= 0 else [0] * len(found)) == expected
    gains = np.empty(len(found))
    kernels.class_gains(table, gains)
    expected = naive.gains_of(between(found), len(found), naive.information_gain)
    assert gains.tolist() == pytest.approx(expected, abs=1e-12)
    bounds = data.draw(bounds_in(found))
    gain = kernels.class_gain_of_parts(table, np.array(bounds, dtype=np.int64))
    assert gain == pytest.approx(naive.information_gain(parts_between(found, bounds)), abs=1e-12)


@given(data=st.data())
def test_gains_of_numbers(data):
    region = data.draw(regions(st.sampled_from([-3.0, 0.5, 0.0, 7.25])))
    attribute = data.draw(st.integers(0, 1))
    low, found = targets_at(region, attribute)
    *_, known, start, end = region
    amounts = np.array([sum(own) for own in known])
    rows, order = arrays(region)
    sums = np.full(len(found), 7.0)
    kernels.sum_places(rows, order, amounts, start, end, attribute, low, sums)
    assert sums.tolist() == list(map(sum, found))
    counts = np.array(list(map(len, found)), dtype=np.int64)
    exact = [[Fraction(own) for own in targets] for targets in found]
    gains = np.empty(len(found))
    kernels.number_gains(counts, sums, gains)
    expected = naive.gains_of(between(exact), len(found), naive.variance_gain)
    assert gains.tolist() == pytest.approx(expected, abs=1e-12)
    bounds = data.draw(bounds_in(found))
    gain = kernels.number_gain_of_parts(counts, sums, np.array(bounds, dtype=np.int64))
    expected_gain = float(naive.variance_gain(parts_between(exact, bounds)))
    assert gain == pytest.approx(expected_gain, abs=1e-12)
