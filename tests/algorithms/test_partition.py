"""`partition` finds what trying every combination of partitions finds, however it searches."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoarfrost.algorithms.lattice.optimal import optimal
from hoarfrost.algorithms.partitions.partition import partition
from hoarfrost.algorithms.partitions.search import PartitionSearch
from hoarfrost.errors import PolicyNotReachable
from hoarfrost.examples.teaching import teaching_problem
from hoarfrost.figures import FIGURES
from hoarfrost.trace import Trace
from tests.algorithms.partitioning import (
    SWITCHES,
    own_value,
    partition_cases,
    partition_problem,
    schemes_of,
)
from tests.effort import examples
from tests.naive.partition import RULES, best_value
from tests.requirements.drawing import KINDS
from tests.strategies import QUICK_FIGURES, SIZE_KINDS

EXAMPLES = examples(40)
ALL_ON = dict.fromkeys(SWITCHES, True)
ALL_OFF = dict.fromkeys(SWITCHES, False)
WAYS = [
    ALL_ON,
    *({**ALL_ON, switch: False} for switch in SWITCHES),
    *({**ALL_OFF, switch: True} for switch in SWITCHES),
    ALL_OFF,
]


def found(case, direction, switches, **settings):
    """The value that `partition` finds and proves; None: the policy cannot be met."""
    problem = partition_problem(case, **settings)
    try:
        outcome = partition(problem, scheme=schemes_of(case), direction=direction, **switches)
    except PolicyNotReachable:
        return None
    assert outcome.is_optimal
    assert outcome.ended == "complete"
    assert (outcome.gap, outcome.bound) == (0.0, outcome.value)
    assert outcome.value == own_value(case, outcome.recoding)
    return outcome.value


def expected(case):
    value = best_value(case)
    return value if value is None else pytest.approx(value, rel=1e-9, abs=1e-12)


class TestTryingEveryCombinationFindsTheSame:
    @pytest.mark.parametrize("direction", ["up", "down"])
    @settings(max_examples=EXAMPLES)
    @given(case=partition_cases())
    def test_under_any_requirements(self, direction, case):
        wanted = expected(case)
        for switches in WAYS:
            assert (switches, found(case, direction, switches)) == (switches, wanted)

    @pytest.mark.parametrize("direction", ["up", "down"])
    @settings(max_examples=EXAMPLES)
    @given(case=partition_cases(kinds=tuple(SIZE_KINDS), any_shield=False))
    def test_when_sizes_decide(self, direction, case):
        wanted = expected(case)
        for switches in WAYS:
            assert (switches, found(case, direction, switches)) == (switches, wanted)


@settings(max_examples=EXAMPLES)
@given(
    case=partition_cases(), switches=st.fixed_dictionaries(dict.fromkeys(SWITCHES, st.booleans()))
)
def test_any_switches_find_the_same_with_one_thread_or_two(case, switches):
    wanted = expected(case)
    told = []
    for threads in (1, 2):
        trace = Trace()
        assert found(case, "up", switches, threads=threads, trace=trace) == wanted
        told.append(list(trace))
    assert told[0] == told[1]


# Sets of freer schemes may span fewer values that only the population has.
BY_THE_TABLE = tuple(kind for kind in KINDS if not kind.reads_population)
FREER = [
    ("bhs", "ghs"),
    ("ghs", "gops"),
    ("gops", "ops"),
    ("gops", "gsps"),
    ("ops", "sps"),
    ("gsps", "sps"),
]


@settings(max_examples=EXAMPLES)
@given(
    case=partition_cases(
        schemes=("sps",),
        keeps_nodes=True,
        kinds=BY_THE_TABLE,
        figures=("discernibility", "hierarchical-discernibility"),
    )
)
def test_schemes_with_more_freedom_cost_no_more(case):
    costs = {scheme: cost_under(case, scheme) for scheme in RULES}
    for strict, free in FREER:
        assert costs[free] <= costs[strict] * (1 + 1e-9)


def cost_under(case, scheme):
    """The least cost with a scheme wherever there are any sets."""
    schemes = [scheme if own == "sps" else own for own in case.schemes]
    value = found(replace(case, schemes=schemes), "up", ALL_ON)
    return math.inf if value is None else value


def test_a_policy_that_cannot_be_met_says_what_is_in_the_way():
    problem = replace(teaching_problem(k=7), suppression_limit=0)
    with pytest.raises(PolicyNotReachable) as by_levels:
        optimal(problem)
    with pytest.raises(PolicyNotReachable) as by_partitions:
        partition(problem, scheme="ghs", direction="up", **ALL_ON)
    assert str(by_partitions.value) == str(by_levels.value)


@pytest.mark.parametrize("objective", QUICK_FIGURES)
def test_no_figure_minds_that_nothing_is_found(objective):
    told = []
    problem = replace(
        teaching_problem(k=7), suppression_limit=0, objective=FIGURES.get(objective), trace=Trace(),
        watch=told.append,
    )  # fmt: skip
    with pytest.raises(PolicyNotReachable):
        partition(problem, scheme="ghs", direction="up", **ALL_ON)
    assert told


@pytest.mark.parametrize("direction", ["up", "down"])
def test_an_interrupted_start_is_no_proof(direction, monkeypatch):
    """Stopped before its first state, the search has a release and no bound."""
    monkeypatch.setattr(PartitionSearch, "begin", interrupted)
    problem = replace(teaching_problem(k=2), suppression_limit=0)
    outcome = partition(problem, scheme="ghs", direction=direction, **ALL_ON)
    assert (outcome.is_optimal, outcome.bound, outcome.ended) == (False, None, "time")


def interrupted(search):
    raise KeyboardInterrupt
