"""The loops that split regions equal their slow twins on random rows."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.kernels import regions as kernels
from hoarfrost.kernels import telling
from tests.naive import region_kernels as naive

PLACES = 6
LEVELS = [[0, 1, 2, 3, 4, 5], [0, 0, 1, 1, 1, 2], [0, 0, 0, 0, 0, 1], [0] * 6]
"""A hierarchy over the places."""
SOME_PLACES = st.integers(0, PLACES - 1)


@st.composite
def tables(draw):
    """Rows of a region among others: all rows, and where the region begins and ends."""
    width = draw(st.integers(1, 4))
    row = st.tuples(st.tuples(*[SOME_PLACES] * width), st.integers(1, 5))
    rows = [(places, records, number) for number, (places, records) in enumerate(
        draw(st.lists(row, min_size=1, max_size=12)))]  # fmt: skip
    end = draw(st.integers(1, len(rows)))
    return rows, draw(st.integers(0, end - 1)), end


def arrays(rows):
    places, records, numbers = zip(*rows, strict=True)
    return (
        np.array(places, dtype=np.int32), np.array(records, dtype=np.int64),
        np.array(numbers, dtype=np.int32),
    )  # fmt: skip


def rows_of(places, records, order):
    triples = zip(places.tolist(), records.tolist(), order.tolist(), strict=True)
    return [(tuple(own), size, number) for own, size, number in triples]


def empty(width, dtype=np.int32):
    return np.full(width, 77, dtype=dtype)


@given(table=tables(), margins=st.tuples(st.booleans(), st.booleans()))
def test_bounds(table, margins):
    rows, start, end = table
    places, *_ = arrays(rows)
    expected = naive.bounds(rows[start:end])
    lows, highs = empty(places.shape[1]), empty(places.shape[1])
    kernels.find_bounds(places, start, end, lows, highs)
    assert [lows.tolist(), highs.tolist()] == list(expected)
    least, most = (np.array(own, dtype=np.int32) for own in expected)
    outer = least - np.int32(margins[0]), most + np.int32(margins[1])
    lows, highs = empty(places.shape[1]), empty(places.shape[1])
    kernels.find_bounds_within(places, start, end, *outer, lows, highs)
    assert [lows.tolist(), highs.tolist()] == list(expected)


@pytest.mark.parametrize("place", [0, 127, 128, 299])
def test_bounds_of_more_rows_than_are_looked_at_at_once(place):
    places = np.full((300, 1), 3, dtype=np.int32)
    places[place] = 5
    lows, highs = empty(1), empty(1)
    ends = np.array([3], dtype=np.int32), np.array([9], dtype=np.int32)
    kernels.find_bounds_within(places, 0, 300, *ends, lows, highs)
    assert (lows[0], highs[0]) == (3, 5)


@given(table=tables())
def test_records_at_each_place(table):
    rows, start, end = table
    places, records, _ = arrays(rows)
    lows, highs = naive.bounds(rows[start:end])
    for attribute, (low, high) in enumerate(zip(lows, highs, strict=True)):
        found = empty(high - low + 1, np.int64)
        kernels.count_places(places, records, start, end, attribute, low, found)
        assert found.tolist() == naive.counts(rows[start:end], attribute, low, len(found))


@given(table=tables(), data=st.data())
def test_places_that_occur(table, data):
    rows, *_ = table
    inner = data.draw(st.sets(st.integers(1, len(rows))))
    limits = sorted({0, len(rows), *inner})
    for attribute in range(len(rows[0][0])):
        starts, found = kernels.present_places(
            arrays(rows)[0], np.array(limits, dtype=np.int64), attribute, PLACES
        )
        own = [found[first:end].tolist() for first, end in pairwise(starts)]
        regions = pairwise(limits)
        assert own == [naive.present(rows[first:end], attribute) for first, end in regions]


@given(table=tables(), limits=st.sets(st.integers(1, PLACES - 1), min_size=1), data=st.data())
def test_rows_are_put_in_the_order_of_their_parts(table, limits, data):
    rows, start, end = table
    attribute = data.draw(st.integers(0, len(rows[0][0]) - 1))
    bounds = np.array(sorted(limits), dtype=np.int64)
    expected = naive.parts(rows[start:end], attribute, sorted(limits))
    own, ends = arrays(rows), empty(len(bounds) + 1, np.int64)
    kernels.split_rows(*own, start, end, attribute, bounds, ends)
    found = rows_of(*own)
    firsts = [start, *ends.tolist()]
    parts = [sorted(found[low:high]) for low, high in pairwise(firsts)]
    assert parts == [sorted(part) for part in expected]
    assert (found[:start], found[end:]) == (rows[:start], rows[end:])
    own = arrays(rows)
    middle = kernels.split_in_two(*own, start, end, attribute, bounds[0])
    below, _ = naive.parts(rows[start:end], attribute, [int(bounds[0])])
    assert sorted(rows_of(*own)[start:middle]) == sorted(below)


@given(table=tables(), data=st.data())
def test_two_rows_are_exchanged_with_all_that_belongs_to_them(table, data):
    rows, *_ = table
    one, other = (data.draw(st.integers(0, len(rows) - 1)) for _ in range(2))
    own = arrays(rows)
    kernels.swap_rows(*own, one, other)
    rows[one], rows[other] = rows[other], rows[one]
    assert rows_of(*own) == rows


@given(ends=st.tuples(SOME_PLACES, SOME_PLACES), factor=st.sampled_from([0.0, 0.5, 2.0]))
def test_widths(ends, factor):
    low, high = sorted(ends)
    nodes = np.array(LEVELS, dtype=np.int32)
    level = kernels.covering_level(nodes, 3, low, high)
    assert level == naive.covering_level(LEVELS, low, high)
    covered = np.array([[own.count(node) for node in own] for own in LEVELS], dtype=np.int32)
    widths = empty(2, np.float64)
    kernels.find_widths(
        np.stack([nodes, nodes]), np.stack([covered, covered]), np.array([3, -1]),
        np.array([factor, factor]), np.array([5.0, 5.0]), np.array([low, low], dtype=np.int32),
        np.array([high, high], dtype=np.int32), widths,
    )  # fmt: skip
    expected = [naive.width(own, low, high, factor, 5.0) for own in (LEVELS, None)]
    assert widths.tolist() == expected


@given(records=st.lists(st.integers(0, 4), min_size=1, max_size=PLACES), is_relaxed=st.booleans())
def test_medians(records, is_relaxed):
    counts = np.array([records[0] + 1, *records[1:], 1], dtype=np.int64)
    places = [place for place, count in enumerate(counts.tolist()) for _ in range(count)]
    found = [kernels.median_bound(counts, is_relaxed, choice) for choice in (0, 1)]
    assert found == naive.median_bounds(places, is_relaxed)


@given(some=st.sets(SOME_PLACES, min_size=1), level=st.integers(0, 3))
def test_children_with_records(some, level):
    low, high = min(some), max(some)
    counts = np.array([place in some for place in range(low, high + 1)], dtype=np.int64)
    bounds = empty(PLACES, np.int64)
    found = kernels.child_bounds(counts, np.array(LEVELS[level], dtype=np.int32), low, bounds)
    assert bounds[:found].tolist() == naive.child_bounds(some, LEVELS[level])


@given(
    table=tables(), limits=st.sets(st.integers(1, PLACES - 1), min_size=1), least=st.integers(1, 6)
)
def test_parts_that_are_large_enough(table, limits, least):
    rows, *_ = table
    bounds = np.array(sorted(limits), dtype=np.int64)
    counts = np.array(naive.counts(rows, 0, 0, PLACES), dtype=np.int64)
    sizes = empty(PLACES + 1, np.int64)
    expected = [
        sum(records for _, records, _ in part) for part in naive.parts(rows, 0, sorted(limits))
    ]
    is_large = kernels.are_large(counts, 0, bounds, least, sizes)
    assert is_large == (min(expected) >= least)
    if is_large:
        assert sizes[: len(expected)].tolist() == expected


@given(table=tables(), limits=st.sets(st.integers(1, PLACES - 1), min_size=1))
def test_parts_are_opened_with_their_rows_records_and_bounds(table, limits):
    rows, *_ = table
    parts = [part for part in naive.parts(rows, 0, sorted(limits)) if part]
    in_order = [row for part in parts for row in part]
    bounds = np.array([naive.bounds(part)[0][0] for part in parts[1:]], dtype=np.int64)
    ends = np.cumsum([len(part) for part in parts], dtype=np.int64)
    sizes = np.array([sum(own for _, own, _ in part) for part in parts], dtype=np.int64)
    low, high = (np.array(own, dtype=np.int32) for own in naive.bounds(rows))
    spare, width = 2, len(low)
    runs = np.full((spare + len(parts), 3), 77, dtype=np.int64)
    lows, highs = (np.full((len(runs), width), 77, dtype=np.int32) for _ in range(2))
    kernels.open_parts(arrays(in_order)[0], 0, 0, bounds, ends, sizes, low, high, runs, lows, highs)
    firsts = [0, *ends.tolist()[:-1]]
    assert runs[spare:].T.tolist() == [firsts, ends.tolist(), sizes.tolist()]
    found = [(low.tolist(), high.tolist()) for low, high in zip(lows, highs, strict=True)]
    assert found[spare:] == [naive.bounds(part) for part in parts]
    assert (runs[:spare] == 77).all()


GAINS = st.sampled_from([0.0, 0.25, 0.25 + 1e-12, 0.5, 0.5 + 2e-9])


@given(
    candidates=st.lists(st.tuples(GAINS, st.integers(2, 4)), min_size=1, max_size=8),
    is_relative=st.booleans(),
)
def test_the_candidate_that_tells_most(candidates, is_relative):
    gains = np.array([gain for gain, _ in candidates])
    facts = np.array([[0, 0, largest] for _, largest in candidates], dtype=np.int64)
    found = telling.best_candidate(gains, facts, len(candidates), is_relative)
    assert found == naive.best_candidate(candidates, is_relative=is_relative)


@given(
    counts=st.lists(st.integers(0, 4), min_size=2, max_size=PLACES), least=st.integers(1, 5),
    data=st.data(),
)  # fmt: skip
def test_thresholds_with_parts_that_are_large_enough(counts, least, data):
    told = [data.draw(st.sampled_from([-1.0, 0.0, 0.5])) for _ in counts]
    gains, facts = empty(10, np.float64), np.full((10, 3), 77, dtype=np.int64)
    found = telling.add_thresholds(
        np.array(told), np.array(counts, dtype=np.int64), 3, least, gains, facts, 2
    )
    expected = [
        (told[place], [3, place, max(parts)])
        for place in range(1, len(counts))
        if told[place] >= 0 and min(parts := (sum(counts[:place]), sum(counts[place:]))) >= least
    ]
    assert [*zip(gains[2:found].tolist(), facts[2:found].tolist(), strict=True)] == expected
    assert facts[:2].tolist() == [[77] * 3] * 2
