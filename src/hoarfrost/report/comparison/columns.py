"""Tables for a terminal: columns of text beside names, in as many blocks as there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

WIDTH = 100
GAP = "  "
HEAD_WIDTH = 14
BEST = "*"


@dataclass(frozen=True)
class Column:
    """One column of a table."""

    head: str
    cells: Sequence[str]
    is_best: Sequence[bool]

    @cached_property
    def heads(self) -> list[str]:
        """The head in lines: long names are split at their hyphens."""
        lines: list[str] = []
        for part in self.head.replace("-", "-\n").split("\n"):
            if lines and len(lines[-1]) + len(part) <= HEAD_WIDTH:
                lines[-1] += part
            else:
                lines.append(part)
        return lines

    @property
    def width(self) -> int:
        """The widest of its heads and cells, with room for a mark."""
        return max(*map(len, self.heads), *map(len, self.cells)) + len(BEST)

    def lines(self, height: int) -> list[str]:
        """So many lines of head, then the cells; the best of these are marked."""
        above = [""] * (height - len(self.heads))
        marks = [BEST if best else " " for best in self.is_best]
        cells = [cell + mark for cell, mark in zip(self.cells, marks, strict=True)]
        heads = [f"{head} " for head in (*above, *self.heads)]
        return [f"{line:>{self.width}}" for line in (*heads, *cells)]


def blocks(names: Sequence[str], columns: Sequence[Column]) -> Iterator[list[str]]:
    """The columns beside the names of their rows, one block under the other."""
    width = max(map(len, names))
    block: list[Column] = []
    for column in columns:
        taken = len(GAP) + width + sum(len(GAP) + own.width for own in (*block, column))
        if block and taken > WIDTH:
            yield _block(names, block)
            block = []
        block.append(column)
    if block:
        yield _block(names, block)


def _block(names: Sequence[str], columns: Sequence[Column]) -> list[str]:
    width = max(map(len, names))
    height = max(len(own.heads) for own in columns)
    lines = zip(*(own.lines(height) for own in columns), strict=True)
    named = (*[""] * height, *names)
    return [
        GAP.join([f"{GAP}{name:<{width}}", *own]).rstrip()
        for name, own in zip(named, lines, strict=True)
    ]
