"""One pass over the bytes of a CSV file that finds every flaw and counts the records.

The engine alone would lose data silently, or name the wrong line. Records are looked at a
stretch at a time, whole records only; what is left over goes before the next stretch.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.engines.csv_flaws import LINE_END_NAMES, CsvFlaws, Spot
from hoarfrost.engines.csv_header import counted, names_of
from hoarfrost.engines.csv_marks import CARRIAGE, FEED, NUL, Marks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.engines.protocol import Dialect
    from hoarfrost.errors import DataError

STRETCH_BYTES = 1 << 19
LONGEST_RECORD_BYTES = 64 << 20


@dataclass(frozen=True)
class CsvLayout:
    """What the scan of a flawless file found."""

    names: tuple[str, ...]
    record_count: int
    text_bytes: int
    longest_record_bytes: int
    has_quoted_line_ends: bool


@dataclass(frozen=True)
class Records:
    """The records of a stretch: where each begins and ends, and its number of separators."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    separator_counts: NDArray[np.int64]


class CsvScanner:
    """Feed it the text, then ask for the layout; it raises when the flaws are too many."""

    def __init__(self, dialect: Dialect, label: str) -> None:
        self._dialect = dialect
        self._flaws = CsvFlaws(label)
        self._delimiter = ord(dialect.delimiter)
        self._quote = ord(dialect.quote) if dialect.quote else None
        self._held = b""
        self._waiting: list[bytes] = []
        self._waiting_bytes = 0
        self._wanted_bytes = STRETCH_BYTES
        self._names: tuple[str, ...] | None = None
        self._line_end: bytes | None = None
        self._lines_before = dialect.skip
        self._record_count = 0
        self._text_bytes = 0
        self._longest_record_bytes = 0
        self._has_quoted_line_ends = False
        self._blank_line: Spot | None = None

    def feed(self, chunk: bytes) -> None:
        """Look at the next piece of the file."""
        self._text_bytes += len(chunk)
        self._waiting.append(chunk)
        self._waiting_bytes += len(chunk)
        if self._waiting_bytes >= self._wanted_bytes:
            self._take(is_final=False)

    def layout(self) -> CsvLayout:
        """What the whole file is like; raises all flaws that were found."""
        self._take(is_final=True)
        if self._names is None:
            raise self._flaws.stop(None, "is empty, expected a table")
        if self._record_count == 0:
            self._flaws.add(None, "has no records, expected at least one")
        self._flaws.raise_any()
        return CsvLayout(
            self._names,
            self._record_count,
            self._text_bytes,
            self._longest_record_bytes,
            self._has_quoted_line_ends,
        )

    def _take(self, *, is_final: bool) -> None:
        self._held = b"".join([self._held, *self._waiting])
        self._waiting, self._waiting_bytes = [], 0
        marks = Marks(self._held, self._delimiter, self._quote)
        end = len(self._held) if is_final else self._end_of_records(marks)
        if end:
            self._check(marks, end, is_final=is_final)
            self._held = self._held[end:]
        elif len(self._held) > LONGEST_RECORD_BYTES:
            raise self._too_long(marks)
        self._wanted_bytes = max(STRETCH_BYTES, len(self._held))

    def _end_of_records(self, marks: Marks) -> int:
        breaks = marks.record_breaks
        # A CR at the very end may yet be followed by its LF.
        if len(breaks) and self._held.endswith(b"\r") and breaks[-1] == len(self._held) - 1:
            breaks = breaks[:-1]
        return int(breaks[-1]) + 1 if len(breaks) else 0

    def _check(self, marks: Marks, end: int, *, is_final: bool) -> None:
        records = _records(marks, end)
        if self._names is None:
            self._check_text(marks, int(records.ends[0]), is_final=is_final)
            records = self._take_header(marks, records)
        self._check_text(marks, end, is_final=is_final)
        self._check_nul(marks, end)
        self._check_line_ends(marks, end)
        self._check_records(marks, records)
        within = marks.positions < end
        self._lines_before += int((marks.is_line_break & within).sum())
        if marks.has_quotes and not self._has_quoted_line_ends:
            quoted_breaks = marks.is_line_break & ~marks.is_outside & within
            self._has_quoted_line_ends = bool(quoted_breaks.any()) or self._has_quoted_carriage(
                marks
            )

    def _has_quoted_carriage(self, marks: Marks) -> bool:
        return marks.has_carriages and bool(((marks.kinds == CARRIAGE) & ~marks.is_outside).any())

    def _take_header(self, marks: Marks, records: Records) -> Records:
        spot = Spot(self._lines_before + 1)
        start, end = int(records.starts[0]), int(records.ends[0])
        if start == end:
            raise self._flaws.stop(spot, f"is empty, expected {self._first_record_is()}")
        if NUL in marks.text[start:end]:
            raise self._flaws.stop(spot, "a NUL byte, expected text")
        values = _values(marks, start, end, self._dialect.quote)
        self._names = names_of(values, self._dialect, self._flaws, spot.line)
        if not self._dialect.header:
            return records
        return Records(records.starts[1:], records.ends[1:], records.separator_counts[1:])

    def _first_record_is(self) -> str:
        return "the header" if self._dialect.header else "the first record"

    def _check_text(self, marks: Marks, end: int, *, is_final: bool) -> None:
        self._check_quotes(marks, end, is_final=is_final)
        self._check_encoding(marks, end)

    def _check_quotes(self, marks: Marks, end: int, *, is_final: bool) -> None:
        misplaced = marks.misplaced_quote(end, blanks_may_surround=self._dialect.trim)
        if misplaced is None:
            if is_final and marks.is_open_at_end and marks.last_opening_quote < end:
                raise self._never_closed(marks)
            return
        position, is_closing = misplaced
        if is_closing:
            raise self._flaws.stop(
                self._spot(marks, marks.opening_quote(position)),
                "the quoted value that begins here is not closed before a delimiter "
                "or the end of a line",
                "a quote sign inside a quoted value must be doubled",
            )
        raise self._flaws.stop(
            self._spot(marks, position),
            "a quote sign inside a value that is not quoted",
            "quote the value and double the sign; for blanks before quotes set trim = true; "
            'for a file that quotes nothing set quote = ""',
        )

    def _never_closed(self, marks: Marks) -> DataError:
        return self._flaws.stop(
            self._spot(marks, marks.last_opening_quote),
            "the quoted value that begins here is never closed",
        )

    def _too_long(self, marks: Marks) -> DataError:
        if marks.is_open_at_end:
            return self._never_closed(marks)
        return self._flaws.stop(
            Spot(self._lines_before + 1),
            f"a record longer than {LONGEST_RECORD_BYTES >> 20} MiB, expected shorter ones",
        )

    def _check_encoding(self, marks: Marks, end: int) -> None:
        if marks.is_ascii:
            return
        try:
            marks.text[:end].decode("utf-8")
        except UnicodeDecodeError as problem:
            raise self._flaws.stop(
                self._spot(marks, problem.start),
                "bytes that are not UTF-8 text",
                'name the file\'s encoding, for example encoding = "latin-1"',
            ) from None

    def _check_nul(self, marks: Marks, end: int) -> None:
        for position in marks.positions[marks.kinds == NUL]:
            if position < end:
                self._flaws.add(self._spot(marks, int(position)), "a NUL byte, expected text")

    def _check_line_ends(self, marks: Marks, end: int) -> None:
        breaks = marks.record_breaks[marks.record_breaks < end]
        if not len(breaks):
            return
        if self._line_end is None:
            self._line_end = _line_end_at(marks, int(breaks[0]))
        if self._line_end == b"\n" and not marks.has_carriages:
            return
        for position in _breaks_unlike(self._line_end, marks, breaks):
            found = LINE_END_NAMES[_line_end_at(marks, position)]
            expected = LINE_END_NAMES[self._line_end]
            raise self._flaws.stop(
                Spot(self._spot(marks, position).line),
                f"ends in {found} where the lines before end in {expected}, "
                "expected one kind throughout",
                "a line end inside a value must be quoted",
            )

    def _check_records(self, marks: Marks, records: Records) -> None:
        lengths = records.ends - records.starts
        if not len(lengths) or self._names is None:
            return
        self._longest_record_bytes = max(self._longest_record_bytes, int(lengths.max()))
        width = len(self._names)
        if width == 1:
            is_blank = np.zeros(len(lengths), dtype=np.bool_)
        else:
            is_blank = lengths == 0
            self._check_blank_lines(marks, records, is_blank)
        self._record_count += int((~is_blank).sum())
        is_ragged = (records.separator_counts + 1 != width) & ~is_blank
        for place in np.flatnonzero(is_ragged):
            found = counted(int(records.separator_counts[place]) + 1, "value")
            self._flaws.add(
                self._line_spot(marks, int(records.starts[place])),
                f"{found}, expected {width} as in {self._model()}",
            )

    def _model(self) -> str:
        return "the header" if self._dialect.header else "`names` of the policy"

    def _check_blank_lines(
        self, marks: Marks, records: Records, is_blank: NDArray[np.bool_]
    ) -> None:
        filled = np.flatnonzero(~is_blank)
        last = int(filled[-1]) if len(filled) else -1
        if last >= 0 and self._blank_line is not None:
            self._add_blank(self._blank_line)
            self._blank_line = None
        blanks = np.flatnonzero(is_blank)
        for place in blanks[blanks < last]:
            self._add_blank(self._line_spot(marks, int(records.starts[place])))
        if self._blank_line is None and last + 1 < len(is_blank):
            self._blank_line = self._line_spot(marks, int(records.starts[last + 1]))

    def _add_blank(self, spot: Spot) -> None:
        self._flaws.add(spot, "an empty line between records, expected none")

    def _line_spot(self, marks: Marks, position: int) -> Spot:
        ended = marks.positions[marks.is_line_break]
        return Spot(self._lines_before + int(np.searchsorted(ended, position)) + 1)

    def _spot(self, marks: Marks, position: int) -> Spot:
        line = self._line_spot(marks, position).line
        if self._names is None:
            return Spot(line)
        breaks, separators = marks.record_breaks, marks.separators
        record = int(np.searchsorted(breaks, position))
        start = int(breaks[record - 1]) + 1 if record else 0
        place = int(np.searchsorted(separators, position) - np.searchsorted(separators, start))
        return Spot(line, self._names[place] if place < len(self._names) else None)


