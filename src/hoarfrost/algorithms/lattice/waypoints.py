"""Things made for a few lattice nodes and kept, so that others need not start from the finest.

The levels of the attributes that tell most records apart come first; what was made for the
first few of them (all others at the bottom) is kept, and most nodes start from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

if TYPE_CHECKING:
    from hoarfrost.problem import Problem

Levels = tuple[int, ...]
Thing = TypeVar("Thing")

LENGTHS = (2, 4)
"""How many of the leading attributes a kept thing has at their own levels."""
MOST_KEPT_CLASSES = 2_000_000


class Waypoints(Generic[Thing]):
    """Keeps what was made last, as long as its classes are not too many."""

    def __init__(
        self,
        bottom: Levels,
        finest: Thing,
        order: Sequence[int],
        class_count: Callable[[Thing], int],
    ) -> None:
        self._bottom = bottom
        self._order = order
        self._class_count = class_count
        self._kept = {bottom: finest}
        self._kept_classes = class_count(finest)
        self._lock = Lock()

    def nearest(self, levels: Levels, make: Callable[[Levels, Thing], Thing]) -> Thing:
        """What is a good start for the node: at its levels in some attributes, finer in others.

        What is not there yet is made, as `make(levels, source)`.
        """
        with self._lock:
            return self._nearest(levels, make)

    def _nearest(self, levels: Levels, make: Callable[[Levels, Thing], Thing]) -> Thing:
        source = self._kept[self._bottom]
        for length in LENGTHS:
            place = list(self._bottom)
            for attribute in self._order[:length]:
                place[attribute] = levels[attribute]
            source = self._at(tuple(place), source, make)
        return source

    def _at(self, place: Levels, source: Thing, make: Callable[[Levels, Thing], Thing]) -> Thing:
        made = self._kept.pop(place, None)
        if made is None:
            made = make(place, source)
            self._kept_classes += self._class_count(made)
        # The last ones used stand last; the finest stays for ever.
        self._kept[place] = made
        for old in list(self._kept):
            if self._kept_classes <= MOST_KEPT_CLASSES:
                break
            if old not in (self._bottom, place):
                self._kept_classes -= self._class_count(self._kept.pop(old))
        return made


def telling_first(problem: Problem, levels: Levels) -> list[int]:
    """The attributes, those first whose values at some levels tell most records apart."""

    def spread(attribute: int) -> float:
        nodes = problem.hierarchies[attribute].nodes[levels[attribute]]
        records = np.bincount(nodes, weights=problem.leaf_records[attribute])
        shares = records[records > 0] / problem.frequency.record_count
        return float(-(shares * np.log(shares)).sum())

    return sorted(range(len(levels)), key=lambda own: -spread(own))
