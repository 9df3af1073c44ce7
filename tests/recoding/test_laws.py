"""What holds for every recoding, of whatever kind."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.errors import UsageError
from hoarfrost.recoding import Recoding
from tests.recoding.drawing import MAKERS, original_table, recoded, texts


def released(recoding, problem, **how):
    dictionaries, codes = original_table(problem)
    names = [attribute.name for attribute in problem.attributes]
    applied = recoding.apply(names, dictionaries, codes, **how)
    return texts([applied.labels[name] for name in names], applied.codes), applied.suppressed


def test_the_contract_names_six_kinds():
    assert set(Recoding.KINDS) == set(MAKERS) == {
        "full-domain", "cut", "partition", "regions", "local", "cells",
    }  # fmt: skip


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_what_was_loaded_does_what_was_saved(kind, tmp_path_factory):
    @given(recoded(kind))
    def law(drawn):
        problem, recoding = drawn
        path = tmp_path_factory.mktemp("recodings") / "R.json"
        recoding.save(path)
        loaded = Recoding.load(path)
        assert loaded.kind == kind
        assert loaded.levels == recoding.levels
        assert loaded.to_dict() == recoding.to_dict()
        assert released(loaded, problem)[0] == released(recoding, problem)[0]

    law()


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_a_table_is_released_as_its_grouping_says(kind):
    @given(recoded(kind))
    def law(drawn):
        problem, recoding = drawn
        grouping = recoding.grouping(problem)
        labels = [blocks.labels for blocks in grouping.blocks]
        of_class = texts(labels, grouping.codes)
        assert len(set(of_class)) == grouping.class_count
        assert [of_class[number] for number in grouping.class_of] == released(recoding, problem)[0]
        assert grouping.sizes.sum() == problem.frequency.record_count

    law()


@given(recoded())
def test_every_block_stands_for_the_leaves_that_are_released_as_it(drawn):
    problem, recoding = drawn
    grouping = recoding.grouping(problem)
    for blocks, row, codes, attribute in zip(
        grouping.blocks, grouping.codes, problem.frequency.codes, problem.attributes, strict=True
    ):
        for block, leaf in zip(row[grouping.class_of], codes, strict=True):
            start, end = blocks.leaf_starts[block], blocks.leaf_starts[block + 1]
            inside = blocks.leaf_codes[start:end].tolist()
            assert leaf in inside
            level = blocks.levels[block]
            nodes = attribute.hierarchy.nodes[level][inside]
            assert (nodes == nodes[0]).all()


@given(recoded("cut"))
def test_the_level_of_a_cut_node_is_the_lowest_with_its_leaves(drawn):
    problem, recoding = drawn
    for blocks, attribute in zip(
        recoding.grouping(problem).blocks, problem.attributes, strict=True
    ):
        for block, level in enumerate(blocks.levels.tolist()):
            start, end = blocks.leaf_starts[block], blocks.leaf_starts[block + 1]
            leaves = set(blocks.leaf_codes[start:end].tolist())
            same = [
                candidate
                for candidate in range(attribute.hierarchy.height + 1)
                for node in range(len(attribute.hierarchy.labels[candidate]))
                if set(np.flatnonzero(attribute.hierarchy.nodes[candidate] == node)) == leaves
            ]
            assert level == min(same)


@given(recoded(), st.data())
def test_what_its_own_release_left_out_stays_out_only_of_its_own_table(drawn, data):
    problem, recoding = drawn
    grouping = recoding.grouping(problem)
    size = grouping.class_count
    kept = np.array(data.draw(st.lists(st.booleans(), min_size=size, max_size=size)))
    knowing = Recoding.from_dict(recoding.leaving_out(grouping, kept).to_dict())
    assert not released(knowing, problem)[1].any()
    again = released(knowing, problem, to_own_table=True)[1]
    assert again.tolist() == (~kept[grouping.class_of]).tolist()


@given(recoded(), st.randoms())
def test_columns_may_come_in_any_order(drawn, random):
    problem, recoding = drawn
    dictionaries, codes = original_table(problem)
    names = [attribute.name for attribute in problem.attributes]
    shuffled = random.sample(range(len(names)), len(names))
    straight = recoding.apply(names, dictionaries, codes)
    other = recoding.apply(
        [names[position] for position in shuffled], dictionaries, codes[shuffled]
    )
    assert (straight.codes[shuffled] == other.codes).all()


def damaged(draw, value):
    """A JSON value with one place in it replaced or removed."""
    if isinstance(value, dict) and value and draw(st.booleans()):
        key = draw(st.sampled_from(sorted(value)))
        without = {other: entry for other, entry in value.items() if other != key}
        return draw(st.sampled_from((without, {**value, key: damaged(draw, value[key])})))
    if isinstance(value, list) and value and draw(st.booleans()):
        position = draw(st.integers(0, len(value) - 1))
        part = draw(st.sampled_from(([], [damaged(draw, value[position])], [value[position]] * 2)))
        return [*value[:position], *part, *value[position + 1 :]]
    return draw(
        st.sampled_from((None, -1, 0, 1, 2**70, 0.5, True, "", "x", "\ud800", [], {}, [[]]))
    )


@given(recoded(), st.data())
def test_a_damaged_file_is_refused_in_a_line_or_still_a_recoding(drawn, data):
    _, recoding = drawn
    document = damaged(data.draw, recoding.to_dict())
    refusal = None
    try:
        loaded = Recoding.from_dict(document, name="R.json")
    except UsageError as error:
        refusal = error
    if refusal:
        assert str(refusal).startswith("R.json")
        assert "\n" not in str(refusal)
    else:
        assert Recoding.from_dict(loaded.to_dict()).to_dict() == loaded.to_dict()


@given(st.binary(max_size=30) | st.text(max_size=30).map(str.encode))
def test_any_other_file_is_refused_in_a_line(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("recodings") / "R.json"
    path.write_bytes(content)
    with pytest.raises(UsageError) as caught:
        Recoding.load(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


@given(recoded())
def test_a_saved_recoding_is_plain_json(drawn):
    document = drawn[1].to_dict()
    assert json.loads(json.dumps(document)) == document
    assert document["hoarfrost_recoding"] == 1
