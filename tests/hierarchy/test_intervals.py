from __future__ import annotations

import pytest

from hoarfrost.errors import HierarchyError, PolicyError

INCOME = {"intervals": [1000, 5000, 25000], "origin": 0, "bottom": 0, "top": 200000}


@pytest.mark.parametrize(
    ("value", "labels"),
    [
        ("0", ["[0,1000)", "[0,5000)", "[0,25000)"]),
        ("999.99", ["[0,1000)", "[0,5000)", "[0,25000)"]),
        ("30000", ["[30000,31000)", "[30000,35000)", "[25000,50000)"]),
        ("1e5", ["[100000,101000)", "[100000,105000)", "[100000,125000)"]),
        ("199999", ["[199000,200000)", "[195000,200000)", "[175000,200000)"]),
        ("200000", [">=200000"] * 3),
        ("-0.01", ["<0"] * 3),
    ],
)
def test_a_number_gets_the_interval_of_each_width_or_a_coded_end(path_of, value, labels):
    assert path_of(INCOME, value) == [value, *labels, "*"]


def test_without_a_top_the_last_interval_of_each_level_is_closed(build):
    hierarchy = build({"intervals": [10, 50]}, ["7", "41", "93"], type="integer")
    assert hierarchy.labels == (
        ("7", "41", "93"),
        ("[0,10)", "[40,50)", "[90,100]"),
        ("[0,50)", "[50,100]"),
        ("*",),
    )


def test_the_closed_end_holds_a_largest_value_on_the_grid(path_of):
    assert path_of({"intervals": [10, 50]}, "50", ["0"]) == ["50", "[40,50]", "[0,50]", "*"]


def test_a_single_value_on_the_grid_begins_its_interval(path_of):
    assert path_of({"intervals": [10]}, "50") == ["50", "[50,60]", "*"]


def test_a_largest_value_on_the_grid_is_not_drawn_below_a_coded_bottom(path_of):
    spec = {"intervals": [10], "bottom": 0}
    assert path_of(spec, "0", ["-5"]) == ["0", "[0,10]", "*"]


def test_intervals_are_cut_off_at_coded_ends(path_of):
    spec = {"intervals": [10, 20], "bottom": 18, "top": 95}
    assert path_of(spec, "19", ["17"]) == ["19", "[18,20)", "[18,20)", "*"]
    assert path_of(spec, "93") == ["93", "[90,95)", "[80,95)", "*"]


def test_the_origin_moves_the_grid_and_negative_numbers_lie_on_it(path_of):
    assert path_of({"intervals": [10], "origin": 3}, "-8", ["9"]) == ["-8", "[-17,-7)", "*"]
    assert path_of({"intervals": [10], "origin": 3}, "-7", ["9"]) == ["-7", "[-7,3)", "*"]


def test_decimal_widths_are_exact(path_of):
    assert path_of({"intervals": [0.1, 0.3]}, "0.3", ["0.95"])[1:3] == ["[0.3,0.4)", "[0.3,0.6)"]


def test_numbers_that_are_written_differently_share_an_interval(build):
    hierarchy = build({"intervals": [10]}, ["5", "05", "5.0", "+5", "12"])
    assert hierarchy.labels[1] == ("[0,10)", "[10,20]")


def test_leaves_stand_in_the_order_of_their_numbers(build):
    assert build({"intervals": [10]}, ["9", "10", "-1"]).leaves == ("-1", "9", "10")


def test_only_missing_values_leave_the_height_as_it_is(build):
    hierarchy = build(INCOME, ["?"], missing=("?",), has_missing=True)
    assert hierarchy.labels == (("?",), ("?",), ("?",), ("?",), ("*",))


def test_values_that_are_no_numbers_are_named_once_and_counted(build):
    with pytest.raises(HierarchyError) as error:
        build({"intervals": [10]}, ["1", "abc", "NaN", "1e9999"], name="age")
    assert str(error.value) == (
        'hierarchy of "age": intervals need numbers, found the value "abc" and 2 others'
    )


def test_values_of_a_sensitive_column_are_only_counted(build):
    with pytest.raises(HierarchyError) as error:
        build({"intervals": [10]}, ["1", "abc"], name="income", is_sensitive=True)
    assert str(error.value) == 'hierarchy of "income": intervals need numbers, found 1 value'


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            {"intervals": [5, 12]},
            (
                "attributes.x.hierarchy.intervals: expected widths that grow and divide each other, "
                "found 12 after 5"
            ),
        ),
        (
            {"intervals": [10, 10]},
            (
                "attributes.x.hierarchy.intervals: expected widths that grow and divide each other, "
                "found 10 after 10"
            ),
        ),
        (
            {"intervals": [0]},
            "attributes.x.hierarchy.intervals[1]: 0 is too small, expected more than 0",
        ),
        (
            {"intervals": []},
            "attributes.x.hierarchy.intervals: expected at least one entry, found none",
        ),
        ({"intervals": [5], "botom": 3}, "attributes.x.hierarchy.botom: unknown key"),
        (
            {"intervals": [5], "top": "high"},
            'attributes.x.hierarchy.top: expected a number, found the text "high"',
        ),
    ],
)
def test_bad_options_are_told_with_their_key(build, spec, message):
    with pytest.raises(PolicyError) as error:
        build(spec, ["1"])
    assert str(error.value) == message


def test_a_bottom_above_the_top_is_a_contradiction(build):
    with pytest.raises(HierarchyError) as error:
        build({"intervals": [5], "bottom": 10, "top": 10}, ["1"])
    assert str(error.value) == 'hierarchy of "x": expected bottom below top, found 10 and 10'
