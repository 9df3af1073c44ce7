"""A usable hierarchy for every proposed quasi attribute."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from hoarfrost.errors import HierarchyError
from hoarfrost.hierarchy.base import Column
from hoarfrost.hierarchy.build import build_hierarchy, hierarchy_of_rows
from hoarfrost.hierarchy.calendars import format_named
from hoarfrost.hierarchy.numbers import read_number
from hoarfrost.hierarchy.order import set_label
from hoarfrost.hierarchy.tree import ROOT, Hierarchy
from hoarfrost.proposal.concepts import QUASI
from hoarfrost.proposal.profile import Profile
from hoarfrost.proposal.roles import Assigned

AGE = QUASI[0]
POSTAL_CODE = next(concept for concept in QUASI if concept.meaning == "postal code")
OLDEST = 90
LONGEST_CODE = 12
MOST_ROWS = 5000
MOST_NEIGHBOURS = 60
SMALL = 12
"""Numbers with at most so many values are listed, not measured."""
SHARES = (0.02, 0.1, 0.3)
"""The least share of the records that each node of a level should have."""
LONGEST_LABEL = 60

Rows = list[list[str]]


@dataclass(frozen=True)
class ProposedHierarchy:
    """Rows for a file of their own, or an inline table; neither: the values below the root."""

    rows: Rows | None = None
    inline: Mapping[str, Any] | None = None
    hierarchy: Hierarchy | None = field(default=None, repr=False)

    @property
    def height(self) -> int:
        """The level of the root."""
        return self.hierarchy.height if self.hierarchy else 1


def proposed_hierarchy(
    assigned: Assigned, missing: Sequence[str], value_type: str
) -> ProposedHierarchy | None:
    """The first of several that works for all values; None where not even the root can be used."""
    profile = assigned.profile
    column = Column(
        name=profile.name,
        values=tuple(sorted(profile.counts)),
        counts=profile.counts,
        value_type=value_type,
        missing=tuple(missing),
        has_missing=profile.missing_count > 0,
    )
    for candidate in _candidates(assigned, value_type):
        try:
            return _tried(candidate, column)
        except HierarchyError:
            continue
    return None


def _tried(candidate: ProposedHierarchy, column: Column) -> ProposedHierarchy:
    if candidate.rows is not None:
        return ProposedHierarchy(candidate.rows, None, hierarchy_of_rows(candidate.rows, column))
    label = [column.missing_label] if column.has_missing else []
    hierarchy = build_hierarchy(
        candidate.inline,
        name=column.name,
        values=[*column.values, *label],
        counts=column.counts,
        type=column.value_type,
        missing=column.missing,
        has_missing=column.has_missing,
        order=None,
        folder=Path(),
    )
    return ProposedHierarchy(None, candidate.inline, hierarchy)


def _candidates(assigned: Assigned, value_type: str) -> list[ProposedHierarchy]:
    profile = assigned.profile
    found: list[Mapping[str, Any] | Rows | None] = []
    if assigned.concept is POSTAL_CODE and max(map(len, profile.counts)) <= LONGEST_CODE:
        found.append({"mask": "right", "levels": max(map(len, profile.counts))})
    elif value_type == "date":
        found += _date_tables(profile)
    elif value_type in {"integer", "decimal"}:
        found.append(_number_table(assigned))
    found += [_category_rows(profile), {"order": "frequency", "fanout": [10, 10, 10]}, None]
    return [
        ProposedHierarchy(rows=one) if isinstance(one, list) else ProposedHierarchy(inline=one)
        for one in found
        if one != []
    ]


def _date_tables(profile: Profile) -> list[Mapping[str, Any]]:
    """Months to decades as far as they tell dates apart; also with the day first if in doubt."""
    known = format_named(profile.date_formats[0]) if profile.date_formats else None
    days = [known.read(value) or date.min for value in profile.counts] if known else []
    if not known or not days:
        return []
    years = {day.year for day in days}
    units = ["month", "quarter"] if known.finest == "day" else ["quarter"]
    units = [*units, "year"] if len(years) > 1 else units
    units = [*units, "decade"] if max(years) - min(years) >= 10 else units  # noqa: PLR2004
    if known.finest == "year":
        units = ["decade"]
    return [{"dates": units}, {"dates": units, "day_first": True}]


def _number_table(assigned: Assigned) -> Mapping[str, Any] | None:
    profile = assigned.profile
    if profile.distinct <= SMALL:
        fanout = _halvings(profile.distinct)
        return {"order": "value", "fanout": fanout} if fanout else None
    numbers = [number for value in profile.counts if (number := read_number(value)) is not None]
    is_whole = all(number == int(number) for number in numbers)
    low, high = min(numbers), max(numbers)
    is_age = assigned.concept is AGE and low >= 0 and high >= OLDEST
    widths = _widths(high - low, is_whole=is_whole)
    if not widths:
        return None
    return {"intervals": widths} | ({"top": OLDEST} if is_age else {})


def _halvings(count: int) -> list[int]:
    """Merge two by two until at most two are left for the root to merge."""
    fanout = []
    while count > 2:  # noqa: PLR2004
        fanout.append(2)
        count = -(-count // 2)
    return fanout


def _widths(span: Decimal, *, is_whole: bool) -> list[int | Decimal]:
    """About twenty intervals of a round width, then twice as wide, and so on."""
    if span <= 0:
        return []
    width = _round_width(span / 20)
    if is_whole:
        width = max(width, Decimal(2))
    widths: list[int | Decimal] = []
    while width * 2 <= span and len(widths) < 5:  # noqa: PLR2004
        widths.append(int(width) if width == int(width) else width)
        width *= 2
    return widths or [int(width) if width == int(width) else width]


def _round_width(number: Decimal) -> Decimal:
    """The smallest of 1, 2, 5, 10, 20, … that is not below the number."""
    unit = Decimal(1).scaleb(number.adjusted())
    return next(step * unit for step in (1, 2, 5, 10) if step * unit >= number)


def _category_rows(profile: Profile) -> Rows:
    """Rows for a file: neighbours merged where values have an order of their own, else rare ones."""
    if profile.distinct > MOST_ROWS:
        return []
    natural = _natural_order(profile)
    levels = _runs(natural) if natural else _by_share(profile)
    return [[*path, ROOT] for path in zip(*levels, strict=True)]


def _natural_order(profile: Profile) -> list[str] | None:
    """The values by the first number in each, when all have one and no two the same."""
    if profile.distinct > MOST_NEIGHBOURS:
        return None
    numbers = {}
    for value in profile.counts:
        match = re.search(r"[0-9]{1,18}", value)
        if match is None or int(match[0]) in numbers:
            return None
        numbers[int(match[0])] = value
    return [numbers[number] for number in sorted(numbers)]


def _runs(ordered: Sequence[str]) -> list[list[str]]:
    levels, run = [list(ordered)], 1
    for merged in _halvings(len(ordered)):
        run *= merged
        groups = [list(ordered[start : start + run]) for start in range(0, len(ordered), run)]
        levels.append([_label(group) for group in groups for _ in group])
    return levels


def _by_share(profile: Profile) -> list[list[str]]:
    """Levels in which rare values are merged until every node has its share of the records."""
    groups = [[value] for value in profile.counts]
    levels: list[dict[str, str]] = [{value: value for value in profile.counts}]
    for share in SHARES:
        merged = _merged(groups, profile, share)
        if 1 < len(merged) < len(groups):
            groups = merged
            levels.append({value: _label(group) for group in groups for value in group})
    ordered = [value for group in groups for value in group]
    return [[labels[value] for value in ordered] for labels in levels]


def _merged(groups: Sequence[list[str]], profile: Profile, share: float) -> list[list[str]]:
    """Groups, most frequent first, whose rare ones are put together from the rarest on."""
    least = share * sum(profile.counts.values())
    merged: list[list[str]] = []
    pending: list[str] = []
    size = 0
    for group in reversed(groups):
        records = _records(group, profile)
        if pending and records >= least and (merged or 2 * size >= least):
            # What is left over joins the rare ones, or stands alone where it nearly can: a
            # group that has its share stays as it is.
            merged.append([*pending, *(merged.pop() if merged else [])])
            pending, size = [], 0
        pending = [*group, *pending]
        size += records
        if size >= least:
            merged.append(pending)
            pending, size = [], 0
    if pending:
        merged.append([*pending, *(merged.pop() if merged else [])])
    return sorted(merged, key=lambda group: -_records(group, profile))


def _records(group: Sequence[str], profile: Profile) -> int:
    return sum(profile.counts[value] for value in group)


def _label(group: Sequence[str]) -> str:
    """The set of its values, or the first one and how many more, when that is too long."""
    label = set_label(group)
    if len(group) == 1 or len(label) <= LONGEST_LABEL:
        return label
    return f"{{{group[0]} and {len(group) - 1} more}}"
