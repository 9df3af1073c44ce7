"""What the Mondrians that know a target promise, and what they refuse."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.errors import NotApplicable, PolicyNotReachable
from hoarfrost.frequency import FrequencySet, Histogram
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.judgement import Demand
from hoarfrost.problem import Attribute, Problem
from hoarfrost.requirements import REQUIREMENTS
from hoarfrost.requirements.k_anonymity import KAnonymity
from hoarfrost.trace import Trace
from tests.naive import target_mondrian as naive
from tests.requirements.drawing import KINDS
from tests.strategies import cases, problem_of

CLASSES, NUMBERS = "infogain-mondrian", "lsd-mondrian"
OF_TABLE = ("average-risk", "delta-presence", "k-map")
"""They ask something of the table as a whole, or of another one."""
SERVED = tuple(kind for kind in KINDS if kind.is_monotone and kind.name not in OF_TABLE)
K_ANONYMITY = REQUIREMENTS.get("k-anonymity")
AMOUNTS = ("-3", "0.5", "40", "40.25", "1e3")
TWO_HUNDRED = settings(max_examples=200, deadline=None)


@dataclass
class Row:
    """A record as the slow twin sees it."""

    places: list[int]
    paths: list[tuple]
    target: object


@st.composite
def tables(draw, algorithm):
    """A table with a target and some attributes with an order: the case, problem and slow twin."""
    case = draw(cases(kinds=(*SERVED, *[K_ANONYMITY] * 20)))
    case.lowest = [0 for _ in case.hierarchies]
    case.highest = [len(paths[0]) - 1 for paths in case.hierarchies]
    is_number = algorithm == NUMBERS
    chosen = AMOUNTS if is_number else ("yes", "no", "both")
    one_each = {"min_size": len(case.records), "max_size": len(case.records)}
    targets = draw(st.lists(st.sampled_from(chosen), **one_each))
    case.sensitive["target"] = targets
    problem = problem_of(case, target="target")
    attributes, ordered = [], set()
    for position, attribute in enumerate(problem.attributes):
        if draw(st.booleans()):
            ordered.add(position)
            ranks = draw(st.permutations(range(len(attribute.hierarchy.leaves))))
            attributes.append(replace(attribute, order=np.array(ranks, dtype=np.int64)))
        else:
            attributes.append(attribute)
    problem = replace(problem, attributes=tuple(attributes))
    rows = [row_of(problem, case, record, target, is_number) for record, target in zip(
        case.records, targets, strict=True)]  # fmt: skip
    return problem, naive.Splitting(case, rows, ordered, is_number=is_number)


def row_of(problem, case, record, target, is_number):
    codes = [
        attribute.hierarchy.code_of[label]
        for attribute, label in zip(problem.attributes, record, strict=True)
    ]
    return Row(
        [
            code if attribute.order is None else int(attribute.order[code])
            for attribute, code in zip(problem.attributes, codes, strict=True)
        ],
        [
            tuple(int(level[code]) for level in attribute.hierarchy.nodes)
            for attribute, code in zip(problem.attributes, codes, strict=True)
        ],
        naive.Fraction(target) if is_number else target,
    )


def regions_of(problem, splitting, outcome):
    """The records of each released combination."""
    grouping = outcome.recoding.grouping(problem)
    combination_of = {
        tuple(codes): number for number, codes in enumerate(problem.frequency.codes.T.tolist())
    }
    regions = defaultdict(set)
    for number, record in enumerate(splitting.case.records):
        codes = tuple(
            attribute.hierarchy.code_of[label]
            for attribute, label in zip(problem.attributes, record, strict=True)
        )
        regions[int(grouping.class_of[combination_of[codes]])].add(number)
    return set(map(frozenset, regions.values()))


@pytest.mark.parametrize("algorithm", [CLASSES, NUMBERS])
@TWO_HUNDRED
@given(data=st.data())
def test_regions_equal_those_split_record_by_record(algorithm, data):
    problem, splitting = data.draw(tables(algorithm))
    try:
        outcome = ALGORITHMS.get(algorithm).solve(problem)
    except PolicyNotReachable:
        assert not problem.judge(problem.grouping(problem.tops)).is_accepted
        return
    found = regions_of(problem, splitting, outcome)
    everything = list(range(len(splitting.rows)))
    if splitting.satisfies(everything):
        assert found == splitting.regions()


@pytest.mark.parametrize("algorithm", [CLASSES, NUMBERS])
@TWO_HUNDRED
@given(data=st.data())
def test_no_region_has_an_allowed_split_left(algorithm, data):
    problem, splitting = data.draw(tables(algorithm))
    try:
        outcome = ALGORITHMS.get(algorithm).solve(problem)
    except PolicyNotReachable:
        return
    for region in regions_of(problem, splitting, outcome):
        if splitting.satisfies(region):
            assert not any(splitting.allows(parts) for *_, parts in splitting.splits(region))


@pytest.mark.parametrize("algorithm", [CLASSES, NUMBERS])
@TWO_HUNDRED
@given(data=st.data())
def test_the_trace_tells_of_splits_and_changes_nothing(algorithm, data):
    problem, splitting = data.draw(tables(algorithm))
    trace = Trace()
    try:
        outcome = ALGORITHMS.get(algorithm).solve(problem)
    except PolicyNotReachable:
        return
    told = ALGORITHMS.get(algorithm).solve(replace(problem, trace=trace))
    found = regions_of(problem, splitting, outcome)
    assert told.recoding.to_dict() == outcome.recoding.to_dict()
    assert told.evaluated == outcome.evaluated
    assert trace.events[-1]["rows"] == len(found)


@pytest.mark.parametrize("algorithm", [CLASSES, NUMBERS])
@pytest.mark.parametrize("targets", [("1",), ("1", "2"), ("1", "2", "3")])
@pytest.mark.parametrize(
    ("rows", "k", "regions"),
    [
        ([(0,) * 6], 3, 1),
        ([(0,) * 6], 1, 1),
        ([(0, 0, 0, 0, 0, last) for last in range(3)], 3, 3),
        ([(0, 0, 0, 0, 0, last) for last in range(3)], 5, 1),
        ([(one,) * 6 for one in range(3)], 3, 3),
    ],
    ids=["all equal", "k is 1", "one attribute differs", "k over half", "ties everywhere"],
)
def test_tables_with_hardly_anything_to_split(algorithm, targets, rows, k, regions):
    tree = Hierarchy.from_rows([(value, "*") for value in "abc"])
    codes = np.array(rows, dtype=np.int32).T.copy()
    counts = np.full(len(rows), 3, dtype=np.int64)
    own = np.arange(len(rows), dtype=np.int32) % len(targets)
    known = Histogram(targets, np.arange(len(rows) + 1), own, counts)
    attributes = tuple(Attribute(name, tree, order=np.arange(3)) for name in "uvwxyz")
    frequency = FrequencySet(tuple("uvwxyz"), codes, counts, {"target": known})
    demand = Demand(KAnonymity(k), tuple(range(6)))
    problem = Problem(attributes, frequency, (demand,), 0, target="target")
    outcome = ALGORITHMS.get(algorithm).solve(problem)
    assert outcome.recoding.grouping(problem).class_count == regions


@pytest.mark.parametrize("algorithm", [CLASSES, NUMBERS])
def test_without_a_target_it_is_refused(algorithm):
    with pytest.raises(NotApplicable, match="needs a target"):
        ALGORITHMS.get(algorithm).solve(teaching())


@pytest.mark.parametrize("values", [("1", "2", "much"), ("1", "2", ""), ("1", "2", "inf")])
def test_a_target_that_is_no_number_is_refused_by_its_name_and_not_its_values(values):
    with pytest.raises(NotApplicable) as caught:
        ALGORITHMS.get(NUMBERS).solve(teaching(values))
    (flaw,) = caught.value.flaws
    assert "Cost" in flaw.message
    assert "much" not in flaw.message
    assert "infogain-mondrian" in flaw.hint


@pytest.mark.parametrize("shift", [0.0, 1e9, -1e12])
def test_numbers_far_from_zero_are_told_apart_as_well(shift):
    numbers = [repr(shift + own) for own in (90.0, 30.0, 10.0)]
    found = ALGORITHMS.get(NUMBERS).solve(teaching(tuple(numbers)))
    near = ALGORITHMS.get(NUMBERS).solve(teaching(("90", "30", "10")))
    assert found.recoding.to_dict() == near.recoding.to_dict()


def teaching(values=None):
    """The teaching table; its illnesses cost something."""
    from hoarfrost.examples.teaching import teaching_problem

    problem = teaching_problem(k=2)
    if values is None:
        return problem
    known = problem.frequency.histograms["Disease"]
    costs = Histogram(values, known.starts, known.codes, known.counts)
    frequency = replace(problem.frequency, histograms={"Cost": costs})
    return replace(problem, frequency=frequency, target="Cost")
