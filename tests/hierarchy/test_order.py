from __future__ import annotations

import pytest

from hoarfrost.errors import HierarchyGap, PolicyError


def test_the_most_frequent_values_come_first(build):
    counts = {"a": 1, "b": 5, "c": 5, "d": 9}
    hierarchy = build({"order": "frequency", "fanout": [2]}, list("abcd"), counts=counts)
    assert hierarchy.labels[:2] == (("d", "b", "c", "a"), ("{d, b}", "{c, a}"))


def test_runs_of_runs_are_merged_level_by_level(build):
    hierarchy = build({"order": "value", "fanout": [4, 3]}, list("abcdefghijklmn"))
    assert hierarchy.labels[1:] == (
        ("{a, b, c, d}", "{e, f, g, h}", "{i, j, k, l}", "{m, n}"),
        ("{a, b, c, d, e, f, g, h, i, j, k, l}", "{m, n}"),
        ("*",),
    )


def test_numbers_are_ordered_by_value(build):
    spec = {"order": "value", "fanout": [2]}
    hierarchy = build(spec, ["10", "9", "100", "-1"], type="integer")
    assert hierarchy.labels[1] == ("{-1, 9}", "{10, 100}")


def test_labels_stand_in_the_order_of_the_attribute(build):
    spec, counts = {"order": "frequency", "fanout": [2]}, {"9": 1, "10": 2}
    assert build(spec, ["9", "10"], type="integer", counts=counts).labels[1] == ("{9, 10}",)
    hierarchy = build(spec, ["low", "high"], order=["low", "high"], counts={"high": 2})
    assert hierarchy.labels[1] == ("{low, high}",)


def test_a_listed_order_may_hold_more_than_the_table(build):
    hierarchy = build({"order": ["S", "M", "L"], "fanout": [2]}, ["L", "S"])
    assert hierarchy.labels == (("S", "M", "L"), ("{S, M}", "L"), ("*",))


def test_a_value_outside_the_listed_order_is_a_gap(build):
    with pytest.raises(HierarchyGap) as error:
        build({"order": ["S"], "fanout": [2]}, ["S", "XL"], name="size")
    assert str(error.value) == 'hierarchy of "size": no place for the value "XL"'


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"order": "value"}, "fanout: missing, expected a list"),
        ({"order": "value", "fanout": [1]}, "fanout[1]: 1 is too small, expected at least 2"),
        ({"order": ["a", "a"], "fanout": [2]}, 'order: expected every value once, found "a" twice'),
        ({"order": "size", "fanout": [2]}, 'order: unknown order "size"'),
    ],
)
def test_bad_options_are_told_with_their_key(build, spec, message):
    with pytest.raises(PolicyError) as error:
        build(spec, ["a"])
    assert str(error.value) == f"attributes.x.hierarchy.{message}"
