"""A flowchart as SVG, for a page or as a file of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hoarfrost.report.markup import Markup, element, fragment, style_sheet
from hoarfrost.report.page import colours
from hoarfrost.report.pictures import line, text

if TYPE_CHECKING:
    from hoarfrost.guide.flow import Arrow, Box, Drawing, Label, Point

COLUMN, ROW = 7.6, 21.0
"""The size of a square."""
MARGIN, TOP = 20.0, 8.0
TIP = 11.0
"""How far a question's ends stand out."""
HEAD = 5.5
BASELINE = 5.0
LEFT_ALIGNED = COLUMN * 2


def as_picture(drawing: Drawing, name: str) -> Markup:
    """The drawing for a page that has its styles."""
    return _svg(drawing, name)


def as_file(drawing: Drawing, name: str) -> str:
    """The drawing as an SVG file; it follows the light or dark theme of whoever looks."""
    styles = style_sheet(colours() + style())
    return f"{_svg(drawing, name, styles, xmlns='http://www.w3.org/2000/svg')}\n"


def style() -> str:
    """How flowcharts look."""
    return Path(__file__).with_name("flow.css").read_text(encoding="utf-8")


def _svg(drawing: Drawing, name: str, *first: Markup, xmlns: str | None = None) -> Markup:
    width, height = drawing.width * COLUMN + 2 * MARGIN, drawing.height * ROW + 2 * TOP
    return element(
        "svg",
        *first,
        element("rect", width=f"{width:g}", height=f"{height:g}", rx="14", class_="sheet"),
        line((_x(drawing.border), 0), (_x(drawing.border), height), "lane"),
        [_way(arrow) for arrow in drawing.arrows],
        [_box(box) for box in drawing.boxes],
        [_head(arrow) for arrow in drawing.arrows],
        [_label(label) for label in drawing.labels],
        xmlns=xmlns,
        viewBox=f"0 0 {width:g} {height:g}",
        width=f"{width:g}",
        height=f"{height:g}",
        role="img",
        aria_label=f"Flowchart of {name}: what you give and get, and what the algorithm does",
        class_="flow",
    )


def _x(column: float) -> float:
    return MARGIN + (column + 0.5) * COLUMN


def _y(row: float) -> float:
    return TOP + (row + 0.5) * ROW


def _box(box: Box) -> Markup:
    left, right, top, bottom = _x(box.left), _x(box.right), _y(box.top), _y(box.bottom)
    if box.kind == "question":
        middle = (top + bottom) / 2
        outline = [(left, top), (right, top), (right + TIP, middle), (right, bottom),
                   (left, bottom), (left - TIP, middle)]  # fmt: skip
        points = " ".join(f"{x:g},{y:g}" for x, y in outline)
        shape = element("polygon", points=points, class_="question")
    else:
        shape = element(
            "rect", x=f"{left:g}", y=f"{top:g}", width=f"{right - left:g}",
            height=f"{bottom - top:g}", rx="12" if box.kind == "given" else "4", class_=box.kind,
        )  # fmt: skip
    return fragment(shape, [_words(box, number) for number in range(len(box.lines))])


def _words(box: Box, number: int) -> Markup:
    """One line of a box: centred, but for lists."""
    words, height = box.lines[number], _y(box.top + 1 + number) + BASELINE
    if box.kind != "given":
        return text((_x(box.left) + _x(box.right)) / 2, height, words, "words")
    kind = "words list" if number else "words title"
    indent = (len(words) - len(words.lstrip())) * COLUMN * 0.75
    return text(_x(box.left) + LEFT_ALIGNED + indent, height, words.lstrip(), kind, "start")


def _way(arrow: Arrow) -> Markup:
    points = " ".join(f"{_x(column):g},{_y(row):g}" for column, row in arrow.points)
    return element("polyline", points=points, class_="way")


def _head(arrow: Arrow) -> Markup:
    """A triangle whose tip is the arrow's last point."""
    before, last = arrow.points[-2:]
    x, y = _x(last[0]), _y(last[1])
    right, down = _direction(before, last)
    points = " ".join(
        f"{x - HEAD * (1.5 * right + side * down):g},{y - HEAD * (1.5 * down + side * right):g}"
        for side in (-1, 1)
    )
    return element("polygon", points=f"{x:g},{y:g} {points}", class_="head")


def _direction(start: Point, end: Point) -> tuple[int, int]:
    right, down = end[0] - start[0], end[1] - start[1]
    return (right > 0) - (right < 0), (down > 0) - (down < 0)


def _label(label: Label) -> Markup:
    kind = "lane-title" if label.is_title else "answer"
    return text(_x(label.column), _y(label.row) + BASELINE, label.text, kind, "start")
