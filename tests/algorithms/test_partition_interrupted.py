"""A partition search that is cut short says how far it is from the best, and is right about that."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoarfrost.algorithms.partitions.partition import partition
from hoarfrost.algorithms.partitions.weighing import ByGroupings, ByLoops
from hoarfrost.errors import LimitReached, PolicyNotReachable
from hoarfrost.problem import Problem
from tests.algorithms.partitioning import (
    SWITCHES,
    own_value,
    partition_cases,
    partition_problem,
    schemes_of,
)
from tests.effort import examples
from tests.naive.partition import best_value

EXAMPLES = settings(max_examples=examples(100))
DIRECTIONS = st.sampled_from(["up", "down"])
SWITCHED = st.fixed_dictionaries(dict.fromkeys(SWITCHES, st.booleans()))


@contextmanager
def patience(times):
    """Searches may ask how late it is so many times, and then it is too late."""
    answers = iter([False] * times)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Problem, "is_out_of_time", property(lambda _: next(answers, True)))
        yield


@contextmanager
def stopped(times):
    """Ctrl-C is pressed when so many lots of states have been weighed."""
    left = iter([True] * times)
    with pytest.MonkeyPatch.context() as patch:
        for weigher in (ByLoops, ByGroupings):
            weigh = weigher.weigh

            def pressed(self, *rows, weigh=weigh):
                if not next(left, False):
                    raise KeyboardInterrupt
                return weigh(self, *rows)

            patch.setattr(weigher, "weigh", pressed)
        yield


def brackets_the_best(case, outcome):
    best = best_value(case)
    assert outcome.bound is None or is_no_worse(case, outcome.bound, than=best)
    assert is_no_worse(case, best, than=outcome.value)
    assert outcome.is_optimal == (outcome.gap == 0.0)
    assert outcome.is_optimal or outcome.ended == "time"
    assert outcome.value == own_value(case, outcome.recoding)
    return True


def is_no_worse(case, value, *, than):
    """Is a value better than another, or the same but for rounding?"""
    slack = 1e-9 * max(abs(value), abs(than))
    return value >= than - slack if case.larger_is_better else value <= than + slack


@EXAMPLES
@given(case=partition_cases(), times=st.integers(0, 12), direction=DIRECTIONS, switches=SWITCHED)
def test_a_search_out_of_time_brackets_the_best_value(case, times, direction, switches):
    try:
        with patience(times):
            outcome = partition(
                partition_problem(case), scheme=schemes_of(case), direction=direction, **switches
            )
    except LimitReached:
        return
    except PolicyNotReachable:
        assert best_value(case) is None
        return
    assert brackets_the_best(case, outcome)


@EXAMPLES
@given(case=partition_cases(), times=st.integers(0, 12), direction=DIRECTIONS, switches=SWITCHED)
def test_a_search_that_is_stopped_brackets_the_best_value(case, times, direction, switches):
    try:
        with stopped(times):
            outcome = partition(
                partition_problem(case), scheme=schemes_of(case), direction=direction, **switches
            )
    except KeyboardInterrupt:
        return
    except PolicyNotReachable:
        assert best_value(case) is None
        return
    assert brackets_the_best(case, outcome)
