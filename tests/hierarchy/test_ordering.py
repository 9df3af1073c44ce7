from __future__ import annotations

import pytest

from hoarfrost.errors import DataError, HierarchyError, HierarchyGap
from hoarfrost.hierarchy.ordering import ordered_values


def test_a_listed_order_decides():
    assert ordered_values(["a", "b"], "text", ["b", "c", "a"], None) == ("b", "a")


def test_numbers_and_dates_stand_by_value():
    assert ordered_values(["10", "9.5", "-1"], "decimal", None, None) == ("-1", "9.5", "10")
    assert ordered_values(["1.2.2020", "2.1.2020"], "date", None, None) == ("2.1.2020", "1.2.2020")


def test_a_hierarchy_of_dates_knows_which_number_is_the_day(build):
    spec, values = {"dates": ["year"], "day_first": True}, ["02/01/2020", "01/02/2020"]
    hierarchy = build(spec, values, type="date")
    assert ordered_values(values, "date", None, hierarchy) == ("02/01/2020", "01/02/2020")


def test_other_values_stand_as_the_hierarchy_has_them(build, write):
    hierarchy = build(write("b,x,*\na,y,*\nc,x,*\n"), ["a"])
    assert ordered_values(["a", "b", "c"], "text", None, hierarchy) == ("b", "c", "a")


def test_without_a_hierarchy_values_stand_by_code_point():
    assert ordered_values(["b", "a", "B"], "text", None, None) == ("B", "a", "b")


def test_the_missing_value_comes_last(build):
    assert ordered_values(["?", "2", "10"], "integer", None, None, missing="?") == ("2", "10", "?")
    hierarchy = build(None, ["?", "a"], missing=("?",), has_missing=True)
    assert ordered_values(["?", "a"], "text", None, hierarchy) == ("a", "?")


def test_a_missing_value_that_is_listed_stands_where_it_is_listed():
    assert ordered_values(["a", "?"], "text", ["?", "a"], None, missing="?") == ("?", "a")


def test_values_outside_a_listed_order_are_counted():
    with pytest.raises(HierarchyGap) as error:
        ordered_values(["a", "b", "c"], "text", ["b"], None, name="disease")
    assert str(error.value) == 'column "disease": its order lists all but 2 of 3 values'


def test_values_that_are_no_numbers_are_counted():
    with pytest.raises(DataError) as error:
        ordered_values(["a", "1"], "integer", None, None, name="income")
    assert str(error.value) == (
        'column "income": 1 of its 2 values are not numbers, which type = "integer" expects'
    )


def test_values_that_are_no_dates_are_counted():
    with pytest.raises(HierarchyError) as error:
        ordered_values(["soon", "2020-01-01"], "date", None, None, name="admitted")
    assert str(error.value) == (
        'hierarchy of "admitted": dates are expected in one format, most are yyyy-mm-dd; '
        "found 1 value"
    )
