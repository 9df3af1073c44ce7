"""A flowchart as text: frames, arrows and words, one character for each square."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoarfrost.guide.flow import Arrow, Box, Drawing, Point

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
"""The directions in which a line leaves a square."""
LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""A square's character by the sum of its directions."""
HEADS = {UP: "▲", RIGHT: "►", DOWN: "▼", LEFT: "◄"}
CORNERS = {"given": "╭╮╰╯", "question": "╱╲╲╱"}
"""Where a frame differs from that of a step: top left and right, bottom left and right."""
BORDER = "┊"
IN_ASCII = str.maketrans(
    {"╵": "|", "╷": "|", "│": "|", "┊": ":", "╴": "-", "╶": "-", "─": "-", "▲": "^", "►": ">",
     "▼": "v", "◄": "<", "╱": "/", "╲": "\\", "•": "*", "→": ">", "“": '"', "”": '"', "·": "/", **dict.fromkeys("└┌├┘┴┐┤┬┼╭╮╰╯", "+")}
)  # fmt: skip
"""For terminals that show nothing else."""


def as_text(drawing: Drawing) -> str:
    """The drawing, one line of text for each row."""
    paper = _Paper(drawing.width, drawing.height)
    for row in range(drawing.height):
        paper.write((drawing.border, row), BORDER)
    for box in drawing.boxes:
        paper.frame(box)
    for arrow in drawing.arrows:
        paper.follow(arrow)
    for label in drawing.labels:
        paper.write((label.column, label.row), label.text)
    return paper.text()


class _Paper:
    """Squares, each with the directions of the lines in it and perhaps a character."""

    def __init__(self, width: int, height: int) -> None:
        self._lines = [[0] * width for _ in range(height)]
        self._characters: dict[Point, str] = {}

    def write(self, place: Point, text: str) -> None:
        """Write a text to the right of a place."""
        column, row = place
        for offset, character in enumerate(text):
            self._characters[column + offset, row] = character

    def frame(self, box: Box) -> None:
        """Draw a box and what stands in it."""
        corners = [(box.left, box.top), (box.right, box.top),
                   (box.left, box.bottom), (box.right, box.bottom)]  # fmt: skip
        for start, end in ((0, 1), (1, 3), (3, 2), (2, 0)):
            self._draw(corners[start], corners[end])
        for place, character in zip(corners, CORNERS.get(box.kind, ""), strict=False):
            self.write(place, character)
        for offset, line in enumerate(box.lines, 1):
            self.write((box.left + 2, box.top + offset), line)

    def follow(self, arrow: Arrow) -> None:
        """Draw an arrow from its first point to its last."""
        directions = list(map(self._draw, arrow.points, arrow.points[1:]))
        self.write(arrow.points[-1], HEADS[directions[-1]])

    def _draw(self, start: Point, end: Point) -> int:
        """Draw a straight line; returns its direction."""
        (column, row), (last_column, last_row) = start, end
        right, down = _sign(last_column - column), _sign(last_row - row)
        direction = {(0, -1): UP, (1, 0): RIGHT, (0, 1): DOWN, (-1, 0): LEFT}[right, down]
        opposite = {UP: DOWN, DOWN: UP, LEFT: RIGHT, RIGHT: LEFT}[direction]
        while (column, row) != end:
            self._lines[row][column] |= direction
            self._characters.pop((column, row), None)
            column, row = column + right, row + down
            self._lines[row][column] |= opposite
        return direction

    def text(self) -> str:
        """Everything that was drawn."""
        return "\n".join(
            "".join(
                self._characters.get((column, row), LINES[directions])
                for column, directions in enumerate(line)
            ).rstrip()
            for row, line in enumerate(self._lines)
        )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
