"""Cells and column names without the prefix that keeps a spreadsheet from running them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from hoarfrost.engines.protocol import Combinations, Table
    from hoarfrost.policy import Policy

ESCAPED = re.compile(
    r"'(?=['\"\n]*[=+\-@\t\r])(?![+\-]?(\d+\.?\d*|\.\d+)([eE][+\-]?\d+)?\Z)", re.ASCII
)
"""The prefix of what a spreadsheet would run; it shows a plain number, so that has none."""


@dataclass(frozen=True, eq=False)
class WithoutPrefixes:
    """A released table whose columns are called as they were before they got the prefix."""

    table: Table

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its columns."""
        return tuple(map(without_escape, self.table.names))

    @property
    def record_count(self) -> int:
        """How many records it has."""
        return self.table.record_count

    @property
    def sha256(self) -> str | None:
        """The hash of its file."""
        return self.table.sha256

    def dictionaries(self, columns: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The distinct values of each column, as they are in the file."""
        found = self.table.dictionaries([self._called(column) for column in columns])
        return dict(zip(columns, found.values(), strict=True))

    def combinations(
        self, columns: Sequence[str], dictionaries: Mapping[str, tuple[str, ...]]
    ) -> Combinations:
        """The distinct combinations of some columns."""
        called = {self._called(column): values for column, values in dictionaries.items()}
        return self.table.combinations([self._called(column) for column in columns], called)

    def untouched_checksum(self, columns: Sequence[str]) -> tuple[int, int]:
        """The checksum of some columns."""
        return self.table.untouched_checksum([self._called(column) for column in columns])

    def _called(self, column: str) -> str:
        names = self.names
        return self.table.names[names.index(column)] if column in names else column


ReleasedTable: TypeAlias = "Table | WithoutPrefixes"


def as_released(table: Table, policy: Policy) -> ReleasedTable:
    """A released table under the names that its policy knows."""
    return WithoutPrefixes(table) if policy.release.spreadsheet_safe else table


def without_escape(value: str) -> str:
    """The value before it was kept from being run by a spreadsheet.

    >>> without_escape("'=1+1"), without_escape("'-1"), without_escape("'s")
    ('=1+1', "'-1", "'s")
    """
    return value[1:] if ESCAPED.match(value) else value
