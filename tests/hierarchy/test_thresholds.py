from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.hierarchy.ordering import ordered_values
from hoarfrost.hierarchy.rules import label_by_rule
from hoarfrost.hierarchy.thresholds import Scale


def scale_of(*values, kind="decimal", missing="?"):
    ordered = ordered_values(values, kind, None, None, missing=missing)
    ranks = np.array([ordered.index(value) for value in values])
    return Scale.of(values, ranks, kind, missing=missing)


def labels(scale, *firsts):
    ends = (*firsts[1:], len(scale.texts))
    return [scale.label(first, end) for first, end in zip(firsts, ends, strict=True)]


def test_intervals_go_from_one_threshold_to_the_next_and_the_last_is_closed():
    scale = scale_of("17", "1e2", "20.50", "18")
    assert labels(scale, 0, 2) == ["[17,20.5)", "[20.5,100]"]
    assert labels(scale, 0, 1, 2, 3) == ["17", "18", "20.50", "1e2"]
    assert labels(scale, 0) == ["*"]


def test_a_missing_value_is_not_part_of_an_interval():
    scale = scale_of("17", "?", "18", "20")
    assert labels(scale, 0, 3) == ["[17,20]", "?"]
    assert labels(scale, 0, 2, 3) == ["[17,20)", "20", "?"]
    assert labels(scale, 0) == ["*"]


def test_equal_numbers_are_never_parted():
    scale = scale_of("1", "1.0", "2", "?")
    assert scale.texts == ("1", "1.0", "2", "?")
    assert scale.is_bound.tolist() == [False, False, True, False]
    assert labels(scale, 0, 2, 3) == ["[1,2)", "2", "?"]


def test_dates_are_ordered_by_day_and_shown_without_the_time():
    scale = scale_of("2.3.2021 10:00", "1.4.2021 8:30", "1.3.2021 23:59", kind="date")
    assert labels(scale, 0, 2) == ["[1.3.2021,1.4.2021)", "1.4.2021 8:30"]
    assert labels(scale, 0, 1) == ["1.3.2021 23:59", "[2.3.2021,1.4.2021]"]


@pytest.mark.parametrize(
    ("value", "label"),
    [("17", "[17,20)"), ("19.5", "[17,20)"), ("20", None), ("21", None), ("22", "[22,30]"),
     ("30.0", "[22,30]"), ("16", None), ("31", None), ("young", None), ("?", None)],
)  # fmt: skip
def test_new_values_between_old_ones_get_their_interval(value, label):
    scale = scale_of("17", "18", "20", "22", "30")
    rule = scale.rule([0, 2, 3], None)
    # 20 stands alone under its own name, which is no name for 21.
    assert labels(scale, 0, 2, 3) == ["[17,20)", "20", "[22,30]"]
    found = label_by_rule(rule, value, 1)
    assert (None if found == "[20,22)" else found) == label


def test_new_values_are_hidden_where_all_are():
    rule = scale_of("17", "30").rule([0], None)
    assert [label_by_rule(rule, value, 1) for value in ("17", "20", "31")] == ["*", "*", None]


def test_new_dates_are_read_in_the_format_of_the_table():
    rule = scale_of("2021-03-01", "2021-03-05", "2021-04-01", kind="date").rule([0, 2], None)
    assert label_by_rule(rule, "2021-03-20", 1) == "[2021-03-01,2021-04-01)"
    assert label_by_rule(rule, "20.3.2021", 1) is None


def test_without_a_number_there_is_no_rule():
    assert scale_of("?").rule([0], "?") is None


NUMBERS = st.lists(st.integers(-30, 30), min_size=2, max_size=8, unique=True)


@given(NUMBERS, st.data())
def test_a_rule_gives_the_values_of_the_table_the_labels_that_they_have(numbers, data):
    scale = scale_of(*map(str, numbers))
    inner = data.draw(st.sampled_from([*combinations(range(1, len(numbers)), 1), ()]))
    firsts = (0, *inner)
    rule = scale.rule(firsts, None)
    ends = (*firsts[1:], len(numbers))
    for first, end, label in zip(firsts, ends, labels(scale, *firsts), strict=True):
        if end - first > 1:
            assert {label_by_rule(rule, text, 1) for text in scale.texts[first:end]} == {label}
