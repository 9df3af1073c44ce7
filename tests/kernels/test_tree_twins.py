"""Every kernel of tree recoding equals its slow, obvious twin."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.kernels.information import (
    arrange_entries,
    best_threshold,
    information_gain,
    spread,
    weighed,
)
from hoarfrost.kernels.merging import least_together, merge_classes, partners, smallest_classes
from hoarfrost.kernels.splitting import shrink_parts, split_classes
from tests.naive import tree_kernels as naive

CLASSES = 4
NOT_YET = 2**62
ENTRY = st.tuples(st.integers(0, CLASSES - 1), st.integers(0, 5) | st.integers(1, 10**6))
ROWS = st.lists(st.lists(ENTRY, max_size=3), min_size=1, max_size=8)


def longs(values):
    return np.array(values, dtype=np.int64)


def codes(values):
    return np.array(values, dtype=np.int32)


def compressed(rows):
    """Rows of entries as the kernels take them."""
    starts = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    return starts, codes([own for row in rows for own, _ in row]), longs(
        [count for row in rows for _, count in row]
    )  # fmt: skip


@given(st.data(), ROWS)
def test_entries_are_sorted_by_place(data, rows):
    count = data.draw(st.integers(1, 5))
    places = data.draw(st.lists(st.integers(0, count - 1), min_size=len(rows), max_size=len(rows)))
    starts, classes, counts = arrange_entries(codes(places), *compressed(rows), count)
    pairs = list(zip(classes.tolist(), counts.tolist(), strict=True))
    found = [pairs[start:end] for start, end in pairwise(starts)]
    assert found == naive.arrange_entries(places, rows, count)


@pytest.mark.parametrize(("count", "expected"), [(0, 0.0), (1, 0.0), (8, 24.0)])
def test_counts_are_weighed_by_their_logarithm(count, expected):
    assert weighed(count) == expected


@given(st.data(), ROWS)
def test_runs_are_counted(data, rows):
    first, end = sorted(data.draw(st.tuples(*[st.integers(0, len(rows))] * 2)))
    assert spread(*compressed(rows), CLASSES, first, end) == naive.spread(rows, first, end)


@given(st.data(), ROWS)
def test_splitting_a_run_gains_information(data, rows):
    inside = data.draw(st.sets(st.integers(0, len(rows)), min_size=2))
    bounds = sorted(inside)
    found = information_gain(*compressed(rows), CLASSES, longs(bounds))
    assert found == pytest.approx(naive.information_gain(rows, bounds), abs=1e-12)


@given(st.data(), ROWS)
def test_the_smallest_of_the_best_thresholds_is_found(data, rows):
    first, end = sorted(data.draw(st.tuples(*[st.integers(0, len(rows))] * 2)))
    is_bound = data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
    found = best_threshold(*compressed(rows), CLASSES, np.array(is_bound), first, end, naive.SLACK)
    assert found == naive.best_threshold(rows, is_bound, first, end)


@st.composite
def splits(draw):
    """Combinations of places, and steps that split each attribute's nodes at random."""
    widths = draw(st.lists(st.integers(1, 6), min_size=1, max_size=3))
    offsets = np.cumsum([0, *widths]).tolist()
    column = st.tuples(
        *(st.integers(offset, offset + width - 1)
          for offset, width in zip(offsets, widths, strict=False))
    )  # fmt: skip
    columns = draw(st.lists(column, min_size=1, max_size=15))
    counts = draw(st.lists(st.integers(1, 9), min_size=len(columns), max_size=len(columns)))
    runs = {attribute: (offsets[attribute], offsets[attribute + 1])
            for attribute in range(len(widths))}  # fmt: skip
    steps, waiting = [], [(attribute, attribute, *run) for attribute, run in runs.items()]
    number = len(widths)
    while waiting:
        place = draw(st.integers(0, len(waiting) - 1))
        attribute, node, first, end = waiting.pop(place)
        inside = draw(st.sets(st.integers(first, end), max_size=3)) - {first, end}
        if inside:
            bounds = [first, *sorted(inside), end]
            steps.append((attribute, node, number, bounds))
            for low, high in pairwise(bounds):
                waiting.append((attribute, number, low, high))
                number += 1
    return columns, counts, offsets, steps, number


