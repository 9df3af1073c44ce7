"""The cuts of one attribute as whole numbers, against cuts written out label by label."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.algorithms.tree.attribute_cuts import AttributeCuts
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.problem import Attribute
from tests.naive.cuts import every_cut
from tests.strategies import hierarchy_paths


def labels_of(own, bits):
    """For each leaf, what it is released as."""
    tree = own.tree
    return [tree.label(node) for node in own.of_leaves(bits).tolist()]


def drawn(data):
    """The cuts of a random attribute up to a random level, and its values' ways up."""
    paths = data.draw(hierarchy_paths())
    top = data.draw(st.integers(0, len(paths[0]) - 1))
    own = AttributeCuts(Attribute("a", Hierarchy.from_rows(paths), max_level=top))
    return own, {path[0]: list(dict.fromkeys(path[: top + 1])) for path in paths}


def bits_of(own, cut):
    """The number of a cut that is written out."""
    tree = own.tree
    codes = {tree.label(node): node for node in range(tree.node_count)}
    return own.of_nodes({codes[label] for label in cut.values()})


@given(st.data())
def test_each_cut_has_a_number_of_its_own(data):
    own, ways = drawn(data)
    cuts = every_cut(ways)
    assert own.cut_count == len(cuts)
    assert len({bits_of(own, cut) for cut in cuts}) == len(cuts)
    for cut in cuts:
        expected = [cut[leaf] for leaf in own.tree.hierarchy.leaves]
        assert labels_of(own, bits_of(own, cut)) == expected


@given(st.data())
def test_whatever_is_below_a_new_parent_is_mapped_to_it(data):
    own, ways = drawn(data)
    cut = data.draw(st.sampled_from(every_cut(ways)))
    higher = {label for leaf, way in ways.items() for label in way[way.index(cut[leaf]) + 1 :]}
    parents = data.draw(st.sets(st.sampled_from(sorted(higher)))) if higher else set()
    codes = {own.tree.label(node): node for node in range(own.tree.node_count)}
    raised = own.raised(bits_of(own, cut), [codes[label] for label in parents])
    expected = [
        next((label for label in reversed(ways[leaf]) if label in parents), cut[leaf])
        for leaf in own.tree.hierarchy.leaves
    ]
    assert labels_of(own, raised) == expected


@given(st.data())
def test_the_steps_to_a_cut_are_those_of_the_shortest_way(data):
    own, ways = drawn(data)
    shortest = {0: 0}
    waiting = [0]
    while waiting:
        bits = waiting.pop(0)
        for node in own.nodes(bits):
            above = own.parents[node]
            if above >= 0:
                raised = own.raised(bits, [above])
                if raised not in shortest:
                    shortest[raised] = shortest[bits] + 1
                    waiting.append(raised)
    assert len(shortest) == len(every_cut(ways))
    assert {bits: own.steps(bits) for bits in shortest} == shortest
