"""Laws that every figure on the shelf obeys."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.figures import FIGURES, Figure, View
from hoarfrost.figures.base import Sizes
from tests.figures import releases
from tests.naive import figures as naive

QUICK = [name for name, figure in FIGURES if not figure.is_slow]
BOUNDS = [name for name, figure in FIGURES if figure.is_bound]
SLOW = ["accuracy", "query-error", "regression-error"]


def is_no_better(figure: Figure, value: float, than: float) -> bool:
    """Is a value worse, or the same but for rounding?"""
    slack = 1e-9 * max(1.0, abs(than))
    return value <= than + slack if figure.larger_is_better else value >= than - slack


def value(name: str, view: View) -> float:
    """The value of a figure that applies."""
    found = FIGURES.get(name).value(view)
    assert found is not None
    return found


def test_the_shelf_holds_the_figures_of_the_specification():
    assert set(FIGURES.names()) == {*naive.FIGURES, *SLOW}


def test_slow_figures_say_so():
    assert [name for name, figure in FIGURES if figure.is_slow] == SLOW


@pytest.mark.parametrize("name", FIGURES.names())
def test_a_figure_describes_itself_in_words(name):
    figure = FIGURES.get(name)
    assert figure.name == name
    assert figure.title[0].isupper()
    assert figure.sentence(0.5).endswith(".")
    assert type(figure).__doc__


@given(view=releases.views())
def test_figures_equal_their_definition_record_by_record(view):
    release = naive.release_of(view)
    for name in QUICK:
        expected = naive.FIGURES[name](release)
        found = FIGURES.get(name).value(view)
        assert (name, found) == (name, expected and pytest.approx(expected, rel=1e-12, abs=1e-12))


@given(view=releases.views())
def test_figures_are_finite(view):
    for name in QUICK:
        found = FIGURES.get(name).value(view)
        assert found is None or math.isfinite(found)


@given(view=releases.views())
def test_nothing_is_better_than_the_table_as_it_is(view):
    if not view.kept.any():
        return
    # Where blocks overlap, one value can be released as several, which the scores count.
    overlap = any(blocks.of_leaf is None for blocks in view.grouping.blocks)
    for name in QUICK:
        if not (overlap and name.startswith("frost")):
            best = value(name, releases.identity(view.problem))
            assert is_no_better(FIGURES.get(name), value(name, view), than=best), name


@given(data=st.data())
def test_with_nothing_suppressed_the_root_is_worst(data):
    problem = data.draw(releases.problems())
    view = releases.view_of(problem, data.draw(releases.groupings_of(problem)))
    for name in QUICK:
        worst = value(name, releases.all_root(problem))
        assert is_no_better(FIGURES.get(name), worst, than=value(name, view)), name


@given(view=releases.views())
def test_nothing_is_worse_than_to_release_nothing(view):
    if not view.kept.any():
        return
    for name in QUICK:
        if name == "class-size":
            continue
        worst = value(name, releases.all_suppressed(view.problem))
        assert is_no_better(FIGURES.get(name), worst, than=value(name, view)), name


@given(data=st.data())
def test_a_bound_holds_for_every_more_general_level_with_any_suppression(data):
    problem = data.draw(releases.problems())
    low = data.draw(releases.levels_of(problem))
    high = [
        data.draw(st.integers(level, hierarchy.height))
        for level, hierarchy in zip(low, problem.hierarchies, strict=True)
    ]
    above = problem.grouping(high)
    bounding = releases.view_of(problem, problem.grouping(low))
    bounded = View(problem, above, data.draw(releases.masks_of(above)))
    for name in BOUNDS:
        figure = FIGURES.get(name)
        found = figure.value(bounded)
        if found is not None:
            assert is_no_better(figure, found, than=value(name, bounding)), name


@given(data=st.data())
def test_a_bound_holds_for_every_more_general_cut_with_any_suppression(data):
    problem = data.draw(releases.problems())
    below = data.draw(releases.cuts_of(problem))
    above = below
    for attribute, blocks in enumerate(below.blocks):
        if data.draw(st.booleans()):
            root = releases.all_root(problem).grouping.blocks[attribute]
            lowest = problem.hierarchies[attribute].lowest_levels[-1]
            root = type(root)(root.labels, root.leaf_starts, root.leaf_codes, lowest, root.of_leaf)
            to_root = np.zeros(len(blocks.labels), dtype=np.int32)
            above = above.coarsen(attribute, root, to_root)
    bounding = releases.view_of(problem, below)
    bounded = View(problem, above, data.draw(releases.masks_of(above)))
    for name in BOUNDS:
        figure = FIGURES.get(name)
        found = figure.value(bounded)
        if found is not None:
            assert is_no_better(figure, found, than=value(name, bounding)), name


@given(view=releases.views())
def test_what_follows_from_class_sizes_equals_the_figure(view):
    sizes = view.grouping.sizes[view.kept]
    known = Sizes(len(sizes), int((sizes * sizes).sum()), view.suppressed_records)
    everything = Sizes(1, view.record_count**2, 0)
    following = []
    for name, figure in FIGURES:
        if figure.value_of_sizes(view.problem, everything) is not None:
            following.append(name)
            assert figure.value_of_sizes(view.problem, known) == figure.value(view)
    assert following == ["class-size", "discernibility", "row-ratio", "rows"]


@given(view=releases.views())
def test_suppression_takes_its_toll(view):
    whole = releases.view_of(view.problem, view.grouping)
    suppressed = np.array([view.suppressed_records])
    for name in QUICK:
        figure = FIGURES.get(name)
        found = figure.value(view)
        if found is not None and not figure.larger_is_better:
            toll = figure.toll(view.problem, suppressed)[0]
            assert is_no_better(figure, found, than=value(name, whole) + toll), name


@given(data=st.data())
def test_the_order_of_records_attributes_and_hierarchy_rows_is_irrelevant(data):
    hierarchies, records = data.draw(releases.tables())
    names = data.draw(st.permutations(list(hierarchies)))
    positions = [list(hierarchies).index(name) for name in names]
    shuffled = releases.problem_of(
        {name: data.draw(st.permutations(hierarchies[name])) for name in names},
        [
            tuple(record[position] for position in positions)
            for record in data.draw(st.permutations(records))
        ],
    )
    problem = releases.problem_of(hierarchies, records)
    levels = data.draw(releases.levels_of(problem))
    smallest = data.draw(st.integers(1, 4))
    view = releases.view_of(problem, problem.grouping(levels), smallest)
    grouping = shuffled.grouping([levels[position] for position in positions])
    same = releases.view_of(shuffled, grouping, smallest)
    for name in QUICK:
        figure = FIGURES.get(name)
        expected = figure.value(view)
        assert figure.value(same) == (expected and pytest.approx(expected, rel=1e-12, abs=1e-12))


@given(view=releases.views())
def test_labels_are_irrelevant(view):
    renamed = [
        type(blocks)(
            tuple(f"other {number}" for number in range(len(blocks.labels))),
            blocks.leaf_starts,
            blocks.leaf_codes,
            blocks.levels,
            blocks.of_leaf,
        )
        for blocks in view.grouping.blocks
    ]
    grouping = type(view.grouping)(
        view.grouping.frequency,
        tuple(renamed),
        view.grouping.codes,
        view.grouping.class_of,
        view.grouping.sizes,
    )
    for name in QUICK:
        figure = FIGURES.get(name)
        assert figure.value(View(view.problem, grouping, view.kept)) == figure.value(view)
