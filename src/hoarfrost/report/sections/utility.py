"""What a model can still learn from the release, between guessing and the original."""

from __future__ import annotations

from hoarfrost.report.dots import Dot, Landmark, Row, dot_rows
from hoarfrost.report.facts import Report
from hoarfrost.report.markup import Child, Markup, element, fragment, value
from hoarfrost.report.sections.layout import figure, section
from hoarfrost.report.words import percent


def utility(report: Report) -> Markup | None:
    """How often models are right that learnt from the release."""
    found = report.get("utility", {}).get("classification")
    if found is None:
        return None
    rows = [
        Row("boosted trees", [Dot(found["strong"])], percent(found["strong"])),
        Row("naive Bayes", [Dot(found["naive_bayes"], "hollow")], percent(found["naive_bayes"])),
    ]
    drawn = dot_rows(rows, landmarks(found), "Share of the records whose target models predict")
    return section(
        "What a model can still learn",
        lead(found),
        figure(drawn, "Picture of what models learn"),
        element("p", kept(found)),
        element("p", how_it_is_measured(), class_="note"),
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
