"""A released table as the verifier reads it: distinct rows with their counts, nothing more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.verify.prefixes import without_escape

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.verify.prefixes import ReleasedTable

KEY_SPACE = 2**62


@dataclass(frozen=True, eq=False)
class Rows:
    """Distinct rows of some columns, as codes, with how many records have each."""

    names: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]
    codes: NDArray[np.int64]
    """One line for each column."""
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, table: ReleasedTable, columns: Sequence[str], *, is_escaped: bool = False) -> Rows:
        """The distinct rows of a table; with `is_escaped`, without the spreadsheet prefix."""
        names = tuple(columns)
        dictionaries = table.dictionaries(names)
        found = table.combinations(names, dictionaries)
        rows = cls(names, dictionaries, found.codes.astype(np.int64), found.counts)
        return rows.unescaped() if is_escaped else rows

    def unescaped(self) -> Rows:
        """The same rows with every cell as it was before it got the spreadsheet prefix."""
        values, codes = {}, self.codes.copy()
        for position, name in enumerate(self.names):
            code_of: dict[str, int] = {}
            plain = [code_of.setdefault(without_escape(value), len(code_of))
                     for value in self.values[name]]  # fmt: skip
            codes[position] = np.array(plain, dtype=np.int64)[self.codes[position]]
            values[name] = tuple(code_of)
        return Rows(self.names, values, codes, self.counts)

    @property
    def record_count(self) -> int:
        """How many records there are."""
        return int(self.counts.sum())

    def column(self, name: str) -> NDArray[np.int64]:
        """The codes of one column."""
        found: NDArray[np.int64] = self.codes[self.names.index(name)]
        return found

    def records_by(self, name: str) -> NDArray[np.int64]:
        """How many records have each value of a column."""
        totals = np.zeros(len(self.values[name]), dtype=np.int64)
        np.add.at(totals, self.column(name), self.counts)
        return totals

    def classes(self, on: Sequence[str]) -> Partitioned:
        """The rows brought together by some columns."""
        lines = [self.column(name) for name in on]
        group_of, firsts = numbered(lines, [len(self.values[name]) for name in on])
        if not on:
            group_of, firsts = np.zeros(len(self.counts), dtype=np.int64), np.zeros(1, np.int64)
        return Partitioned(self, tuple(on), group_of, firsts)


@dataclass(frozen=True, eq=False)
class Partitioned:
    """Classes of rows that are equal in some columns."""

    rows: Rows
    on: tuple[str, ...]
    group_of: NDArray[np.int64]
    """The class of each row."""
    firsts: NDArray[np.int64]
    """A row of each class."""

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many records each class has."""
        sizes = np.zeros(len(self.firsts), dtype=np.int64)
        np.add.at(sizes, self.group_of, self.rows.counts)
        return sizes

    def labels(self) -> list[tuple[str, ...]]:
        """The released values of each class."""
        columns = [
            [self.rows.values[name][code] for code in self.rows.column(name)[self.firsts].tolist()]
            for name in self.on
        ]
        return list(zip(*columns, strict=True)) if columns else [()] * len(self.firsts)

    def histograms(self, name: str) -> list[tuple[tuple[str, int], ...]]:
        """For each class, the values of a column with their counts."""
        values = self.rows.values[name]
        keys = self.group_of * len(values) + self.rows.column(name)
        distinct, place = np.unique(keys, return_inverse=True)
        counts = np.zeros(len(distinct), dtype=np.int64)
        np.add.at(counts, place, self.rows.counts)
        pairs = [(values[code], count) for code, count in
                 zip((distinct % len(values)).tolist(), counts.tolist(), strict=True)]  # fmt: skip
        ends = np.searchsorted(distinct // len(values), np.arange(len(self.firsts) + 1)).tolist()
        return [tuple(pairs[start:end]) for start, end in pairwise(ends)]


def numbered(
    lines: Sequence[NDArray[np.int64]], radices: Sequence[int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The number of each distinct combination, and the place where each first occurs."""
    keys = np.zeros(len(lines[0]) if lines else 0, dtype=np.int64)
    space = 1
    for line, radix in zip(lines, radices, strict=True):
        if space * radix > KEY_SPACE:
            distinct, keys = np.unique(keys, return_inverse=True)
            space = len(distinct)
        keys = keys * radix + line
        space *= radix
    _, firsts, numbers = np.unique(keys, return_index=True, return_inverse=True)
    return numbers.astype(np.int64), firsts.astype(np.int64)
