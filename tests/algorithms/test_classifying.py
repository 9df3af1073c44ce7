"""What top-down specialization and bottom-up generalization promise, and what they refuse."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import hoarfrost as hf
from hoarfrost.errors import LimitReached, NotApplicable, PolicyNotReachable
from hoarfrost.problem import Problem
from hoarfrost.verifying import verify
from tests.algorithms.test_trees import (
    CASES,
    EXAMPLES,
    MONOTONE,
    TARGET,
    numeric_cases,
    solved,
    with_thresholds,
)
from tests.files import read, write
from tests.naive import trees
from tests.strategies import cases, problem_of

BOTH = ("top-down-specialization", "bottom-up-generalization")
TOP_DOWN, BOTTOM_UP = BOTH


def run_after(outcome, case, numeric=()):
    """The released table as the slow twin sees it."""
    run = trees.Run(case, case.sensitive[TARGET], trees.trees_of(case, numeric))
    for lexicon, paths, low in zip(
        outcome.recoding.lexicons, case.hierarchies, case.lowest, strict=True
    ):
        cut = defaultdict(set)
        for path in paths:
            cut[lexicon.code_of[path[0]]].add(path[low])
        run.cuts.append([frozenset(leaves) for leaves in cut.values()])
    return run


@EXAMPLES
@given(drawn=CASES.map(lambda case: (case, set())) | numeric_cases())
def test_no_valid_and_beneficial_specialisation_is_left(drawn):
    case, numeric = drawn
    found = solved(TOP_DOWN, with_thresholds(problem_of(case, target=TARGET), numeric))
    if found is not None:
        run = run_after(found[0], case, numeric)
        assert run.failing(run.cuts) == []
        assert trees.specialisations(run) == []


@EXAMPLES
@given(case=CASES, times=st.integers(0, 3))
def test_whenever_it_is_stopped_top_down_specialization_has_a_safe_table(case, times):
    problem = problem_of(case, target=TARGET)
    whole = solved(TOP_DOWN, problem)
    assume(whole is not None)
    answers = iter([False] * times)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Problem, "is_out_of_time", property(lambda _: next(answers, True)))
        outcome, events = solved(TOP_DOWN, problem)
    run = run_after(outcome, case)
    assert run.failing(run.cuts) == []
    assert events == whole[1][: times + 1]
    assert outcome.ended == "complete" or times < whole[0].evaluated
    assert outcome.ended == "time" or events == whole[1]


@EXAMPLES
@given(case=cases(kinds=[kind for kind in MONOTONE if kind.name != "average-risk"]))
def test_every_step_of_bottom_up_generalization_was_needed(case):
    found = solved(BOTTOM_UP, problem_of(case, target=TARGET))
    if found is not None:
        *before, last = found[1]
        assert all(event["violating"] > 0 for event in before)
        assert last["violating"] == 0


def test_bottom_up_generalization_has_nothing_safe_before_its_end():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Problem, "is_out_of_time", True)
        with pytest.raises(LimitReached) as caught:
            solved(BOTTOM_UP, teaching(k=2))
    assert str(caught.value).startswith("the search ended (time) before it found a release")


def teaching(k, **changes):
    from hoarfrost.examples.teaching import teaching_problem

    return replace(teaching_problem(k=k), target="Disease", **changes)


@pytest.mark.parametrize("name", BOTH)
def test_a_target_is_needed(name):
    with pytest.raises(NotApplicable) as caught:
        solved(name, replace(teaching(k=2), target=None))
    assert str(caught.value) == (
        f"{name} needs a target: the attribute that the release should predict"
    )


@pytest.mark.parametrize("name", BOTH)
def test_where_even_the_most_general_table_fails_that_is_said(name):
    from hoarfrost.algorithms.catalogue import ALGORITHMS

    with pytest.raises(PolicyNotReachable, match=r"^k-anonymity \(k = 7\) cannot be met"):
        ALGORITHMS.get(name).solve(teaching(k=7))


@pytest.mark.parametrize("name", BOTH)
def test_no_record_is_left_out_whatever_the_policy_allows(name):
    from hoarfrost.algorithms.catalogue import ALGORITHMS

    asked = ALGORITHMS.get(name).solve(teaching(k=2, suppression_limit=6))
    bare = ALGORITHMS.get(name).solve(teaching(k=2))
    assert asked.recoding.to_dict() == bare.recoding.to_dict()


RECORDS = [
    *[("2021-03-01", "1000", "M", "yes")] * 3,
    *[("2021-03-05", "2000", "M", "yes")] * 3,
    *[("2021-04-01", "3000", "F", "no")] * 3,
    *[("2021-07-09", "?", "F", "no")] * 3,
    *[("2021-07-10", "2000", "F", "yes")] * 3,
]
NAMES = ("admitted", "income", "sex", "ill")


def released(folder, attributes, **algorithm):
    """The released values of each attribute, after everything has been verified."""
    data, out = folder / "table.csv", folder / "out.csv"
    write(data, [NAMES, *RECORDS])
    policy = hf.Policy(
        attributes=attributes,
        requirements=[hf.KAnonymity(3)],
        data={"missing": ["?"]},
        algorithm={"name": TOP_DOWN, **algorithm},
    )
    with hf.anonymize(data, policy, out=out) as release:
        found, differences = verify(
            out, policy, report=release.report, recoding=release.recoding, original=data
        )
    assert (found.problems(), differences) == ([], [])
    names, rows = read(out)
    return {
        name: sorted(set(own)) for name, own in zip(names, zip(*rows, strict=True), strict=True)
    }


def test_dates_are_split_where_that_tells_most(tmp_path):
    dates = {"admitted": {"role": "quasi", "type": "date"}, "ill": {"role": "target"}}
    assert released(tmp_path, dates)["admitted"] == [
        "2021-07-10",
        "[2021-03-01,2021-04-01)",
        "[2021-04-01,2021-07-10)",
    ]


def test_a_missing_number_is_a_node_of_its_own(tmp_path):
    numbers = {"income": {"role": "quasi", "type": "integer"}, "ill": {"role": "target"}}
    assert released(tmp_path, numbers)["income"] == ["3000", "?", "[1000,3000)"]


def test_numbers_in_an_order_of_ones_own_have_no_thresholds(tmp_path):
    order = ["3000", "1000", "2000", "?"]
    numbers = {"income": {"role": "quasi", "type": "integer", "order": order}}
    found = released(tmp_path, {**numbers, "ill": {"role": "target"}})
    assert found["income"] == ["1000", "2000", "3000", "?"]


@pytest.mark.parametrize("role", ["sensitive", "plain", "quasi"])
@pytest.mark.parametrize("name", BOTH)
def test_the_target_may_be_a_column_of_any_role(tmp_path, role, name):
    numbers = {"income": {"role": "quasi", "type": "integer"}, "ill": {"role": role}}
    found = released(tmp_path, numbers, name=name, target="ill")
    assert found["ill"] == ["no", "yes"]
