"""Cuts of attributes without a hierarchy: saved, loaded, and applied to new values."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hoarfrost.errors import DataError, UsageError
from hoarfrost.frequency import FrequencySet
from hoarfrost.hierarchy.build import build_hierarchy
from hoarfrost.hierarchy.ordering import ordered_values
from hoarfrost.problem import Attribute, Problem
from hoarfrost.recoding import Cut, Recoding
from hoarfrost.recoding.runs import Runs


def problem_of(*values, has_thresholds=True):
    present = [value for value in values if value != "?"]
    hierarchy = build_hierarchy(
        None, name="age", values=present, counts=None, type="integer", missing=("?",),
        has_missing="?" in values, order=None, folder=Path(),
    )  # fmt: skip
    ordered = ordered_values(hierarchy.leaves, "integer", None, hierarchy)
    order = np.array([ordered.index(leaf) for leaf in hierarchy.leaves], dtype=np.int64)
    attribute = Attribute(
        "age", hierarchy, order=order, value_type="integer", has_thresholds=has_thresholds
    )
    codes = np.arange(len(values), dtype=np.int32)[None, :]
    frequency = FrequencySet(("age",), codes, np.ones(len(values), dtype=np.int64), {})
    return Problem((attribute,), frequency, (), 0)


def shown(recoding, *values):
    saved = Recoding.from_dict(recoding.to_dict())
    codes = np.arange(len(values), dtype=np.int32)[None, :]
    applied = saved.apply(("age",), {"age": values}, codes)
    return [applied.labels["age"][code] for code in applied.codes[0]]


def test_values_are_released_as_the_run_that_they_lie_in():
    recoding = Cut.of(problem_of("9", "20", "30", "40", "?"), [Runs((0, 2, 3, 4))])
    assert shown(recoding, "40", "9", "20", "30", "?") == ["40", "[9,30)", "[9,30)", "30", "?"]


def test_new_values_join_the_run_that_they_lie_in():
    recoding = Cut.of(problem_of("9", "20", "30", "40"), [Runs((0, 2))])
    assert shown(recoding, "10", "29.5", "31", "40") == ["[9,30)"] * 2 + ["[30,40]"] * 2
    with pytest.raises(DataError) as caught:
        shown(recoding, "8", "10", "41", "?")
    assert str(caught.value) == (
        'column "age": the recoding does not know the value "8" and 2 others'
    )


def test_a_value_between_two_single_ones_has_no_label():
    recoding = Cut.of(problem_of("9", "20", "30"), [Runs((0, 1, 2))])
    assert shown(recoding, "9", "20") == ["9", "20"]
    with pytest.raises(DataError, match=r'does not know the value "10"$'):
        shown(recoding, "10")


def test_new_values_are_hidden_where_all_are():
    assert shown(Cut.of(problem_of("9", "30", "?"), [Runs((0,))]), "9", "?", "12") == ["*"] * 3


def test_a_grouping_knows_the_values_of_each_run():
    problem = problem_of("9", "20", "30", "40", "?")
    grouping = Cut.of(problem, [Runs((0, 2, 4))]).grouping(problem)
    (blocks,) = grouping.blocks
    leaves = problem.hierarchies[0].leaves
    inside = {
        label: {leaves[leaf] for leaf in blocks.leaf_codes[start:end].tolist()}
        for label, start, end in zip(
            blocks.labels, blocks.leaf_starts, blocks.leaf_starts[1:], strict=False
        )
    }
    assert inside == {"[9,30)": {"9", "20"}, "[30,40]": {"30", "40"}, "?": {"?"}}
    assert dict(zip(blocks.labels, blocks.levels.tolist(), strict=True)) == {
        "[9,30)": 1, "[30,40]": 1, "?": 0,
    }  # fmt: skip


@pytest.mark.parametrize("firsts", [(), (1,), (0, 2, 2), (0, 3)])
def test_runs_cover_every_value_once(firsts):
    with pytest.raises(UsageError) as caught:
        Cut.of(problem_of("9", "20", "30"), [Runs(firsts)])
    assert str(caught.value) == f"age: cannot be cut at the places {list(firsts)}"


def test_an_attribute_with_a_hierarchy_is_not_cut_into_runs():
    with pytest.raises(UsageError, match=r"^age: cannot be cut at the places"):
        Cut.of(problem_of("9", "20", has_thresholds=False), [Runs((0,))])
