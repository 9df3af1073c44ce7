"""The order of an attribute's values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from hoarfrost.errors import DataError, HierarchyGap
from hoarfrost.hierarchy.base import Column
from hoarfrost.hierarchy.numbers import read_number
from hoarfrost.hierarchy.wording import quoted

if TYPE_CHECKING:
    from hoarfrost.hierarchy.tree import Hierarchy


def ordered_values(  # noqa: PLR0913 - every side of an attribute can decide about its order
    values: Sequence[str],
    type: str,  # noqa: A002 - the policy's word
    order: Sequence[str] | None,
    hierarchy: Hierarchy | None,
    *,
    name: str = "",
    missing: str | None = None,
) -> tuple[str, ...]:
    """The values in the order of their attribute; the missing one comes last.

    A listed `order` decides; else numbers and dates stand by value, other values as the
    hierarchy has them depth first, or by code point where there is none.

    >>> ordered_values(["10", "?", "9"], "integer", None, None, missing="?")
    ('9', '10', '?')
    """
    if missing is None and hierarchy is not None:
        missing = hierarchy.missing
    listed = set(order or ())
    last = [value for value in values if value == missing and value not in listed]
    present = [value for value in values if value not in last]
    if order is None and hierarchy is not None and _is_in_order(hierarchy, type):
        code_of = hierarchy.code_of
        present.sort(key=lambda value: (code_of.get(value, len(code_of)), value))
        return (*present, *last)
    rank = ranks(present, type, order, name=name)
    return (*sorted(present, key=rank.__getitem__), *last)


def _is_in_order(hierarchy: Hierarchy, type: str) -> bool:  # noqa: A002 - the policy's word
    """Do the leaves stand in the order of their attribute?"""
    # Of dates the hierarchy may know more than the values show: which number is the day.
    is_calendar = hierarchy.rule is not None and hierarchy.rule["builder"] == "dates"
    return type == "text" or (type == "date" and is_calendar)


def ranks(
    values: Sequence[str],
    type: str,  # noqa: A002 - the policy's word
    order: Sequence[str] | None,
    *,
    name: str,
) -> Mapping[str, int]:
    """The place of each value in a listed order, or by value as its type says."""
    if order is not None:
        return _listed_ranks(values, order, name)
    key = _sort_keys(values, type, name)
    return {value: place for place, value in enumerate(sorted(values, key=key))}


def _listed_ranks(values: Sequence[str], order: Sequence[str], name: str) -> Mapping[str, int]:
    places = {value: place for place, value in enumerate(order)}
    unlisted = sum(value not in places for value in values)
    if unlisted:
        raise HierarchyGap(
            f"column {quoted(name)}: its order lists all but {unlisted} of {len(values)} values"
        )
    return places


def _sort_keys(values: Sequence[str], type: str, name: str) -> Callable[[str], tuple[object, str]]:  # noqa: A002
    if type in {"integer", "decimal"}:
        numbers = {value: read_number(value) for value in values}
        strange = sum(number is None for number in numbers.values())
        if strange:
            raise DataError(
                f"column {quoted(name)}: {strange} of its {len(values)} values are not numbers, "
                f'which type = "{type}" expects',
                hint='values that mean "missing" are listed under missing in [data]',
            )
        return lambda value: (numbers[value], value)
    if type == "date":
        # Imported late: most tables have no dates.
        from hoarfrost.hierarchy.dates import common_format

        column = Column(name=name, values=tuple(values), is_sensitive=True)
        found = common_format(column)
        return lambda value: (found.read(value), value)
    return lambda value: ("", value)
