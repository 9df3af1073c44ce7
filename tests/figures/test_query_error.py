from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoarfrost.figures import FIGURES
from hoarfrost.figures.query_error import LeafRuns, Query, random_queries, relative_errors
from hoarfrost.grouping import Blocks
from tests.figures import releases
from tests.naive import figures as naive

AGES = {"age": [[str(age), "*"] for age in range(4)]}


@settings(max_examples=15)
@given(view=releases.views())
def test_answers_equal_those_taken_record_by_record(view):
    release = naive.release_of(view)
    queries = random_queries(view.problem)[:10]
    expected = [naive.relative_error(release, query) for query in queries]
    assert relative_errors(queries, view) == pytest.approx(expected)


@given(
    leaf_sets=st.lists(st.sets(st.integers(0, 5)).map(sorted), min_size=1, max_size=5),
    inside=st.lists(st.booleans(), min_size=6, max_size=6),
)
def test_shares_count_the_leaves_of_any_blocks(leaf_sets, inside):
    labels = tuple(str(number) for number in range(len(leaf_sets)))
    blocks = Blocks.of_sets(leaf_sets, labels, [0] * len(leaf_sets))
    expected = [sum(inside[leaf] for leaf in own) / max(len(own), 1) for own in leaf_sets]
    assert LeafRuns.of(blocks).shares_inside(np.array(inside)).tolist() == expected


@settings(max_examples=5)
@given(problem=releases.problems())
def test_the_table_as_it_is_answers_without_error(problem):
    assert FIGURES.get("query-error").value(releases.identity(problem)) == 0.0


def test_the_figure_is_the_mean_over_1000_questions():
    problem = releases.problem_of(AGES, [("0",), ("0",), ("3",)])
    view, queries = releases.all_root(problem), random_queries(problem)
    mean = np.mean(relative_errors(queries, view))
    assert len(queries) == 1000
    assert FIGURES.get("query-error").value(view) == mean


def test_a_block_answers_by_the_share_of_its_leaves():
    problem = releases.problem_of(AGES, [("0",), ("0",), ("3",)])
    asked = Query({0: np.array([True, False, False, False])})
    assert relative_errors([asked], releases.all_root(problem)) == [(2 - 3 / 4) / 2]


def test_suppressed_records_are_missing():
    problem = releases.problem_of(AGES, [("0",), ("0",), ("3",)])
    asked = Query({0: np.array([True, True, True, True])})
    assert relative_errors([asked], releases.all_suppressed(problem)) == [1.0]


def test_an_answer_below_one_in_a_thousand_counts_as_that():
    problem = releases.problem_of(AGES, [("0",)] * 4000)
    asked = Query({0: np.array([False, True, False, False])})
    assert relative_errors([asked], releases.all_root(problem)) == [1000 / 4]


def test_the_questions_depend_on_the_seed_and_on_nothing_else():
    problem = releases.problem_of(AGES, [("0",), ("1",), ("3",)])
    figure = FIGURES.get("query-error")
    again = replace(problem, attributes=problem.attributes)
    other = replace(problem, seed=1)
    assert figure.value(releases.all_root(problem)) == figure.value(releases.all_root(again))
    assert figure.value(releases.all_root(problem)) != figure.value(releases.all_root(other))


@settings(max_examples=15)
@given(problem=releases.problems(), seed=st.integers(0, 2**32))
def test_questions_take_one_to_three_attributes_and_ask_for_something(problem, seed):
    for query in random_queries(replace(problem, seed=seed))[:10]:
        assert 1 <= len(query.inside) <= min(3, len(problem.attributes))
        assert all(inside.any() for inside in query.inside.values())


def test_ranges_follow_the_attributes_order():
    problem = releases.problem_of(AGES, [("0",), ("1",)])
    ranked = replace(problem.attributes[0], order=np.array([0, 2, 1, 3]))
    for query in random_queries(replace(problem, attributes=(ranked,))):
        inside = set(query.inside[0].nonzero()[0].tolist())
        assert inside != {0, 1}
        assert inside != {0, 1, 3}
