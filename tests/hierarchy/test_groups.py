from __future__ import annotations

import pytest

from hoarfrost.errors import HierarchyError, HierarchyGap, PolicyError

REGIONS = {"groups": {"Europe": ["UK", "Italy"], "America": ["USA"]}}


def test_groups_are_one_level_and_hold_values_that_the_table_lacks(build):
    hierarchy = build(REGIONS, ["USA", "UK"])
    assert hierarchy.labels == (("UK", "Italy", "USA"), ("Europe", "America"), ("*",))


def test_nested_groups_are_more_levels(path_of):
    spec = {"groups": {"West": {"Europe": ["UK"], "America": ["USA"]}, "East": {"Asia": ["Laos"]}}}
    assert path_of(spec, "UK") == ["UK", "Europe", "West", "*"]


def test_a_missing_value_that_is_listed_keeps_its_place(path_of):
    spec = {"groups": {"known": ["UK"], "unknown": ["?"]}}
    assert path_of(spec, "?", missing=("?",), has_missing=True) == ["?", "unknown", "*"]


def test_a_value_in_no_group_is_a_gap(build):
    with pytest.raises(HierarchyGap) as error:
        build(REGIONS, ["UK", "Laos", "Chad", "Oman"], name="region")
    assert str(error.value) == ('hierarchy of "region": no place for the value "Laos" and 2 others')


def test_a_value_in_two_groups_is_told_with_both(build):
    with pytest.raises(HierarchyError) as error:
        build({"groups": {"a": ["1"], "b": ["1"]}}, ["1"])
    assert str(error.value) == ('hierarchy of "x": "1" has the parent "b" here but "a" for "1"')


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        ({"a": ["x", 3]}, 'expected texts in "a", found the number 3'),
        ({"a": []}, 'expected values or groups in "a", found a list'),
        ({"a": "x"}, 'expected values or groups in "a", found the text "x"'),
        ({"a": ["x"], "b": {"c": ["y"]}}, "expected every group equally deep, found depths 2, 3"),
        ({}, "expected at least 1 entries, found 0"),
    ],
)
def test_things_that_are_no_groups_are_told(build, groups, message):
    with pytest.raises(PolicyError) as error:
        build({"groups": groups}, ["x"])
    assert str(error.value) == f"attributes.x.hierarchy.groups: {message}"
