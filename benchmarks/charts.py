"""Pictures of growth: points on two logarithmic scales, and the line that fits them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hoarfrost.report.markup import Markup, element, fragment, style_sheet
from hoarfrost.report.pictures import line, text

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 76, 620, 48, 344
STEPS = (1, 2, 5)
MOST_TICKS = 8
STYLE = """
svg { background: #fff; font: 13px system-ui, sans-serif; fill: #333 }
.title { font-size: 15px; font-weight: 600 } .grid { stroke: #ddd } .fit { stroke: #c60 }
.line { stroke: #06c; fill: none; stroke-width: 2 } .point { fill: #06c }
.fit-words { fill: #c60 }
@media (prefers-color-scheme: dark) {
  svg { background: #111; fill: #ccc } .grid { stroke: #333 } .fit { stroke: #fa4 }
  .line { stroke: #6af } .point { fill: #6af } .fit-words { fill: #fa4 }
}
"""


@dataclass(frozen=True)
class Series:
    """What grows, and the seconds at each size."""

    name: str
    axis: str
    sizes: Sequence[float]
    seconds: Sequence[float]

    @cached_property
    def fit(self) -> tuple[float, float]:
        """Slope and offset of the line through the logarithms, by least squares."""
        slope, offset = np.polyfit(np.log10(self.sizes), np.log10(self.seconds), 1)
        return float(slope), float(offset)

    @property
    def slope(self) -> float:
        """The power of the size that the time grows with."""
        return self.fit[0]


@dataclass(frozen=True)
class Scale:
    """Where values stand between two ends of a picture."""

    least: float
    most: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The place of a value."""
        span = math.log(self.most / self.least)
        share = math.log(value / self.least) / span
        return round(self.start + share * (self.end - self.start), 1)

    def ticks(self) -> list[float]:
        """Round values within the scale."""
        decades = range(math.floor(math.log10(self.least)), math.ceil(math.log10(self.most)) + 1)
        every = [step * 10.0**decade for decade in decades for step in STEPS]
        inside = [value for value in every if self.least <= value <= self.most]
        if len(inside) <= MOST_TICKS:
            return inside
        return [value for value in inside if math.log10(value).is_integer()]


def log_log(series: Series, title: str) -> str:
    """A picture of a series that stands on its own."""
    across = _scale(series.sizes, LEFT, RIGHT)
    fitted = [10 ** series.fit[1] * size**series.slope for size in series.sizes]
    up = _scale([*series.seconds, *fitted], BOTTOM, TOP)
    places = [
        (across.at(size), up.at(seconds))
        for size, seconds in zip(series.sizes, series.seconds, strict=True)
    ]
    ends = [(across.at(series.sizes[end]), up.at(fitted[end])) for end in (0, -1)]
    whole = element(
        "svg",
        style_sheet(STYLE),
        text(LEFT, 26, title, "title", "start"),
        text(RIGHT, 26, f"time ~ size^{series.slope:.2f}", "fit-words", "end"),
        _grid(across, up),
        text((LEFT + RIGHT) / 2, HEIGHT - 12, series.axis, "axis"),
        line(ends[0], ends[1], "fit"),
        element("path", d="M" + "L".join(f"{x} {y}" for x, y in places), class_="line"),
        [element("circle", cx=str(x), cy=str(y), r="4", class_="point") for x, y in places],
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=f"{title}: time against {series.axis}, slope {series.slope:.2f}",
    )
    return f"{whole}\n"


def _scale(values: Sequence[float], start: float, end: float) -> Scale:
    """A scale with some room around the values."""
    return Scale(min(values) / 1.25, max(values) * 1.25, start, end)


def _grid(across: Scale, up: Scale) -> Markup:
    columns = [
        [
            line((across.at(value), TOP), (across.at(value), BOTTOM), "grid"),
            text(across.at(value), BOTTOM + 20, f"{value:,.12g}", "tick"),
        ]
        for value in across.ticks()
    ]
    rows = [
        [
            line((LEFT, up.at(value)), (RIGHT, up.at(value)), "grid"),
            text(LEFT - 8, up.at(value) + 4, _seconds(value), "tick", "end"),
        ]
        for value in up.ticks()
    ]
    return fragment(columns, rows)


def _seconds(value: float) -> str:
    return f"{value:g} s" if value >= 1 else f"{value * 1000:g} ms"
