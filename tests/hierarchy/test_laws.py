"""Laws that hold for every hierarchy, however it was described."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoarfrost.errors import HierarchyError
from hoarfrost.hierarchy.base import BUILDERS, Built, Column, builder
from hoarfrost.hierarchy.build import build_hierarchy
from hoarfrost.hierarchy.tree import Hierarchy

NUMBERS = st.decimals(-10_000, 10_000, places=2).map(str) | st.integers(-99, 99).map(str)
WIDTHS = st.tuples(
    st.sampled_from(["0.5", "1", "3", "10"]), st.lists(st.integers(2, 5), max_size=3)
)
DATES = st.dates().map(str)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=6)


def _widths(drawn):
    widths = [Decimal(drawn[0])]
    for factor in drawn[1]:
        widths.append(widths[-1] * factor)
    return widths


@st.composite
def described(draw):
    """A description, values that suit it, and their type."""
    kind = draw(st.sampled_from(["intervals", "mask", "dates", "order", "none"]))
    if kind == "intervals":
        spec = {"intervals": _widths(draw(WIDTHS)), "origin": draw(st.integers(-7, 7))}
        for end in draw(st.sets(st.sampled_from(["bottom", "top"]))):
            spec[end] = draw(st.integers(-50, 0) if end == "bottom" else st.integers(1, 50))
        return spec, draw(st.lists(NUMBERS, min_size=1, unique=True)), "decimal"
    if kind == "dates":
        units = draw(
            st.sets(st.sampled_from(["day", "month", "quarter", "year", "decade"]), min_size=1)
        )
        ordered = [unit for unit in ("day", "month", "quarter", "year", "decade") if unit in units]
        return {"dates": ordered}, draw(st.lists(DATES, min_size=1, unique=True)), "date"
    values = draw(st.lists(TEXTS, min_size=1, max_size=12, unique=True))
    if kind == "mask":
        return {"mask": draw(st.sampled_from(["left", "right"]))}, values, "text"
    if kind == "order":
        fanout = draw(st.lists(st.integers(2, 4), min_size=1, max_size=3))
        return (
            {"order": draw(st.sampled_from(["value", "frequency"])), "fanout": fanout},
            values,
            "text",
        )
    return None, values, "text"


def _built(description):
    spec, values, kind = description
    try:
        return build_hierarchy(
            spec,
            name="x",
            values=values,
            counts=dict.fromkeys(values, 1),
            type=kind,
            missing=("unknown",),
            has_missing=False,
            order=None,
            folder=Path(),
        )
    except HierarchyError:
        # Labels that mean two things, such as a value "*" beside others.
        return None


@settings(deadline=None)
@given(described())
def test_every_level_is_a_partition_that_is_coarser_than_the_one_before(description):
    hierarchy = _built(description)
    if hierarchy is None:
        return
    assert sorted(hierarchy.leaves) == sorted(description[1])
    for level in range(hierarchy.height):
        pairs = set(
            zip(hierarchy.nodes[level].tolist(), hierarchy.nodes[level + 1].tolist(), strict=True)
        )
        assert len(pairs) == len(hierarchy.labels[level])
    assert len(hierarchy.labels[-1]) == 1


@settings(deadline=None)
@given(described())
def test_labels_are_unique_on_each_level_and_nodes_are_neighbours(description):
    hierarchy = _built(description)
    if hierarchy is None:
        return
    for labels, nodes in zip(hierarchy.labels, hierarchy.nodes, strict=True):
        assert len(set(labels)) == len(labels)
        assert np.all(np.diff(nodes) >= 0)
        assert nodes[-1] == len(labels) - 1


@settings(deadline=None)
@given(described())
def test_a_label_on_several_levels_always_means_the_same_values(description):
    hierarchy = _built(description)
    if hierarchy is None:
        return
    meanings: dict[str, frozenset[str]] = {}
    for level, labels in enumerate(hierarchy.labels):
        for node, label in enumerate(labels):
            leaves = np.flatnonzero(hierarchy.nodes[level] == node)
            meaning = frozenset(hierarchy.leaves[leaf] for leaf in leaves)
            assert meanings.setdefault(label, meaning) == meaning


@settings(deadline=None)
@given(st.data())
def test_the_order_of_the_values_does_not_matter_to_numbers_and_dates(data):
    spec, values, kind = data.draw(described().filter(lambda one: one[2] != "text"))
    shuffled = data.draw(st.permutations(values))
    assert _built((spec, values, kind)).labels == _built((spec, shuffled, kind)).labels


@settings(deadline=None)
@given(described())
def test_every_number_lies_in_its_interval(description):
    spec, values, kind = description
    if kind != "decimal":
        return
    hierarchy = _built(description)
    for level in range(1, hierarchy.height):
        for value in values:
            label, number = hierarchy.label(value, level=level), Decimal(value)
            if label.startswith("<"):
                assert number < Decimal(label[1:])
            elif label.startswith(">="):
                assert number >= Decimal(label[2:])
            else:
                low, high = map(Decimal, label[1:-1].split(","))
                assert low <= number
                assert number < high or (label.endswith("]") and number == high)
                assert high - low <= spec["intervals"][level - 1]


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 5), st.integers(0, 2)), min_size=1))
def test_rows_give_the_same_tree_as_grouping_them_by_hand(drawn):
    groups = {leaf: group for leaf, group, _ in reversed(drawn)}
    tops = {group: top for _, group, top in reversed(drawn)}
    rows = [
        [f"v{leaf}", f"g{groups[leaf]}", f"t{tops[groups[leaf]]}", "*"]
        for leaf in dict.fromkeys(leaf for leaf, _, _ in drawn)
    ]
    hierarchy = Hierarchy.from_rows(rows)
    for row in rows:
        assert [hierarchy.label(row[0], level=level) for level in range(4)] == row
    assert hierarchy.leaves == tuple(row[0] for row in _depth_first(rows))


def _depth_first(rows):
    """The plain twin: siblings together, in the order in which labels first appear."""
    if len(rows) <= 1:
        return rows
    level = max(level for level in range(len(rows[0])) if len({row[level] for row in rows}) > 1)
    return [
        row
        for label in dict.fromkeys(row[level] for row in rows)
        for row in _depth_first([one for one in rows if one[level] == label])
    ]


def test_a_builder_from_outside_takes_one_function_and_one_decorator(build):
    @builder("initials")
    def initials(column: Column, *, initials: int = 1) -> Built:
        """The first letters of each value."""
        return Built([[value, value[:initials], "*"] for value in column.values], 2)

    try:
        hierarchy = build({"initials": 2}, ["alpha", "alps", "beta"])
        assert hierarchy.labels[1] == ("al", "be")
    finally:
        del BUILDERS._things["initials"]


def test_every_builder_says_what_it_makes_and_what_its_options_are():
    for name, made in BUILDERS:
        assert made.summary.endswith("."), name
        assert name in made.options.model_fields, name
        for option, field in made.options.model_fields.items():
            assert field.description, (name, option)


@pytest.mark.parametrize("spec", [{"intervals": [10, 100]}, {"mask": "right"}, None])
def test_a_hundred_thousand_values_are_quick(build, spec):
    values = [f"{number:05}" for number in range(100_000)]
    begin = perf_counter()
    assert len(build(spec, values).leaves) == 100_000
    assert perf_counter() - begin < 5, "a second, or five on a busy machine"
