"""MinGen finds what trying every table finds, and says how far it got where it cannot."""

from __future__ import annotations

import random
import re
import time
from dataclasses import replace
from math import prod

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.algorithms.cells.min_gen import min_gen
from hoarfrost.algorithms.cells.prices import FINEST, _parts
from hoarfrost.errors import NotApplicable, PolicyNotReachable
from hoarfrost.figures import FIGURES, View
from hoarfrost.problem import Problem
from hoarfrost.requirements.k_anonymity import KAnonymity
from hoarfrost.trace import Trace
from tests.effort import examples
from tests.naive.lattice import Case
from tests.naive.min_gen import best_groups, best_table, label
from tests.strategies import SIZE_KINDS, cases, problem_of

EXAMPLES = examples(200)
MOST_TABLES = 20_000
MOST_GROUPED = 8


def combinations_of(problem):
    """The combinations in the table's order, as labels."""
    return [
        tuple(own.leaves[code] for own, code in zip(problem.hierarchies, codes, strict=True))
        for codes in problem.frequency.codes.T
    ]


def view_of(problem, outcome):
    grouping = outcome.recoding.grouping(problem)
    return View(problem, grouping, np.ones(grouping.class_count, dtype=np.bool_))


def labels_of(grouping):
    """What each combination is released as."""
    return [
        tuple(own.labels[code] for own, code in zip(grouping.blocks, codes, strict=True))
        for codes in grouping.codes[:, grouping.class_of].T
    ]


def table_count(problem):
    return prod(top + 1 for top in problem.tops) ** problem.frequency.tuple_count


def found(problem):
    """The outcome; None: unreachable."""
    try:
        return min_gen(problem)
    except PolicyNotReachable:
        return None


@settings(max_examples=EXAMPLES)
@given(cases(kinds=tuple(SIZE_KINDS)))
def test_trying_every_table_finds_the_same(case):
    problem = replace(problem_of(case), suppression_limit=0)
    assume(table_count(problem) <= MOST_TABLES)
    outcome = found(problem)
    combinations = combinations_of(problem)
    expected = best_table(case, combinations)
    if expected is None:
        assert outcome is None
        return
    steps, lost, levels = expected
    view = view_of(problem, outcome)
    assert (outcome.value, outcome.bound, outcome.is_optimal) == (steps, steps, True)
    assert outcome.space == table_count(problem)
    assert FIGURES.get("cell-generalizations").value(view) == steps
    share = float(lost) / problem.frequency.record_count / sum(case.weights)
    assert FIGURES.get("precision").value(view) == pytest.approx(1 - share)
    assert labels_of(view.grouping) == [
        label(case, row, own) for row, own in zip(combinations, levels, strict=True)
    ]


@settings(max_examples=50)
@given(cases(kinds=(KAnonymity,)))
def test_asking_for_more_never_takes_fewer_steps(case):
    problem = replace(problem_of(case), suppression_limit=0)
    stricter = tuple(
        replace(own, requirement=KAnonymity(own.requirement.k + 1)) for own in problem.demands
    )
    less, more = found(problem), found(replace(problem, demands=stricter))
    if more is not None:
        assert less.value <= more.value
    if less is not None:
        tops = problem.grouping(problem.tops)
        coarsest = View(problem, tops, np.ones(tops.class_count, dtype=np.bool_))
        assert less.value <= FIGURES.get("cell-generalizations").value(coarsest)


@settings(max_examples=100)
@given(cases(kinds=tuple(SIZE_KINDS)), st.integers(0, 6))
def test_when_time_is_up_the_best_table_lies_between_bound_and_value(case, times):
    problem = replace(problem_of(case), suppression_limit=0)
    best = found(problem)
    assume(best is not None)
    answers = iter([False] * times)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Problem, "is_out_of_time", property(lambda _: next(answers, True)))
        outcome = min_gen(problem)
    assert outcome.bound <= best.value <= outcome.value
    assert outcome.is_optimal == (outcome.gap == 0.0)
    view = view_of(problem, outcome)
    assert FIGURES.get("cell-generalizations").value(view) == outcome.value
    assert problem.judge(view.grouping).is_accepted


