"""Summands for full-domain searches, and weights."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.figures import FIGURES, View
from hoarfrost.figures.base import LevelCosts
from tests.figures import releases

ADDING_UP = [
    "cell-generalizations",
    "entropy",
    "generalizations",
    "hierarchical-discernibility",
    "loss",
    "precision",
]
BY_HAND = {
    "grade": [["9th", "Junior", "*"], ["10th", "Junior", "*"], ["11th", "Senior", "*"]],
    "sex": [["F", "*"], ["M", "*"]],
}
PUPILS = [("9th", "F"), ("10th", "F"), ("10th", "M"), ("11th", "M")]


def added_up(costs: LevelCosts, view: View, levels: list[int]) -> float:
    """The value as a search adds it up, combination by combination."""
    frequency, total = view.problem.frequency, 0.0
    for combination, leaves in enumerate(frequency.codes.T):
        times = 1 if costs.counts_tuples else int(frequency.counts[combination])
        if view.kept_tuples[combination]:
            cost = sum(
                costs.of_leaf[attribute][levels[attribute]][leaf]
                for attribute, leaf in enumerate(leaves)
            )
        elif isinstance(costs.lost, float):
            cost = costs.lost
        else:
            cost = sum(lost[leaf] for lost, leaf in zip(costs.lost, leaves, strict=True))
        total += times * cost
    return total * costs.scale + costs.offset


def test_the_figures_that_are_sums_over_cells_give_their_summands():
    problem = releases.problem_of(BY_HAND, PUPILS)
    giving = [name for name, figure in FIGURES if figure.level_costs(problem) is not None]
    assert giving == ADDING_UP


@given(data=st.data())
def test_summands_add_up_to_the_value_at_every_node_with_any_suppression(data):
    problem = data.draw(releases.problems())
    levels = data.draw(releases.levels_of(problem))
    grouping = problem.grouping(levels)
    view = View(problem, grouping, data.draw(releases.masks_of(grouping)))
    for name in ADDING_UP:
        figure = FIGURES.get(name)
        costs = figure.level_costs(problem)
        assert costs is not None
        expected = pytest.approx(figure.value(view), rel=1e-12, abs=1e-12)
        assert (name, added_up(costs, view, levels)) == (name, expected)


@given(problem=releases.problems())
def test_summands_rise_with_the_level_and_never_above_suppression(problem):
    for name in ADDING_UP:
        costs = FIGURES.get(name).level_costs(problem)
        assert costs is not None
        assert costs.scale < 0 if FIGURES.get(name).larger_is_better else costs.scale > 0
        for attribute, of_level in enumerate(costs.of_leaf):
            present = np.unique(problem.frequency.codes[attribute])
            steps = np.array(of_level)[:, present]
            assert (np.diff(steps, axis=0) >= 0).all()
            if isinstance(costs.lost, tuple):
                assert (steps[-1] <= costs.lost[attribute][present]).all()


@given(problem=releases.problems())
def test_of_nothing_and_of_everything_the_shares_are_exact(problem):
    untouched, coarsest = releases.identity(problem), releases.all_root(problem)
    loss, precision = FIGURES.get("loss"), FIGURES.get("precision")
    assert loss.value(untouched) == 0.0
    assert precision.value(untouched) == 1.0
    assert loss.value(releases.all_suppressed(problem)) == 1.0
    assert precision.value(releases.all_suppressed(problem)) == 0.0
    if all(hierarchy.height for hierarchy in problem.hierarchies):
        assert precision.value(coarsest) == 0.0


def test_weights_make_the_mean_over_attributes_weighted():
    problem = releases.problem_of(BY_HAND, PUPILS, weights=[3.0, 1.0])
    view = releases.view_of(problem, problem.grouping([1, 1]))
    grade, sex = Fraction(3 * 1, 4 * 2), Fraction(4, 4)
    assert FIGURES.get("loss").value(view) == float((3 * grade + sex) / 4)
    assert FIGURES.get("precision").value(view) == float(1 - (3 * Fraction(1, 2) + 1) / 4)


def test_steps_are_not_weighted_and_are_whole_numbers():
    problem = releases.problem_of(BY_HAND, [*PUPILS, *PUPILS], weights=[3.0, 1.0])
    view = releases.view_of(problem, problem.grouping([2, 1]))
    for name, steps in [("generalizations", 12), ("cell-generalizations", 24)]:
        found = FIGURES.get(name).value(view)
        assert found == steps
        assert isinstance(found, int)


def test_the_loss_of_each_attribute_can_be_asked_for():
    problem = releases.problem_of(BY_HAND, PUPILS)
    view = releases.view_of(problem, problem.grouping([1, 0]))
    assert FIGURES.get("loss").by_attribute(view) == (0.375, 0.0)
    assert FIGURES.get("precision").by_attribute(view) == (0.5, 1.0)


def test_levels_below_the_policys_first_do_not_count():
    whole = releases.problem_of({"grade": BY_HAND["grade"]}, [(grade,) for grade, _ in PUPILS])
    upper = releases.problem_of(
        {"grade": [["Junior", "*"], ["Senior", "*"]]},
        [("Junior",), ("Junior",), ("Junior",), ("Senior",)],
    )
    assert whole.hierarchies[0].above(1).labels == upper.hierarchies[0].labels
    assert FIGURES.get("loss").value(releases.identity(upper)) == 0.0
    assert FIGURES.get("precision").value(releases.identity(upper)) == 1.0
