"""Intervals between thresholds, for numbers and dates that have no hierarchy.

>>> ages = Scale.of(("20", "9", "30", "?"), np.array([1, 0, 2, 3]), "integer", missing="?")
>>> ages.texts
('9', '20', '30', '?')
>>> [ages.label(first, end) for first, end in ((0, 2), (2, 3), (1, 3), (0, 4))]
['[9,30)', '30', '[20,30]', '*']
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, TypeAlias

import numpy as np
from pydantic import AfterValidator, Field

from hoarfrost.hierarchy.base import Column, Rule, frozen_rule
from hoarfrost.hierarchy.calendars import date_part, format_named
from hoarfrost.hierarchy.numbers import plain, read_number
from hoarfrost.hierarchy.tree import ROOT

if TYPE_CHECKING:
    from numpy.typing import NDArray

Point: TypeAlias = "Decimal | date"
THRESHOLDS = "thresholds"
"""What saved rules of this kind are called, where others have the name of a builder."""


@dataclass(frozen=True, eq=False)
class Scale:
    """The values of an attribute in their order, as numbers or dates; a missing one comes last."""

    texts: tuple[str, ...]
    points: tuple[Point, ...]
    """What the texts say; without the missing one."""
    date_format: str | None = None
    """None: numbers."""

    @classmethod
    def of(
        cls,
        values: Sequence[str],
        ranks: NDArray[np.int64],
        value_type: str,
        *,
        missing: str | None,
    ) -> Scale:
        """The scale of values that stand at the given ranks."""
        texts = tuple(values[place] for place in np.argsort(ranks).tolist())
        present = texts[:-1] if texts[-1] == missing else texts
        date_format = _date_format(present) if value_type == "date" else None
        read = _reader(date_format)
        points = [read(text) for text in present]
        return cls(texts, tuple(point for point in points if point is not None), date_format)

    @cached_property
    def is_bound(self) -> NDArray[np.bool_]:
        """For each place: does a value begin there that is larger than the one before?"""
        found = np.zeros(len(self.texts), dtype=np.bool_)
        found[1 : len(self.points)] = [low != high for low, high in pairwise(self.points)]
        return found

    def label(self, first: int, end: int) -> str:
        """What the values from one place to before another are released as."""
        if end - first == 1:
            return self.texts[first]
        if end - first == len(self.texts):
            return ROOT
        low = self._text(first)
        is_last = end == len(self.points)
        return f"[{low},{self._text(end - 1)}]" if is_last else f"[{low},{self._text(end)})"

    def rule(self, firsts: Sequence[int], missing: str | None) -> dict[str, object] | None:
        """What labels follow from, for values between those of the table; None: it has none."""
        if not self.points:
            return None
        inside = [first for first in firsts if first < len(self.points)]
        is_whole = len(firsts) == 1
        bounds = [*map(self._text, inside), self._text(len(self.points) - 1)]
        made = Intervals(self.date_format, tuple(bounds), is_whole)
        return {"builder": THRESHOLDS, "height": 2, "missing": missing, **made.to_dict()}

    def _text(self, place: int) -> str:
        point = self.points[place]
        return plain(point) if isinstance(point, Decimal) else date_part(self.texts[place])


def _known(name: str | None) -> str | None:
    if name is not None and format_named(name) is None:
        raise ValueError("expected a known date format")
    return name


Bounds = Annotated[tuple[str, ...], Field(min_length=2)]


@frozen_rule
class Intervals(Rule):
    """The interval [a,b) that a number or date lies in, from one bound to the next; [a,b] at last."""

    date_format: Annotated[str | None, AfterValidator(_known)]
    bounds: Bounds
    is_whole: bool
    """There is one interval alone, and it is called as the root is."""

    def path(self, value: str) -> Sequence[str | None] | None:
        """The interval that a value lies in; None outside of all."""
        point = _reader(self.date_format)(value)
        points = _read_all(self.date_format, self.bounds)
        if point is None or not points[0] <= point <= points[-1]:  # type: ignore[operator]
            return None
        if self.is_whole:
            return [ROOT]
        last = len(self.bounds) - 2
        place = min(bisect_right(points, point) - 1, last)  # type: ignore[type-var]
        closing = "]" if place == last else ")"
        return [f"[{self.bounds[place]},{self.bounds[place + 1]}{closing}"]


@lru_cache(maxsize=64)
def _read_all(date_format: str | None, texts: tuple[str, ...]) -> tuple[Point | None, ...]:
    """Every text read; a rule is loaded anew for each value, its bounds should not be."""
    return tuple(map(_reader(date_format), texts))


def _reader(date_format: str | None) -> Callable[[str], Point | None]:
    """What reads the values of a scale."""
    known = None if date_format is None else format_named(date_format)
    return read_number if known is None else known.read


def _date_format(values: Sequence[str]) -> str:
    # Imported late: most tables have no dates.
    from hoarfrost.hierarchy.dates import common_format

    return common_format(Column(name="", values=tuple(values), is_sensitive=True)).name
