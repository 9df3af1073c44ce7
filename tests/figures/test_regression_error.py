from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoarfrost.figures import FIGURES, View
from hoarfrost.figures.regression_error import (
    as_numbers,
    estimation_errors,
    estimation_limits,
)
from hoarfrost.figures.utility import learnt_from, ways_of
from tests.figures import releases

FIGURE = FIGURES.get("regression-error")


def wages(*targets: str):
    """Twenty women and twenty men; the women earn the first wage, the men the second."""
    records = [("F",)] * 20 + [("M",)] * 20
    return releases.problem_of(
        {"sex": [["F", "*"], ["M", "*"]]},
        records,
        targets=[targets[0]] * 20 + [targets[-1]] * 20,
    )


def test_without_a_numeric_target_it_does_not_apply():
    assert FIGURE.value(releases.identity(wages("10", "unknown"))) is None
    assert FIGURE.value(releases.identity(wages("10", "inf"))) is None
    assert FIGURE.value(releases.identity(replace(wages("10"), target=None))) is None


@pytest.mark.parametrize("values", [("1", "x"), ("nan",), ("",), ("1", "-inf")])
def test_values_that_are_not_numbers_are_refused(values):
    assert as_numbers(values) is None


@pytest.fixture
def with_scikit_learn():
    pytest.importorskip("sklearn")


@pytest.mark.usefixtures("with_scikit_learn")
class TestWithModels:
    def test_equal_targets_are_estimated_without_error(self):
        assert FIGURE.value(releases.identity(wages("10"))) == 0.0

    def test_of_a_release_without_records_the_mean_is_estimated(self):
        assert FIGURE.value(releases.all_suppressed(wages("10", "14"))) == 2.0

    def test_of_one_class_its_mean_is_estimated(self):
        assert FIGURE.value(releases.all_root(wages("10", "14"))) == pytest.approx(2.0)

    def test_what_is_kept_is_estimated_and_what_is_suppressed_is_not(self):
        problem = wages("10", "14")
        grouping = problem.grouping([0])
        both = FIGURE.value(releases.identity(problem))
        first = FIGURE.value(View(problem, grouping, grouping.codes[0] == 0))
        assert both < 0.1
        assert first == pytest.approx(math.sqrt(2), abs=0.01)

    @settings(max_examples=4, deadline=None)
    @given(problem=releases.problems(targets=st.sampled_from(["-3", "0.5", "40"])), data=st.data())
    def test_the_same_release_has_the_same_finite_error(self, problem, data):
        grouping = data.draw(releases.groupings_of(problem))
        view = View(problem, grouping, data.draw(releases.masks_of(grouping)))
        error = FIGURE.value(view)
        assert error == FIGURE.value(View(problem, grouping, view.kept))
        assert 0.0 <= error < math.inf

    def test_the_original_is_the_ceiling_and_the_mean_the_floor(self):
        problem = wages("10", "14")
        limits = estimation_limits(problem)
        assert limits["mean"] == 2.0
        assert limits["original"] < 0.1
        found = estimation_errors(releases.identity(problem))
        assert found["strong"] == limits["original"]
        assert found["linear"] < 0.3
        hidden = estimation_errors(releases.all_root(problem))
        assert hidden == {"linear": pytest.approx(2.0), "strong": pytest.approx(2.0)}
        lost = estimation_errors(releases.all_suppressed(problem))
        assert lost == {"linear": 2.0, "strong": 2.0}

    def test_a_line_is_learnt_by_the_linear_model_from_numbers_on_a_line(self):
        ages = [str(age) for age in range(40)]
        problem = releases.problem_of(
            {"age": [[age, "*"] for age in ages]},
            [(age,) for age in ages for _ in range(10)],
            targets=[age for age in ages for _ in range(10)],
        )
        (age,) = problem.attributes
        order = np.array([int(leaf) for leaf in age.hierarchy.leaves])
        line = replace(problem, attributes=(replace(age, value_type="integer", order=order),))
        assert estimation_errors(releases.identity(line))["linear"] < 0.1

    def test_what_does_not_apply_has_no_details(self):
        problem = wages("10", "unknown")
        assert estimation_limits(problem) is None
        assert estimation_errors(releases.identity(problem)) is None
        assert learnt_from(releases.identity(replace(problem, target=None))) == {}


@pytest.mark.parametrize(
    ("values", "ways"),
    [
        (["yes", "no"], ("classification",)),
        (["0", "1"], ("classification",)),
        (["1", "2", "?"], ("classification",)),
        ([str(number) for number in range(3)], ("classification", "regression")),
        ([str(number) for number in range(10)], ("classification", "regression")),
        ([str(number) for number in range(11)], ("regression",)),
    ],
)
def test_a_target_is_predicted_in_the_way_that_suits_it(values, ways):
    problem = releases.problem_of({"sex": [["F", "*"]]}, [("F",)] * len(values), targets=values)
    assert ways_of(problem) == ways
    assert ways_of(replace(problem, target=None)) == ()
