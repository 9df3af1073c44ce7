from __future__ import annotations

import pytest

from hoarfrost.engines.protocol import Dialect


@pytest.fixture
def hierarchy(proposed):
    """The hierarchy that is proposed for one column."""

    def of(name, values, dialect=None):
        (attribute,) = proposed({name: values}, dialect).attributes
        return attribute.hierarchy

    return of


def test_ages_get_intervals_and_a_coded_top(hierarchy):
    assert hierarchy("age", range(17, 97)).inline == {"intervals": [5, 10, 20], "top": 90}


def test_decimals_get_round_widths(hierarchy):
    values = [f"{number / 40:.3f}" for number in range(200)]
    inline = hierarchy("height", values).inline
    assert [str(width) for width in inline["intervals"]] == ["0.5", "1", "2"]


def test_numbers_with_few_values_are_merged_as_neighbours(hierarchy):
    found = hierarchy("children", [0, 1, 2, 3, 10] * 3)
    assert found.inline == {"order": "value", "fanout": [2, 2]}
    assert found.hierarchy.labels[1] == ("{0, 1}", "{2, 3}", "10")


def test_postal_codes_are_masked(hierarchy):
    assert hierarchy("zip", ["01067", "10115", "10117"]).inline == {"mask": "right", "levels": 5}


def test_dates_are_coarsened_as_far_as_they_differ(hierarchy):
    assert hierarchy("admitted", ["2021-01-03", "2021-05-04"]).inline == {
        "dates": ["month", "quarter"]
    }
    assert hierarchy("dob", ["1950-01-03", "1990-05-04"]).inline == {
        "dates": ["month", "quarter", "year", "decade"]
    }


def test_dates_that_read_two_ways_get_the_day_first(hierarchy):
    found = hierarchy("admitted", ["01/02/2021", "03/02/2021"])
    assert found.inline == {"dates": ["month", "quarter"], "day_first": True}


def test_rare_categories_are_merged_until_every_node_has_its_share(hierarchy):
    counts = {"White": 850, "Black": 100, "Asian": 30, "Indian": 12, "Other": 8}
    found = hierarchy("race", [value for value, count in counts.items() for _ in range(count)])
    assert found.rows == [
        ["White", "White", "White", "White", "*"],
        ["Black", "Black", "Black", "{Black, Asian, Indian, Other}", "*"],
        ["Asian", "Asian", "{Asian, Indian, Other}", "{Black, Asian, Indian, Other}", "*"],
        [
            "Indian",
            "{Indian, Other}",
            "{Asian, Indian, Other}",
            "{Black, Asian, Indian, Other}",
            "*",
        ],
        [
            "Other",
            "{Indian, Other}",
            "{Asian, Indian, Other}",
            "{Black, Asian, Indian, Other}",
            "*",
        ],
    ]


def test_long_labels_name_the_first_value_and_count_the_others(hierarchy):
    values = ["United States"] * 900 + [f"Republic {letter} of somewhere" for letter in "abcdef"]
    found = hierarchy("country", values + values[-6:] * 20)
    assert found.rows[1][1] == "{Republic a of somewhere and 5 more}"


def test_texts_with_numbers_keep_their_order(hierarchy):
    values = [f"[{start}-{start + 10})" for start in (10, 0, 20, 90, 100)]
    labels = hierarchy("age", values).hierarchy.labels
    assert labels[0] == ("[0-10)", "[10-20)", "[20-30)", "[90-100)", "[100-110)")
    assert labels[1][0] == "{[0-10), [10-20)}"


def test_two_values_lie_directly_below_the_root(hierarchy):
    assert sorted(hierarchy("sex", ["m", "f", "f"]).rows) == [["f", "*"], ["m", "*"]]


def test_missing_values_are_left_to_the_rule_for_them(hierarchy):
    found = hierarchy("sex", ["m", "f", "?"], Dialect(missing=("?",)))
    assert sorted(row[0] for row in found.rows) == ["f", "m"]
    assert found.hierarchy.missing == "?"


def test_thousands_of_categories_are_merged_by_frequency(hierarchy):
    values = [f"city {'abcdefghij'[number % 10]}{'x' * (number // 10)}" for number in range(5010)]
    found = hierarchy("city", values * 2)
    assert found.inline == {"order": "frequency", "fanout": [10, 10, 10]}


@pytest.mark.parametrize(
    "value", ["{a, b}", 'quo"te', "semi;colon", "comma,comma", "<script>", "\n"]
)
def test_hostile_values_get_a_hierarchy_all_the_same(hierarchy, value):
    found = hierarchy("country", [value, "a", "b", "c", "d"] * 4 + ["a"] * 90)
    assert found is not None
    assert set(found.hierarchy.leaves) == {value, "a", "b", "c", "d"}
