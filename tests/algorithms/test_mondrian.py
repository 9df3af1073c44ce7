"""Median Mondrian against its slow twin, and what holds for every region it ends with."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.algorithms.regions import by_size
from hoarfrost.errors import NotApplicable, PolicyNotReachable
from hoarfrost.frequency import FrequencySet
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.judgement import Demand
from hoarfrost.problem import Attribute, Problem
from hoarfrost.requirements.k_anonymity import KAnonymity
from hoarfrost.trace import Trace
from tests.naive import mondrian
from tests.strategies import cases, hierarchy_paths, problem_of, records_of, skewed_records

STYLES = st.sampled_from(("interval", "ancestor", "set"))
OPTIONS = st.fixed_dictionaries(
    {"relaxed": st.booleans(), "categorical": st.sampled_from(("hierarchy", "order"))}
)


def solved(problem, **options):
    return ALGORITHMS.get("median-mondrian").solve(replace(problem, options=options))


@st.composite
def tables(draw):
    """Records, the paths of their values, and which attributes have an order."""
    trees = [draw(hierarchy_paths(name, 1)) for name in "abc"[: draw(st.integers(1, 3))]]
    leaves = [[path[0] for path in paths] for paths in trees]
    records = draw(records_of(leaves) | skewed_records(leaves))
    orders = [draw(st.none() | st.permutations(own)) for own in leaves]
    return records, trees, orders


def table_of(records, trees, orders, k):
    """The same as a problem, and as the twin's axes."""
    attributes, axes = [], []
    for number, (paths, order) in enumerate(zip(trees, orders, strict=True)):
        hierarchy = Hierarchy.from_rows(paths)
        ranks = None if order is None else np.array([order.index(x) for x in hierarchy.leaves])
        attributes.append(Attribute(f"attribute {number}", hierarchy, order=ranks))
        in_tree = sorted(paths, key=lambda path: hierarchy.code_of[path[0]])
        axes.append(("tree", in_tree) if order is None else ("ordered", list(order)))
    tally = Counter(
        tuple(one.hierarchy.code_of[value] for one, value in zip(attributes, record, strict=True))
        for record in records
    )
    codes = np.ascontiguousarray(np.array(sorted(tally), dtype=np.int32).T)
    counts = np.array([tally[row] for row in sorted(tally)], dtype=np.int64)
    frequency = FrequencySet(tuple(one.name for one in attributes), codes, counts, {})
    demand = Demand(KAnonymity(k), tuple(range(len(attributes))))
    return Problem(tuple(attributes), frequency, (demand,), 0), axes


def regions_of(problem, recoding):
    """The texts of the records of each region."""
    leaves = [attribute.hierarchy.leaves for attribute in problem.attributes]
    found = {}
    class_of = recoding.grouping(problem).class_of.tolist()
    columns = zip(
        problem.frequency.codes.T.tolist(), problem.frequency.counts.tolist(), strict=True
    )
    for (codes, count), own in zip(columns, class_of, strict=True):
        record = tuple(names[code] for names, code in zip(leaves, codes, strict=True))
        found.setdefault(own, []).extend([record] * count)
    return sorted(sorted(region) for region in found.values())


@settings(max_examples=200)
@given(table=tables(), k=st.integers(1, 6), is_relaxed=st.booleans())
def test_the_regions_are_those_of_the_slow_twin(table, k, is_relaxed):
    problem, axes = table_of(*table, k)
    if len(table[0]) < k:
        with pytest.raises(PolicyNotReachable):
            solved(problem)
        return
    expected = mondrian.boxes(table[0], axes, k=k, is_relaxed=is_relaxed)
    # As sets: labels of different regions can only be equal where nodes of one child are.
    found = solved(replace(problem, labels="set"), relaxed=is_relaxed).recoding
    assert regions_of(problem, found) == sorted(sorted(region) for region in expected)


@settings(max_examples=100)
@given(table=tables(), k=st.integers(2, 5))
def test_no_threshold_and_no_node_splits_a_strict_region_any_further(table, k):
    problem, axes = table_of(*table, k)
    if len(table[0]) < k:
        return
    for region in regions_of(problem, solved(replace(problem, labels="set")).recoding):
        assert next(mondrian.allowed_splits(region, axes, k), None) is None
        for position, (kind, values) in enumerate(axes):
            if kind == "tree":
                continue
            for bound in range(1, len(values)):
                lower = sum(values.index(record[position]) < bound for record in region)
                assert min(lower, len(region) - lower) < k


@settings(max_examples=150)
@given(case=cases(), labels=STYLES, options=OPTIONS)
def test_any_policy_is_met_and_a_trace_changes_nothing(case, labels, options):
    problem = replace(problem_of(case), labels=labels, suppression_limit=0)
    try:
        outcome = solved(problem, **options)
    except (NotApplicable, PolicyNotReachable):
        return
    assert problem.judge(outcome.recoding.grouping(problem)).is_accepted
    traced = solved(replace(problem, trace=Trace()), **options)
    assert traced.recoding.to_dict() == outcome.recoding.to_dict()
    assert traced.evaluated == outcome.evaluated


@pytest.mark.parametrize("relaxed", [False, True])
@pytest.mark.parametrize(
    ("records", "k", "regions"),
    [
        ([("x",) * 6] * 9, 2, 1),
        ([("x",) * 6], 1, 1),
        ([("x", "x", "x", "x", "x", value) for value in "xyz"] * 3, 2, 3),
        ([("x", "x", "x", "x", "x", value) for value in "xyz"] * 3, 5, 1),
    ],
    ids=["all equal", "one record", "one attribute differs", "k over half the table"],
)
def test_tables_with_hardly_anything_to_split(records, k, regions, relaxed):
    trees = [[(value, "*") for value in "xyz"]] * 6
    problem, _ = table_of(records, trees, [list("xyz")] * 6, k)
    assert len(regions_of(problem, solved(problem, relaxed=relaxed).recoding)) == regions


@pytest.mark.parametrize("threads", [1, 2, 3])
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(table=tables(), k=st.integers(1, 4))
def test_shared_out_regions_are_the_same_on_any_number_of_threads(monkeypatch, threads, table, k):
    problem, _ = table_of(*table, k)
    if len(table[0]) < k:
        return
    monkeypatch.setattr(by_size, "SHARED_FROM", 10**9)
    alone = solved(replace(problem, threads=1))
    monkeypatch.setattr(by_size, "SHARED_FROM", 0)
    shared = solved(replace(problem, threads=threads))
    assert shared.recoding.to_dict() == alone.recoding.to_dict()
    assert shared.evaluated == alone.evaluated


def test_a_long_row_of_values_needs_no_recursion():
    values = [f"{number:04}" for number in range(3000)]
    problem, _ = table_of([(v,) for v in values], [[(v, "*") for v in values]], [values], 1)
    assert len(regions_of(problem, solved(problem).recoding)) == len(values)


def test_time_that_is_up_leaves_a_release_that_is_safe():
    values = list("abcdefgh")
    problem, _ = table_of([(v,) for v in values], [[(v, "*") for v in values]], [values], 2)
    outcome = solved(replace(problem, deadline=0.0))
    assert (outcome.ended, outcome.recoding.grouping(problem).class_count) == ("time", 1)
