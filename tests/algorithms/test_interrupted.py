"""A search that is cut short says how far it is from the best, and is right about that."""

from __future__ import annotations

import math
import random
import time
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoarfrost.algorithms.lattice.optimal import optimal
from hoarfrost.errors import LimitReached, PolicyNotReachable
from hoarfrost.figures import FIGURES
from hoarfrost.problem import Problem
from hoarfrost.requirements import REQUIREMENTS
from tests.effort import examples
from tests.naive.lattice import Case, best_of, every_accepted, measured, survivors
from tests.strategies import QUICK_FIGURES, cases, problem_of

EXAMPLES = examples(100)
LARGEST = "hoarfrost.algorithms.lattice.optimal.LARGEST_WRITTEN_LATTICE"


@contextmanager
def patience(times, largest):
    """Searches may ask how late it is so many times, and then it is too late."""
    answers = iter([False] * times)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LARGEST, largest)
        patch.setattr(Problem, "is_out_of_time", property(lambda _: next(answers, True)))
        yield


@pytest.mark.parametrize("largest", [10**6, 0], ids=["written lattice", "vast lattice"])
@settings(max_examples=EXAMPLES)
@given(case=cases(), times=st.integers(0, 12))
def test_an_interrupted_search_brackets_the_best_value(largest, case, times):
    nodes = every_accepted(case)
    try:
        with patience(times, largest):
            outcome = optimal(problem_of(case))
    except LimitReached:
        return
    except PolicyNotReachable:
        assert not nodes
        return
    best = best_of(nodes, larger_is_better=case.larger_is_better)
    assert is_no_worse(case, outcome.bound, than=best.value)
    assert is_no_worse(case, best.value, than=outcome.value)
    assert outcome.is_optimal == (outcome.gap == 0.0)
    assert outcome.is_optimal or outcome.ended == "time"
    levels = tuple(outcome.recoding.levels.values())
    [own] = [node.value for node in nodes if node.levels == levels]
    assert outcome.value == pytest.approx(own)


def is_no_worse(case, value, *, than):
    """Is a value better than another, or the same but for rounding?"""
    slack = 1e-9 * max(abs(value), abs(than))
    return value >= than - slack if case.larger_is_better else value <= than + slack


def wide_case(width, objective, *, k, limit):
    """Many attributes of two or three values, and few records."""
    source = random.Random(width)
    hierarchies = [
        [[f"{place}{value}", "*"] for value in "abc"[: source.choice([2, 3])]]
        for place in range(width)
    ]
    records = [tuple(source.choice(paths)[0] for paths in hierarchies) for _ in range(200)]
    everything = tuple(range(width))
    return Case(
        hierarchies=hierarchies,
        records=records,
        sensitive={},
        demands=[(REQUIREMENTS.get("k-anonymity")(k), everything, None)],
        paths={},
        limit=limit,
        objective=objective,
        larger_is_better=FIGURES.get(objective).larger_is_better,
        lowest=[0] * width,
        highest=[1] * width,
        weights=[1.0] * width,
        priorities=[1] * width,
    )


@pytest.fixture(scope="module")
def sixty():
    """What half a second finds among 2 ** 60 recodings, under each objective."""
    found = {}
    for objective in QUICK_FIGURES:
        case = wide_case(60, objective, k=3, limit=20)
        start = time.monotonic()
        outcome = optimal(problem_of(case, deadline=start + 0.5))
        assert time.monotonic() - start < 5
        assert outcome.space == 2**60
        found[objective] = case, outcome
    return found


@pytest.mark.parametrize("objective", QUICK_FIGURES)
def test_of_sixty_attributes_no_release_is_better_than_the_bound(sixty, objective):
    case, outcome = sixty[objective]
    assert outcome.is_optimal == (outcome.gap == 0.0)
    if outcome.bound is not None:
        assert math.isfinite(outcome.bound)
        for _, other in sixty.values():
            levels = tuple(other.recoding.levels.values())
            value = measured(case, levels, survivors(case, levels))
            assert is_no_worse(case, outcome.bound, than=value)


@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.05])
def test_with_hardly_any_time_there_is_a_release_or_a_plain_word(seconds):
    case = wide_case(24, "loss", k=3, limit=20)
    try:
        outcome = optimal(problem_of(case, deadline=time.monotonic() + seconds))
    except LimitReached as error:
        told = str(error)
    else:
        told = f"the search ended ({outcome.ended})"
        assert outcome.value >= outcome.bound
    assert told.startswith("the search ended (time)")
