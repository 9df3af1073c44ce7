from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.report import build_report
from hoarfrost.report.editions import joined_bars
from hoarfrost.report.page import render_html


@pytest.fixture
def whole(facts, problem):
    """The same hospital with nobody left out: everyone at the root."""
    grouping = problem.grouping([2, 1])
    return replace(facts, grouping=grouping, verdict=problem.judge(grouping))


@pytest.mark.parametrize("some", ["facts", "whole", "in_groups"])
def test_the_public_edition_holds_no_original_value(some, request):
    public = build_report(request.getfixturevalue(some), "public")
    assert "canary" not in json.dumps(public)
    assert "canary" not in render_html(public)


def test_the_internal_edition_does_hold_them(facts):
    internal = build_report(facts)
    assert "canary-ayr" in json.dumps(internal)
    assert "canary-ayr" in render_html(internal)


def test_the_public_edition_has_no_reference_no_input_hash_and_no_notes(whole):
    public = build_report(whole, "public")
    assert public["edition"] == "public"
    assert {"reference", "notes"}.isdisjoint(public)
    assert public["data"] == {"records": 11, "attributes": 5}
    assert public["policy"]["attributes"]["city"] == {"role": "quasi", "max_level": 1}
    assert public["policy"]["requirements"] == [{"type": "k-anonymity", "k": 5}]


@pytest.mark.parametrize("some", ["facts", "whole"])
def test_the_public_edition_counts_no_group_below_k(some, request):
    public = build_report(request.getfixturevalue(some), "public")
    assert not [
        (name, count)
        for name, count in _record_counts(public)
        if isinstance(count, int) and 0 < count < 5
    ]


def _record_counts(node, name=""):
    names = {"records", "suppressed", "unique_records", "smallest_class", "records_above"}
    if isinstance(node, dict):
        for key, inner in node.items():
            yield from _record_counts(inner, "records" if name == "records_above" else key)
    elif isinstance(node, list):
        for inner in node:
            yield from _record_counts(inner, name)
    elif name in names:
        yield name, node


def test_a_small_number_of_suppressed_records_cannot_be_worked_out(facts):
    public = build_report(facts, "public")
    assert public["data"] == {"attributes": 5}
    assert public["suppression"] == {"allowed": 1}
    assert public["release"] == {"records": 10, "classes": 2, "sha256": "5ea1"}
    assert public["risk"]["before"] == {"highest": 1.0}
    assert public["figures"]["loss"] == round(facts.figures["loss"], 3)
    assert public["algorithm"]["value"] == public["figures"]["loss"]


def _pairs_of_histograms(size):
    return st.tuples(*[st.lists(st.integers(0, 12), min_size=size, max_size=size)] * 2)


@given(st.integers(1, 8).flatmap(_pairs_of_histograms), st.integers(2, 6))
def test_joined_bars_are_neighbours_none_of_them_small_and_none_lost(counts, floor):
    histograms = [[{"records": count} for count in own] for own in counts]
    groups = joined_bars(histograms, floor)
    if not groups:
        assert any(0 < sum(own) < floor for own in counts)
    else:
        assert [at for group in groups for at in group] == list(range(len(counts[0])))
    for own in counts:
        sums = [sum(own[group.start : group.stop]) for group in groups]
        assert not any(0 < total < floor for total in sums)
