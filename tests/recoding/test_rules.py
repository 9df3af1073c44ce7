"""Where labels follow from a rule, values that the table did not have are recoded too."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hoarfrost.errors import DataError, HierarchyError
from hoarfrost.frequency import FrequencySet
from hoarfrost.hierarchy.build import build_hierarchy
from hoarfrost.problem import Attribute, Problem
from hoarfrost.recoding import Cut, FullDomain, Recoding

MASK = {"mask": "right", "levels": 5}


def problem_of(values, first_level=0):
    hierarchy = build_hierarchy(
        MASK, name="zip", values=values, counts=None, type="text", missing=("?",),
        has_missing=False, order=None, folder=Path(),
    ).above(first_level)  # fmt: skip
    codes = np.arange(len(hierarchy.leaves), dtype=np.int32)[None, :]
    frequency = FrequencySet(("zip",), codes, np.ones(codes.shape[1], dtype=np.int64), {})
    return Problem((Attribute("zip", hierarchy, first_level),), frequency, (), 0)


def shown(recoding, *values):
    saved = Recoding.from_dict(recoding.to_dict())
    codes = np.arange(len(values), dtype=np.int32)[None, :]
    applied = saved.apply(("zip",), {"zip": values}, codes)
    return [applied.labels["zip"][code] for code in applied.codes[0]]


@pytest.mark.parametrize("first_level", [0, 1, 2])
def test_a_level_labels_new_values_and_missing_ones(first_level):
    recoding = FullDomain.of(problem_of(["10115", "20095"], first_level), [2 - first_level])
    assert shown(recoding, "10115", "10999", "?") == ["101**", "109**", "?"]


def test_a_cut_takes_new_values_into_the_nodes_that_it_has():
    problem = problem_of(["10115", "10999", "20095"])
    recoding = Cut.of(problem, [[(3, 0), (0, 2)]])
    assert shown(recoding, "10115", "10500", "20095") == ["10***", "10***", "20095"]
    with pytest.raises(DataError) as caught:
        shown(recoding, "20096")
    assert str(caught.value) == 'column "zip": the recoding does not know the value "20096"'


def test_a_value_that_the_rule_does_not_cover_is_unknown():
    with pytest.raises(DataError) as caught:
        shown(FullDomain.of(problem_of(["10115"]), [2]), "1234567")
    assert str(caught.value) == 'column "zip": the recoding does not know the value "1234567"'


def test_new_data_is_grouped_by_the_labels_of_the_recoding():
    recoding = FullDomain.of(problem_of(["10115", "20095"]), [3])
    grouping = recoding.grouping(problem_of(["10999", "30000", "10115"]))
    assert grouping.class_count == 2
    assert set(grouping.blocks[0].labels) >= {"10***", "30***"}


def test_a_damaged_rule_is_described():
    document = FullDomain.of(problem_of(["10115"]), [2]).to_dict()
    document["attributes"][0]["rule"]["width"] = "wide"
    recoding = Recoding.from_dict(document)
    with pytest.raises(HierarchyError, match=r"^the rule of a hierarchy is not one that a builder"):
        shown(recoding, "20095")
