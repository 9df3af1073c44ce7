from __future__ import annotations

import json

import pytest

from hoarfrost.errors import HierarchyError, HoarfrostError
from hoarfrost.hierarchy.rules import label_by_rule


@pytest.fixture
def new_labels(build):
    """The labels that a rule, once saved and loaded, gives a value the table did not have."""

    def labels(spec, values, new, **changed):
        hierarchy = build(spec, values, **changed)
        rule = json.loads(json.dumps(hierarchy.rule))
        return [label_by_rule(rule, new, level) for level in range(hierarchy.height + 1)]

    return labels


def test_new_numbers_get_their_interval(new_labels):
    spec = {"intervals": [10, 50], "top": 90}
    assert new_labels(spec, ["5"], "37") == ["37", "[30,40)", "[0,50)", "*"]
    assert new_labels(spec, ["5"], "1000") == ["1000", ">=90", ">=90", "*"]


def test_new_numbers_above_a_closed_interval_are_covered_on_wider_levels_only(new_labels):
    spec = {"intervals": [10, 50]}
    assert new_labels(spec, ["5", "87"], "90") == ["90", "[80,90]", "[50,100]", "*"]
    assert new_labels(spec, ["5", "87"], "93") == ["93", None, "[50,100]", "*"]


def test_new_values_are_masked_up_to_the_width_of_the_table(new_labels):
    assert new_labels({"mask": "right"}, ["123"], "99") == ["99", "99*", "9**", "*"]
    assert new_labels({"mask": "right"}, ["123"], "9999") == [None] * 4


def test_new_dates_are_read_in_the_format_of_the_table(new_labels):
    spec = {"dates": ["month", "year"]}
    assert new_labels(spec, ["13/01/2020"], "1/2/2021") == ["1/2/2021", "2021-02", "2021", "*"]
    assert new_labels(spec, ["13/01/2020"], "2021-02-01") == [None] * 4


def test_new_missing_values_are_a_node_of_their_own(new_labels):
    spec = {"intervals": [10]}
    assert new_labels(spec, ["5"], "?", missing=("?",)) == ["?", "?", "*"]
    assert new_labels(spec, ["5"], "") == [None] * 3


def test_values_of_the_table_get_the_labels_that_they_have(build):
    values = [str(number) for number in range(-30, 200, 7)]
    hierarchy = build({"intervals": [5, 20], "bottom": -10}, values)
    for level in range(hierarchy.height + 1):
        for value in values:
            label = label_by_rule(hierarchy.rule, value, level)
            assert label == hierarchy.label(value, level=level)


def test_hierarchies_that_list_their_values_have_no_rule(build):
    assert build({"order": "value", "fanout": [2]}, ["a"]).rule is None


@pytest.mark.parametrize(
    "rule",
    [
        {},
        {"builder": "groups", "height": 2},
        {"builder": "nonsense", "height": 2},
        {"builder": "mask", "height": 3, "side": "up", "width": 3, "levels": 3},
        {"builder": "dates", "height": 2, "format": "ddd", "units": ["year"]},
        {"builder": "intervals", "height": 2, "widths": ["NaN"]},
    ],
)
def test_a_rule_that_no_builder_wrote_is_refused(rule):
    with pytest.raises(HoarfrostError):
        label_by_rule(rule, "1", 1)


def test_the_refusal_says_what_is_wrong():
    with pytest.raises(HierarchyError) as error:
        label_by_rule({"builder": "mask", "height": 2}, "1", 1)
    assert str(error.value) == "the rule of a hierarchy is not one that a builder wrote"
