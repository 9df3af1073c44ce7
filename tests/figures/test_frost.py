from __future__ import annotations

import math

import pytest

from hoarfrost.figures import FIGURES
from hoarfrost.figures.frost_eta import FrostEta
from tests.figures import releases

ROWS = {
    "grade": [["9th", "Junior", "*"], ["10th", "Junior", "*"], ["11th", "Senior", "*"]],
    "sex": [["F", "*"], ["M", "*"]],
    "country": [["here", "*"], ["there", "*"]],
}
RECORDS = [("9th", "F", "here"), ("10th", "M", "here"), ("11th", "M", "here")]


def grades_generalised():
    problem = releases.problem_of(ROWS, RECORDS, priorities=[10, 5, 3])
    return releases.view_of(problem, problem.grouping([1, 0, 0]))


def test_the_basic_score_adds_values_by_priority():
    assert FIGURES.get("frost-basic").value(grades_generalised()) == 10 * 2 + 5 * 2 + 3 * 1


@pytest.mark.parametrize(("d", "score"), [(1, 2 * 10 + 2 * 5 + 3), (2, 10 + 5), (3, 15), (4, 0)])
def test_the_eta_score_counts_twice_above_d_and_once_above_half_of_it(d, score):
    assert FrostEta(d=d).value(grades_generalised()) == score


def test_the_threshold_of_the_eta_score_is_10_unless_said_otherwise():
    assert FIGURES.get("frost-eta") == FrostEta(d=10)


def test_the_logarithmic_score_is_that_of_the_best_attribute():
    assert FIGURES.get("frost-log").value(grades_generalised()) == 10 * math.log(2) / math.log(3)


def test_an_attribute_that_had_one_value_scores_its_priority():
    problem = releases.problem_of(ROWS, RECORDS, priorities=[1, 1, 3])
    assert FIGURES.get("frost-log").value(releases.all_root(problem)) == 3
    assert FIGURES.get("frost-log").value(releases.all_suppressed(problem)) == 0
