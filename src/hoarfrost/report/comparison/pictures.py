"""Pictures of a comparison: what is kept against what is risked, and each figure on its line."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from hoarfrost.report.dots import dot
from hoarfrost.report.markup import Markup
from hoarfrost.report.pictures import line, picture, text
from hoarfrost.report.words import percent

WIDTH, HEIGHT = 720.0, 400.0
LEFT, RIGHT, TOP, BOTTOM = 64.0, 700.0, 34.0, 344.0
LETTER, LINE = 6.7, 15.0
"""The room that a letter and a line of a label take."""
TICKS = 5
MARGIN = 0.12
"""How much room is left beyond the outermost points."""
STRIP_WIDTH, STRIP_HEIGHT = 300.0, 22.0

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True)
class Point:
    """One release between two scales, with the names of those that came to it."""

    names: tuple[str, ...]
    across: float
    up: float
    kind: Literal["accent", "behind"]
    """Whether no other point is better on both scales."""
    is_chosen: bool = False

    @property
    def label(self) -> str:
        """What is written beside it."""
        more = len(self.names) - 2
        return ", ".join(self.names[:2]) + (f" + {more}" if more > 0 else "")


def trade_off(points: Sequence[Point], across: str, up: str, label: str) -> Markup:
    """Points between two shares: to the left is better, and so is up."""
    x_ticks = ticks([point.across for point in points])
    y_ticks = ticks([point.up for point in points])
    x = _placer(x_ticks, LEFT, RIGHT)
    y = _placer(y_ticks, BOTTOM, TOP)
    dots = [(x(point.across), y(point.up)) for point in points]
    shapes = [
        *(line((x(tick), TOP), (x(tick), BOTTOM), "axis") for tick in x_ticks),
        *(text(x(tick), BOTTOM + 18, percent(tick), "tick") for tick in x_ticks),
        *(line((LEFT, y(tick)), (RIGHT, y(tick)), "axis") for tick in y_ticks),
        *(text(LEFT - 8, y(tick) + 4, percent(tick), "tick", "end") for tick in y_ticks),
        text(RIGHT, BOTTOM + 38, f"← {across}: less is safer", "tick", "end"),
        text(4, TOP - 16, f"↑ {up}: more is better", "tick", "start"),
    ]
    boxes = _label_boxes(points, dots)
    for point, place, box in zip(points, dots, boxes, strict=True):
        shapes += _labelled(point, place, box)
    return picture(WIDTH, HEIGHT, label, *shapes, kind="trade-off")


def _labelled(point: Point, place: tuple[float, float], box: Box) -> list[Markup]:
    left, top, right, bottom = box
    x, y = place
    baseline, kind = bottom - 4, "dot-name chosen" if point.is_chosen else "dot-name"
    shapes = []
    if not top <= y <= bottom:
        shapes.append(line(place, (left if left > x else right, (top + bottom) / 2), "landmark"))
    shapes.append(dot(x, y, point.kind, radius=7 if point.is_chosen else 5))
    start, anchor = (left, "start") if left > x else (right, "end")
    shapes.append(text(start, baseline, point.label, kind, anchor))
    return shapes


def _label_boxes(points: Sequence[Point], dots: Sequence[tuple[float, float]]) -> list[Box]:
    """A place for each label beside its dot where it covers no other label and no dot."""
    taken: list[Box] = [(x - 7, y - 7, x + 7, y + 7) for x, y in dots]
    boxes = []
    for point, (x, y) in zip(points, dots, strict=True):
        width = LETTER * len(point.label)
        places = list(_places(x, y, width))
        free = (box for box in places if not any(_overlap(box, other) for other in taken))
        box = next(free, places[0])
        taken.append(box)
        boxes.append(box)
    return boxes


def _places(x: float, y: float, width: float) -> list[Box]:
    """Where a label may stand, the nearest place first: right or left, level or on another line."""
    found = []
    for step in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6):
        middle = y + step * LINE
        for left in (x + 11, x - 11 - width):
            box = (left, middle - LINE / 2, left + width, middle + LINE / 2)
            if left >= LEFT and box[2] <= WIDTH and box[1] >= TOP - 12 and box[3] <= BOTTOM:
                found.append(box)
    return found or [(x + 11, y - LINE / 2, x + 11 + width, y + LINE / 2)]


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def ticks(values: Sequence[float]) -> list[float]:
    """Round shares around all values, between 0 and 1, and at least two.

    >>> ticks([0.31, 0.42])
    [0.25, 0.3, 0.35, 0.4, 0.45]
    >>> ticks([0.5])
    [0.425, 0.45, 0.475, 0.5, 0.525, 0.55, 0.575]
    """
    low, high = min(values), max(values)
    room = (high - low) * MARGIN or max(abs(high), 0.01) * MARGIN
    low, high = max(0.0, low - room), min(1.0, high + room)
    step = _round_step((high - low) / TICKS)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(number * step, 12) for number in range(first, last + 1)]


def _round_step(step: float) -> float:
    """The next of 1, 2, 2.5, 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(own * power for own in (1, 2, 2.5, 5, 10) if own * power >= step * (1 - 1e-9))


def _placer(marks: Sequence[float], start: float, end: float) -> Callable[[float], float]:
    low, high = marks[0], marks[-1]
    return lambda value: round(start + (end - start) * (value - low) / ((high - low) or 1.0), 1)


def strip(places: Mapping[str, float], best: Sequence[str], label: str) -> Markup:
    """Where releases stand on one figure: 0 is the worst end, 1 the best."""
    middle, inset = STRIP_HEIGHT / 2, 8.0
    width = STRIP_WIDTH - 2 * inset
    dots = [
        dot(round(inset + width * place, 1), middle, "accent" if name in best else "behind", name)
        for name, place in sorted(places.items(), key=lambda own: own[0] in best)
    ]
    track = line((inset, middle), (STRIP_WIDTH - inset, middle), "axis")
    return picture(STRIP_WIDTH, STRIP_HEIGHT, label, track, *dots, kind="strip")
