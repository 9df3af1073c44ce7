"""`samarati` finds what trying every recoding finds: the least height, and all its answers."""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.algorithms.lattice import samarati as module
from hoarfrost.errors import LimitReached, NotApplicable, PolicyError, PolicyNotReachable
from hoarfrost.examples.teaching import teaching_problem
from hoarfrost.policy import Policy
from hoarfrost.problem import Problem
from hoarfrost.trace import Trace
from tests.effort import examples
from tests.naive.lattice import best_of, every_accepted, survivors
from tests.strategies import problem_of
from tests.taggable import WAYS, changed, taggable_cases

EXAMPLES = examples(100)


@pytest.fixture(params=WAYS)
def way(request, monkeypatch):
    """How nodes are tested."""
    changed(request.param, monkeypatch)


def answers(outcome):
    return [tuple(levels.values()) for levels in outcome.alternatives]


def solved(case, **options):
    """What `samarati` finds, and the user's levels of its answers; no answers: unreachable."""
    problem = replace(problem_of(case), options=options)
    try:
        outcome = ALGORITHMS.get("samarati").solve(problem)
    except PolicyNotReachable:
        return None, []
    assert outcome.ended == "complete"
    assert tuple(outcome.recoding.levels.values()) == answers(outcome)[0]
    return outcome, answers(outcome)


def least(case):
    """The recodings that meet the policy with the fewest steps, by trying every one."""
    nodes = every_accepted(case)
    height = min((sum(node.levels) for node in nodes), default=None)
    return [node for node in nodes if sum(node.levels) == height]


@pytest.mark.usefixtures("way")
class TestTryingEveryRecodingFindsTheSame:
    @settings(max_examples=EXAMPLES)
    @given(taggable_cases(suppresses=False))
    def test_with_nothing_suppressed(self, case):
        expected = [node.levels for node in least(case)]
        _, found = solved(case)
        assert sorted(found) == sorted(expected)

    @settings(max_examples=EXAMPLES)
    @given(taggable_cases(suppresses=True))
    def test_with_some_suppressed(self, case):
        expected = [node.levels for node in least(case)]
        _, found = solved(case)
        assert sorted(found) == sorted(expected)


@settings(max_examples=EXAMPLES)
@given(taggable_cases())
def test_testing_every_node_finds_the_same(case):
    some, found = solved(case)
    every, expected = solved(case, all_nodes=True)
    assert found == expected
    if every is not None:
        pruned = dict(every.pruned)
        assert pruned.pop("at other heights") + every.evaluated == every.space - 1
        assert set(pruned.values()) == {0}
        assert sum(some.pruned.values()) + some.evaluated == some.space - 1


@settings(max_examples=EXAMPLES)
@given(taggable_cases())
def test_a_figure_can_be_the_preference(case):
    outcome, _ = solved(case, preference=case.objective)
    if outcome is not None:
        best = best_of(least(case), larger_is_better=case.larger_is_better)
        assert tuple(outcome.recoding.levels.values()) == best.levels


def relative_distance(case, levels):
    steps = zip(levels, case.lowest, case.hierarchies, strict=True)
    return sum(
        Fraction(level - low, max(len(paths[0]) - 1 - low, 1)) for level, low, paths in steps
    )


def distribution(case, levels):
    labels = case.released(case.records, levels)
    return len({labels[record] for record in survivors(case, levels)})


def suppressed(case, levels):
    return len(case.records) - len(survivors(case, levels))


@pytest.mark.parametrize(
    ("preference", "cost"),
    [
        ("minimum-absolute-distance", lambda case, levels: sum(levels)),
        ("minimum-relative-distance", relative_distance),
        ("maximum-distribution", lambda case, levels: -distribution(case, levels)),
        ("minimum-suppression", suppressed),
    ],
)
@settings(max_examples=EXAMPLES // 2)
@given(case=taggable_cases())
def test_a_preference_of_the_paper(preference, cost, case):
    outcome, found = solved(case, preference=preference)
    if outcome is not None:
        best = min(found, key=lambda own: (cost(case, own), suppressed(case, own), own))
        assert tuple(outcome.recoding.levels.values()) == best


def test_an_unknown_preference_is_refused_with_the_nearest():
    policy = {
        "attributes": {"age": {"role": "quasi", "hierarchy": {"mask": "right", "levels": 2}}},
        "requirements": [{"type": "k-anonymity", "k": 2}],
        "algorithm": {"name": "samarati", "preference": "los"},
    }
    with pytest.raises(PolicyError) as error:
        Policy(**policy)
    assert str(error.value) == (
        'policy, algorithm.preference: there is no preference and no figure "los":'
        ' did you mean "loss"?'
    )


def test_a_figure_that_does_not_apply_is_refused():
    with pytest.raises(PolicyError, match='"accuracy" does not apply to this table'):
        ALGORITHMS.get("samarati").solve(
            replace(teaching_problem(k=2), options={"preference": "accuracy"})
        )


def test_a_vast_lattice_is_refused(monkeypatch):
    monkeypatch.setattr(module, "MOST_NODES", 8)
    with pytest.raises(NotApplicable, match="samarati keeps up to 8 nodes in memory, and here"):
        ALGORITHMS.get("samarati").solve(teaching_problem())


def test_without_any_time_there_is_a_plain_word():
    problem = replace(teaching_problem(k=2), deadline=time.monotonic() - 1)
    with pytest.raises(LimitReached, match="the search ended"):
        ALGORITHMS.get("samarati").solve(problem)


@settings(max_examples=EXAMPLES // 2)
@given(case=taggable_cases())
def test_an_interrupted_search_has_an_answer_or_says_that_it_has_none(case):
    everything = {node.levels for node in every_accepted(case)}
    for patience in range(6):
        calls = iter([False] * patience)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                Problem, "is_out_of_time", property(lambda _, left=calls: next(left, True))
            )
            try:
                outcome = ALGORITHMS.get("samarati").solve(problem_of(case))
            except (LimitReached, PolicyNotReachable):
                continue
        assert set(answers(outcome)) <= everything
        if outcome.ended == "complete":
            assert sorted(answers(outcome)) == sorted(node.levels for node in least(case))
        else:
            assert outcome.notes[0].startswith("Time was up before")


def test_a_trace_tells_heights_and_nodes():
    trace = Trace()
    ALGORITHMS.get("samarati").solve(
        replace(teaching_problem(k=2), trace=trace, options={"all_nodes": True})
    )
    told = [(event["event"], event.get("height", event.get("node"))) for event in trace]
    assert told == [
        ("height", 0),
        ("fails", "Age 0, Education 0"),
        ("height", 2),
        ("fails", "Age 0, Education 2"),
        ("satisfies", "Age 1, Education 1"),
        ("fails", "Age 2, Education 0"),
        ("height", 1),
        ("fails", "Age 0, Education 1"),
        ("fails", "Age 1, Education 0"),
    ]
    assert [event["violating"] for event in trace if "violating" in event] == [4, 2, 0, 1, 2, 2]
    sentences = ALGORITHMS.get("samarati").events
    assert [sentences[event["event"]].format(**event) for event in list(trace)[2:4]] == [
        "Height 2: 3 nodes could satisfy.",
        "Age 0, Education 2 fails: 2 of 4 combinations fail, with 2 records.",
    ]
