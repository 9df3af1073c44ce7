"""New numbers and dates, put in their places among those that a recoding's own table had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.errors import HoarfrostError

if TYPE_CHECKING:
    from hoarfrost.recoding.labels import Line
    from hoarfrost.recoding.lexicon import Lexicon

Places = tuple[tuple[int, ...], ...]


def with_new_values(
    lexicon: Lexicon, line: Line, ranges: Places, values: Sequence[str]
) -> tuple[Lexicon, Line, Places]:
    """What is known of an attribute, with values that its own table did not have.

    A range of neighbours holds what lies between them; a set does not. Nothing changes where a
    value has no place: it is no number or date, or no node of the hierarchy can be named for it.
    """
    new = tuple(value for value in values if value not in lexicon.code_of)
    longer = _longer(line, new) if new else None
    if longer is None:
        return lexicon, line, ranges
    first = len(line.leaves)
    code_of = {**lexicon.code_of, **{value: first + place for place, value in enumerate(new)}}
    known = replace(lexicon, labels=(*lexicon.labels, *new), code_of=code_of)
    return known, longer, tuple(_widened(own, line, longer) for own in ranges)


def _longer(line: Line, new: Sequence[str]) -> Line | None:
    """The line with new values in its order; None: they have no place in it."""
    # Imported late: the order is read only for values that the table did not have.
    from hoarfrost.hierarchy.ordering import ordered_values

    is_apart = bool(line.groups.any())
    if line.value_type == "text" or line.style == "ancestor" or is_apart:
        return None
    missing = None if line.missing is None else line.leaves[line.missing]
    leaves = (*line.leaves, *new)
    try:
        in_order = ordered_values(leaves, line.value_type, None, None, missing=missing)
    except HoarfrostError:
        return None
    rank_of = {value: rank for rank, value in enumerate(in_order)}
    ranks = np.array([rank_of[value] for value in leaves], dtype=np.int64)
    if (np.diff(ranks[line.row]) < 0).any():
        # The attribute's own order is another one than that of its numbers.
        return None
    groups = np.zeros(len(leaves), dtype=np.int32)
    return replace(line, leaves=leaves, ranks=ranks, groups=groups, new_count=len(new))


def _widened(places: Sequence[int], line: Line, longer: Line) -> tuple[int, ...]:
    """A range as it is after others have come between: one called by its ends holds them."""
    at = longer.place_of[line.row[list(places)]].tolist()
    is_run = places[-1] - places[0] + 1 == len(places)
    has_missing = line.missing is not None and line.place_of[line.missing] in places
    if line.style == "interval" and is_run and not has_missing:
        return tuple(range(at[0], at[-1] + 1))
    return tuple(at)
