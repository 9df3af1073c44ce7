"""The marks of a stretch of CSV: separators, line ends and quotes, found with NumPy.

Parity tells what is quoted: a mark is inside a quoted value when an odd number of quotes
goes before it. A doubled quote turns twice and so changes nothing.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

NUL, TAB, FEED, CARRIAGE, BLANK = 0, 9, 10, 13, 32


class Marks:
    """Positions in `text` of everything that can end or begin a value."""

    def __init__(self, text: bytes, delimiter: int, quote: int | None) -> None:
        self.text = text
        self.delimiter = delimiter
        self._quote = quote
        self._bytes = np.frombuffer(text, dtype=np.uint8)
        special = self._bytes <= CARRIAGE
        special |= self._bytes == delimiter
        if quote is not None:
            special |= self._bytes == quote
        self.positions = np.flatnonzero(special)
        self.kinds = self._bytes[self.positions]

    @cached_property
    def is_ascii(self) -> bool:
        """Whether there is nothing but ASCII."""
        return self.text.isascii()

    @cached_property
    def is_quote(self) -> NDArray[np.bool_]:
        """Which marks are quotes."""
        if self._quote is None:
            return np.zeros(len(self.kinds), dtype=np.bool_)
        quotes: NDArray[np.bool_] = self.kinds == self._quote
        return quotes

    @cached_property
    def is_outside(self) -> NDArray[np.bool_]:
        """Which marks have an even number of quotes up to and including themselves."""
        if not self.has_quotes:
            return np.ones(len(self.kinds), dtype=np.bool_)
        outside: NDArray[np.bool_] = (np.cumsum(self.is_quote, dtype=np.uint8) & 1) == 0
        return outside

    @cached_property
    def has_quotes(self) -> bool:
        """Whether there is any quote."""
        return bool(self.is_quote.any())

    @cached_property
    def is_open_at_end(self) -> bool:
        """Whether the text ends inside a quoted value."""
        return self.has_quotes and not self.is_outside[-1]

    @cached_property
    def is_line_break(self) -> NDArray[np.bool_]:
        """Which marks end a line of an editor, quoted or not; CR LF counts once, at its LF."""
        carriages = self.kinds == CARRIAGE
        breaks: NDArray[np.bool_] = self.kinds == FEED
        if carriages.any():
            breaks = breaks | (carriages & (self.byte_after(self.positions) != FEED))
        return breaks

    @cached_property
    def is_record_break(self) -> NDArray[np.bool_]:
        """Which marks end a record."""
        return self.is_line_break & self.is_outside

    @cached_property
    def record_breaks(self) -> NDArray[np.int64]:
        """Positions of the marks that end a record."""
        return self.positions[self.is_record_break]

    @cached_property
    def separators_before_breaks(self) -> NDArray[np.int64]:
        """How many separators go before each mark that ends a record."""
        breaks = np.flatnonzero(self.is_record_break)
        others = np.flatnonzero(~(self.is_record_break | self.is_separator))
        return breaks - np.arange(len(breaks)) - np.searchsorted(others, breaks)

    @cached_property
    def separator_count(self) -> int:
        """How many separators there are."""
        return int(np.count_nonzero(self.is_separator))

    @cached_property
    def has_carriages(self) -> bool:
        """Whether there is any CR."""
        return bool((self.kinds == CARRIAGE).any())

    @cached_property
    def separators(self) -> NDArray[np.int64]:
        """Positions of the delimiters outside quotes."""
        return self.positions[self.is_separator]

    @cached_property
    def is_separator(self) -> NDArray[np.bool_]:
        """Which marks are delimiters outside quotes."""
        separators: NDArray[np.bool_] = (self.kinds == self.delimiter) & self.is_outside
        return separators

    def byte_at(self, positions: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The byte at each position."""
        return self._bytes[positions]

    def byte_after(self, positions: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The byte after each position; behind the end one that is never a mark."""
        following = np.minimum(positions + 1, len(self.text) - 1)
        return np.where(positions + 1 < len(self.text), self._bytes[following], np.uint8(1))

    def byte_before(self, positions: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The byte before each position; LF before the first."""
        preceding = np.maximum(positions - 1, 0)
        return np.where(positions > 0, self._bytes[preceding], np.uint8(FEED))

    def misplaced_quote(self, end: int, *, blanks_may_surround: bool) -> tuple[int, bool] | None:
        """The first quote before `end` that neither begins nor ends a value: (place, ends one?)."""
        if self._quote is None or not self.has_quotes:
            return None
        quotes = self.positions[self.is_quote]
        closes = self.is_outside[self.is_quote]
        closes, quotes = closes[quotes < end], quotes[quotes < end]
        neighbours = np.where(closes, self.byte_after(quotes), self.byte_before(quotes))
        allowed = [FEED, CARRIAGE, self.delimiter, self._quote]
        suspicious = ~np.isin(neighbours, allowed)
        suspicious &= ~(closes & (quotes + 1 == len(self.text)))
        for place in np.flatnonzero(suspicious):
            position, is_closing = int(quotes[place]), bool(closes[place])
            if not (blanks_may_surround and self._is_only_blanks(position, is_closing=is_closing)):
                return position, is_closing
        return None

    def _is_only_blanks(self, position: int, *, is_closing: bool) -> bool:
        step = 1 if is_closing else -1
        position += step
        while 0 <= position < len(self.text) and self.text[position] in (BLANK, TAB):
            if self.text[position] == self.delimiter:
                return True
            position += step
        if not 0 <= position < len(self.text):
            return True
        return self.text[position] in (FEED, CARRIAGE, self.delimiter)

    def opening_quote(self, position: int) -> int:
        """Where the quoted value begins in which `position` is."""
        opening = self.positions[self.is_quote & ~self.is_outside]
        before = opening[opening <= position]
        begins = before[self.byte_before(before) != self._quote]
        return int(begins[-1]) if len(begins) else int(before[0])

    @cached_property
    def last_opening_quote(self) -> int:
        """Where the last quoted value begins."""
        return self.opening_quote(len(self.text))
