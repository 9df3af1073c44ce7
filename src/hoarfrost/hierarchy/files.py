"""Hierarchy files: leaf, level 1, …, root, separated by "," or ";" and without a header."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from hoarfrost.errors import Flaw, HierarchyError
from hoarfrost.hierarchy.checking import first_flaws

Rows = list[list[str]]


@dataclass(frozen=True)
class FileRows:
    """The rows of a file, all of one length, and the line on which each begins."""

    rows: Rows
    lines: list[int]


@dataclass(frozen=True)
class _Reading:
    """A file as it reads with one delimiter."""

    rows: Rows
    lines: list[int]
    fault: str | None = None

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0

    @property
    def is_even(self) -> bool:
        return self.fault is None and all(len(row) == self.width for row in self.rows)

    @property
    def has_one_root(self) -> bool:
        return len({row[-1] for row in self.rows}) == 1


def read_rows(path: Path, shown: str) -> FileRows:
    """The rows of a hierarchy file; `shown` is what messages call it."""
    text = _text(path, shown)
    candidates = "\t" if path.suffix.lower() == ".tsv" else ",;"
    readings = [_read(text, delimiter) for delimiter in candidates if delimiter in text]
    if not readings:
        raise HierarchyError(_without_columns(text, shown), hint=SHAPE)
    reading = max(
        readings, key=lambda one: (one.is_even and one.width > 1, one.has_one_root, one.width)
    )
    if reading.fault is not None:
        raise HierarchyError(f"{shown}, {reading.fault}")
    if not reading.is_even:
        raise HierarchyError(*_uneven(reading, shown))
    if reading.width == 1:
        raise HierarchyError(_without_columns(text, shown), hint=SHAPE)
    return FileRows(reading.rows, reading.lines)


SHAPE = 'a row is: leaf, level 1, …, root, separated by "," or ";"'


def _text(path: Path, shown: str) -> str:
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a path"
        raise HierarchyError(f"{shown}: cannot be read: {reason}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise HierarchyError(f"{shown}, line {line}: not UTF-8") from None
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise HierarchyError(f"{shown}, line {line}: a NUL character, expected text")
    return text


def _read(text: str, delimiter: str) -> _Reading:
    rows: Rows = []
    lines: list[int] = []
    with cells_of_any_length():
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        begin = 1
        try:
            for row in reader:
                if row:
                    rows.append(row)
                    lines.append(begin)
                begin = reader.line_num + 1
        except csv.Error as error:
            is_open = "end of data" in str(error)
            what = "is never closed" if is_open else "is closed before the cell ends"
            return _Reading(rows, lines, f"line {begin}: a quote {what}")
    return _Reading(rows, lines)


@contextmanager
def cells_of_any_length() -> Iterator[None]:
    """Let Python's reader take cells of any length for a while."""
    before = csv.field_size_limit(sys.maxsize)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _without_columns(text: str, shown: str) -> str:
    if not text.strip():
        return f"{shown}: empty, expected a row for every value"
    return f"{shown}: only one column, expected at least two"


def _uneven(reading: _Reading, shown: str) -> list[Flaw]:
    first = f"{reading.width} in line {reading.lines[0]}"
    odd = [
        Flaw(f"{shown}, line {line}: {len(row)} columns here but {first}")
        for row, line in zip(reading.rows, reading.lines, strict=True)
        if len(row) != reading.width
    ]
    return first_flaws(odd, hint="every row needs a label for each level")
