"""Dates as they stand in tables: the formats that are known, and which one a column has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Literal

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
TIME = (
    r"(?:[T ]+[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?"
    r"(?: ?[AaPp][Mm])?(?: ?(?:Z|UTC|[+-][0-9]{2}:?[0-9]{2}))?)?"
)
PARTS = {
    "yyyy": "(?P<year>[0-9]{4})",
    "month": "(?P<name>[A-Za-z]{3,9})",
    "mm": "(?P<month>[0-9]{1,2})",
    "dd": "(?P<day>[0-9]{1,2})",
}

Unit = Literal["day", "week", "month", "quarter", "year", "decade"]


@dataclass(frozen=True)
class DateFormat:
    """One way to write dates; a time of day may follow dates that have a day."""

    name: str

    @property
    def finest(self) -> Unit:
        """The finest unit that it tells."""
        if "dd" in self.name:
            return "day"
        return "month" if "m" in self.name else "year"

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        pattern = re.escape(self.name).replace(r"\ ", " ")
        for part, expression in PARTS.items():
            pattern = pattern.replace(part, expression)
        if self.name.startswith("yyyymm"):
            pattern = pattern.replace("{1,2}", "{2}")
        return re.compile(pattern + (TIME if self.finest == "day" else ""))

    def read(self, text: str) -> date | None:
        """The date that a text is in this format; parts that it does not tell count as 1."""
        match = self._pattern.fullmatch(text.strip(" \t"))
        if match is None:
            return None
        parts = match.groupdict()
        month = _month(parts["name"]) if "name" in parts else int(parts.get("month", 1))
        try:
            return date(int(parts["year"]), month, int(parts.get("day", 1)))
        except ValueError:
            return None


def date_part(text: str) -> str:
    """A date without the time of day that may follow it.

    >>> date_part("2021-03-05 10:00"), date_part("5.3.2021")
    ('2021-03-05', '5.3.2021')
    """
    return re.sub(f"{TIME}$", "", text.strip(" \t"))


def _month(name: str) -> int:
    lowered = name.lower()
    for names in (MONTHS, MONTH_NAMES):
        if lowered in names:
            return names.index(lowered) + 1
    return 0


FORMATS = tuple(
    DateFormat(name)
    for name in (
        "yyyy-mm-dd", "yyyy/mm/dd", "yyyy.mm.dd", "yyyymmdd",
        "dd.mm.yyyy", "dd/mm/yyyy", "mm/dd/yyyy", "dd-mm-yyyy", "mm-dd-yyyy",
        "dd month yyyy", "dd-month-yyyy", "month dd, yyyy",
        "yyyy-mm", "yyyy/mm", "mm/yyyy", "mm.yyyy", "yyyymm", "month yyyy",
        "yyyy",
    )
)  # fmt: skip


def format_named(name: str) -> DateFormat | None:
    """The known format of that name."""
    return next((known for known in FORMATS if known.name == name), None)


def fitting_formats(values: Sequence[str]) -> list[DateFormat]:
    """The formats in which every value is a date."""
    return [known for known in FORMATS if all(known.read(value) is not None for value in values)]


def best_format(values: Sequence[str]) -> tuple[DateFormat, list[str]]:
    """The format in which most of the values are dates, and the values that are not."""

    def strangers(known: DateFormat) -> list[str]:
        return [value for value in values if known.read(value) is None]

    return min(((known, strangers(known)) for known in FORMATS), key=lambda pair: len(pair[1]))
