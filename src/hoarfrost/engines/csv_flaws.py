"""What can be wrong with a CSV file, one sentence each: file, line, column, found, expected.

A line is what an editor numbers; a value with line ends inside spans several.
"""

from __future__ import annotations

from dataclasses import dataclass

from hoarfrost.errors import DataError, Flaw

MOST_FLAWS = 20
LINE_END_NAMES = {b"\n": "LF", b"\r\n": "CR LF", b"\r": "CR"}


@dataclass(frozen=True)
class Spot:
    """A place in a file: its line, and the column when that is known."""

    line: int
    column: str | None = None

    def __str__(self) -> str:
        column = f', column "{self.column}"' if self.column is not None else ""
        return f"line {self.line}{column}"


class CsvFlaws:
    """The flaws found in one file so far."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._flaws: list[Flaw] = []

    def add(self, spot: Spot | None, sentence: str, hint: str | None = None) -> None:
        """Note a flaw; when there are many, that is the end."""
        where = f"{self._label}, {spot}" if spot else self._label
        self._flaws.append(Flaw(f"{where}: {sentence}", hint))
        if len(self._flaws) >= MOST_FLAWS:
            self.raise_any()

    def stop(self, spot: Spot | None, sentence: str, hint: str | None = None) -> DataError:
        """The error for a flaw behind which nothing can be read."""
        self.add(spot, sentence, hint)
        return DataError(*self._flaws)

    def raise_any(self) -> None:
        """Raise what was found."""
        if self._flaws:
            raise DataError(*self._flaws)
