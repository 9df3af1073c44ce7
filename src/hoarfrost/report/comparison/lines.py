"""A comparison as lines for standard output: what to take, the figures, and who has no release."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, repeat
from textwrap import wrap
from typing import TYPE_CHECKING

from hoarfrost.report.comparison.columns import BEST, GAP, WIDTH, Column, blocks
from hoarfrost.report.comparison.ranking import (
    SUPPRESSED,
    distinguished,
    others_of,
    releases_of,
)
from hoarfrost.report.comparison.words import STANDINGS, proof
from hoarfrost.report.markup import printable
from hoarfrost.report.words import count, counted, number, percent

if TYPE_CHECKING:
    from hoarfrost.report.facts import Report


def comparison_lines(report: Report) -> list[str]:
    """The lines that `compare` prints."""
    parts = [_opening(report), _advice(report), *_tables(report), _without_release(report)]
    lines: list[str] = []
    for part in filter(None, parts):
        lines += ["", *part] if lines else part
    return lines


def _opening(report: Report) -> list[str]:
    releases, asked = len(releases_of(report)), len(report["algorithms"])
    return [f"Compared {counted(asked, 'algorithm')}: {releases or 'none'} came to a release"]


def _advice(report: Report) -> list[str]:
    if not releases_of(report):
        return []
    text = printable(" ".join(report["comparison"]["advice"])).replace("\n", "\\n")
    return wrap(text, WIDTH, break_on_hyphens=False)


def _tables(report: Report) -> Iterator[list[str]]:
    """What one looks at first, then every other figure."""
    names = [entry["name"] for entry in releases_of(report)]
    if not names:
        return
    first, *rest = blocks(names, [own for own in _main(report) if any(own.cells)])
    yield [*first, *(line for block in rest for line in block), f"{GAP}{BEST} best in its column"]
    yield from blocks(names, list(_other_figures(report)))


def _main(report: Report) -> Iterator[Column]:
    aim = report["comparison"]["objective"]
    yield _column(report, aim, _figure(aim))
    yield _column(report, "left out", _of_release(SUPPRESSED), merit=SUPPRESSED)
    yield _column(report, "cells", _of_release("suppressed_cells"))
    yield _column(report, "classes", _of_release("classes"))
    if aim != "accuracy":
        yield _column(report, "accuracy", _figure("accuracy", percent))
    yield _column(report, "seconds", lambda entry: f"{entry['seconds']['search']:.2f}")
    yield _column(report, "proven best", proof)


def _other_figures(report: Report) -> Iterator[Column]:
    shown = {report["comparison"]["objective"], "accuracy"}
    for name in report["figures_explained"]:
        if name not in shown:
            yield _column(report, name, _figure(name))


def _column(
    report: Report, head: str, cell: Callable[[Report], str], merit: str | None = None
) -> Column:
    """A column, with a mark where an entry is the best by what the column shows."""
    best = distinguished(report, merit or head)
    entries = releases_of(report)
    return Column(
        head, [cell(entry) for entry in entries], [entry["name"] in best for entry in entries]
    )


def _figure(name: str, shown: Callable[[float], str] = number) -> Callable[[Report], str]:
    return lambda entry: shown(entry["figures"][name]) if name in entry["figures"] else ""


def _of_release(name: str) -> Callable[[Report], str]:
    return lambda entry: count(entry["release"][name]) if name in entry["release"] else ""


def _without_release(report: Report) -> list[str]:
    """Who came to no release, and why."""
    others = others_of(report)
    width = max((len(entry["name"]) for entry in others), default=0)
    return [
        f"{GAP}{name:<{width}}{GAP}{printable(line)}"
        for entry in others
        for name, line in zip(chain([entry["name"]], repeat("")), _why(entry), strict=False)
    ]


def _why(entry: Report) -> list[str]:
    why = STANDINGS[entry["standing"]]
    reasons: Sequence[str] = entry.get("reasons", ())
    told = f"{why}: {'; '.join(reasons)}" if reasons else why
    return [told, *(f"hint: {hint}" for hint in entry.get("hints", ()))]
