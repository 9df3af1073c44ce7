"""The tree of thresholds leads every combination to the first box that holds it."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.kernels.boxes import best_threshold, build_tree, find_boxes, find_cheapest, holds
from tests.naive import boxes as naive


@st.composite
def drawn_boxes(draw):
    """Ranges of places, and boxes that are made of them: with their ends, and a number for each."""
    width, places = draw(st.integers(1, 4)), draw(st.integers(1, 12))
    source = np.random.default_rng(draw(st.integers(0, 10**6)))
    ranges = []
    for _ in range(draw(st.integers(1, 20))):
        first = source.integers(0, places)
        around = np.arange(first, min(places, first + 4))
        ranges.append(sorted({int(first), *around[source.random(len(around)) < 0.7].tolist()}))
    numbers = source.integers(0, len(ranges), (draw(st.integers(1, 120)), width))
    asked = source.integers(0, places, (width, 60)).astype(np.int32)
    return ranges, np.ascontiguousarray(numbers.astype(np.int32)), asked, places


def ends_of(ranges, numbers):
    lows = np.array([own[0] for own in ranges], dtype=np.int32)[numbers]
    highs = np.array([own[-1] for own in ranges], dtype=np.int32)[numbers]
    return np.ascontiguousarray(lows), np.ascontiguousarray(highs)


def packed(ranges):
    starts = np.cumsum([0, *map(len, ranges)], dtype=np.int64)
    return starts, np.array([place for own in ranges for place in own], dtype=np.int32)


@given(drawn=drawn_boxes())
def test_boxes_that_may_overlap_are_found_as_by_looking_at_all(drawn):
    ranges, numbers, asked, places = drawn
    nodes, lists = build_tree(*ends_of(ranges, numbers), places)
    found = find_boxes(nodes, lists, numbers, *packed(ranges), asked)
    assert found.tolist() == naive.find_boxes(ranges, numbers.tolist(), asked.T.tolist())


@given(drawn=drawn_boxes())
def test_a_range_holds_its_places_and_no_other(drawn):
    ranges, _, _, places = drawn
    starts, members = packed(ranges)
    for number, own in enumerate(ranges):
        found = [place for place in range(places) if holds(starts, members, number, place)]
        assert found == own


@given(drawn=drawn_boxes())
def test_a_threshold_leaves_as_few_boxes_as_any_on_its_fuller_side(drawn):
    ranges, numbers, _, places = drawn
    lows, highs = ends_of(ranges, numbers)
    chosen = np.zeros(2, dtype=np.int64)
    least = best_threshold(lows, highs, np.arange(len(lows), dtype=np.int32), places, chosen)
    prices = naive.prices_of_thresholds(lows.tolist(), highs.tolist(), places)
    if least < 2 * len(lows):
        assert least == min(prices.values()) == prices[tuple(chosen.tolist())]
    else:
        assert all(price >= least for price in prices.values())


@given(
    seed=st.integers(0, 10**6), count=st.integers(1, 20), width=st.integers(1, 4),
    blocks=st.integers(1, 5),
)  # fmt: skip
def test_the_cheapest_box_is_the_first_of_those_with_the_least_sum(seed, count, width, blocks):
    source = np.random.default_rng(seed)
    prices = source.choice([0.0, 0.25, 0.5, np.inf], 40)
    starts = source.integers(0, len(prices) - blocks, (width, 15))
    numbers = source.integers(0, blocks, (width, count)).astype(np.int32)
    found = find_cheapest(prices, starts, numbers)
    expected = naive.find_cheapest(prices.tolist(), starts.T.tolist(), numbers.T.tolist())
    assert found.tolist() == expected
