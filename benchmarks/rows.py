"""The table of results: what was measured, against what, and whether that is enough."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

HEAD = ("#", "work", "ours", "reference", "ratio", "target", "reached", "notes")


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    number: str
    work: str
    ours: float
    target: float
    """What `ours` has to stay under."""
    reference: float | None = None
    source: str = ""
    """Where the reference is from: this run, or a yardstick."""
    unit: str = "s"
    notes: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times more the reference takes."""
        return None if self.reference is None else self.reference / self.ours

    @property
    def is_reached(self) -> bool:
        """Is the target reached?"""
        return self.ours <= self.target

    def cells(self) -> tuple[str, ...]:
        """The line in words."""
        reference = ""
        if self.reference is not None:
            reference = f"{amount(self.reference, self.unit)} ({self.source})"
        return (
            self.number,
            self.work,
            amount(self.ours, self.unit),
            reference,
            "" if self.ratio is None else f"{self.ratio:.3g} x",
            f"< {amount(self.target, self.unit)}",
            "yes" if self.is_reached else "NO",
            self.notes,
        )


def amount(value: float, unit: str) -> str:
    """A measured amount in three digits.

    >>> amount(0.0312, "s"), amount(2.2, "s"), amount(249.7, "MB")
    ('31.2 ms', '2.20 s', '250 MB')
    """
    if unit != "s":
        return f"{value:.0f} {unit}"
    if value < 1:
        return f"{value * 1000:#.3g} ms".replace(". ", " ")
    return f"{value:#.3g} s"


def markdown(rows: Iterable[Row]) -> str:
    """The table as Markdown with aligned columns, which reads well on a terminal too."""
    lines = [HEAD, *(row.cells() for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rule = tuple("-" * width for width in widths)
    return "\n".join(_line(cells, widths) for cells in (lines[0], rule, *lines[1:])) + "\n"


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return f"| {' | '.join(padded)} |"