@given(splits())
def test_classes_are_split_and_their_parts_foreseen(drawn):
    columns, counts, offsets, steps, node_count = drawn
    width, total, capacity = len(offsets) - 1, len(columns), len(columns) + 1
    rows = codes(columns)
    order, spare = np.arange(total, dtype=np.int32), np.zeros(total, dtype=np.int32)
    starts, ends = np.zeros(capacity, dtype=np.int64), np.zeros(capacity, dtype=np.int64)
    ends[0] = total
    nodes = np.zeros((width, capacity), dtype=np.int32)
    nodes[:, 0] = np.arange(width)
    following = np.full((width, capacity), -1, dtype=np.int32)
    heads = np.full(node_count, -1, dtype=np.int32)
    heads[:width] = 0
    node_at = np.repeat(np.arange(width), np.diff(offsets))
    below = np.zeros(offsets[-1], dtype=np.int32)
    bounds_of = {node: bounds for _, node, _, bounds in steps}
    is_open = np.array([node in bounds_of for node in range(node_count)])
    least = np.full(node_count, NOT_YET, dtype=np.int64)
    count, touched = 1, codes([0])

    def open_nodes(numbers):
        for node in numbers:
            if node in bounds_of:
                bounds = bounds_of[node]
                for child, (low, high) in enumerate(pairwise(bounds)):
                    below[low:high] = child

    def measured():
        shrink_parts(
            rows, longs(counts), order, starts, ends, nodes, below, is_open, touched, least, 9
        )
        expected = naive.smallest_parts(columns, counts, node_at, below, is_open)
        assert {node: least[node] for node in expected} == expected

    open_nodes(range(width))
    measured()
    for attribute, node, first_child, bounds in steps:
        children = range(first_child, first_child + len(bounds) - 1)
        count, touched = split_classes(
            rows, order, spare, starts, ends, nodes, following, heads, below,
            attribute, node, first_child, len(children), count,
        )  # fmt: skip
        is_open[node] = False
        for child, low, high in zip(children, bounds, bounds[1:], strict=False):
            node_at[low:high] = child
        open_nodes(children)
        measured()
        found = {
            tuple(nodes[:, number].tolist()): set(order[starts[number] : ends[number]].tolist())
            for number in range(count)
        }
        assert found == naive.classes_under(columns, node_at.tolist())
        assert listed(heads, following, nodes, count) == [
            (row, number) for row in range(width) for number in range(count)
        ]


def listed(heads, following, nodes, count):
    """Every class that is reached from its nodes, for each attribute."""
    found = []
    for row in range(len(nodes)):
        for node in sorted({int(node) for node in nodes[row, :count]}):
            number = heads[node]
            while number >= 0:
                assert nodes[row, number] == node
                found.append((row, int(number)))
                number = following[row, number]
    return sorted(found)


@st.composite
def classes(draw):
    """Different classes with sizes; nodes 0 to 5 have parents 6 to 8, or none."""
    width = draw(st.integers(1, 3))
    columns = draw(
        st.lists(st.tuples(*[st.integers(0, 5)] * width), min_size=1, max_size=20, unique=True)
    )
    sizes = draw(st.lists(st.integers(1, 4), min_size=len(columns), max_size=len(columns)))
    parents = [*draw(st.lists(st.sampled_from([-1, 6, 7, 8]), min_size=6, max_size=6)), -1, -1, -1]
    return columns, sizes, parents, draw(st.integers(0, width - 1))


@given(classes())
def test_the_smallest_classes_show_what_is_above_all_of_them(drawn):
    columns, sizes, parents, _ = drawn
    least, above = smallest_classes(codes(columns), longs(sizes), len(sizes), codes(parents))
    assert (least, above.tolist()) == naive.smallest_classes(columns, sizes, parents)


@given(classes(), st.sampled_from([6, 7, 8]))
def test_classes_join_those_that_they_equal(drawn, parent):
    columns, sizes, parents, attribute = drawn
    nodes, records = codes(columns), longs(sizes)
    found = partners(nodes, len(sizes), codes(parents), attribute, parent)
    assert found.tolist() == naive.partners(columns, parents, attribute, parent)
    expected = naive.merged(columns, sizes, parents, attribute, parent)
    assert least_together(records, found) == min(expected.values())
    left = merge_classes(nodes, records, found, codes(parents), attribute, parent)
    own = zip(map(tuple, nodes[:left].tolist()), records[:left].tolist(), strict=True)
    assert dict(own) == expected
