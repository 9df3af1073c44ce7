"""The report of a comparison: ranks, advice, lines, page and editions."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.errors import Flaw
from hoarfrost.figures.base import FIGURES, View
from hoarfrost.report import build_report
from hoarfrost.report.comparison import (
    Attempt,
    ComparisonFacts,
    build_comparison,
    comparison_lines,
)
from hoarfrost.report.comparison.columns import WIDTH, Column, blocks
from hoarfrost.report.comparison.drawn import points_of
from hoarfrost.report.comparison.page import render_comparison
from hoarfrost.report.comparison.pictures import Point, ticks, trade_off
from tests.report.conftest import FIGURES_SHOWN
from tests.report.test_page import HOSTILE, Page


@pytest.fixture
def attempt(facts, problem):
    """What an algorithm comes to: at some levels, and changed in some parts."""

    def made(name, levels, *, figures=None, suppressible=1, accuracies=None, **outcome):
        grouping = problem.grouping(levels)
        verdict = problem.judge(grouping)
        view = View(problem, grouping, verdict.kept)
        own = {each: FIGURES.get(each).value(view) for each in (*FIGURES_SHOWN, "rows")}
        kept = int(grouping.sizes[verdict.kept].sum())
        outcome = {"is_optimal": False, "bound": None, "notes": (), **outcome}
        changed = replace(
            facts,
            algorithm=replace(facts.algorithm, name=name),
            problem=replace(problem, target="disease", suppression_limit=suppressible),
            outcome=replace(facts.outcome, **outcome),
            grouping=grouping,
            verdict=verdict,
            release=replace(facts.release, records=kept, sha256=None),
            figures={**own, **(figures or {})},
            classification=accuracies,
            checks=(),
            notes=(),
        )
        return Attempt(name, "released", report=build_report(changed))

    return made


@pytest.fixture
def comparison(facts, problem, attempt):
    """Optimal leaves out one man and keeps more; datafly leaves out nobody; fixed says no."""

    def made(*attempts, edition="internal", **changes):
        attempts = attempts or (
            Attempt("fixed", "not applicable", (Flaw("canary-reason", "canary-hint"),)),
            attempt("datafly", [2, 1]),
            attempt("optimal", [1, 0], is_optimal=True),
        )
        own = ComparisonFacts(
            version="1.0.0",
            created=facts.created,
            title=facts.title,
            policy=facts.policy,
            data=facts.data,
            problem=problem,
            attempts=attempts,
            budget=60.0,
            seconds={"read": 0.1, "compare": 1.5},
            notes=("canary-note",),
            provenance=facts.provenance,
        )
        return build_comparison(replace(own, **changes), edition)

    return made


def test_the_best_comes_first_and_those_without_a_release_last(comparison):
    report = comparison()
    assert [own["name"] for own in report["algorithms"]] == ["optimal", "datafly", "fixed"]
    assert report["comparison"] == {
        "objective": "loss",
        "budget": 60.0,
        "best": {
            "discernibility": ["optimal"],
            "loss": ["optimal"],
            "precision": ["optimal"],
            "rows": ["optimal"],
            "suppressed": ["datafly"],
        },
        "advice": [
            "Take optimal: it has the lowest loss (0.2424; next best: datafly with 1).",
            "It leaves out 1 record.",
            "It is proven that no other full-domain recoding has a lower one.",
            "datafly leaves out fewer records (0 instead of 1).",
        ],
    }
    assert report["algorithms"][-1] == {
        "name": "fixed",
        "family": "lattice",
        "kind": "full-domain",
        "standing": "not applicable",
        "reasons": ["canary-reason"],
        "hints": ["canary-hint"],
    }


def test_the_order_in_which_they_were_asked_for_does_not_matter(comparison, attempt):
    attempts = [attempt("optimal", [1, 0]), attempt("datafly", [2, 1]), attempt("fixed", [2, 0])]
    assert comparison(*attempts) == comparison(*reversed(attempts))


@pytest.mark.parametrize(
    ("objective", "first"),
    [("loss", "optimal"), ("precision", "datafly"), ("query-error", "optimal")],
)
def test_the_objective_ranks_where_it_applies(objective, first, comparison, attempt, problem):
    attempts = (
        attempt("datafly", [2, 1], figures={"precision": 0.9}),
        attempt("optimal", [1, 0], figures={"precision": 0.2}),
    )
    aimed = replace(problem, objective=FIGURES.get(objective))
    report = comparison(*attempts, problem=aimed)
    assert report["algorithms"][0]["name"] == first


@pytest.mark.parametrize(
    ("others", "sentences"),
    [
        ({}, ["Take optimal: it is the only one that came to a release."]),
        (
            {"datafly": {"loss": 0.5}, "fixed": {"precision": 0.4}},
            ["Take optimal: it has the lowest loss (0.25; as fixed; next best: datafly with 0.5)."],
        ),
        (
            {"datafly": {}, "fixed": {}},
            [
                "Take optimal: it has the lowest loss (0.25).",
                "datafly and fixed come to the same figures throughout.",
            ],
        ),
        (
            {"datafly": {"loss": 0.3, "rows": 9, "accuracy": 0.75}},
            [
                "Take optimal: it has the lowest loss (0.25; next best: datafly with 0.3).",
                (
                    "datafly predicts disease better (75.0 % instead of 50.0 %) and keeps more"
                    " combinations apart (9 instead of 2)."
                ),
            ],
        ),
    ],
)
def test_advice_is_made_of_the_figures(others, sentences, comparison, attempt, problem):
    usual = {"loss": 0.25, "rows": 2, "accuracy": 0.5, "precision": 0.5, "discernibility": 1}
    entries = {"optimal": {}, **others}
    # The proven one wins ties.
    attempts = [
        attempt(name, [1, 0], figures={**usual, **own}, is_optimal=name == "optimal", value=None)
        for name, own in entries.items()
    ]
    aimed = replace(problem, target="disease")
    report = comparison(*attempts, problem=aimed)
    first, _, *told = (own for own in report["comparison"]["advice"] if "proven" not in own)
    assert [first, *told] == sentences


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        ({"is_optimal": True}, "It is proven that no other full-domain recoding has a lower one."),
        ({"bound": 0.125}, "It is proven that no full-domain recoding is better than 0.125."),
        ({}, None),
    ],
)
def test_what_is_proven_is_told_and_no_more(outcome, sentence, comparison, attempt):
    found = attempt("optimal", [1, 0], **outcome)
    advice = comparison(found)["comparison"]["advice"]
    assert advice[2:] == ([sentence] if sentence else [])


@pytest.mark.parametrize(
    ("levels", "cells", "sentence"),
    [
        ([2, 1], None, "It leaves out nothing."),
        ([2, 1], 1, "It leaves out 1 single cell."),
        ([1, 0], None, "It leaves out 1 record."),
        ([1, 0], 1234, "It leaves out 1 record and 1,234 single cells."),
    ],
)
def test_what_the_choice_leaves_out_is_told(levels, cells, sentence, comparison, attempt):
    found = attempt("optimal", levels)
    if cells is not None:
        found.report["release"]["suppressed_cells"] = cells
    assert comparison(found)["comparison"]["advice"][1] == sentence


def test_a_proof_by_another_figure_is_none_of_this_one(comparison, attempt, problem):
    aimed = replace(problem, objective=FIGURES.get("precision"))
    found = attempt("optimal", [1, 0], is_optimal=True)
    advice = comparison(found, problem=aimed)["comparison"]["advice"]
    assert not any("proven" in sentence for sentence in advice)


def test_values_that_differ_by_rounding_only_are_ties(comparison, attempt):
    report = comparison(
        attempt("optimal", [1, 0], figures={"loss": 0.1 + 0.2}),
        attempt("datafly", [1, 0], figures={"loss": 0.3}),
    )
    assert report["comparison"]["best"]["loss"] == ["datafly", "optimal"]
    assert report["algorithms"][0]["name"] == "datafly"


def test_the_lines_mark_the_best_where_somebody_is_worse(comparison, attempt):
    lines = comparison_lines(comparison())
    assert lines[0] == "Compared 3 algorithms: 2 came to a release"
    assert "  optimal  0.2424*         1         2      0.25   yes, by loss" in lines
    assert "  datafly       1          0*        1      0.25             no" in lines
    assert lines[-2:] == [
        "  fixed  does not apply: canary-reason",
        "         hint: canary-hint",
    ]
    alone = comparison_lines(comparison(attempt("optimal", [1, 0])))
    assert not any("*" in line for line in alone if "best in its column" not in line)


cells = st.text(st.sampled_from("0123456789,.%"), max_size=11)


@given(
    names=st.lists(st.text("abc-", min_size=1, max_size=24), min_size=1, max_size=5),
    heads=st.lists(st.from_regex(r"[a-z]{1,12}(-[a-z]{1,13}){0,2}", fullmatch=True), max_size=16),
    data=st.data(),
)
def test_tables_stay_narrow_and_lose_nothing(names, heads, data):
    rows = st.lists(cells, min_size=len(names), max_size=len(names))
    columns = [Column(head, data.draw(rows), [False] * len(names)) for head in heads]
    found = list(blocks(names, columns))
    assert all(len(line) <= WIDTH for block in found for line in block)
    text = "".join(" ".join(block) for block in found)
    assert all(cell in text for column in columns for cell in column.cells)
    assert all(part in text for head in heads for part in re.split("(?<=-)", head))


PUBLIC_KEYS = {
    "hoarfrost", "schema", "edition", "title", "created", "data", "policy", "requirements",
    "smallest_count", "comparison", "algorithms", "figures_explained", "seconds", "provenance",
}  # fmt: skip


class TestThePublicEdition:
    def test_holds_no_value_no_note_and_no_reason(self, comparison):
        public = comparison(edition="public")
        assert "canary" not in json.dumps(public)
        assert "canary" not in render_comparison(public)
        assert "canary" not in "\n".join(comparison_lines(public))
        assert public.keys() == PUBLIC_KEYS
        assert "canary" in json.dumps(comparison())

    def test_hides_the_total_where_one_release_would_tell_a_small_count(self, comparison):
        public = comparison(edition="public")
        assert public["data"] == {"attributes": 5}
        optimal, datafly, _ = public["algorithms"]
        for entry in (optimal, datafly):
            assert entry["release"] == {"classes": entry["release"]["classes"]}
            assert entry["suppression"] == {"allowed": 1}
            assert entry["risk"].keys() == {"highest"}
        assert "suppressed" not in public["comparison"]["best"]
        assert optimal["figures"]["loss"] == 0.242
        assert datafly["risk"]["highest"] == 0.0909

    def test_tells_counts_that_are_large_enough(self, comparison, attempt):
        public = comparison(attempt("datafly", [2, 1]), edition="public")
        assert public["data"] == {"records": 11, "attributes": 5}
        (entry,) = public["algorithms"]
        assert entry["release"] == {"records": 11, "suppressed": 0, "classes": 1}
        assert entry["risk"] == {"highest": 1 / 11, "average": 1 / 11}

    def test_rounds_what_models_reach(self, comparison, attempt):
        found = attempt("optimal", [1, 0], accuracies={"naive_bayes": 0.12345, "strong": 0.98765})
        public = comparison(
            found, edition="public", reachable={"classification": {"original": 0.99999}}
        )
        assert public["algorithms"][0]["classification"] == {"naive_bayes": 0.123, "strong": 0.988}
        assert public["utility"]["classification"]["original"] == 1.0


@pytest.fixture(params=["internal", "public"])
def page(comparison, attempt, request, problem):
    learnt = {"naive_bayes": 0.6, "strong": 0.7}
    report = comparison(
        attempt("optimal", [1, 0], is_optimal=True, accuracies=learnt, figures={"accuracy": 0.7}),
        attempt("datafly", [2, 1], accuracies=learnt, figures={"accuracy": 0.7}),
        Attempt("fixed", "failed", (Flaw("why", "how"),)),
        reachable={"classification": {"original": 0.9, "majority": 0.5}},
        problem=replace(problem, target="disease"),
        edition=request.param,
    )
    return Page(render_comparison(report))


class TestThePage:
    def test_is_well_formed_and_its_ids_are_unique(self, page):
        ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
        assert len(ids) == len(set(ids)) > 5
        labels = [own["aria-labelledby"] for own in page.all("section") if "aria-labelledby" in own]
        assert set(labels) <= set(ids)

    def test_needs_nothing_from_anywhere_and_runs_nothing(self, page):
        names = {name for name, _ in page.elements}
        assert names.isdisjoint({"script", "link", "img", "iframe", "object", "form", "a"})
        for _, attributes in page.elements:
            assert not [key for key in attributes if key.startswith("on") or key in {"src", "href"}]
        assert not re.search(r"https?://|url\(|@import", "".join(page.texts))

    def test_every_picture_says_what_it_shows(self, page):
        pictures = page.all("svg")
        assert len(pictures) > 5
        for own in pictures:
            assert own.get("aria-hidden") == "true" or (own["role"] == "img" and own["aria-label"])

    def test_every_row_of_a_table_has_a_head(self, page):
        assert len(page.all("caption")) == len(page.all("table")) == 2
        assert all(own["scope"] in {"row", "col"} for own in page.all("th"))

    def test_says_which_to_take_what_models_learn_and_who_has_no_release(self, page):
        assert "Take optimal" in page.texts
        assert "What a model can still learn" in page.texts
        assert "from the original: 90.0 %" in page.texts
        assert "Without a release" in page.texts


def test_without_any_release_the_page_says_so(comparison):
    attempts = [Attempt(name, "unreachable", (Flaw("no"),)) for name in ("optimal", "datafly")]
    report = comparison(*attempts)
    assert report["comparison"]["advice"] == ["None of the 2 algorithms came to a release."]
    page = Page(render_comparison(report))
    assert "No release" in page.texts
    assert comparison_lines(report) == [
        "Compared 2 algorithms: none came to a release",
        "",
        "  datafly  does not meet the policy: no",
        "  optimal  does not meet the policy: no",
    ]


def test_hostile_texts_are_shown_literally(comparison, attempt, facts, problem):
    own = Attempt("fixed", "failed", tuple(Flaw(text, text) for text in HOSTILE))
    found = attempt("optimal", [1, 0], notes=HOSTILE)
    shown = replace(facts.data, name=HOSTILE[0])
    report = comparison(found, own, title=HOSTILE[0], data=shown, notes=HOSTILE)
    page = Page(render_comparison(report))
    text = "".join(page.texts)
    assert all(label in text for label in HOSTILE[:4])
    assert {"script", "img"}.isdisjoint(name for name, _ in page.elements)
    assert all("\n" not in line and "\x07" not in line for line in comparison_lines(report))


shares = st.floats(0, 1)


@given(st.lists(shares, min_size=1, max_size=9))
def test_ticks_lie_around_all_values(values):
    found = ticks(values)
    assert len(found) >= 2
    assert found[0] <= min(values) + 1e-9
    assert max(values) - 1e-9 <= found[-1]
    assert (np.diff(found) > 0).all()


@given(st.lists(st.tuples(shares, shares), min_size=1, max_size=16, unique=True))
def test_labels_lie_inside_the_picture(places):
    points = [
        Point((f"algorithm-{number}",), *place, "accent") for number, place in enumerate(places)
    ]
    page = Page(trade_off(points, "across", "up", "label"))
    for own in page.all("text"):
        assert 0 <= float(own["x"]) <= 720
        assert 0 <= float(own["y"]) <= 400


def entry(name, average, loss):
    return {"name": name, "risk": {"average": average}, "figures": {"loss": loss}}


def test_releases_that_another_one_beats_are_grey_and_equal_ones_are_one_point():
    releases = [
        entry("chosen", 0.2, 0.1), entry("same", 0.2, 0.1), entry("safer", 0.1, 0.3),
        entry("worse", 0.2, 0.2), entry("as safe, less kept", 0.1, 0.4),
    ]  # fmt: skip
    found = {point.names: (point.kind, point.is_chosen) for point in points_of(releases)}
    assert found == {
        ("chosen", "same"): ("accent", True),
        ("safer",): ("accent", False),
        ("worse",): ("behind", False),
        ("as safe, less kept",): ("behind", False),
    }
