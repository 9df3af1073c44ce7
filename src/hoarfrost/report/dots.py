"""Dots on lines: where some values stand between two ends, row by row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from hoarfrost.report.markup import Markup, element, fragment
from hoarfrost.report.pictures import line, picture, text

WIDTH, LEFT, RIGHT, ROW = 720.0, 190.0, 640.0, 26.0
TOP = 44.0
NAME_LENGTH = 28

Kind = Literal["accent", "behind", "hollow"]


@dataclass(frozen=True)
class Dot:
    """One value."""

    value: float
    kind: Kind = "accent"


@dataclass(frozen=True)
class Row:
    """A line with its name, its dots, and what is written at its end."""

    name: str
    dots: Sequence[Dot]
    amount: str


@dataclass(frozen=True)
class Landmark:
    """A value to compare with, drawn through all rows."""

    name: str
    value: float


def dot(x: float, y: float, kind: Kind, name: str | None = None, radius: int = 5) -> Markup:
    """A small disc; its name is shown to whoever points at it."""
    return element(
        "circle", element("title", name) if name else None,
        cx=f"{x:g}", cy=f"{y:g}", r=str(radius), class_=f"dot {kind}",
    )  # fmt: skip


def dot_rows(rows: Sequence[Row], landmarks: tuple[Landmark, Landmark], label: str) -> Markup:
    """Rows of dots between two landmarks."""
    place = _scale(rows, landmarks)
    height = TOP + ROW * len(rows) + 6
    left, right = sorted(landmarks, key=lambda own: own.value)
    shapes = [
        *_landmark(left, place(left.value), (12, height), "start"),
        *_landmark(right, place(right.value), (28, height), "end"),
        *(_row(row, TOP + ROW * (number + 0.5), place) for number, row in enumerate(rows)),
    ]
    return picture(WIDTH, height, label, *shapes, kind="dots")


def _scale(rows: Sequence[Row], landmarks: tuple[Landmark, Landmark]) -> Callable[[float], float]:
    values = [own.value for own in landmarks]
    values += [own.value for row in rows for own in row.dots]
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    return lambda value: round(LEFT + (RIGHT - LEFT) * (value - low) / span, 1)


def _landmark(
    own: Landmark, x: float, ends: tuple[float, float], anchor: str
) -> tuple[Markup, Markup]:
    """A line with its name at the upper end; names on lines of their own never meet."""
    top, bottom = ends
    return (
        line((x, top + 6), (x, bottom - 4), "landmark"),
        text(x, top, own.name, "tick", anchor),
    )


def _row(row: Row, y: float, place: Callable[[float], float]) -> Markup:
    return fragment(
        text(LEFT - 16, y + 4, cut(row.name), "dot-name", "end"),
        line((LEFT, y), (RIGHT, y), "axis"),
        [dot(place(own.value), y, own.kind) for own in row.dots],
        text(RIGHT + 12, y + 4, row.amount, "dot-amount", "start"),
    )


def cut(name: str) -> str:
    """A name that fits beside a picture."""
    return name if len(name) <= NAME_LENGTH else f"{name[: NAME_LENGTH - 1]}…"
