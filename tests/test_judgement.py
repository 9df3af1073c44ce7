"""Suppression in rounds does what its slow, obvious twin does."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoarfrost.frequency import FrequencySet, Histogram
from hoarfrost.grouping import Grouping
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.judgement import Demand, survivors
from hoarfrost.requirements import REQUIREMENTS
from tests.naive import judgement as naive
from tests.requirements.drawing import KINDS, PATHS, TREE, VALUES, requirements

AGES = Hierarchy.from_rows(
    [["20", "young", "*"], ["30", "young", "*"], ["60", "old", "*"], ["70", "old", "*"]]
)
SEXES = Hierarchy.from_rows([["F", "*"], ["M", "*"]])
ZIPS = Hierarchy.from_rows([["11", "1*", "*"], ["12", "1*", "*"], ["21", "2*", "*"]])
HIERARCHIES = (AGES, SEXES, ZIPS)
SHIELDS = [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
RECORDS = st.tuples(*(st.sampled_from(hierarchy.leaves) for hierarchy in HIERARCHIES))


def coded(rows):
    return [
        tuple(hierarchy.code_of[leaf] for hierarchy, leaf in zip(HIERARCHIES, row, strict=True))
        for row in rows
    ]


def frequency_of(rows, values=()):
    counted = Counter(coded(rows))
    combinations = sorted(counted)
    pairs = Counter(zip(coded(rows), values, strict=False))
    used = sorted(set(values))
    entries = [
        (group, used.index(value), pairs[combination, value])
        for group, combination in enumerate(combinations)
        for value in used
        if pairs[combination, value]
    ]
    lengths = Counter(group for group, _, _ in entries)
    histogram = Histogram(
        tuple(used),
        np.cumsum([0, *(lengths[group] for group in range(len(combinations)))], dtype=np.int64),
        np.array([code for _, code, _ in entries], dtype=np.int32),
        np.array([count for _, _, count in entries], dtype=np.int64),
    )
    return FrequencySet(
        ("age", "sex", "zip"),
        np.ascontiguousarray(np.array(combinations, dtype=np.int32).T),
        np.array([counted[combination] for combination in combinations], dtype=np.int64),
        {"disease": histogram},
    )


def demand_of(requirement, shield, people):
    population = None
    if requirement.reads_population:
        parts = [tuple(row) for row in coded(people)]
        counted = Counter(tuple(row[position] for position in shield) for row in parts)
        population = FrequencySet(
            tuple("age sex zip".split()[position] for position in shield),
            np.ascontiguousarray(np.array(list(counted), dtype=np.int32).T),
            np.array(list(counted.values()), dtype=np.int64),
            {},
        )
    sensitive = "disease" if requirement.reads_sensitive else None
    return Demand(requirement, shield, sensitive, TREE, population)


@st.composite
def situations(draw):
    rows = draw(st.lists(RECORDS, min_size=1, max_size=16))
    values = [draw(st.sampled_from(VALUES[:4])) for _ in rows]
    people = rows + draw(st.lists(RECORDS, max_size=10))
    levels = [draw(st.integers(0, hierarchy.height)) for hierarchy in HIERARCHIES]
    asked = [
        (draw(requirements(draw(st.sampled_from(KINDS)))), draw(st.sampled_from(SHIELDS)))
        for _ in range(draw(st.integers(1, 3)))
    ]
    return rows, values, people, levels, asked, draw(st.integers(0, len(rows)))


def labels_of(row, levels):
    return tuple(
        hierarchy.label(leaf, level=level)
        for hierarchy, leaf, level in zip(HIERARCHIES, row, levels, strict=True)
    )


def released(grouping, kept):
    """The labels of the kept classes, with their sizes."""
    columns = [
        [block.labels[code] for code in codes]
        for block, codes in zip(grouping.blocks, grouping.codes, strict=True)
    ]
    sizes = zip(zip(*columns, strict=True), grouping.sizes.tolist(), kept, strict=True)
    return {labels: size for labels, size, is_kept in sizes if is_kept}


@settings(max_examples=400)
@given(situations())
def test_survivors_are_those_of_the_twin(situation):
    rows, values, people, levels, asked, limit = situation
    released_rows = [labels_of(row, levels) for row in rows]
    table = naive.Table(
        list(zip(released_rows, values, strict=True)),
        sorted(set(values)),
        PATHS,
        [labels_of(row, levels) for row in people],
    )
    left = naive.survivors(asked, table)

    grouping = Grouping.of_levels(frequency_of(rows, values), HIERARCHIES, levels)
    demands = [demand_of(requirement, shield, people) for requirement, shield in asked]
    verdict = survivors(demands, grouping, limit)

    assert released(grouping, verdict.kept) == Counter(labels for labels, _ in left)
    assert verdict.suppressed_records == len(rows) - len(left)
    assert verdict.is_accepted == (
        bool(left)
        and len(rows) - len(left) <= limit
        and all(naive.table_holds(*demand, table, left) for demand in asked)
    )


def test_what_one_shield_loses_can_break_another_in_the_next_round():
    rows = [("20", "F", "11"), ("20", "M", "11"), ("30", "M", "11"), ("30", "M", "12")]
    grouping = Grouping.of_levels(frequency_of(rows, "abcd"), HIERARCHIES, (0, 0, 0))
    two = REQUIREMENTS.get("k-anonymity")(2)
    by_age_and_sex = survivors([Demand(two, (0,)), Demand(two, (1,))], grouping, 4)
    # F is alone; then 20 is alone; what is left are the two records of 30, M.
    assert released(grouping, by_age_and_sex.kept) == {("30", "M", "11"): 1, ("30", "M", "12"): 1}
    assert by_age_and_sex.suppressed_records == 2
    assert by_age_and_sex.is_accepted
    assert not survivors([Demand(two, (0,)), Demand(two, (1,))], grouping, 1).is_accepted


def test_nothing_left_is_never_accepted():
    grouping = Grouping.of_levels(frequency_of([("20", "F", "11")], "a"), HIERARCHIES, (2, 1, 2))
    verdict = survivors([Demand(REQUIREMENTS.get("k-anonymity")(2), (0, 1, 2))], grouping, 1)
    assert verdict.kept.tolist() == [False]
    assert not verdict.is_accepted


def test_without_demands_all_is_accepted():
    grouping = Grouping.of_levels(frequency_of([("20", "F", "11")], "a"), HIERARCHIES, (0, 0, 0))
    assert survivors([], grouping, 0).is_accepted


def test_the_reference_is_the_input_whatever_was_suppressed():
    rows = [("20", "F", "11")] * 2 + [("60", "F", "11")]
    grouping = Grouping.of_levels(frequency_of(rows, "abb"), HIERARCHIES, (0, 0, 0))
    requirement = REQUIREMENTS.get("t-closeness")(1)
    kept = np.array([True, False])
    own = Demand(requirement, (0, 1, 2), "disease")
    assert own.worst(grouping, kept) == pytest.approx(1 / 6)
    given_one = Demand(requirement, (0, 1, 2), "disease", reference=np.array([3, 1]))
    assert given_one.worst(grouping, kept) == 1 / 4


def test_a_shield_of_no_attribute_looks_at_the_whole_table():
    rows = [("20", "F", "11"), ("60", "M", "21")]
    grouping = Grouping.of_levels(frequency_of(rows, "ab"), HIERARCHIES, (0, 0, 0))
    kept = np.ones(2, dtype=np.bool_)
    assert Demand(REQUIREMENTS.get("k-anonymity")(2), ()).worst(grouping, kept) == 2
