"""Tree recoding takes the very steps that its definition takes, record by record."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.errors import PolicyNotReachable
from hoarfrost.hierarchy.ordering import ordered_values
from hoarfrost.requirements import REQUIREMENTS
from hoarfrost.trace import Trace
from tests.effort import examples
from tests.naive import columns, trees
from tests.requirements.drawing import KINDS
from tests.strategies import cases, problem_of, skewed_records, values_for

EXAMPLES = settings(max_examples=examples(200))
MONOTONE = [kind for kind in KINDS if kind.is_monotone]
NUMBERS = ("1", "1.0", "2.50", "10", "-3", "1e1", "7", "?")
TARGET = "second"
K_ANONYMITY = REQUIREMENTS.get("k-anonymity")


@st.composite
def full_cases(draw):
    """Cases with records enough for several steps, and mostly k-anonymity to be met."""
    case = draw(cases(kinds=(*MONOTONE, *[K_ANONYMITY] * 20), least_height=1))
    leaves = [[path[0] for path in paths] for paths in case.hierarchies]
    more = [row for _ in range(3) for row in draw(skewed_records(leaves))]
    records = case.records + more
    return replace(
        case,
        records=records,
        population=case.population + more,
        sensitive={name: draw(values_for(records)) for name in case.sensitive},
    )


CASES = full_cases()


@st.composite
def numeric_cases(draw):
    """Cases in which some attributes are numbers without a hierarchy, and which these are."""
    case = draw(CASES)
    chosen = draw(st.sets(st.sampled_from(range(len(case.hierarchies))), min_size=1))
    for place in sorted(chosen):
        leaves = [path[0] for path in case.hierarchies[place]]
        texts = draw(st.permutations(NUMBERS))[: len(leaves)]
        to_text = dict(zip(leaves, texts, strict=True))
        for rows in (case.records, case.population):
            rows[:] = [(*row[:place], to_text[row[place]], *row[place + 1 :]) for row in rows]
        case.hierarchies[place] = [[text, "*"] for text in texts]
        case.lowest[place], case.highest[place] = 0, draw(st.sampled_from([0, 1, 1, 1]))
    return case, chosen


def with_thresholds(problem, numeric):
    """The problem whose numeric attributes may be split between any two values."""
    attributes = tuple(
        _numeric(attribute) if place in numeric else attribute
        for place, attribute in enumerate(problem.attributes)
    )
    return replace(problem, attributes=attributes)


def _numeric(attribute):
    hierarchy = replace(
        attribute.hierarchy, missing="?" if "?" in attribute.hierarchy.leaves else None
    )
    ordered = ordered_values(hierarchy.leaves, "decimal", None, hierarchy)
    order = np.array([ordered.index(leaf) for leaf in hierarchy.leaves], dtype=np.int64)
    return replace(
        attribute, hierarchy=hierarchy, order=order, value_type="decimal", has_thresholds=True
    )


def solved(name, problem):
    """The outcome and the trace of an algorithm; None: the policy cannot be met."""
    trace = Trace()
    problem = replace(problem, trace=trace)
    try:
        return ALGORITHMS.get(name).solve(problem), list(trace)
    except PolicyNotReachable:
        return None


def released(outcome, problem):
    """The released combinations, with their records."""
    grouping = outcome.recoding.grouping(problem)
    labels = [
        [blocks.labels[code] for code in codes]
        for blocks, codes in zip(grouping.blocks, grouping.codes.tolist(), strict=True)
    ]
    return dict(zip(zip(*labels, strict=True), grouping.sizes.tolist(), strict=True))


def same(found, run, steps, *, information, anonymity, is_lowest=None):
    """Are these the same steps, with the same numbers?"""
    assert [(event["attribute"], event["label"], event["children"]) for event in found] == [
        (
            f"attribute {step.attribute}",
            run.label(step.attribute, step.node, is_lowest=True),
            len(step.children),
        )
        for step in steps
    ]
    for event, step in zip(found, steps, strict=True):
        assert event[information] == pytest.approx(step.information, abs=1e-6)
        assert event[anonymity] == pytest.approx(float(step.anonymity), abs=1e-6)


@EXAMPLES
@given(drawn=CASES.map(lambda case: (case, set())) | numeric_cases())
def test_top_down_specialization_takes_the_steps_of_its_definition(drawn):
    case, numeric = drawn
    problem = with_thresholds(problem_of(case, target=TARGET), numeric)
    found = solved("top-down-specialization", problem)
    expected = trees.top_down(case, TARGET, numeric)
    if expected is None:
        assert found is None
        return
    outcome, (_, *events) = found
    run, steps = expected
    same(events, run, steps, information="gain", anonymity="loss")
    assert released(outcome, problem) == run.released()
    assert (outcome.evaluated, outcome.ended) == (len(steps) + 1, "complete")
    assert all(event["violating"] == 0 for event in events)


@EXAMPLES
@given(case=CASES)
def test_bottom_up_generalization_takes_the_steps_of_its_definition(case):
    problem = problem_of(case, target=TARGET)
    found = solved("bottom-up-generalization", problem)
    expected = trees.bottom_up(case, TARGET)
    if expected is None:
        assert found is None
        return
    outcome, (_, *events) = found
    run, steps = expected
    same(events, run, steps, information="loss", anonymity="gain", is_lowest=True)
    assert released(outcome, problem) == run.released(is_lowest=True)
    assert (outcome.evaluated, outcome.ended) == (len(steps) + 1, "complete")


@EXAMPLES
@given(case=cases(), has_own_limit=st.booleans())
def test_datafly_generalises_up_to_the_first_table_that_suffices(case, has_own_limit):
    if not has_own_limit:
        case = columns.with_own_allowance(case)
    problem = problem_of(case, has_own_limit=has_own_limit)
    algorithm = ALGORITHMS.get("datafly")
    problem = replace(problem, suppression_limit=algorithm.own_limit(problem))
    found, expected = solved("datafly", problem), columns.datafly(case)
    if expected is None:
        assert found is None
        return
    outcome, events = found
    raised, levels = expected
    steps = [event["attribute"] for event in events if event["event"] == "generalised"]
    assert steps == [f"attribute {place}" for place in raised]
    assert list(outcome.recoding.levels.values()) == levels
