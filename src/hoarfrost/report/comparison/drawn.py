"""The pictures of a comparison's page, each with a sentence that says how to read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoarfrost.report.comparison.cells import amount, title_of
from hoarfrost.report.comparison.pictures import Point, strip, trade_off
from hoarfrost.report.comparison.ranking import releases_of, tied
from hoarfrost.report.dots import Dot, Row, dot_rows
from hoarfrost.report.markup import Child, Markup, element, fragment, value
from hoarfrost.report.pictures import position_on
from hoarfrost.report.sections.layout import behind, figure, section, table
from hoarfrost.report.tasks import TASKS, Task
from hoarfrost.report.words import counted, number

if TYPE_CHECKING:
    from hoarfrost.report.facts import Report


def kept_against_risk(report: Report) -> Markup | None:
    """The trade-off: how much detail is kept, how likely people are found."""
    releases = releases_of(report)
    if not releases or any("average" not in own["risk"] for own in releases):
        return None
    drawn = trade_off(
        points_of(releases), "average chance of being found", "kept detail",
        "Kept detail against the average chance of being found, one point for each release",
    )  # fmt: skip
    return section(
        "The trade-off",
        "Further up, more detail is kept; further left, people are safer than the policy asks. Where"
        " a release is grey, another one is at least as good in both ways.",
        figure(drawn, "Picture of the trade-off"),
    )


def points_of(releases: Sequence[Report]) -> list[Point]:
    """One point for each different release, the recommended one first."""
    names: dict[tuple[float, float], list[str]] = {}
    for own in releases:
        place = tied(own["risk"]["average"]), tied(1.0 - own["figures"]["loss"])
        names.setdefault(place, []).append(own["name"])
    first = next(iter(names))
    return [
        Point(
            tuple(own),
            *place,
            "behind" if any(_beats(other, place) for other in names) else "accent",
            is_chosen=place == first,
        )
        for place, own in names.items()
    ]


def _beats(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one != other and one[0] <= other[0] and one[1] >= other[1]


def learnt(report: Report) -> Markup | None:
    """What models learn from each release, between guessing and the original."""
    told = [part for task in TASKS for part in _learnt(report, task)]
    return section("What a model can still learn", None, *told) if told else None


def _learnt(report: Report, task: Task) -> Sequence[Child]:
    found = report.get("utility", {}).get(task.key)
    releases = [(own["name"], own[task.key]) for own in releases_of(report) if task.key in own]
    if found is None or not releases:
        return ()
    releases.sort(key=lambda named: named[1]["strong"] * (-1 if task.is_more_better else 1))
    (key, model), (start, end) = task.plain_model, task.asked
    rows = [
        Row(name, [Dot(own[key], "hollow"), Dot(own["strong"])], task.shown(own["strong"]))
        for name, own in releases
    ]
    read = f"{end} Full: boosted trees; hollow: {model}."
    return (
        element("p", start, value(found["target"]), read, class_="lead"),
        figure(dot_rows(rows, task.landmarks(found), task.axis), task.caption),
        element("p", task.method, class_="note"),
    )


def figure_by_figure(report: Report) -> Markup | None:
    """Each figure on a line of its own, and all numbers behind."""
    releases = releases_of(report)
    aim = report["comparison"]["objective"]
    names = [name for name in report["figures_explained"] if name != "accuracy"]
    if not releases:
        return None
    return section(
        "Figure by figure",
        "One dot for each release, on a line from everything hidden at the left to nothing changed at"
        " the right: further right is better, whichever way the figure itself counts.",
        element(
            "div",
            [_strip(report, name) for name in sorted(names, key=aim.__ne__)],
            class_="figures",
        ),
        behind("All numbers", _all_numbers(report)),
    )


def _strip(report: Report, name: str) -> Markup:
    explained = report["figures_explained"][name]
    amounts = {
        own["name"]: own["figures"][name] for own in releases_of(report) if name in own["figures"]
    }
    best = report["comparison"]["best"][name]
    direction = "larger is better" if explained["larger_is_better"] else "smaller is better"
    return element(
        "div",
        element("h3", explained["title"]),
        strip(_places(explained, amounts), best, f"{explained['title']} of each release"),
        element("p", element("b", number(amounts[best[0]])), " ", _who(best, len(amounts))),
        element("p", f"{name} · {direction}", class_="note"),
        class_="figure",
    )  # fmt: skip


def _who(best: Sequence[str], of: int) -> str:
    """Whose the best value is."""
    if len(best) == of:
        return "in all releases" if of > 1 else f"by {best[0]}"
    return f"by {best[0]}" + (f" and {counted(len(best) - 1, 'other')}" if best[1:] else "")


def _places(explained: Report, amounts: dict[str, float]) -> dict[str, float]:
    """Where each value stands between the worst end of its scale and the best."""
    worst_first = sorted(amounts.values(), reverse=not explained["larger_is_better"])
    untouched, hidden = explained.get("range", (worst_first[-1], worst_first[0]))
    if untouched == hidden:
        return dict.fromkeys(amounts, 1.0)
    return {name: 1.0 - position_on((untouched, hidden), own) for name, own in amounts.items()}


def _all_numbers(report: Report) -> Markup:
    releases = releases_of(report)
    rows: list[list[Child]] = [
        [fragment(title_of(report, name), " ", element("span", name, class_="note")),
         *(amount(report, own, name) for own in releases)]
        for name in report["figures_explained"]
    ]  # fmt: skip
    heads = ["Figure", *(own["name"] for own in releases)]
    return table(heads, rows, "Every figure of every release")
