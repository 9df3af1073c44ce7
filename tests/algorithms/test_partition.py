"""`partition` finds what trying every combination of partitions finds, however it searches."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from hoarfrost.algorithms.partitions.partition import partition
from hoarfrost.errors import PolicyNotReachable
from tests.algorithms.partitioning import partition_cases, partition_problem, schemes_of
from tests.effort import examples
from tests.naive.partition import best_value, measured, survivors
from tests.strategies import SIZE_KINDS

EXAMPLES = examples(40)
SWITCHES = (
    "seeding",
    "exact_attribute",
    "node_pruning",
    "useless_applicators",
    "useful_applicators",
    "requeue",
    "best_first",
    "order_applicators",
)
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


def own_value(case, recoding):
    """What a recoding that meets the policy is worth, record by record."""
    sets = sets_of(case, recoding)
    kept = survivors(case, sets)
    assert kept
    assert len(case.records) - len(kept) <= case.limit
    return pytest.approx(measured(case, sets, kept), rel=1e-9, abs=1e-12)


def sets_of(case, recoding):
    """For each attribute, the set that each original is released in."""
    found = []
    for order, lexicon, blocks in zip(
        case.orders, recoding.lexicons, recoding.block_of_leaf, strict=True
    ):
        block_of = dict(zip(lexicon.labels, blocks, strict=True))
        sets = {
            block: frozenset(value for value in order if block_of[value] == block)
            for block in blocks
        }
        found.append({value: sets[block_of[value]] for value in order})
    return found


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
