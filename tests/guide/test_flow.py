"""Flowcharts: everything has a place of its own, and every arrow leads from a box to a box."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.algorithms.charts import Do, While
from hoarfrost.guide.flow import Publisher, drawn
from hoarfrost.guide.flow_picture import as_file, as_picture
from hoarfrost.guide.flow_text import IN_ASCII, as_text

WORDS = st.text("abcdefghij ", min_size=1, max_size=90).filter(str.strip)
PUBLISHER = Publisher(("the table", "what must hold"), ("a release", "or why there is none"))
CHARTS = st.recursive(
    st.builds(Do, WORDS),
    lambda inner: st.builds(While, WORDS, st.lists(inner, min_size=1, max_size=3).map(tuple)),
    max_leaves=6,
)


@st.composite
def charts(draw):
    """Steps and questions, also one inside the other and one at the end."""
    return tuple(draw(st.lists(CHARTS, min_size=1, max_size=4)))


@given(charts(), st.integers(72, 120))
def test_everything_has_a_place_of_its_own(chart, width):
    drawing = drawn(chart, PUBLISHER, "example", width)
    for box in drawing.boxes:
        assert 0 <= box.left < box.right < width
        assert all(len(line) <= box.width - 4 for line in box.lines)
        is_publisher_s = box.kind == "given"
        assert (box.right < drawing.border) == is_publisher_s
        assert (box.left > drawing.border) != is_publisher_s
    for one, other in combinations(drawing.boxes, 2):
        is_apart = one.bottom < other.top or other.bottom < one.top
        assert is_apart or one.right < other.left or other.right < one.left


@given(charts())
def test_every_arrow_leads_from_a_box_to_a_box_and_through_none(chart):
    drawing = drawn(chart, PUBLISHER, "example", 80)
    edges = {point for box in drawing.boxes for point in edge_of(box)}
    inside = {point for box in drawing.boxes for point in inside_of(box)}
    for arrow in drawing.arrows:
        assert {arrow.points[0], arrow.points[-1]} <= edges
        way = [point for start, end in pairwise(arrow.points) for point in between(start, end)]
        assert not inside & set(way)
        assert way[0] == arrow.points[0]


def edge_of(box):
    columns, rows = range(box.left, box.right + 1), range(box.top, box.bottom + 1)
    return {(column, row) for column in columns for row in rows} - inside_of(box)


def inside_of(box):
    columns, rows = range(box.left + 1, box.right), range(box.top + 1, box.bottom)
    return {(column, row) for column in columns for row in rows}


def between(start, end):
    """Every square of a straight line."""
    (column, row), (last_column, last_row) = start, end
    assert column == last_column or row == last_row
    columns = range(min(column, last_column), max(column, last_column) + 1)
    rows = range(min(row, last_row), max(row, last_row) + 1)
    squares = [(own, other) for own in columns for other in rows]
    return squares if squares[0] == start else squares[::-1]


CHART = (
    Do("Take the table."),
    While("Is it unsafe?", (Do("Generalise."), While("Again?", (Do("Once more."),)))),
)
SHOWN = """\
You                      ┊  example
                         ┊
╭──────────────────────╮ ┊
│ You give             ├───────────────────┐
│ • the table          │ ┊  ┌──────────────▼──────────────┐
│ • what must hold     │ ┊  │ Take the table              │
╰──────────────────────╯ ┊  └──────────────┬──────────────┘
                         ┊  ╱──────────────▼──────────────╲
                         ┊  │ Is it unsafe?               │
                         ┊  ╲─┬────────────┬────────────▲─╱
                         ┊    │ no         │ yes        │
                         ┊    │ ┌──────────▼──────────┐ │
                         ┊    │ │ Generalise          │ │
                         ┊    │ └──────────┬──────────┘ │
                         ┊    │ ╱──────────▼──────────╲ │
                         ┊    │ │ Again?              │ │
                         ┊    │ ╲─┬────────┬────────▲─╱ │
                         ┊    │   │ no     │ yes    │   │
                         ┊    │   │ ┌──────▼──────┐ │   │
                         ┊    │   │ │ Once more   │ │   │
                         ┊    │   │ └──────┬──────┘ │   │
                         ┊    │   │        └────────┘   │
                         ┊    │   └────────┐            │
                         ┊    │            └────────────┘
╭──────────────────────╮ ┊    └────────────┐
│ You get              ◄───────────────────┘
│ • a release          │ ┊
│ • or why there is    │ ┊
│   none               │ ┊
╰──────────────────────╯ ┊"""


def test_a_flowchart_as_text():
    assert as_text(drawn(CHART, PUBLISHER, "example", 59)) == SHOWN
    assert SHOWN.translate(IN_ASCII).isascii()


def test_a_flowchart_as_a_picture():
    drawing = drawn(CHART, PUBLISHER, "example", 59)
    picture = as_picture(drawing, "example")
    assert picture.count('class="step"') == 3
    assert picture.count('class="question"') == 2
    assert picture.count('class="head"') == len(drawing.arrows) == 8
    assert 'aria-label="Flowchart of example: ' in picture


@pytest.mark.parametrize("part", ["prefers-color-scheme: dark", "--paper", ".flow .question"])
def test_a_picture_in_a_file_brings_its_styles(part):
    text = as_file(drawn(CHART, PUBLISHER, "example", 59), "example")
    assert 'xmlns="http://www.w3.org/2000/svg"' in text
    assert part in text
    assert "* {" not in text