def _records(marks: Marks, end: int) -> Records:
    breaks = marks.record_breaks
    counts = marks.separators_before_breaks
    breaks, counts = breaks[breaks < end], counts[breaks < end]
    ends = breaks - ((marks.byte_before(breaks) == CARRIAGE) & (marks.byte_at(breaks) == FEED))
    if not len(breaks) or breaks[-1] + 1 < end:
        breaks, ends = np.append(breaks, end), np.append(ends, end)
        counts = np.append(counts, marks.separator_count)
    starts = np.concatenate(([0], breaks[:-1] + 1))
    return Records(starts, ends, np.diff(counts, prepend=0))


def _values(marks: Marks, start: int, end: int, quote: str) -> list[str]:
    separators = marks.separators
    inside = [int(place) for place in separators[(separators >= start) & (separators < end)]]
    edges = [start - 1, *inside, end]
    texts = [marks.text[left + 1 : right] for left, right in pairwise(edges)]
    return [_unquoted(text.decode("utf-8"), quote) for text in texts]


def _unquoted(value: str, quote: str) -> str:
    bare = value.strip(" \t")
    if quote and bare.startswith(quote):
        return bare[1:-1].replace(quote * 2, quote)
    return value


def _line_end_at(marks: Marks, position: int) -> bytes:
    if marks.text[position] == CARRIAGE:
        return b"\r"
    return b"\r\n" if marks.text[position - 1 : position] == b"\r" else b"\n"


def _breaks_unlike(line_end: bytes, marks: Marks, breaks: NDArray[np.int64]) -> list[int]:
    is_feed = marks.byte_at(breaks) == FEED
    is_pair = is_feed & (marks.byte_before(breaks) == CARRIAGE)
    is_alike = {b"\n": is_feed & ~is_pair, b"\r\n": is_pair, b"\r": ~is_feed}[line_end]
    return [int(position) for position in breaks[~is_alike][:1]]
