from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.problem import Attribute
from hoarfrost.report import Check, build_report
from hoarfrost.report.page import render_html

HOSTILE = (
    "<script>alert(1)</script>",
    "\"' onload=alert(1) x='",
    "</style><img src=//evil.example/x>",
    "\u202edesrever\u2066",
    "nul\x00 bell\x07 lone\udc80",
)


class Page(HTMLParser):
    """Elements, attributes, texts and ids of a page; refuses what is not nested well."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.texts = [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(params=["internal", "public"])
def page(facts, request):
    return Page(render_html(build_report(facts, request.param)))


def test_the_page_is_well_formed_and_its_ids_are_unique(page):
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids)) > 5
    labels = [own["aria-labelledby"] for own in page.all("section") if "aria-labelledby" in own]
    assert set(labels) <= set(ids)


def test_the_page_needs_nothing_from_anywhere_and_runs_nothing(page):
    names = {name for name, _ in page.elements}
    assert names.isdisjoint({"script", "link", "img", "iframe", "object", "form", "a"})
    for _, attributes in page.elements:
        assert not [key for key in attributes if key.startswith("on") or key in {"src", "href"}]
    text = "".join(page.texts)
    assert not re.search(r"https?://|url\(|@import", text)
    policies = [own["content"] for own in page.all("meta") if own.get("http-equiv")]
    assert policies == ["default-src 'none'; style-src 'unsafe-inline'; img-src data:"]


def test_every_picture_says_what_it_shows(page):
    pictures = page.all("svg")
    assert len(pictures) > 10
    for own in pictures:
        assert own.get("aria-hidden") == "true" or (own["role"] == "img" and own["aria-label"])


def test_every_row_of_a_table_has_a_head(page):
    assert len(page.all("caption")) == len(page.all("table")) > 2
    assert all(own["scope"] in {"row", "col"} for own in page.all("th"))


def test_hostile_labels_are_shown_literally(facts, problem):
    rows = [[label, f"group {label}", "*"] for label in HOSTILE[:4]]
    city = Attribute("city", Hierarchy.from_rows(rows))
    own = replace(problem, attributes=(city, problem.attributes[1]), demands=())
    grouping = own.grouping([0, 0])
    hostile = replace(
        facts, title=HOSTILE[0], problem=own, grouping=grouping, verdict=own.judge(grouping),
        checks=(Check(HOSTILE[1], passed=True, detail=HOSTILE[2]),), notes=HOSTILE,
    )  # fmt: skip
    page = Page(render_html(build_report(hostile)))
    text = "".join(page.texts)
    assert all(label in text for label in HOSTILE[:4])
    assert "nul\ufffd bell\ufffd lone\\udc80" in text
    assert {"script", "img"}.isdisjoint(name for name, _ in page.elements)


@pytest.mark.parametrize(
    ("changes", "title"),
    [
        ({}, "Safe under this policy"),
        ({"checks": ()}, "Not verified"),
        ({"checks": (Check("records", passed=False),)}, "Not safe under this policy"),
    ],
)
def test_the_verdict_follows_the_verification(facts, changes, title):
    page = Page(render_html(build_report(replace(facts, **changes))))
    assert title in page.texts


def test_a_search_that_ran_out_of_time_says_how_far_it_may_be_from_the_best(facts):
    outcome = replace(facts.outcome, is_optimal=False, bound=0.125, ended="time")
    text = "".join(Page(render_html(build_report(replace(facts, outcome=outcome)))).texts)
    assert "The search ended when its time was up. This is the best recoding found" in text
    assert "no release can be better than0.125" in text


def test_nothing_generalised_nothing_left_out_and_one_record_is_a_page_too(facts, problem):
    frequency = replace(
        problem.frequency, codes=problem.frequency.codes[:, :1],
        counts=problem.frequency.counts[:1], histograms={},
    )  # fmt: skip
    own = replace(problem, frequency=frequency, demands=(), objective=None, suppression_limit=0)
    grouping = own.grouping([0, 0])
    small = replace(
        facts, problem=own, grouping=grouping, verdict=own.judge(grouping), figures={},
        figure_ranges={}, data=replace(facts.data, records=3, name=None), title="",
        outcome=replace(facts.outcome, space=0, pruned={}, notes=()),
    )  # fmt: skip
    for edition in ("internal", "public"):
        page = Page(render_html(build_report(small, edition)))
        assert "No record was left out." in page.texts
        assert "Untitled release" in page.texts


def test_groups_of_values_stand_beside_the_levels(in_groups):
    page = Page(render_html(build_report(in_groups)))
    assert "groups" in page.texts
    assert "[canary-bath,canary-cork]" in page.texts
    labels = [own.get("aria-label") for own in page.all("svg")]
    assert "Hierarchy of 3 levels; the release uses level 0, 1 group of values" in labels