@settings(max_examples=50)
@given(cases(kinds=tuple(SIZE_KINDS)))
def test_every_event_has_its_sentence_and_tables_get_better(case):
    trace = Trace()
    problem = replace(problem_of(case, trace=trace), suppression_limit=0)
    outcome = found(problem)
    sentences = ALGORITHMS.get("min-gen").events
    for event in trace:
        assert "{" not in sentences[event["event"]].format(**event)
    steps = [event["steps"] for event in trace if event["event"] == "found"]
    assert steps == sorted(steps, reverse=True)
    if steps:
        assert steps[-1] == outcome.value


@settings(max_examples=EXAMPLES)
@given(cases(kinds=tuple(SIZE_KINDS), any_shield=False, least_height=1))
def test_with_one_shield_trying_every_grouping_finds_the_same(case):
    problem = replace(problem_of(case), suppression_limit=0)
    assume(problem.frequency.tuple_count <= MOST_GROUPED)
    expected = best_groups(case, combinations_of(problem))
    outcome = found(problem)
    if expected is None:
        assert outcome is None
        return
    steps, lost = expected
    assert (outcome.value, outcome.is_optimal) == (steps, True)
    share = float(lost) / problem.frequency.record_count / sum(case.weights)
    assert FIGURES.get("precision").value(view_of(problem, outcome)) == pytest.approx(1 - share)


def large_table(width, count, *, k):
    """Attributes of nine values below three below one, and records at random."""
    source = random.Random(width)
    hierarchies = [
        [[f"{place}{leaf}", f"{place}/{leaf // 3}", "*"] for leaf in range(9)]
        for place in range(width)
    ]
    return Case(
        hierarchies=hierarchies,
        records=[tuple(source.choice(paths)[0] for paths in hierarchies) for _ in range(count)],
        sensitive={},
        demands=[(KAnonymity(k), tuple(range(width)), None)],
        paths={},
        lowest=[0] * width,
        highest=[2] * width,
        weights=[1.0] * width,
        priorities=[1] * width,
    )


def test_a_table_with_too_many_ways_is_refused_with_their_number():
    with pytest.raises(NotApplicable) as caught:
        min_gen(problem_of(large_table(9, 100, k=3)))
    [flaw] = caught.value.flaws
    assert flaw.message == (
        "min-gen gives every combination levels of its own: the 100 combinations of this table can"
        " be released in about 2,000,000 ways, and at most 300,000 can be looked at"
    )
    assert flaw.hint == (
        'use "optimal", which gives every attribute one level, or fewer quasi attributes'
    )


def test_a_search_that_is_too_long_is_refused_with_what_it_would_take(monkeypatch):
    monkeypatch.setattr("hoarfrost.algorithms.cells.searching.MOST_WORK", 5_000)
    with pytest.raises(NotApplicable) as caught:
        min_gen(problem_of(large_table(3, 60, k=3)))
    [flaw] = caught.value.flaws
    assert re.fullmatch(
        r"min-gen cannot search this table to the end: it made \d+ decisions, and would need about"
        r" [\d,^]+",
        flaw.message,
    )
    assert flaw.hint == (
        'use "optimal", which gives every attribute one level, or set a time limit for the best'
        " table that is found in it"
    )


def test_within_a_time_limit_a_large_table_gets_a_release_and_a_bound():
    start = time.monotonic()
    problem = problem_of(large_table(3, 200, k=3), deadline=start + 0.5)
    outcome = min_gen(problem)
    assert time.monotonic() - start < 5
    assert (outcome.ended, outcome.is_optimal) == ("time", False)
    assert 0 < outcome.bound < outcome.value
    assert outcome.space == 0
    assert problem.judge(outcome.recoding.grouping(problem)).is_accepted


def test_what_cannot_be_reached_names_a_way_out_that_min_gen_has_not():
    case = replace(large_table(1, 9, k=3), records=[("00",)] * 3 + [("08",)], highest=[1])
    with pytest.raises(PolicyNotReachable) as caught:
        min_gen(problem_of(case))
    [flaw] = caught.value.flaws
    assert flaw.hint == (
        'raise max_level of attribute 0, or use "optimal" with a suppression limit of 1 record'
    )


@given(st.integers(1, 30).flatmap(lambda n: st.lists(st.integers(1, 900), min_size=n, max_size=n)),
       st.integers(1, 2000))  # fmt: skip
def test_parts_of_a_class_fill_it_wherever_records_do(records, size):
    sizes = np.full(len(records), size)
    parts = _parts(np.array(records), sizes)
    if sum(records) >= size:
        assert parts.sum() >= min(size, FINEST)
    assert (parts <= FINEST).all()
