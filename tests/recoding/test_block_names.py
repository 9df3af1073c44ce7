"""The blocks of partitions have names of their own that say what they hold."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.errors import DataError
from hoarfrost.frequency import FrequencySet
from hoarfrost.hierarchy.build import build_hierarchy
from hoarfrost.hierarchy.ordering import ordered_values
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.problem import Attribute, Problem
from hoarfrost.recoding import Partition, Recoding
from hoarfrost.recoding.block_names import named_blocks
from hoarfrost.verify.intervals import Intervals
from hoarfrost.verify.labels import Labels, members
from tests.naive.labels import meaning

STYLES = ("interval", "ancestor", "set")
TRAPS = (
    "a", "b", "c", "a, b", "{a, b}", '"a"', '{"a", "b"}', "", " a", "[a,b]", "* except {a}", '5"',
    "b, c", "x",
)  # fmt: skip
NUMBERS = ("9", "10", "20", "20.0", "30", "41", "[10,20]", "7")


def labels_of(attribute, blocks, style="interval"):
    """The labels of blocks of leaves that are told by their texts."""
    code_of = attribute.hierarchy.code_of
    sets = [[code_of[text] for text in block] for block in blocks]
    return [block.label for block in named_blocks(attribute, sets, style)]


def paths_of(tree):
    """The rows of a hierarchy: value, level 1, …, root."""
    return [
        [labels[nodes[leaf]] for labels, nodes in zip(tree.labels, tree.nodes, strict=True)]
        for leaf in range(len(tree.leaves))
    ]


COUNTRIES = Hierarchy.from_rows(
    [
        [country, continent, "*"]
        for continent, countries in {
            "Asia": ("China", "India", "Japan"), "Europe": ("France", "Italy", "Poland", "Spain"),
            "America": ("Canada", "Cuba", "Mexico"),
        }.items()
        for country in countries
    ]
)  # fmt: skip


def test_whole_nodes_stand_for_their_values():
    asia, europe = COUNTRIES.leaves[:3], COUNTRIES.leaves[3:7]
    attribute = Attribute("country", COUNTRIES)
    assert labels_of(attribute, [[*asia, *europe, "Canada"], ["Cuba", "Mexico"]]) == [
        "{Asia, Europe, Canada}", "{Cuba, Mexico}",
    ]  # fmt: skip
    assert labels_of(attribute, [asia, europe]) == ["Asia", "Europe"]
    assert labels_of(attribute, [COUNTRIES.leaves]) == ["*"]


def test_what_is_left_out_is_told_where_that_is_much_shorter():
    attribute = Attribute("country", COUNTRIES)
    everywhere = set(COUNTRIES.leaves)
    sets = [sorted(everywhere - {"Italy", "China", "Mexico"}), ["Italy", "China", "Mexico"]]
    assert labels_of(attribute, sets) == [
        "{India, Japan, France, Poland, Spain, Canada, Cuba}",
        "{China, Italy, Mexico}",
    ]
    long = Hierarchy.from_rows([[f"value {place}", "all of them"] for place in range(20)])
    (most, least) = labels_of(Attribute("x", long), [long.leaves[1:], long.leaves[:1]])
    assert (most, least) == ("all of them except {value 0}", "value 0")


def ages(values, missing=None, **more):
    present = [*values] if missing is None else [*values, missing]
    tree = build_hierarchy(
        {"intervals": (5, 10), "origin": 17, **more}, name="age", values=present, counts=None,
        type="integer", missing=() if missing is None else (missing,),
        has_missing=missing is not None, order=None, folder=Path(),
    )  # fmt: skip
    return Attribute("age", tree.above(1), 1, value_type="integer")


def test_a_run_of_intervals_is_the_interval_that_spans_it():
    attribute = ages(map(str, range(10, 70)), "?", bottom=17, top=62)
    leaves = attribute.hierarchy.leaves
    assert leaves[:3] == ("<17", "[17,22)", "[22,27)")
    assert leaves[-3:] == ("[57,62)", ">=62", "?")
    blocks = [leaves[:3], leaves[4:7], leaves[-4:-1], [leaves[3], "?"]]
    assert labels_of(attribute, blocks) == ["<27", "[32,47)", ">=52", "{[27,32), ?}"]
    assert labels_of(attribute, [leaves[1:3]]) == ["[17,27)"]
    assert labels_of(attribute, [leaves[:-1]]) == ["* except {?}"]


def test_the_closed_end_of_the_last_interval_stays_closed():
    attribute = ages(["17", "23", "28", "32"])
    assert labels_of(attribute, [attribute.hierarchy.leaves[1:]]) == ["[22,32]"]


def test_one_number_written_in_two_ways_is_not_torn_by_an_interval():
    tree = Hierarchy.from_rows([[text, "*"] for text in ("9", "20", "20.0", "30")])
    attribute = Attribute("age", tree, order=np.arange(4), value_type="decimal")
    assert labels_of(attribute, [["9", "20"], ["20.0", "30"]]) == ["{9, 20}", "{20.0, 30}"]
    assert labels_of(attribute, [["9", "20", "20.0"]]) == ["[9,20.0]"]


def test_numbers_in_an_order_of_ones_own_have_no_intervals():
    tree = Hierarchy.from_rows([[text, "*"] for text in ("9", "20", "30")])
    attribute = Attribute("age", tree, order=np.array([1, 0, 2]), value_type="integer")
    assert labels_of(attribute, [["9", "20"], ["30"]]) == ["{20, 9}", "30"]


def test_texts_have_intervals_only_in_a_listed_order():
    tree = Hierarchy.from_rows([[text, "*"] for text in ("low", "middle", "high")])
    assert labels_of(Attribute("x", tree), [["low", "middle"]]) == ["{low, middle}"]
    ordered = Attribute("x", tree, order=np.arange(3))
    assert labels_of(ordered, [["low", "middle"]]) == ["[low,middle]"]


def test_blocks_with_one_ancestor_are_not_made_one():
    attribute = Attribute("country", COUNTRIES)
    sets = [["China", "France"], ["Japan", "Italy"], ["Cuba", "Canada"]]
    assert labels_of(attribute, sets, "ancestor") == [
        "{China, France}", "{Japan, Italy}", "America",
    ]  # fmt: skip


def test_a_name_that_stands_for_something_else_is_not_given():
    tree = Hierarchy.from_rows([[text, "*"] for text in ("a", "b", "{a, b}", '{"a", "b"}')])
    assert labels_of(Attribute("x", tree), [["a", "b"]]) == ['{"a", "b", "b"}']


@st.composite
def text_attributes(draw):
    leaves = draw(st.lists(st.sampled_from(TRAPS), min_size=2, max_size=8, unique=True))
    groups = [draw(st.integers(0, 2)) for _ in leaves]
    names = draw(st.sampled_from((("A", "B", "C"), ("A, B", "{A}", "A except {a}"))))
    rows = [[leaf, names[group], "*"] for leaf, group in zip(leaves, groups, strict=True)]
    tree = Hierarchy.from_rows(rows)
    if draw(st.booleans()):
        return Attribute("x", tree), ()
    order = tuple(draw(st.permutations(tree.leaves)))
    ranks = np.array([order.index(leaf) for leaf in tree.leaves])
    return Attribute("x", tree, order=ranks), order


@st.composite
def number_attributes(draw):
    leaves = draw(st.lists(st.sampled_from(NUMBERS[:6]), min_size=2, max_size=6, unique=True))
    has_missing = draw(st.booleans())
    tree = Hierarchy.from_rows(
        [[leaf, "few" if len(leaf) < 2 else "many", "*"] for leaf in leaves]
        + ([["?", "?", "*"]] if has_missing else []),
        missing="?" if has_missing else None,
    )
    in_order = ordered_values(tree.leaves, "decimal", None, tree, missing=tree.missing)
    ranks = np.array([in_order.index(leaf) for leaf in tree.leaves])
    return Attribute("x", tree, order=ranks, value_type="decimal"), ()


@st.composite
def interval_attributes(draw):
    values = draw(st.lists(st.integers(0, 60).map(str), min_size=1, max_size=12, unique=True))
    bounds = {"bottom": draw(st.sampled_from((None, 17))), "top": draw(st.sampled_from((None, 40)))}
    return ages(values, draw(st.sampled_from((None, "?"))), **bounds), ()


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("drawn", [text_attributes, number_attributes, interval_attributes])
def test_labels_differ_and_say_what_their_blocks_hold(drawn, style):
    @given(drawn(), st.data())
    def law(pair, data):
        attribute, order = pair
        tree = attribute.hierarchy
        numbers = [data.draw(st.integers(0, 3)) for _ in tree.leaves]
        sets = [
            [leaf for leaf, own in enumerate(numbers) if own == number] for number in set(numbers)
        ]
        blocks = named_blocks(attribute, sets, style)
        whole = tree.whole or tree
        paths, reader = (
            paths_of(whole),
            Labels(whole, Intervals.over("decimal", whole.leaves), order),
        )
        assert len({block.label for block in blocks}) == len(sets)
        for block, leaves in zip(blocks, sets, strict=True):
            said = meaning(block.label, paths, order)
            nodes = whole.nodes[attribute.first_level].tolist()
            held = {
                value for value, node in zip(whole.leaves, nodes, strict=True) if node in leaves
            }
            stands = {value for value, node in zip(whole.leaves, nodes, strict=True)
                      if node in block.leaves}  # fmt: skip
            assert held <= said == stands == reader.inside(block.label)
            if style != "ancestor":
                assert said == held

    law()


def test_the_members_of_a_set_are_told_apart():
    assert list(members('{a, "b, c", "say \\"x\\"", 5"}')) == ["a", "b, c", 'say "x"', '5"']


def test_a_saved_partition_has_the_same_labels_and_knows_no_other_values(tmp_path):
    attribute = Attribute("country", COUNTRIES)
    codes = np.arange(10, dtype=np.int32)[None]
    problem = Problem(
        (attribute,), FrequencySet(("country",), codes, np.ones(10, dtype=np.int64), {}), (), 0
    )
    recoding = Partition.of(problem, [np.array([0] * 8 + [1, 1], dtype=np.int32)])
    recoding.save(tmp_path / "R.json")
    loaded = Recoding.load(tmp_path / "R.json")
    table = {"country": COUNTRIES.leaves}
    assert loaded.apply(["country"], table, codes).labels["country"] == (
        "{Asia, Europe, Canada}", "{Cuba, Mexico}",
    )  # fmt: skip
    with pytest.raises(DataError, match='the recoding does not know the value "Peru"'):
        loaded.apply(["country"], {"country": ("Peru",)}, np.zeros((1, 1), dtype=np.int32))
