"""Pictures of several curves on two logarithmic scales, with their names beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from charts import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, Scale

from hoarfrost.report.markup import Markup, element, fragment, style_sheet
from hoarfrost.report.pictures import line, text

WIDTH = 780
LEGEND, LEGEND_STEP = RIGHT + 20, 24
ROOM = 1.25
COLOURS = (
    ("#05a", "#6af"), ("#c60", "#fa4"), ("#0a7", "#3c9"),
    ("#a3c", "#d8f"), ("#777", "#aaa"), ("#d23", "#f77"),
)  # fmt: skip
"""Of each curve on a light and on a dark page."""
STYLE = """
svg {{ background: #fff; font: 13px system-ui, sans-serif; fill: #333 }}
.title {{ font-size: 15px; font-weight: 600 }} .grid {{ stroke: #ddd }}
.curve {{ fill: none; stroke-width: 2 }}
{light}
.open {{ fill: #fff; stroke-width: 2 }}
@media (prefers-color-scheme: dark) {{
  svg {{ background: #111; fill: #ccc }} .grid {{ stroke: #333 }}
{dark}
  .open {{ fill: #111 }}
}}
"""
OF_CURVE = ".line-{0} {{ stroke: {1} }} .point-{0} {{ fill: {1}; stroke: {1} }}"


@dataclass(frozen=True)
class Point:
    """One measured point; an open one is no more than a limit that was reached."""

    size: float
    amount: float
    is_open: bool = False


@dataclass(frozen=True)
class Curve:
    """What a curve stands for, and its points from the smallest size."""

    name: str
    points: Sequence[Point]


def drawn(
    title: str, axis: str, curves: Sequence[Curve], words: Callable[[float], str], note: str = ""
) -> str:
    """A picture that stands on its own; `words` says what an amount on the left scale is."""
    sizes = sorted({point.size for curve in curves for point in curve.points})
    amounts = [point.amount for curve in curves for point in curve.points]
    across = Scale(sizes[0] / ROOM, sizes[-1] * ROOM, LEFT, RIGHT)
    up = Scale(min(amounts) / ROOM, max(amounts) * ROOM, BOTTOM, TOP)
    whole = element(
        "svg",
        style_sheet(_style(len(curves))),
        text(LEFT, 26, title, "title", "start"),
        [_column(across.at(size), f"{size:g}") for size in sizes],
        [_row(up.at(amount), words(amount)) for amount in up.ticks()],
        text((LEFT + RIGHT) / 2, HEIGHT - 12, axis, "axis"),
        [_curve(number, curve, across, up) for number, curve in enumerate(curves)],
        text(LEGEND, BOTTOM, note, "note", "start"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=f"{title}, against {axis}: {', '.join(curve.name for curve in curves)}",
    )
    return f"{whole}\n"


def seconds(amount: float) -> str:
    """An amount of seconds on a scale."""
    return f"{amount:g} s" if amount >= 1 else f"{amount * 1000:g} ms"


def _style(count: int) -> str:
    light, dark = (
        "\n".join(OF_CURVE.format(number, colours[page])
                  for number, colours in enumerate(COLOURS[:count]))
        for page in (0, 1)
    )  # fmt: skip
    return STYLE.format(light=light, dark=dark)


def _column(place: float, words: str) -> Markup:
    return fragment(
        line((place, TOP), (place, BOTTOM), "grid"), text(place, BOTTOM + 20, words, "tick")
    )


def _row(place: float, words: str) -> Markup:
    return fragment(
        line((LEFT, place), (RIGHT, place), "grid"), text(LEFT - 8, place + 4, words, "tick", "end")
    )


def _curve(number: int, curve: Curve, across: Scale, up: Scale) -> Markup:
    places = [(across.at(point.size), up.at(point.amount)) for point in curve.points]
    circles = [
        element("circle", cx=str(x), cy=str(y), r="4",
                class_=f"point-{number} open" if point.is_open else f"point-{number}")
        for (x, y), point in zip(places, curve.points, strict=True)
    ]  # fmt: skip
    height = TOP + 10 + number * LEGEND_STEP
    return fragment(
        element("path", d="M" + "L".join(f"{x} {y}" for x, y in places),
                class_=f"curve line-{number}"),
        circles,
        element("circle", cx=str(LEGEND + 4), cy=str(height - 4), r="4", class_=f"point-{number}"),
        text(LEGEND + 16, height, curve.name, "name", "start"),
    )  # fmt: skip
