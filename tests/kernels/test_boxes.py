"""The tree of thresholds leads every combination to the first box that holds it."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.kernels.boxes import build_tree, find_boxes


def first_box(lows, highs, place):
    inside = ((lows <= place) & (place <= highs)).all(axis=1)
    return int(np.argmax(inside)) if inside.any() else -1


@given(
    seed=st.integers(0, 10**6), count=st.integers(1, 120), width=st.integers(1, 4),
    places=st.integers(1, 12),
)  # fmt: skip
def test_boxes_that_may_overlap_are_found_as_by_looking_at_all(seed, count, width, places):
    source = np.random.default_rng(seed)
    ends = source.integers(0, places, (2, count, width)).astype(np.int32)
    lows = np.ascontiguousarray(ends.min(axis=0))
    highs = np.minimum(ends.max(axis=0), lows + 2).astype(np.int32)
    asked = source.integers(0, places, (width, 60)).astype(np.int32)
    nodes, lists = build_tree(lows, highs, places)
    found = find_boxes(nodes, lists, lows, highs, asked)
    assert found.tolist() == [first_box(lows, highs, place) for place in asked.T]
