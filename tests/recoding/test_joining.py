"""New combinations that lie in no region: where they go, and what they are called there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoarfrost.errors import DataError
from hoarfrost.frequency import FrequencySet
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.problem import Attribute, Problem
from hoarfrost.recoding import Recoding, Regions
from hoarfrost.recoding.lexicon import texts_of_leaves
from tests.naive import joining as naive
from tests.recoding.drawing import problems, regions

AGES = ("20", "23", "25", "30", "35", "40")
JOBS = [(job, group, "*") for job, group in
        [("nurse", "care"), ("doctor", "care"), ("cook", "food"), ("baker", "food")]]  # fmt: skip
DICTIONARIES = {"age": AGES, "job": tuple(job for job, *_ in JOBS)}


@pytest.fixture
def problem():
    ages = Hierarchy.from_rows([(age, "*") for age in AGES])
    attributes = (
        Attribute("age", ages, order=np.arange(len(AGES))),
        Attribute("job", Hierarchy.from_rows(JOBS)),
    )
    codes = np.array([[0, 1, 3, 5], [0, 1, 2, 2]], dtype=np.int32)
    frequency = FrequencySet(("age", "job"), codes, np.ones(4, dtype=np.int64), {})
    return Problem(attributes, frequency, (), 0)


def released(recoding, *rows):
    """What rows of an age and a job are released as."""
    codes = [[DICTIONARIES[name].index(value) for value in column]
             for name, column in zip(DICTIONARIES, zip(*rows, strict=True), strict=True)]  # fmt: skip
    applied = recoding.apply(tuple(DICTIONARIES), DICTIONARIES, np.array(codes, dtype=np.int32))
    return [
        tuple(applied.labels[name][code] for name, code in zip(DICTIONARIES, column, strict=True))
        for column in applied.codes.T
    ]


YOUNG, OLD = [[0, 1], [0, 1]], [[4, 5], [2, 3]]


@pytest.mark.parametrize(
    ("style", "row", "expected"),
    [
        ("interval", ("23", "doctor"), ("[20,23]", "[nurse,doctor]")),
        ("interval", ("25", "doctor"), ("[20,25]", "[nurse,doctor]")),
        ("interval", ("30", "cook"), ("[30,40]", "[cook,baker]")),
        ("interval", ("40", "doctor"), ("[35,40]", "[doctor,baker]")),
        ("ancestor", ("23", "cook"), ("*", "food")),
        ("ancestor", ("20", "cook"), ("*", "food")),
        ("set", ("30", "nurse"), ("{20, 23, 30}", "{nurse, doctor}")),
        ("set", ("40", "nurse"), ("{20, 23, 40}", "{nurse, doctor}")),
    ],
)
def test_a_record_joins_the_box_that_is_widened_least(problem, style, row, expected):
    recoding = Regions.of(problem, [YOUNG, OLD], style)
    assert released(recoding, row) == [expected]


def test_a_set_does_not_hold_what_lies_between_its_values(problem):
    recoding = Regions.of(problem, [[[0, 2], [0]], OLD], "set")
    found = released(recoding, ("20", "nurse"), ("25", "nurse"), ("23", "nurse"))
    assert [age for age, _ in found] == ["{20, 25}", "{20, 25}", "{20, 23, 25}"]


def test_the_box_stays_what_it_was_for_those_inside(problem):
    recoding = Regions.of(problem, [YOUNG, OLD])
    found = released(recoding, ("20", "nurse"), ("25", "nurse"), ("40", "cook"))
    assert [age for age, _ in found] == ["[20,23]", "[20,25]", "[35,40]"]


def test_the_weight_of_an_attribute_says_how_much_its_width_counts(problem):
    age, job = problem.attributes
    boxes = [[[0], [0, 1]], [[5], [2, 3]]]
    row = ("35", "doctor")
    assert released(Regions.of(problem, boxes), row) == [("[35,40]", "[doctor,baker]")]
    heavy = replace(problem, attributes=(replace(age, weight=0.1), job))
    assert released(Regions.of(heavy, boxes), row) == [("[20,35]", "[nurse,doctor]")]


def test_no_box_is_widened_beyond_the_highest_level(problem):
    age, job = problem.attributes
    limited = replace(problem, attributes=(age, replace(job, max_level=1)))
    recoding = Regions.of(limited, [YOUNG, OLD])
    assert released(recoding, ("20", "cook")) == [("[20,40]", "[cook,baker]")]
    with pytest.raises(DataError, match='the combination age "20", job "cook" is unknown'):
        released(Regions.of(limited, [YOUNG]), ("20", "cook"))


def test_a_strict_recoding_refuses_what_lies_in_no_box(problem):
    recoding = Regions.of(problem, [YOUNG, OLD]).strict()
    assert released(recoding, ("20", "nurse")) == [("[20,23]", "[nurse,doctor]")]
    with pytest.raises(DataError, match='the combination age "25", job "cook" is unknown'):
        released(recoding, ("25", "cook"))


def of_numbers(style="interval", ages=("20", "23", "30", "?"), **changes):
    """Regions of ages: 20 and 23, and 30 and what is missing."""
    tree = Hierarchy.from_rows([(age, "*") for age in ages], missing="?")
    numbers = {"order": np.arange(len(ages)), "value_type": "integer", **changes}
    codes = np.array([[*range(len(ages))]], dtype=np.int32)
    frequency = FrequencySet(("age",), codes, np.ones(len(ages), dtype=np.int64), {})
    problem = Problem((Attribute("age", tree, **numbers),), frequency, (), 0)
    return Recoding.from_dict(Regions.of(problem, [[[0, 1]], [[2, 3]]], style).to_dict())


def ages_of(recoding, *ages):
    applied = recoding.apply(("age",), {"age": ages}, np.arange(len(ages), dtype=np.int32)[None])
    return [applied.labels["age"][code] for code in applied.codes[0]]


def test_a_new_number_lies_in_the_interval_that_holds_it():
    asked = ("21", "20", "9", "24", "29", "31", "?")
    expected = ["[20,23]", "[20,23]", "[9,23]", "[20,24]", "[20,29]", "{30, 31, ?}", "{30, ?}"]
    assert ages_of(of_numbers(), *asked) == expected


def test_a_strict_recoding_knows_the_numbers_in_its_intervals_only():
    assert ages_of(of_numbers().strict(), "22.5", "30") == ["[20,23]", "{30, ?}"]
    with pytest.raises(DataError, match='the combination age "24" is unknown'):
        ages_of(of_numbers().strict(), "24")


def test_a_set_holds_no_new_number():
    assert ages_of(of_numbers("set"), "21", "23") == ["{20, 21, 23}", "{20, 23}"]


@pytest.mark.parametrize(
    ("changes", "value"),
    [
        ({"value_type": "text"}, "21"),
        ({}, "many"),
        ({"style": "ancestor"}, "21"),
        ({"ages": ("30", "23", "20", "?")}, "21"),
        ({"max_level": 0}, "21"),
    ],
    ids=["texts", "no number", "nodes", "an order of its own", "values kept apart"],
)
def test_a_new_value_without_a_place_is_refused(changes, value):
    with pytest.raises(DataError, match=f'the recoding does not know the value "{value}"'):
        ages_of(of_numbers(**changes), value)


@settings(max_examples=50)
@given(new=st.lists(st.integers(0, 40), min_size=1, max_size=8, unique=True))
@pytest.mark.parametrize("style", ["interval", "set"])
def test_what_a_number_is_released_as_depends_on_no_other_one(style, new):
    recoding = of_numbers(style)
    together = ages_of(recoding, *map(str, new), "?")
    assert together == [ages_of(recoding, age)[0] for age in (*map(str, new), "?")]


@settings(max_examples=100)
@given(
    new=st.lists(st.integers(0, 40), min_size=1, max_size=8, unique=True),
    style=st.sampled_from(("interval", "set")),
)
def test_every_label_holds_the_new_number_it_is_released_for(new, style):
    recoding = of_numbers(style, ("3", "8", "21", "34"))
    for age, label in zip(new, ages_of(recoding, *map(str, new)), strict=True):
        ends = label.strip("[]{}").split("," if label.startswith("[") else ", ")
        numbers = [int(end) for end in ends]
        assert age in numbers if style == "set" else min(numbers) <= age <= max(numbers)


@st.composite
def with_strangers(draw):
    """A problem, some of the boxes of a recoding for it, and combinations that may lie in none."""
    problem = draw(problems())
    whole = regions(draw, problem)
    count = draw(st.integers(1, whole.boxes.shape[1]))
    some = replace(whole, boxes=np.ascontiguousarray(whole.boxes[:, :count]))
    codes = [
        draw(st.lists(st.integers(0, len(one.hierarchy.leaves) - 1), min_size=6, max_size=6))
        for one in problem.attributes
    ]
    return problem, some, np.array(codes, dtype=np.int32)


@settings(max_examples=200)
@given(drawn=with_strangers())
def test_every_label_holds_the_value_it_is_released_for(drawn):
    problem, recoding, codes = drawn
    recoding = Recoding.from_dict(recoding.to_dict())
    names = [attribute.name for attribute in problem.attributes]
    texts = {attribute.name: texts_of_leaves(attribute) for attribute in problem.attributes}
    applied = recoding.apply(names, texts, codes)
    for position, line in enumerate(recoding.lines):
        for code, leaf in zip(applied.codes[position], codes[position].tolist(), strict=True):
            label = applied.labels[names[position]][code]
            assert leaf in naive.meanings(label, line, recoding.blocks[position])


@settings(max_examples=200)
@given(drawn=with_strangers())
def test_the_nearest_box_is_that_of_looking_at_all(drawn):
    problem, recoding, codes = drawn
    names = [attribute.name for attribute in problem.attributes]
    texts = {attribute.name: texts_of_leaves(attribute) for attribute in problem.attributes}
    applied = recoding.apply(names, texts, codes)
    for place, combination in enumerate(codes.T.tolist()):
        labels = [applied.labels[name][row[place]]
                  for name, row in zip(names, applied.codes, strict=True)]  # fmt: skip
        assert labels == naive.released(recoding, combination)
