"""What models learn from a release, in its report."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hoarfrost.report import build_report, summarize
from hoarfrost.report.dots import Dot, Landmark, Row, dot_rows
from hoarfrost.report.page import render_html
from tests.report.test_page import Page

LEARNT = {"original": 0.83694, "majority": 0.75108, "naive_bayes": 0.77, "strong": 0.80366}


@pytest.fixture
def learnt(facts, problem):
    own = replace(problem, target="disease")
    return replace(facts, problem=own, classification=LEARNT)


ESTIMATED = {"original": 8.1234, "mean": 12.3, "linear": 11.4567, "strong": 10.98765}


@pytest.fixture
def estimated(facts, problem):
    own = replace(problem, target="wage")
    return replace(facts, problem=own, regression=ESTIMATED)


def test_errors_of_estimates_stand_in_the_report_and_on_the_page(estimated):
    report = build_report(estimated)
    assert report["utility"] == {"regression": {"target": "wage", **ESTIMATED}}
    assert (
        "A model that learns from this release misses wage by 10.99. One that learns from the"
        " original misses it by 8.123; always guessing the mean, by 12.3."
    ) in texts(report)
    assert "  estimates   wage to within 10.99, from the original to within 8.123" in (
        summarize(report).split("\n")
    )
    public = build_report(estimated, "public")["utility"]["regression"]
    assert public == {
        "target": "wage", "original": 8.12, "mean": 12.3, "linear": 11.5, "strong": 11.0,
    }  # fmt: skip


def test_few_numbers_are_told_in_both_ways(estimated):
    both = build_report(replace(estimated, classification=LEARNT))
    assert list(both["utility"]) == ["classification", "regression"]
    text = texts(both)
    assert "predicts wage rightly" in text
    assert "misses wage by" in text


def texts(report):
    return "".join(Page(render_html(report)).texts)


def test_it_stands_in_the_report_and_on_the_page(learnt):
    report = build_report(learnt)
    assert report["utility"] == {"classification": {"target": "disease", **LEARNT}}
    text = texts(report)
    assert (
        "A model that learns from this release predicts disease rightly for 80.4 % of the records."
        " One that learns from the original reaches 83.7 %; always guessing the commonest value,"
        " 75.1 %."
    ) in text
    assert "So the release keeps 61.2 % of what there is to be learnt." in text
    assert "  predicts    disease of 80.4 % of the records, from the original of 83.7 %" in (
        summarize(report).split("\n")
    )


def test_without_it_nothing_is_said(facts):
    report = build_report(facts)
    assert "utility" not in report
    assert "What a model can still learn" not in texts(report)
    assert "predicts" not in summarize(report)


def test_the_public_edition_rounds_the_shares(learnt):
    public = build_report(learnt, "public")["utility"]
    assert public == {
        "classification": {
            "target": "disease",
            "original": 0.837,
            "majority": 0.751,
            "naive_bayes": 0.77,
            "strong": 0.804,
        }
    }


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"original": 0.75}, "The original itself teaches no more than guessing does."),
        (
            {"strong": 0.7, "naive_bayes": 0.6},
            "So the release keeps 0 % of what there is to be learnt.",
        ),
        ({"strong": 0.9}, "So the release keeps 100 % of what there is to be learnt."),
        ({"naive_bayes": 0.83694}, "So the release keeps 100 % of what there is to be learnt."),
    ],
)
def test_what_is_kept_lies_between_nothing_and_all(changes, sentence, learnt):
    changed = replace(learnt, classification={**LEARNT, **changes})
    assert sentence in texts(build_report(changed))


@pytest.mark.parametrize("ends", [(0.2, 0.8), (0.8, 0.2), (0.5, 0.5)])
def test_dots_stand_between_their_landmarks_in_order(ends):
    rows = [Row("row", [Dot(0.2), Dot(0.5, "hollow"), Dot(0.8)], "amount")]
    landmarks = Landmark("first", ends[0]), Landmark("second", ends[1])
    page = Page(dot_rows(rows, landmarks, "label"))
    places = [float(own["cx"]) for own in page.all("circle")]
    assert places == sorted(places)
    assert len(set(places)) == 3
    assert page.texts.count("first") == page.texts.count("second") == 1
    heights = [own["y"] for own in page.all("text") if own["class"] == "tick"]
    assert len(set(heights)) == 2
