from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.report.risk import THRESHOLDS, boundaries_up_to, histogram, records_above, risk_of

sizes = st.lists(st.integers(1, 5000), min_size=1, max_size=40).map(np.array)


@pytest.mark.parametrize(
    ("threshold", "size", "is_above"),
    [("0.09", 11, True), ("0.09", 12, False), ("0.05", 20, False), ("0.05", 19, True),
     ("0.075", 13, True), ("0.075", 14, False), ("0.33", 3, True), ("0.2", 5, False)],
)  # fmt: skip
def test_a_chance_is_compared_with_a_threshold_exactly(threshold, size, is_above):
    assert records_above(np.array([size]), threshold) == (size if is_above else 0)


@given(sizes, st.sampled_from(THRESHOLDS))
def test_records_above_a_threshold_are_counted_as_fractions_would(sizes, threshold):
    expected = sum(int(size) for size in sizes if Fraction(1, int(size)) > Fraction(threshold))
    assert records_above(sizes, threshold) == expected


@given(sizes, st.integers(1, 30))
def test_a_histogram_holds_every_class_once_and_begins_a_bar_at_k(sizes, k):
    boundaries = boundaries_up_to(int(sizes.max()), k)
    bars = histogram(sizes, boundaries)
    assert sum(bar["classes"] for bar in bars) == len(sizes)
    assert sum(bar["records"] for bar in bars) == sizes.sum()
    assert k > sizes.max() or k in boundaries
    assert "to" not in bars[-1]


def test_a_bar_says_where_it_begins_and_ends():
    assert histogram(np.array([1, 4, 4, 6]), [1, 2, 5]) == [
        {"from": 1, "classes": 1, "records": 1, "to": 1},
        {"from": 2, "classes": 2, "records": 8, "to": 4},
        {"from": 5, "classes": 1, "records": 6},
    ]


def test_large_classes_get_a_bar_for_each_power_of_ten():
    assert boundaries_up_to(120_000, 5)[-3:] == (1000, 10_000, 100_000)


def test_marketer_risk_is_classes_by_records():
    assert risk_of(np.array([2, 6, 8]))["marketer"] == 3 / 16
