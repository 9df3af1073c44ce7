"""Pictures as SVG: small functions from numbers to markup.

Colours come from classes, so that a page's light and dark themes apply. Every picture names
what it shows; the table behind it is the page's business.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hoarfrost.report.markup import Markup, element, fragment
from hoarfrost.report.words import percent

SEGMENTS_DRAWN = 40
SMALLEST_BAR = 0.6


def picture(
    width: float, height: float, label: str, *shapes: Markup, kind: str, stretch: bool = False
) -> Markup:
    """An SVG that scales with the page and says what it shows."""
    return element(
        "svg",
        *shapes,
        viewBox=f"0 0 {width:g} {height:g}",
        preserveAspectRatio="none" if stretch else None,
        role="img",
        aria_label=label,
        class_=f"picture {kind}",
    )


def rectangle(x: float, y: float, width: float, height: float, kind: str) -> Markup:
    """A box with slightly rounded corners."""
    return element(
        "rect", x=f"{x:g}", y=f"{y:g}", width=f"{width:g}", height=f"{height:g}", rx="1.5",
        class_=kind,
    )  # fmt: skip


def text(x: float, y: float, words: str, kind: str, anchor: str = "middle") -> Markup:
    """A line of text."""
    return element("text", words, x=f"{x:g}", y=f"{y:g}", text_anchor=anchor, class_=kind)


def line(start: tuple[float, float], end: tuple[float, float], kind: str) -> Markup:
    """A straight line."""
    return element(
        "line", x1=f"{start[0]:g}", y1=f"{start[1]:g}", x2=f"{end[0]:g}", y2=f"{end[1]:g}",
        class_=kind,
    )  # fmt: skip


def bar(share: float, label: str, kind: str = "accent") -> Markup:
    """How much of a whole: a track and the part of it that is filled."""
    filled = 0.0 if share <= 0 else max(SMALLEST_BAR, 100 * min(share, 1.0))
    shapes = [element("rect", width="100", height="4", class_="track")]
    if filled:
        shapes.append(element("rect", width=f"{filled:g}", height="4", class_=kind))
    return picture(100, 4, label, *shapes, kind="bar", stretch=True)


def position_on(scale: tuple[float, float], value: float) -> float:
    """Where a value stands between the ends of its scale: 0 to 1, by order of magnitude if wide.

    >>> position_on((0.0, 1.0), 0.31), position_on((100.0, 1e8), 1e4)
    (0.31, 0.333...)
    """
    start, end = scale
    if min(start, end) > 0 and max(start, end) / min(start, end) > 1000:  # noqa: PLR2004 - wide
        start, end, value = math.log(start), math.log(end), math.log(max(value, min(scale)))
    return min(1.0, max(0.0, (value - start) / (end - start)))


def ladder(labels_per_level: Sequence[int], shares: Mapping[int, float], label: str) -> Markup:
    """The levels of a hierarchy from the original values up, each cut into its labels.

    Levels that the release uses are filled.
    """
    step, width = 9.0, 160.0
    rows = []
    for level, labels in enumerate(reversed(labels_per_level)):
        own = len(labels_per_level) - 1 - level
        kind = "step used" if shares.get(own) else "step"
        rows.append(_cut_bar(level * step, width, min(labels, SEGMENTS_DRAWN), kind))
    return picture(width, step * len(labels_per_level), label, *rows, kind="ladder")


def _cut_bar(top: float, width: float, parts: int, kind: str) -> Markup:
    gap = min(1.5, width / parts * 0.3)
    own = (width - gap * (parts - 1)) / parts
    return fragment(
        [rectangle(round(part * (own + gap), 2), top + 1, round(own, 2), 6.5, kind)
         for part in range(parts)]
    )  # fmt: skip


@dataclass(frozen=True)
class Column:
    """One bar of a histogram, with the bar of another table behind it."""

    name: str
    share: float
    behind: float | None
    is_below_limit: bool


def histogram(columns: Sequence[Column], label: str, limit: str | None) -> Markup:
    """Shares by class size; bars left of the limit are where no class may be."""
    slot, height, base = 720 / max(len(columns), 1), 190.0, 214.0
    tallest = max((max(column.share, column.behind or 0) for column in columns), default=0) or 1
    below = sum(column.is_below_limit for column in columns)
    shapes = [line((0, base), (720, base), "axis")]
    if limit and below:
        shapes.append(rectangle(0, 14, below * slot, base - 14, "forbidden"))
        shapes.append(line((below * slot, 8), (below * slot, base), "limit"))
        shapes.append(text(below * slot + 6, 18, limit, "limit-text", "start"))
    for position, column in enumerate(columns):
        shapes.append(_column(column, position * slot, slot, (height / tallest, base)))
    return picture(720, 262, label, *shapes, kind="histogram")


def _column(column: Column, left: float, slot: float, scale: tuple[float, float]) -> Markup:
    per_share, base = scale
    middle, width = left + slot / 2, min(slot * 0.36, 34)
    name = text(middle, base + 18, column.name, "tick")
    own = column.share * per_share
    shapes = [name]
    if column.behind:
        other = column.behind * per_share
        shapes.append(rectangle(middle - width, base - other, width, other, "behind"))
    if own:
        shapes.append(rectangle(middle, base - own, width, own, "accent"))
        shapes.append(text(middle + width / 2, base - own - 5, percent(column.share), "amount"))
    return fragment(shapes)


def mark(kind: str, label: str) -> Markup:
    """A tick, a cross or an exclamation mark in a disc."""
    strokes = {"good": "M7 12.5l3.5 3.5 6.5-7.5", "bad": "M8 8l8 8M16 8l-8 8",
               "open": "M12 7v6M12 16.5v.5"}  # fmt: skip
    disc = element("circle", cx="12", cy="12", r="11", class_="disc")
    stroke = element("path", d=strokes[kind], class_="stroke")
    return picture(24, 24, label, disc, stroke, kind=f"mark {kind}")


def crystal() -> Markup:
    """The project's sign: a crystal of frost with six arms."""
    arm = element(
        "path", d="M12 12V1.5M12 5.5l-2.6-2.2M12 5.5l2.6-2.2M12 8.8l-1.8-1.5M12 8.8l1.8-1.5"
    )
    arms = [element("g", arm, transform=f"rotate({angle} 12 12)") for angle in range(0, 360, 60)]
    return element("svg", arms, viewBox="0 0 24 24", aria_hidden="true", class_="crystal")
