"""Pictures of what something is made of: one bar for each thing, its parts one after the other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hoarfrost.report.markup import Markup, element, fragment, style_sheet
from hoarfrost.report.pictures import line, text

WIDTH = 760
LEFT, RIGHT = 130, 580
LEGEND, FIRST, ROW, THICK, AXIS = 52, 74, 20, 14, 44
STEPS = (1, 2, 5)
MOST_TICKS = 8
LETTER = 7.2
STYLE = """
svg { background: #fff; font: 13px system-ui, sans-serif; fill: #333 }
.title { font-size: 15px; font-weight: 600 } .grid { stroke: #ddd }
.part-0 { fill: #05a } .part-1 { fill: #3af } .part-2 { fill: #0a7 } .part-3 { fill: #e80 }
.part-4 { fill: #999 }
@media (prefers-color-scheme: dark) {
  svg { background: #111; fill: #ccc } .grid { stroke: #333 }
  .part-0 { fill: #47d } .part-1 { fill: #8cf } .part-2 { fill: #3c9 } .part-3 { fill: #fa4 }
  .part-4 { fill: #777 }
}
"""


@dataclass(frozen=True)
class Bar:
    """What a bar stands for, how long each of its parts is, and what is said at its end."""

    name: str
    parts: Sequence[float]
    words: str


def stacked(title: str, parts: Sequence[str], bars: Sequence[Bar], unit: str) -> str:
    """A picture of bars that stands on its own: `parts` names their parts, in their order."""
    step = _tick(max(sum(bar.parts) for bar in bars))
    ticks = [step * number for number in range(MOST_TICKS + 1)]
    most = next(tick for tick in ticks if tick >= max(sum(bar.parts) for bar in bars))
    bottom = FIRST + ROW * len(bars)
    scale = (RIGHT - LEFT) / most
    whole = element(
        "svg",
        style_sheet(STYLE),
        text(LEFT, 26, title, "title", "start"),
        _legend(parts),
        [_grid(LEFT + tick * scale, bottom, f"{tick:g} {unit}") for tick in ticks if tick <= most],
        [_bar(bar, FIRST + ROW * number, scale) for number, bar in enumerate(bars)],
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {bottom + AXIS}",
        role="img",
        aria_label=f"{title}: {', '.join(parts)}",
    )
    return f"{whole}\n"


def _tick(most: float) -> float:
    """The least round step of which a few cover everything."""
    decade = 10.0 ** math.floor(math.log10(most / MOST_TICKS))
    return next(
        step * decade for step in (*STEPS, 10 * STEPS[0]) if step * decade * MOST_TICKS >= most
    )


def _legend(parts: Sequence[str]) -> Markup:
    shown, place = [], float(LEFT)
    for number, name in enumerate(parts):
        shown += [
            element(
                "rect", x=f"{place:g}", y=LEGEND - 10, width=10, height=10, class_=_kind(number)
            ),
            text(place + 15, LEGEND, name, "part-name", "start"),
        ]
        place += 30 + LETTER * len(name)
    return fragment(shown)


def _grid(place: float, bottom: float, words: str) -> Markup:
    return fragment(
        line((place, FIRST - 6), (place, bottom), "grid"),
        text(place, bottom + 20, words, "tick"),
    )


def _bar(bar: Bar, top: float, scale: float) -> Markup:
    shown, place = [], float(LEFT)
    for number, part in enumerate(bar.parts):
        width = part * scale
        shown.append(
            element(
                "rect", x=f"{place:.1f}", y=f"{top:g}", width=f"{width:.1f}", height=THICK,
                class_=_kind(number),
            )
        )  # fmt: skip
        place += width
    return fragment(
        text(LEFT - 10, top + 12, bar.name, "bar-name", "end"),
        shown,
        text(place + 6, top + 12, bar.words, "bar-words", "start"),
    )


def _kind(number: int) -> str:
    return f"part-{number}"
