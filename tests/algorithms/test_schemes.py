"""The schemes allow the partitions that their definitions name, of the values that the table has."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hoarfrost.algorithms.partitions.schemes import RULES, Scheme, members
from hoarfrost.errors import NotApplicable
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.partitions import canonical
from hoarfrost.problem import Attribute
from tests.naive.partitions import all_partitions, are_nodes, are_runs, obeys
from tests.strategies import hierarchy_paths

NAMES = ("bhs", *RULES)


@st.composite
def attributes(draw):
    """An attribute with a hierarchy, an order, a highest level, and records for some values."""
    tree = Hierarchy.from_rows(draw(hierarchy_paths("v", 1)))
    count = len(tree.leaves)
    order = draw(st.none() | st.permutations(range(count)))
    attribute = Attribute(
        "v", tree, order=None if order is None else np.array(order, dtype=np.int64),
        max_level=draw(st.none() | st.integers(0, tree.height)),
    )  # fmt: skip
    records = draw(st.lists(st.integers(0, 2), min_size=count, max_size=count))
    assume(any(records))
    return attribute, np.array(records, dtype=np.int64)


def levels_of(scheme):
    """The node of each present value on each level that may be used."""
    attribute = scheme.attribute
    return [
        tuple(attribute.hierarchy.nodes[level][scheme.values].tolist())
        for level in range(attribute.top + 1)
    ]


def expected_of(scheme):
    """The partitions of the present values, in their order, that the scheme's definition allows."""
    levels = levels_of(scheme)
    if scheme.name == "bhs":
        return set(map(canonical, levels))
    every = all_partitions(len(scheme.values))
    if scheme.name == "ghs":
        return {own for own in every if are_nodes(own, levels)}
    if scheme.name in {"gsps", "gops"}:
        every = {own for own in every if obeys(own, levels)}
    if scheme.name in {"ops", "gops"}:
        every = {own for own in every if are_runs(own)}
    return {
        own
        for own in every
        if all(len({levels[-1][value] for value in block}) == 1 for block in members(own))
    }


def is_torn(scheme):
    """Does the order take the values of a node apart?"""
    return not all(are_runs(canonical(level)) for level in levels_of(scheme))


@pytest.mark.parametrize("name", NAMES)
def test_a_scheme_allows_what_its_definition_says(name):
    @given(attributes())
    def law(pair):
        scheme = Scheme.of(pair[0], name, pair[1])
        assume(name != "gops" or not is_torn(scheme))
        for direction in ("up", "down"):
            found = list(scheme.space.enumerate(direction))
            assert len(found) == len(set(found)) == scheme.space.count
            assert set(found) == expected_of(scheme)

    law()


@pytest.mark.parametrize("name", NAMES)
def test_values_stand_in_the_order_of_their_attribute(name):
    @given(attributes())
    def law(pair):
        attribute, records = pair
        scheme = Scheme.of(attribute, name, records)
        ranks = range(len(records)) if attribute.order is None else attribute.order.tolist()
        assert sorted(scheme.values.tolist()) == [leaf for leaf, own in enumerate(records) if own]
        assert [ranks[leaf] for leaf in scheme.values] == sorted(
            ranks[leaf] for leaf in scheme.values
        )

    law()


@pytest.mark.parametrize("name", NAMES)
def test_each_leaf_lies_in_one_block_and_present_ones_in_their_own(name):
    @given(attributes())
    def law(pair):
        attribute, records = pair
        scheme = Scheme.of(attribute, name, records)
        assume(name != "gops" or not is_torn(scheme))
        tree, tops = attribute.hierarchy, attribute.hierarchy.nodes[attribute.top]
        for partition in scheme.space.enumerate():
            block_of = scheme.blocks_of_leaves(partition)
            assert block_of.shape == (len(tree.leaves),)
            assert canonical(block_of[scheme.values].tolist()) == partition
            sets = [
                np.flatnonzero(block_of == number).tolist() for number in set(block_of.tolist())
            ]
            spanned = [scheme.leaves_of(block) for block in members(partition)]
            # What the blocks span does not overlap, and all other leaves are by themselves.
            assert all(not {*one} & {*other} for one, other in combinations(spanned, 2))
            assert all(leaves in spanned or len(leaves) == 1 for leaves in sets)
            assert all(leaves in sets for leaves in spanned)
            assert all(len(set(tops[leaves].tolist())) == 1 for leaves in spanned)

    law()


