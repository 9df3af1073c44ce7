"""`partition` finds what trying every combination of partitions finds, however it searches."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from hoarfrost.algorithms.partitions.partition import partition
from hoarfrost.errors import PolicyNotReachable
from tests.algorithms.partitioning import (
    SWITCHES,
    own_value,
    partition_cases,
    partition_problem,
    schemes_of,
)
from tests.effort import examples
from tests.naive.partition import best_value
from tests.strategies import SIZE_KINDS

EXAMPLES = examples(40)
ALL_OFF = dict.fromkeys(SWITCHES, False)
WAYS = [
    {},
    *({switch: False} for switch in SWITCHES),
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
