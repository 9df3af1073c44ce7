from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.problem import Attribute
from hoarfrost.report.columns import describe_columns


def test_columns_that_are_not_recoded_say_what_became_of_them(facts):
    name, _, _, disease, ward = describe_columns(facts)
    assert name == {
        "name": "name", "role": "identifier", "type": "text", "technique": "removed",
    }  # fmt: skip
    assert disease["technique"] == "retained"
    assert ward == {"name": "ward", "role": "plain", "type": "integer", "technique": "retained"}


def test_a_generalised_column_is_described_before_and_after(facts):
    city = describe_columns(facts)[1]
    assert city["technique"] == "generalised"
    assert (city["level"], city["height"], city["levels"]) == (1, 2, {"1": 1.0})
    assert city["distinct"] == {"before": 4, "after": 2}
    assert city["loss"] == pytest.approx((10 / 3 + 1) / 11)
    assert city["labels"] == ["north", "south"]
    assert city["examples"] == [
        {"before": ["canary-ayr", "canary-bath"], "others": 0, "after": "north"},
        {"before": ["canary-cork", "canary-deal"], "others": 0, "after": "south"},
    ]
    assert city["ladder"] == [
        {"level": 0, "labels": 4, "example": "canary-cork"},
        {"level": 1, "labels": 2, "example": "south"},
        {"level": 2, "labels": 1, "example": "*"},
    ]


def test_a_kept_column_loses_only_the_suppressed_records(facts):
    sex = describe_columns(facts)[2]
    assert sex["technique"] == "retained"
    assert sex["loss"] == pytest.approx(1 / 11)
    assert sex["labels"] == []


@pytest.mark.parametrize(
    ("levels", "technique"), [([2, 0], "generalised to the root"), ([0, 0], "retained")]
)
def test_the_technique_follows_from_the_levels_used(facts, problem, levels, technique):
    grouping = problem.grouping(levels)
    verdict = replace(facts.verdict, kept=grouping.sizes > 0)
    city = describe_columns(replace(facts, grouping=grouping, verdict=verdict))[1]
    assert city["technique"] == technique


def test_a_minimum_level_is_counted_in_the_users_levels(facts, problem, cities):
    upper = Attribute("city", cities.above(1), first_level=1)
    frequency = replace(problem.frequency, codes=problem.frequency.codes // [[2], [1]])
    own = replace(problem, attributes=(upper, problem.attributes[1]), frequency=frequency)
    city = describe_columns(replace(facts, problem=own, grouping=own.grouping([0, 0])))[1]
    assert (city["height"], city["levels"]) == (2, {"1": 1.0})
    assert [step["labels"] for step in city["ladder"]] == [4, 2, 1]


def test_labels_made_of_values_are_not_publishable(facts, problem):
    rows = [["canary-ayr", "{canary-ayr, canary-bath}", "*"],
            ["canary-bath", "{canary-ayr, canary-bath}", "*"],
            ["canary-cork", "canary-cork and canary-deal", "*"],
            ["canary-deal", "canary-cork and canary-deal", "*"]]  # fmt: skip
    attribute = Attribute("city", Hierarchy.from_rows(rows))
    own = replace(problem, attributes=(attribute, problem.attributes[1]))
    city = describe_columns(replace(facts, problem=own, grouping=own.grouping([1, 0])))[1]
    assert city["labels"] == []
    assert city["examples"][0]["after"] == "{canary-ayr, canary-bath}"


def test_labels_of_regions_are_not_publishable(facts):
    recoding = SimpleNamespace(kind="regions", levels=None)
    own = replace(facts, outcome=replace(facts.outcome, recoding=recoding))
    city = describe_columns(own)[1]
    assert city["labels"] == []
    assert "level" not in city


def test_intervals_are_told_from_the_nodes_of_a_hierarchy(in_groups):
    city = describe_columns(in_groups)[1]
    assert city["technique"] == "generalised locally"
    assert city["levels"] == {"0": pytest.approx(5 / 11)}
    assert city["groups"] == {
        "labels": 1,
        "share": pytest.approx(6 / 11),
        "example": "[canary-bath,canary-cork]",
    }
    assert city["labels"] == []


def test_intervals_alone_are_not_called_the_root(in_groups):
    grouping = in_groups.grouping
    codes = np.stack((np.ones(grouping.class_count, dtype=np.int32), grouping.codes[1]))
    alone = replace(in_groups, grouping=replace(grouping, codes=codes))
    city = describe_columns(alone)[1]
    assert (city["technique"], city["levels"]) == ("generalised", {})
    assert city["groups"]["share"] == 1.0
