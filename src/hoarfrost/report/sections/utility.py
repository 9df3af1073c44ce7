"""What a model can still learn from the release, between guessing and the original."""

from __future__ import annotations

from collections.abc import Sequence

from hoarfrost.report.dots import Dot, Row, dot_rows
from hoarfrost.report.facts import Report
from hoarfrost.report.markup import Child, Markup, element, fragment, value
from hoarfrost.report.sections.layout import figure, section
from hoarfrost.report.tasks import CLASSIFICATION, TASKS, Task
from hoarfrost.report.words import percent


def utility(report: Report) -> Markup | None:
    """How often models are right that learnt from the release, or how far they are off."""
    found = report.get("utility", {})
    told = [part for task in TASKS if task.key in found for part in _told(task, found[task.key])]
    return section("What a model can still learn", None, *told) if told else None


def _told(task: Task, found: Report) -> Sequence[Child]:
    strong, (key, name) = found["strong"], task.plain_model
    rows = [
        Row("boosted trees", [Dot(strong)], task.shown(strong)),
        Row(name, [Dot(found[key], "hollow")], task.shown(found[key])),
    ]
    return (
        element("p", _lead(task, found), class_="lead"),
        figure(dot_rows(rows, task.landmarks(found), task.axis), task.caption),
        *([element("p", _kept(found))] if task is CLASSIFICATION else []),
        element("p", task.method, class_="note"),
    )


def _lead(task: Task, found: Report) -> Child:
    """The most that a model reaches, in one sentence and one to compare with."""
    start, reaches, original, guess = task.lead
    return fragment(
        start,
        value(found["target"]),
        f"{reaches}{task.shown(task.best(found))}{original}{task.shown(found['original'])}"
        f"{guess}{task.shown(found[task.guess])}.",
    )


def _kept(found: Report) -> str:
    """How much of the way from guessing to the original is left."""
    way = found["original"] - found["majority"]
    if way <= 0:
        return "The original itself teaches no more than guessing does."
    share = min(1.0, max(0.0, (CLASSIFICATION.best(found) - found["majority"]) / way))
    return f"So the release keeps {percent(share)} of what there is to be learnt."
