"""Do searches of the same problem contradict each other, whatever way they went?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from partition_runs import Asked, Found

TOLERANCE = 1e-9


def contradictions(searches: Iterable[Found]) -> Iterator[str]:
    """Every pair of which one found what the other says cannot be."""
    same: dict[Asked, list[Found]] = {}
    for found in searches:
        plain = replace(found.asked, direction="up", off=frozenset(), is_one_ended=False)
        same.setdefault(plain, []).append(found)
    for group in same.values():
        for one, other in combinations(group, 2):
            for bound, value in ((one.bound, other.value), (other.bound, one.value)):
                if value < bound - TOLERANCE * abs(bound):
                    yield f"{one.asked} and {other.asked}: {value} is below the bound {bound}"
