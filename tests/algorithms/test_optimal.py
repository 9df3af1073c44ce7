"""`optimal` finds what trying every recoding finds, however it searches and weighs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from hoarfrost.algorithms.lattice.optimal import optimal
from hoarfrost.errors import PolicyNotReachable
from tests.effort import examples
from tests.naive.lattice import best_of, every_accepted
from tests.strategies import SIZE_KINDS, cases, problem_of

EXAMPLES = examples(50)
LATTICE = "hoarfrost.algorithms.lattice"
SEARCHES = {"written": {}, "vast": {f"{LATTICE}.optimal.LARGEST_WRITTEN_LATTICE": 0}}
WEIGHERS = {
    "the fastest way": {},
    "by judging": {"hoarfrost.problem.Problem.is_decided_by_size": False},
    "with keys of many words": {f"{LATTICE}.node_tables.KEY_BITS": 0},
    "some at a time, nothing kept, no pairs": {
        f"{LATTICE}.weighing.WORTH_A_THREAD": 0,
        f"{LATTICE}.waypoints.MOST_KEPT_CLASSES": 0,
        f"{LATTICE}.condemned.LARGEST_PAIR_TABLE": 0,
    },
}
WAYS = {
    f"{search} lattice, weighed {weigher}": {**changes, **how}
    for search, changes in SEARCHES.items()
    for weigher, how in WEIGHERS.items()
}


@pytest.fixture(params=WAYS)
def way(request, monkeypatch):
    """How the search goes about it: two searches, four ways to weigh nodes."""
    for place, value in WAYS[request.param].items():
        monkeypatch.setattr(place, value)


def found(case):
    """The value and the user's levels that `optimal` finds; None: unreachable."""
    try:
        outcome = optimal(problem_of(case))
    except PolicyNotReachable:
        return None
    assert outcome.is_optimal
    assert outcome.ended == "complete"
    assert (outcome.gap, outcome.bound) == (0.0, outcome.value)
    return outcome.value, tuple(outcome.recoding.levels.values())


def expected(case):
    """The same by trying every recoding."""
    nodes = every_accepted(case)
    if not nodes:
        return None
    best = best_of(nodes, larger_is_better=case.larger_is_better)
    return pytest.approx(best.value, rel=1e-9, abs=1e-12), best.levels


@pytest.mark.usefixtures("way")
class TestTryingEveryRecodingFindsTheSame:
    @settings(max_examples=EXAMPLES)
    @given(cases())
    def test_under_any_requirements(self, case):
        assert found(case) == expected(case)

    @settings(max_examples=EXAMPLES)
    @given(cases(kinds=tuple(SIZE_KINDS), any_shield=False))
    def test_when_sizes_decide(self, case):
        assert found(case) == expected(case)
