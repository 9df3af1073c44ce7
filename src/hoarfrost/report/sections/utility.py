"""What a model can still learn from the release, between guessing and the original."""

from __future__ import annotations

from collections.abc import Sequence

from hoarfrost.report.dots import Dot, Landmark, Row, dot_rows
from hoarfrost.report.facts import Report
from hoarfrost.report.markup import Child, Markup, element, fragment, value
from hoarfrost.report.sections.layout import figure, section
from hoarfrost.report.words import number, percent


def utility(report: Report) -> Markup | None:
    """How often models are right that learnt from the release, or how far they are off."""
    found = report.get("utility", {})
    told = [
        *(_classes(found["classification"]) if "classification" in found else ()),
        *(_amounts(found["regression"]) if "regression" in found else ()),
    ]
    return section("What a model can still learn", None, *told) if told else None


def _classes(found: Report) -> Sequence[Child]:
    rows = [
        Row("boosted trees", [Dot(found["strong"])], percent(found["strong"])),
        Row("naive Bayes", [Dot(found["naive_bayes"], "hollow")], percent(found["naive_bayes"])),
    ]
    drawn = dot_rows(rows, landmarks(found), "Share of the records whose target models predict")
    return (
        element("p", lead(found), class_="lead"),
        figure(drawn, "Picture of what models learn"),
        element("p", kept(found)),
        element("p", how_it_is_measured(), class_="note"),
    )


def _amounts(found: Report) -> Sequence[Child]:
    rows = [
        Row("boosted trees", [Dot(found["strong"])], number(found["strong"])),
        Row("linear regression", [Dot(found["linear"], "hollow")], number(found["linear"])),
    ]
    drawn = dot_rows(rows, landmarks_of_errors(found), "How far off models estimate the target")
    return (
        element("p", lead_of_errors(found), class_="lead"),
        figure(drawn, "Picture of how far off models are"),
        element("p", how_errors_are_measured(), class_="note"),
    )


def landmarks_of_errors(found: Report) -> tuple[Landmark, Landmark]:
    """What the original allows, and what guessing comes to."""
    floor, ceiling = found["mean"], found["original"]
    return (
        Landmark(f"from the original: {number(ceiling)}", ceiling),
        Landmark(f"always the mean: {number(floor)}", floor),
    )


def lead_of_errors(found: Report) -> Child:
    """The least that a model is off, in one sentence."""
    best = min(found["strong"], found["linear"])
    return fragment(
        "A model that learns from this release misses ",
        value(found["target"]),
        f" by {number(best)}. One that learns from the original misses it by"
        f" {number(found['original'])}; always guessing the mean, by {number(found['mean'])}.",
    )


def how_errors_are_measured() -> str:
    """What the errors are, for whoever wants to know."""
    return (
        "Root mean squared errors, in the target's unit: less is better. Each model learns from nine"
        " tenths of the records and estimates the last tenth, ten times in turn. A record that was"
        " left out is guessed to have the mean."
    )


def landmarks(found: Report) -> tuple[Landmark, Landmark]:
    """What guessing reaches, and what the original allows."""
    floor, ceiling = found["majority"], found["original"]
    return (
        Landmark(f"always the commonest value: {percent(floor)}", floor),
        Landmark(f"from the original: {percent(ceiling)}", ceiling),
    )


def lead(found: Report) -> Child:
    """The most that a model reaches, in one sentence."""
    best = max(found["strong"], found["naive_bayes"])
    return fragment(
        "A model that learns from this release predicts ",
        value(found["target"]),
        f" rightly for {percent(best)} of the records. One that learns from the original reaches"
        f" {percent(found['original'])}; always guessing the commonest value, {percent(found['majority'])}.",
    )


def kept(found: Report) -> str | None:
    """How much of the way from guessing to the original is left."""
    way = found["original"] - found["majority"]
    if way <= 0:
        return "The original itself teaches no more than guessing does."
    best = max(found["strong"], found["naive_bayes"])
    share = min(1.0, max(0.0, (best - found["majority"]) / way))
    return f"So the release keeps {percent(share)} of what there is to be learnt."


def how_it_is_measured() -> str:
    """What the numbers are, for whoever wants to know."""
    return (
        "Each model learns from nine tenths of the records and predicts the last tenth, ten times in"
        " turn. A record that was left out is guessed to have the commonest value."
    )
