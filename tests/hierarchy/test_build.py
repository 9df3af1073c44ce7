"""What the front door adds to builders and files: missing values, empty columns, levels."""

from __future__ import annotations

import pytest

from hoarfrost.errors import HierarchyError, PolicyError
from hoarfrost.hierarchy.checking import check_levels

MISSING = {"missing": ("?", ""), "has_missing": True}


def test_without_a_description_the_values_lie_below_the_root(build):
    assert build(None, ["b", "a"]).labels == (("b", "a"), ("*",))


def test_a_missing_value_is_a_node_of_its_own_on_every_level(build, write):
    hierarchy = build(write("a,x,y,*\n"), ["a", "?"], **MISSING)
    assert hierarchy.labels == (("a", "?"), ("x", "?"), ("y", "?"), ("*",))
    assert hierarchy.missing == "?"


def test_a_missing_value_takes_its_own_row_if_there_is_one(build, write):
    hierarchy = build(write("a,x,*\n?,x,*\n"), ["a", "?"], **MISSING)
    assert hierarchy.labels == (("a", "?"), ("x",), ("*",))


def test_a_row_for_any_of_the_missing_values_is_the_row_of_all(build, write):
    hierarchy = build(write("a,x,*\n,none,*\n"), ["a", "?"], **MISSING)
    assert hierarchy.labels == (("a", "?"), ("x", "none"), ("*",))


def test_equal_rows_of_missing_values_are_one(build, write):
    hierarchy = build(write("a,x,*\n,none,*\n?,none,*\n"), ["a", "?"], **MISSING)
    assert hierarchy.leaves == ("a", "?")


def test_different_rows_of_missing_values_contradict_each_other(build, write):
    with pytest.raises(HierarchyError) as error:
        build(write("a,x,*\n,none,*\n?,x,*\n"), ["a", "?"], **MISSING)
    assert str(error.value) == ('x.csv, line 3: "?" has the parent "x" here but "none" in line 2')


def test_a_table_without_missing_values_gets_no_node_for_them(build):
    hierarchy = build(None, ["a"], missing=("?",))
    assert hierarchy.leaves == ("a",)
    assert hierarchy.missing is None


def test_a_missing_value_without_a_name_is_released_as_empty_text(build):
    hierarchy = build({"intervals": [10]}, ["", "5"], has_missing=True)
    assert hierarchy.labels == (("5", ""), ("[0,10]", ""), ("*",))


def test_the_node_of_the_missing_value_may_not_be_the_label_of_others(build, write):
    with pytest.raises(HierarchyError) as error:
        build(write("a,?,*\n"), ["a", "?"], **MISSING)
    assert str(error.value) == (
        'x.csv, line 1: "?" is a label of level 1 here but an original value '
        "in the row of the missing value"
    )


def test_a_value_that_is_the_root_is_told(build):
    with pytest.raises(HierarchyError) as error:
        build(None, ["a", "*"])
    assert str(error.value) == (
        'hierarchy of "x": "*" is a label of level 1 here but an original value for "*"'
    )


def test_a_single_value_may_be_the_root(build):
    assert build(None, ["*"]).labels == (("*",), ("*",))


def test_no_values_at_all_are_an_error(build):
    with pytest.raises(HierarchyError) as error:
        build(None, [])
    assert str(error.value) == 'hierarchy of "x": there are no values to generalise'


def test_hostile_values_are_shown_on_one_line(build):
    with pytest.raises(HierarchyError) as error:
        build({"intervals": [1]}, ["\u202e\n" + "x" * 100])
    assert str(error.value) == (
        'hierarchy of "x": intervals need numbers, found the value "\\u202e\\n' + "x" * 57 + '…"'
    )


@pytest.mark.parametrize(
    ("spec", "message", "hint"),
    [
        ({"intervls": [1]}, "hierarchy.intervls: unknown key", 'did you mean "intervals"?'),
        (
            {},
            (
                "hierarchy: expected one of dates, groups, intervals, mask, order, "
                "found an empty table"
            ),
            None,
        ),
        (
            {"mask": "right", "dates": ["year"]},
            "hierarchy: expected one kind of hierarchy, found dates and mask",
            None,
        ),
        ("", "hierarchy: expected the path of a file, found none", None),
    ],
)
def test_a_description_that_is_none_is_told(build, spec, message, hint):
    with pytest.raises(PolicyError) as error:
        build(spec, ["1"], name="marital status")
    assert error.value.flaws[0].message == f'attributes."marital status".{message}'
    assert error.value.flaws[0].hint == hint


@pytest.mark.parametrize(
    ("levels", "messages"),
    [
        ((0, 3), []),
        ((None, None), []),
        ((3, 3), []),
        ((2, 1), ['column "age": min_level is 2, above max_level 1']),
        (
            (4, 5),
            [
                'column "age": min_level is 4, expected 0 to 3, the levels of its hierarchy',
                'column "age": max_level is 5, expected 0 to 3, the levels of its hierarchy',
            ],
        ),
    ],
)
def test_levels_that_contradict_each_other_are_told(levels, messages):
    assert [flaw.message for flaw in check_levels("age", *levels, height=3)] == messages
