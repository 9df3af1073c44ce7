"""Dates by day, week, month, quarter, year and decade."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cached_property
from itertools import pairwise
from typing import Annotated

from pydantic import AfterValidator

from hoarfrost.errors import HierarchyError
from hoarfrost.hierarchy.base import Built, Column, Rule, builder, filled, frozen_rule
from hoarfrost.hierarchy.calendars import (
    DateFormat,
    Unit,
    best_format,
    fitting_formats,
    format_named,
)
from hoarfrost.hierarchy.tree import ROOT
from hoarfrost.hierarchy.wording import quoted
from hoarfrost.options import option

FINER_FIRST: tuple[Unit, ...] = ("day", "week", "month", "quarter", "year", "decade")


def _nested(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    for fine, coarse in pairwise(filled(units)):
        if FINER_FIRST.index(fine) >= FINER_FIRST.index(coarse):
            raise ValueError(f'expected units from fine to coarse, found "{coarse}" after "{fine}"')
        if fine == "week":
            raise ValueError(
                f'expected "week" last, found "{coarse}" after it: weeks cross its end'
            )
    return units


def _known(name: str) -> str:
    if format_named(name) is None:
        raise ValueError("expected a known date format")
    return name


Units = Annotated[tuple[Unit, ...], AfterValidator(_nested)]


@frozen_rule
class Calendar(Rule):
    """The units of dates that are written in one format."""

    format: Annotated[str, AfterValidator(_known)]
    units: Units

    @cached_property
    def _format(self) -> DateFormat | None:
        return format_named(self.format)

    def path(self, value: str) -> Sequence[str | None] | None:
        """The label of each unit."""
        read = self._format.read(value) if self._format else None
        return None if read is None else [_label(read, unit) for unit in self.units]


def _label(read: date, unit: Unit) -> str:
    year = f"{read.year:04d}"
    if unit == "day":
        return read.isoformat()
    if unit == "week":
        calendar = read.isocalendar()
        return f"{calendar.year:04d}-W{calendar.week:02d}"
    if unit == "month":
        return f"{year}-{read.month:02d}"
    if unit == "quarter":
        return f"{year}-Q{(read.month + 2) // 3}"
    return year if unit == "year" else f"{year[:3]}0s"


@builder("dates", rule=Calendar)
def dates(
    column: Column,
    *,
    dates: Units = option(
        help="the units, level by level: day, week, month, quarter, year, decade"
    ),
    day_first: bool | None = option(
        None, help="reads 03/04/2021 as 3 April (true) or as March 4 (false)"
    ),
) -> Built:
    """The day, week, month, quarter, year or decade of a date: 2021-03, 2021-Q1, 2021, 2020s.

    The dates of a column have one format, found from all of them; a time of day may follow.

    >>> admitted = Column(name="admitted", values=("5.3.2021",))
    >>> dates(admitted, dates=("month", "year"), day_first=None).rows
    [['5.3.2021', '2021-03', '2021', '*']]
    """
    found = common_format(column, day_first=day_first)
    finest = min(units_of(found), key=FINER_FIRST.index)
    if FINER_FIRST.index(dates[0]) < FINER_FIRST.index(finest):
        raise HierarchyError(
            f"hierarchy of {quoted(column.name)}: the dates ({found.name}) tell no {dates[0]}; "
            f'expected units from "{finest}" on'
        )
    rule = Calendar(found.name, dates)
    days = sorted((found.read(value) or date.min, value) for value in column.values)
    rows = [[value, *(_label(day, unit) for unit in dates), ROOT] for day, value in days]
    return Built(rows, len(dates) + 1, rule)


def units_of(found: DateFormat) -> tuple[Unit, ...]:
    """The units, fine to coarse, into which dates of a format can be generalised."""
    return tuple(FINER_FIRST[FINER_FIRST.index(found.finest) :])


def common_format(column: Column, *, day_first: bool | None = None) -> DateFormat:
    """The one format that all dates of a column have, or an error with a counterexample."""
    fitting = fitting_formats(column.values)
    if not fitting:
        best, strangers = best_format(column.values)
        if len(strangers) == len(column.values):
            raise column.refuse("dates are expected in a known format, found", strangers)
        expected = f"dates are expected in one format, most are {best.name}; found"
        raise column.refuse(expected, strangers)
    if day_first is not None:
        wanted = [known for known in fitting if is_day_first(known) in (day_first, None)]
        if not wanted:
            raise HierarchyError(
                f"hierarchy of {quoted(column.name)}: day_first = {str(day_first).lower()} "
                f"contradicts the dates, which are {fitting[0].name}"
            )
        fitting = wanted
    if len(fitting) > 1 and column.values and _differ(fitting, column.values):
        names = " or ".join(known.name for known in fitting)
        raise HierarchyError(
            f"hierarchy of {quoted(column.name)}: the dates may be {names}; expected one of them",
            hint="say day_first = true or false in the inline table",
        )
    return fitting[0]


def is_day_first(known: DateFormat) -> bool | None:
    """Does the day stand before a numeric month? None: the year or a month's name leads."""
    if not known.name.startswith(("dd", "mm")) or "dd" not in known.name:
        return None
    return known.name.startswith("dd") if "month" not in known.name else None


def _differ(fitting: Sequence[DateFormat], values: Sequence[str]) -> bool:
    return any(len({known.read(value) for known in fitting}) > 1 for value in values)
