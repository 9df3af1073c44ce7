"""How a text file is written, guessed from its beginning, with a reason for each guess."""

from __future__ import annotations

import codecs
import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from hoarfrost.engines.protocol import Dialect
from hoarfrost.hierarchy.calendars import fitting_formats
from hoarfrost.hierarchy.files import cells_of_any_length
from hoarfrost.hierarchy.numbers import read_number

DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
MOST_LINES = 500
MOST_SKIPPED = 10
NEARLY_ALL = 0.9
MISSING = "?"

Rows = list[list[str]]


@dataclass(frozen=True)
class Guess:
    """A dialect, and one sentence for everything in it that is not the default."""

    dialect: Dialect
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class _Reading:
    """The first lines of a file as they read with one delimiter."""

    delimiter: str
    rows: Rows
    lines: list[int]
    """The line on which each row begins, counted from 0."""

    @property
    def width(self) -> int:
        """How many columns most rows have."""
        widths = Counter(map(len, self.rows))
        return max(widths, key=lambda width: (widths[width], width), default=1)

    @property
    def evenness(self) -> float:
        """The share of the rows that have as many columns as most."""
        return sum(len(row) == self.width for row in self.rows) / max(1, len(self.rows))

    @property
    def rank(self) -> tuple[bool, float, int]:
        """The best reading has several columns, the same number on every line, and many."""
        is_table = self.width > 1
        return is_table, round(self.evenness, 1) if is_table else 0.0, self.width


def guess_dialect(first_bytes: bytes) -> Guess:
    r"""The likeliest dialect of a text file of which these are the first bytes, uncompressed.

    >>> guess = guess_dialect(b"39, Private, ?\n50, Local-gov, Sales\n")
    >>> guess.dialect.header, guess.dialect.trim, guess.dialect.missing
    (False, True, ('?',))
    """
    encoding = _encoding(first_bytes)
    lines = _whole_lines(codecs.getincrementaldecoder(encoding)("replace").decode(first_bytes))
    reading = max((_read(lines, delimiter) for delimiter in DELIMITERS), key=lambda one: one.rank)
    skip = _lines_to_skip(reading)
    rows = [
        [cell.strip() for cell in row]
        for row, line in zip(reading.rows, reading.lines, strict=True)
        if line >= skip
    ]
    header = _has_header(rows)
    dialect = Dialect(
        delimiter=reading.delimiter,
        encoding=encoding.removesuffix("-sig"),
        header=header,
        names=None if header else tuple(f"column{place + 1}" for place in range(reading.width)),
        skip=skip,
        trim=_has_blanks_after(lines[skip:], reading.delimiter),
        missing=(MISSING,) if any(MISSING in row for row in rows) else (),
    )
    return Guess(dialect, tuple(_reasons(dialect)))


def _encoding(first_bytes: bytes) -> str:
    if first_bytes.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(first_bytes)
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8-sig" if first_bytes.startswith(codecs.BOM_UTF8) else "utf-8"


def _whole_lines(text: str) -> list[str]:
    """The first lines, without the last one where it may be cut off."""
    lines = io.StringIO(text).readlines()
    is_cut = len(lines) > MOST_SKIPPED and not lines[-1].endswith("\n")
    return lines[: min(MOST_LINES, len(lines) - is_cut)]


def _read(lines: Sequence[str], delimiter: str) -> _Reading:
    rows: Rows = []
    begins: list[int] = []
    with cells_of_any_length():
        reader = csv.reader(iter(lines), delimiter=delimiter, skipinitialspace=True)
        begin = 0
        try:
            for row in reader:
                if row:
                    rows.append(row)
                    begins.append(begin)
                begin = reader.line_num
        except csv.Error:
            return _Reading(delimiter, [], [])
    return _Reading(delimiter, rows, begins)


def _lines_to_skip(reading: _Reading) -> int:
    """The lines before the table, when everything from there on has the same width."""
    for place, row in enumerate(reading.rows[: MOST_SKIPPED + 1]):
        if len(row) == reading.width:
            rest = reading.rows[place:]
            return reading.lines[place] if all(len(one) == len(row) for one in rest) else 0
    return 0


def _has_header(rows: Rows) -> bool:
    """Does the first row name the columns? In doubt it does."""
    if not rows:
        return True
    first, rest = rows[0], rows[1:]
    if any(_is_value(cell) for cell in first) or len(set(first)) < len(first):
        return False
    columns = [[row[place] for row in rest if place < len(row)] for place in range(len(first))]
    if any(column and all(map(_is_value, column)) for column in columns):
        return True
    recurring = sum(name in column for name, column in zip(first, columns, strict=True))
    return 2 * recurring < len(first)


def _is_value(cell: str) -> bool:
    """Is this a number, a date or a missing value, which no column is called?"""
    return cell == MISSING or read_number(cell) is not None or bool(fitting_formats([cell]))


def _has_blanks_after(lines: Sequence[str], delimiter: str) -> bool:
    text = "".join(lines)
    return text.count(f"{delimiter} ") > NEARLY_ALL * text.count(delimiter)


def _reasons(dialect: Dialect) -> list[str]:
    reasons = []
    if dialect.delimiter != ",":
        reasons.append(f"{DELIMITERS[dialect.delimiter]} split most lines evenly")
    if dialect.encoding != "utf-8":
        reasons.append(f"the bytes are not UTF-8, so they are read as {dialect.encoding}")
    if dialect.skip:
        lines = "the first line does" if dialect.skip == 1 else f"{dialect.skip} lines do"
        reasons.append(f"{lines} not look like the table that follows")
    if not dialect.header:
        reasons.append("the first line holds values, not names")
    if dialect.trim:
        reasons.append("a blank follows nearly every separator")
    if dialect.missing:
        reasons.append(f"{MISSING} stands where values are missing")
    return reasons
