"""`incognito` finds every recoding that meets the policy, and releases the best of them."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.algorithms.lattice import incognito as module
from hoarfrost.algorithms.lattice.incognito import incognito, satisfying_recodings
from hoarfrost.algorithms.lattice.optimal import optimal
from hoarfrost.errors import LimitReached, NotApplicable, PolicyNotReachable
from hoarfrost.examples.teaching import teaching_problem
from hoarfrost.problem import Problem
from hoarfrost.requirements import REQUIREMENTS
from hoarfrost.trace import Trace
from tests.effort import examples
from tests.naive.lattice import best_of, every_accepted
from tests.strategies import SIZE_KINDS, cases, problem_of
from tests.taggable import WAYS, changed, taggable_cases

EXAMPLES = examples(100)


@pytest.fixture(params=WAYS)
def way(request, monkeypatch):
    """How nodes are tested."""
    changed(request.param, monkeypatch)


def every_found(case):
    """The user's levels of all recodings that `incognito` finds."""
    nodes = satisfying_recodings(problem_of(case))
    return {
        tuple(level + low for level, low in zip(levels, case.lowest, strict=True))
        for levels in product(*map(range, nodes.shape))
        if nodes[levels]
    }


def every_expected(case):
    return {node.levels for node in every_accepted(case)}


@pytest.mark.usefixtures("way")
class TestTryingEveryRecodingFindsTheSame:
    @settings(max_examples=EXAMPLES)
    @given(taggable_cases(suppresses=False))
    def test_with_nothing_suppressed(self, case):
        assert every_found(case) == every_expected(case)

    @settings(max_examples=EXAMPLES)
    @given(taggable_cases(suppresses=True))
    def test_with_some_suppressed(self, case):
        assert every_found(case) == every_expected(case)

    @settings(max_examples=EXAMPLES)
    @given(cases(kinds=SIZE_KINDS, any_shield=False))
    def test_when_sizes_decide(self, case):
        assert every_found(case) == every_expected(case)


@settings(max_examples=EXAMPLES)
@given(taggable_cases())
def test_the_best_of_all_is_released_and_the_minimal_ones_are_listed(case):
    nodes = every_accepted(case)
    try:
        outcome = incognito(problem_of(case))
    except PolicyNotReachable:
        assert not nodes
        return
    best = best_of(nodes, larger_is_better=case.larger_is_better)
    assert tuple(outcome.recoding.levels.values()) == best.levels
    assert outcome.value == pytest.approx(best.value, rel=1e-9, abs=1e-12)
    assert (outcome.is_optimal, outcome.gap, outcome.ended) == (True, 0.0, "complete")
    assert outcome.value == optimal(problem_of(case)).value
    listed = [tuple(levels.values()) for levels in outcome.alternatives]
    assert listed == sorted(
        minimal_of(nodes), key=lambda levels: (levels != best.levels, sum(levels), levels)
    )
    assert outcome.evaluated + sum(outcome.pruned.values()) == outcome.space


def minimal_of(nodes):
    """The recodings below which none meets the policy."""
    every = [node.levels for node in nodes]
    return [
        levels
        for levels in every
        if not any(
            other != levels and all(low <= high for low, high in zip(other, levels, strict=True))
            for other in every
        )
    ]


@settings(max_examples=EXAMPLES)
@given(taggable_cases())
def test_no_node_is_tested_that_the_two_properties_decide(case):
    trace = Trace()
    with suppress(PolicyNotReachable):
        incognito(replace(problem_of(case), trace=trace))
    tests = [event for event in trace if event["event"] in ("satisfies", "fails")]
    satisfying = {frozenset(own["levels"].items()) for own in tests if own["event"] == "satisfies"}
    failing = {frozenset(own["levels"].items()) for own in tests if own["event"] == "fails"}
    assert len(satisfying) + len(failing) == len(tests)
    for event in tests:
        levels = event["levels"]
        for parts in combinations(levels.items(), len(levels) - 1):
            assert frozenset(parts) not in failing
        for name, level in levels.items():
            assert frozenset((levels | {name: level - 1}).items()) not in satisfying


def test_a_vast_number_of_nodes_is_refused(monkeypatch):
    monkeypatch.setattr(module, "MOST_NODES", 14)
    with pytest.raises(NotApplicable, match="incognito keeps up to 14 nodes in memory, and here"):
        incognito(teaching_problem())


@pytest.mark.parametrize("find", [incognito, satisfying_recodings])
def test_without_any_time_there_is_a_plain_word(find):
    with pytest.raises(LimitReached, match="the search ended"):
        find(replace(teaching_problem(k=2), deadline=time.monotonic() - 1))


@settings(max_examples=EXAMPLES // 2)
@given(case=taggable_cases())
def test_an_interrupted_choice_says_how_far_it_is_from_the_best(case):
    nodes = every_accepted(case)
    for patience in range(8):
        calls = iter([False] * patience)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                Problem, "is_out_of_time", property(lambda _, left=calls: next(left, True))
            )
            try:
                outcome = incognito(problem_of(case))
            except (LimitReached, PolicyNotReachable):
                continue
        best = best_of(nodes, larger_is_better=case.larger_is_better).value
        sign = -1 if case.larger_is_better else 1
        slack = 1e-9 * max(abs(best), 1)
        assert sign * outcome.value >= sign * best - slack
        if outcome.bound is not None:
            assert sign * outcome.bound <= sign * best + slack
        assert outcome.is_optimal == (outcome.gap == 0.0) == (outcome.ended == "complete")


def test_the_requirements_of_a_shield_are_tested_on_their_part_of_it():
    problem = teaching_problem(k=2)
    demands = tuple(replace(problem.demands[0], shield=(place,)) for place in (0, 1))
    nodes = satisfying_recodings(replace(problem, demands=demands))
    assert nodes.astype(int).tolist() == [[0, 0, 0], [0, 1, 1], [0, 1, 1]]
    outcome = incognito(replace(problem, demands=demands))
    assert outcome.evaluated == 4
    assert outcome.pruned == {
        "fail over fewer attributes": 5,
        "are more general than one that satisfies": 2,
        "were decided over fewer attributes": 4,
    }


def test_a_trace_tells_graphs_and_nodes():
    trace = Trace()
    incognito(replace(teaching_problem(k=2), trace=trace))
    told = [event.get("node", event.get("attributes")) for event in trace]
    assert told == [
        "Age",
        "Age 0",
        "Age 1",
        "Education",
        "Education 0",
        "Education 1",
        "Age, Education",
        "Age 1, Education 1",
    ]
    sentences = ALGORITHMS.get("incognito").events
    assert [sentences[event["event"]].format(**event) for event in list(trace)[:3]] == [
        "Over Age: 3 nodes satisfy over all parts.",
        "Age 0 fails: 2 of 4 combinations fail, with 2 records.",
        "Age 1 satisfies: 0 of 2 combinations fail, with 0 records.",
    ]


@pytest.mark.parametrize("name", ["samarati", "incognito"])
def test_what_tagging_cannot_serve_is_refused_by_name(name):
    problem = teaching_problem(k=2, limit=2)
    demand = replace(
        problem.demands[0],
        requirement=REQUIREMENTS.get("entropy-l-diversity")(2),
        sensitive="Disease",
    )
    with pytest.raises(NotApplicable) as error:
        ALGORITHMS.get(name).solve(replace(problem, demands=(demand,)))
    assert str(error.value) == (
        f"{name} cannot serve entropy-l-diversity: a more general release can have to leave out"
        " more than a less general one"
    )
    assert error.value.flaws[0].hint == 'use "optimal", which takes every requirement'