@pytest.mark.parametrize("name", ["bhs", "ghs"])
def test_blocks_of_several_values_are_nodes_with_all_leaves_under_them(name):
    @given(attributes())
    def law(pair):
        scheme = Scheme.of(pair[0], name, pair[1])
        tree = scheme.attribute.hierarchy
        nodes = [np.flatnonzero(codes == node).tolist()
                 for codes in tree.nodes for node in range(codes.max() + 1)]  # fmt: skip
        for partition in scheme.space.enumerate():
            for block in members(partition):
                assert len(block) == 1 or scheme.leaves_of(block) in nodes

    law()


@given(attributes())
def test_blocks_of_ordered_schemes_are_intervals_as_far_as_the_highest_level_allows(pair):
    attribute, records = pair
    scheme = Scheme.of(attribute, "ops", records)
    tops = attribute.hierarchy.nodes[attribute.top]
    ranks = np.arange(len(records)) if attribute.order is None else attribute.order
    for partition in scheme.space.enumerate():
        for block in members(partition):
            leaves = scheme.leaves_of(block)
            low, high = min(ranks[leaves]), max(ranks[leaves])
            between = np.flatnonzero((low <= ranks) & (ranks <= high) & (tops == tops[leaves[0]]))
            assert leaves == between.tolist()


def test_absent_values_come_along_where_a_block_spans_them():
    tree = Hierarchy.from_rows(
        [["a", "A", "*"], ["b", "A", "*"], ["c", "A", "*"], ["d", "B", "*"], ["e", "B", "*"]]
    )
    records = np.array([1, 0, 1, 1, 0])
    blocks = {
        name: scheme.blocks_of_leaves((0, 0, 1)).tolist()
        for name in ("ops", "sps", "ghs", "gsps", "gops")
        for scheme in [Scheme.of(Attribute("v", tree), name, records)]
    }
    assert blocks == {
        "ops": [0, 0, 0, 1, 2], "sps": [0, 2, 0, 1, 3], "ghs": [0, 0, 0, 1, 2],
        "gsps": [0, 2, 0, 1, 3], "gops": [0, 0, 0, 1, 2],
    }  # fmt: skip


@given(attributes())
def test_orders_are_refused_where_and_only_where_they_take_nodes_apart(pair):
    scheme = Scheme.of(pair[0], "gops", pair[1])
    try:
        is_refused = not scheme.space.count
    except NotApplicable:
        is_refused = True
    assert is_refused == is_torn(scheme)


def test_a_refusal_names_the_attribute_and_the_way_out():
    tree = Hierarchy.from_rows([["a", "A", "*"], ["b", "A", "*"], ["c", "C", "*"]])
    attribute = Attribute("size", tree, order=np.array([0, 2, 1]))
    with pytest.raises(NotApplicable) as caught:
        list(Scheme.of(attribute, "gops", np.array([1, 1, 1])).space.enumerate())
    (flaw,) = caught.value.flaws
    assert flaw.message == (
        'the scheme gops cannot serve "size": its order takes the values of a node of its hierarchy'
        " apart"
    )
    assert flaw.hint == "give it an order that keeps them together, or use ops or gsps for it"


def test_an_absent_value_between_others_goes_with_its_own_node():
    rows = [["a", "A"], ["b", "A"], ["z", "B"], ["c", "B"], ["d", "D"]]
    tree = Hierarchy.from_rows([[*row, "*"] for row in rows])
    attribute = Attribute("v", tree, order=np.array([0, 2, 1, 3, 4]))
    scheme = Scheme.of(attribute, "gops", np.array([1, 1, 0, 1, 1]))
    assert [scheme.leaves_of(block) for block in ([0, 1], [2, 3])] == [[0, 1], [2, 3, 4]]
    assert scheme.blocks_of_leaves((0, 0, 1, 1)).tolist() == [0, 0, 1, 1, 1]
