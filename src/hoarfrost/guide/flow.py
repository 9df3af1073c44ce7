"""A flowchart on squared paper: what the publisher gives and gets, what the algorithm does and asks.

Two lanes, after the paper "Abstractions of generalization algorithms": the publisher's and the
algorithm's. Everything has its place in whole squares, one character each, so that the picture
of the terminal and that of the page are the same drawing.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from hoarfrost.algorithms.charts import Do, While

if TYPE_CHECKING:
    from hoarfrost.algorithms.charts import Chart

Point: TypeAlias = tuple[int, int]
"""Column and row."""
Kind = Literal["given", "step", "question"]

INSET = 4
"""What is repeated stands so many columns further in, on both sides; the ways around it lie there."""
TRACK = 2
"""How far inside its question's ends the way around what is repeated runs."""
TOP = 2
"""Row 0 names the lanes."""
MARGIN = 4
"""A frame and a blank on both sides of a text."""


@dataclass(frozen=True)
class Publisher:
    """What the publisher gives and gets."""

    gives: tuple[str, ...]
    gets: tuple[str, ...]


@dataclass(frozen=True)
class Box:
    """A framed text: something given, a step or a question."""

    left: int
    top: int
    width: int
    lines: tuple[str, ...]
    kind: Kind

    @property
    def right(self) -> int:
        """Its last column."""
        return self.left + self.width - 1

    @property
    def bottom(self) -> int:
        """Its last row."""
        return self.top + len(self.lines) + 1


@dataclass(frozen=True)
class Arrow:
    """A way from one box to another, around right angles; its head is at the end."""

    points: tuple[Point, ...]


@dataclass(frozen=True)
class Label:
    """A word beside an arrow or above a lane."""

    column: int
    row: int
    text: str
    is_title: bool = False


@dataclass
class Drawing:
    """Everything in its place."""

    width: int
    border: int
    """The column between the lanes."""
    boxes: list[Box] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)

    @property
    def height(self) -> int:
        """How many rows it has."""
        return max(box.bottom for box in self.boxes) + 1


def drawn(chart: Chart, publisher: Publisher, name: str, width: int) -> Drawing:
    """The flowchart of a process, so many columns wide."""
    lane = max(24, width * 3 // 10)
    drawing = Drawing(width, border=lane + 1)
    drawing.labels.append(Label(0, 0, "You", is_title=True))
    drawing.labels.append(Label(lane + 4, 0, name, is_title=True))
    left, right = lane + 4, width - 1
    given = _listed(drawing, "You give", publisher.gives, TOP, lane)
    middle = (left + right) // 2
    start = [(given.right, TOP + 1), (middle, TOP + 1)]
    path = _Lane(drawing).sequence(chart, left, right, start)
    row = max(path[-1][1] + 1, given.bottom + 3)
    got = _listed(drawing, "You get", publisher.gets, row - 1, lane)
    drawing.arrows.append(Arrow((*path, (middle, row), (got.right, row))))
    return drawing


def _listed(drawing: Drawing, title: str, things: Sequence[str], top: int, width: int) -> Box:
    """A box in the publisher's lane: a title and a list."""
    lines = [title]
    for thing in things:
        first, *rest = textwrap.wrap(thing, width - MARGIN - 2)
        lines += [f"• {first}", *(f"  {line}" for line in rest)]
    box = Box(0, top, width, tuple(lines), "given")
    drawing.boxes.append(box)
    return box


@dataclass
class _Lane:
    """The algorithm's lane: steps and questions one under the other."""

    drawing: Drawing

    def sequence(self, chart: Chart, left: int, right: int, path: list[Point]) -> list[Point]:
        """Place all elements of a chart; `path` leads to the first, the answer from the last."""
        for element in chart:
            text = element.text if isinstance(element, Do) else element.question
            kind: Kind = "step" if isinstance(element, Do) else "question"
            box = self._box(text, kind, (left, path[-1][1] + 1), right - left + 1)
            middle = (left + right) // 2
            self.drawing.arrows.append(Arrow((*path, (middle, box.top))))
            path = [(middle, box.bottom)]
            if isinstance(element, While):
                path = self._repeated(element, box, middle)
        return path

    def _box(self, text: str, kind: Kind, place: Point, width: int) -> Box:
        box = Box(*place, width, _balanced(text.rstrip("."), width - MARGIN), kind)
        self.drawing.boxes.append(box)
        return box

    def _repeated(self, element: While, question: Box, middle: int) -> list[Point]:
        """Place what is done while the answer is yes; the way on when it is no."""
        labels, below = self.drawing.labels, question.bottom + 1
        out, back = question.left + TRACK, question.right - TRACK
        labels.append(Label(middle + 2, below, "yes"))
        labels.append(Label(out + 2, below, "no"))
        start = [(middle, question.bottom), (middle, below)]
        end = self.sequence(element.steps, question.left + INSET, question.right - INSET, start)
        turn = end[-1][1] + 1
        loop = ((middle, turn), (back, turn), (back, question.bottom))
        self.drawing.arrows.append(Arrow((*end, *loop)))
        return [(out, question.bottom), (out, turn + 1), (middle, turn + 1)]


def _balanced(text: str, width: int) -> tuple[str, ...]:
    """As few lines as possible, and these of about the same length."""
    lines = textwrap.wrap(text, width)
    longest = max((len(word) for word in text.split()), default=1)
    while width > longest and len(textwrap.wrap(text, width - 1)) == len(lines):
        width -= 1
    return tuple(textwrap.wrap(text, width))
