"""A comparison as lines for standard output: what to take, a table, and who has nothing to offer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from hoarfrost.report.comparison.ranking import SUPPRESSED, others_of, releases_of
from hoarfrost.report.markup import printable
from hoarfrost.report.words import count, counted, number, percent

if TYPE_CHECKING:
    from hoarfrost.report.facts import Report

WIDTH = 100
GAP = "  "
HEAD_WIDTH = 14
BEST = "*"
STANDINGS = {
    "not applicable": "does not apply",
    "unreachable": "does not meet the policy",
    "out of time": "ran out of time",
    "failed": "failed",
}


def comparison_lines(report: Report) -> list[str]:
    """The lines that `compare` prints."""
    blocks = [_opening(report), _advice(report)]
    if releases_of(report):
        blocks += [list(_table(report)), *_figures(report)]
    blocks.append(list(_without_release(report)))
    lines: list[str] = []
    for block in filter(None, blocks):
        lines += ["", *block] if lines else block
    return lines


def _opening(report: Report) -> list[str]:
    releases, asked = len(releases_of(report)), len(report["algorithms"])
    return [f"Compared {counted(asked, 'algorithm')}: {releases or 'none'} came to a release"]


def _advice(report: Report) -> list[str]:
    text = printable(" ".join(report["comparison"]["advice"]))
    return wrap(text, WIDTH, break_on_hyphens=False)


@dataclass(frozen=True)
class Column:
    """One column of a table."""

    head: str
    cells: Sequence[str]
    is_best: Sequence[bool]

    @property
    def heads(self) -> list[str]:
        """The head in lines: long names of figures are split at their hyphens."""
        lines: list[str] = []
        for part in self.head.replace("-", "-\n").split("\n"):
            if lines and len(lines[-1]) + len(part) <= HEAD_WIDTH:
                lines[-1] += part
            else:
                lines.append(part)
        return lines

    @property
    def width(self) -> int:
        """The widest of its heads and cells, with room for a mark."""
        return max(*map(len, self.heads), *(len(cell) for cell in self.cells)) + len(BEST)

    def line(self, row: int) -> str:
        """One cell, set to the right; the best ones are marked."""
        mark = BEST if self.is_best[row] else " "
        return f"{self.cells[row] + mark:>{self.width}}"


def _table(report: Report) -> Iterator[str]:
    """What one looks at first."""
    aim = report["comparison"]["objective"]
    best = report["comparison"]["best"]
    columns = [
        _column(report, aim, _figure(aim, number), best.get(aim, ())),
        _column(report, "left out", _of_release(SUPPRESSED), best.get(SUPPRESSED, ())),
        _column(report, "cells", _of_release("suppressed_cells")),
        _column(report, "classes", _of_release("classes")),
    ]
    if aim != "accuracy":
        columns.append(
            _column(report, "accuracy", _figure("accuracy", percent), best.get("accuracy", ()))
        )
    columns.append(_column(report, "seconds", _seconds))
    columns.append(_column(report, "proven best", proof))
    yield from _block(report, [own for own in columns if any(own.cells)])
    yield f"{GAP}{BEST} best in its column"


def _figures(report: Report) -> Iterator[list[str]]:
    """Every other figure, in as many tables as it takes."""
    best = report["comparison"]["best"]
    shown = {report["comparison"]["objective"], "accuracy"}
    columns = [
        _column(report, name, _figure(name, number), best[name])
        for name in report["figures_explained"]
        if name not in shown
    ]
    block: list[Column] = []
    room = left = WIDTH - _name_width(report) - len(GAP)
    for column in columns:
        needed = column.width + len(GAP)
        if block and needed > left:
            yield list(_block(report, block))
            block, left = [], room
        block.append(column)
        left -= needed
    if block:
        yield list(_block(report, block))


def _block(report: Report, columns: Sequence[Column]) -> Iterator[str]:
    names = [entry["name"] for entry in releases_of(report)]
    width = _name_width(report)
    height = max(len(own.heads) for own in columns)
    for row in range(height):
        heads = [
            ["", *own.heads][row - height] if row >= height - len(own.heads) else ""
            for own in columns
        ]
        cells = [f"{head + ' ':>{own.width}}" for head, own in zip(heads, columns, strict=True)]
        yield GAP.join([" " * (width + len(GAP)), *cells]).rstrip()
    for row, name in enumerate(names):
        cells = [own.line(row) for own in columns]
        yield GAP.join([f"{GAP}{name:<{width}}", *cells]).rstrip()


def _name_width(report: Report) -> int:
    return max(len(entry["name"]) for entry in releases_of(report))


def _column(
    report: Report, head: str, cell: Callable[[Report], str], best: Sequence[str] = ()
) -> Column:
    entries = releases_of(report)
    is_best = [entry["name"] in best for entry in entries]
    # What all have in common distinguishes nobody.
    marks = is_best if not all(is_best) else [False] * len(entries)
    return Column(head, [cell(entry) for entry in entries], marks)


def _figure(name: str, shown: Callable[[float], str]) -> Callable[[Report], str]:
    return lambda entry: shown(entry["figures"][name]) if name in entry["figures"] else ""


def _of_release(name: str) -> Callable[[Report], str]:
    return lambda entry: count(entry["release"][name]) if name in entry["release"] else ""


def _seconds(entry: Report) -> str:
    return f"{entry['seconds']['search']:.2f}"


def proof(entry: Report) -> str:
    """Is it proven, and by what figure?"""
    if entry["optimal"]:
        return f"yes, by {entry['objective']}" if "objective" in entry else "yes"
    if "gap" in entry:
        return f"within {number(entry['gap'])}"
    return "no"


def _without_release(report: Report) -> Iterator[str]:
    """Who came to no release, and why."""
    others = others_of(report)
    width = max((len(entry["name"]) for entry in others), default=0)
    for entry in others:
        why = STANDINGS[entry["standing"]]
        reasons = [f"{why}: {'; '.join(entry['reasons'])}"] if "reasons" in entry else [why]
        lines = [*reasons, *(f"hint: {hint}" for hint in entry.get("hints", ()))]
        for number_, line in enumerate(lines):
            name = entry["name"] if number_ == 0 else ""
            yield f"{GAP}{name:<{width}}{GAP}{printable(line)}"
