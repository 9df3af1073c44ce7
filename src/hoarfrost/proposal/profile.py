"""What can be said about one column from its distinct values and how often each occurs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Protocol

from hoarfrost.hierarchy.calendars import fitting_formats
from hoarfrost.hierarchy.numbers import read_number

if TYPE_CHECKING:
    from hoarfrost.engines.protocol import Combinations

INTEGER = re.compile(r"[+-]?(?:0|[1-9][0-9]*)")
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+|[^\W0-9_A-Za-z]+")
DATE_WORDS = frozenset({"date", "day", "dob", "birth", "born", "birthday", "birthdate", "datum"})
# Plain numbers that may be dates: only a name makes them so.
BARE_FORMATS = frozenset({"yyyy", "yyyymm", "yyyymmdd"})

ValueType = Literal["text", "integer", "decimal", "date"]


class CountedTable(Protocol):
    """As much of a table as a proposal looks at."""

    names: tuple[str, ...]
    record_count: int

    def dictionaries(self, columns: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The distinct values of each column."""

    def combinations(
        self, columns: Sequence[str], dictionaries: Mapping[str, tuple[str, ...]]
    ) -> Combinations:
        """The distinct combinations of some columns, with their record counts."""


@dataclass(frozen=True, eq=False)
class Profile:
    """A column: its name, and how many records have each value."""

    name: str
    counts: Mapping[str, int]
    """The values, most frequent first, without missing ones."""
    record_count: int
    missing_count: int = 0

    @property
    def distinct(self) -> int:
        """How many different values there are."""
        return len(self.counts)

    @property
    def uniqueness(self) -> float:
        """The distinct values as a share of the records."""
        return self.distinct / max(1, self.record_count)

    @property
    def top_share(self) -> float:
        """The share of the records that have the most frequent value."""
        return next(iter(self.counts.values()), 0) / max(1, self.record_count)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of its name, in small letters."""
        return tuple(word.lower() for word in WORD.findall(self.name))

    @cached_property
    def value_type(self) -> ValueType:
        """What all its values are."""
        values = list(self.counts)
        if not values:
            return "text"
        if self.date_formats:
            return "date"
        if all(map(INTEGER.fullmatch, values)):
            return "integer"
        if all(read_number(value) is not None and not _is_code(value) for value in values):
            return "decimal"
        return "text"

    @cached_property
    def date_formats(self) -> tuple[str, ...]:
        """The formats in which all its values are dates."""
        is_called_date = not DATE_WORDS.isdisjoint(self.words)
        fitting = [known.name for known in fitting_formats(list(self.counts))]
        return tuple(name for name in fitting if is_called_date or name not in BARE_FORMATS)


def _is_code(value: str) -> bool:
    """Digits with a leading zero are a name, not a quantity."""
    return value.isdecimal() and len(value) > 1 and value.startswith("0")


def profiles(table: CountedTable, missing: Collection[str]) -> Iterator[Profile]:
    """The profile of each column; one dictionary at a time is held."""
    for name in table.names:
        dictionary = table.dictionaries([name])
        counted = table.combinations([name], dictionary)
        values = [dictionary[name][code] for code in counted.codes[0].tolist()]
        pairs = list(zip(values, counted.counts.tolist(), strict=True))
        present = [pair for pair in pairs if pair[0] not in missing]
        present.sort(key=lambda pair: (-pair[1], pair[0]))
        absent = sum(count for value, count in pairs if value in missing)
        yield Profile(name, dict(present), table.record_count, absent)
