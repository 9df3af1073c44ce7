"""How far a requirement can be met by one grouping: the best values of its parameters."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

from hoarfrost.errors import PolicyError
from hoarfrost.judgement import survivors
from hoarfrost.options import options_of

if TYPE_CHECKING:
    from hoarfrost.grouping import Grouping
    from hoarfrost.judgement import Demand

Number: TypeAlias = int | Decimal
Way: TypeAlias = Mapping[str, Number]
"""Other values for some parameters with which a requirement is met."""

FARTHEST = 10**9
DIGITS = 6
"""Significant digits of decimal parameters."""
NARROW = Decimal("1e-7")
"""The search for a decimal parameter ends when what fails and what holds are so close, relatively."""
NARROWEST = Decimal("1e-15")
"""Or so close as they stand: next to zero, nothing is ever relatively close."""
LARGEST_GROUPING = 100_000
"""Judging more classes again and again would keep the user waiting."""


def ways_to_meet(demand: Demand, grouping: Grouping, limit: int) -> list[Way]:
    """The least changes that make a requirement hold: of one parameter, else of several."""
    if grouping.class_count > LARGEST_GROUPING:
        return []
    asker = _Asker(demand, grouping, limit)
    singles = [way for name in asker.parameters if (way := asker.tightened({name}))]
    if singles:
        return singles
    together = asker.tightened(set(asker.parameters))
    return [together] if together else []


class _Asker:
    """Asks whether a requirement holds with other parameters."""

    def __init__(self, demand: Demand, grouping: Grouping, limit: int) -> None:
        self._demand = demand
        self._grouping = grouping
        self._limit = limit
        requirement = demand.requirement
        self.parameters = {
            field.name: value
            for field in dataclasses.fields(requirement)
            if isinstance(value := getattr(requirement, field.name), int | Decimal)
            and not isinstance(value, bool)
        }

    def holds(self, way: Way) -> bool:
        """Does it hold with these values?"""
        try:
            changes: dict[str, Any] = dict(way)
            other = dataclasses.replace(self._demand.requirement, **changes)
        except PolicyError:
            return False
        demand = dataclasses.replace(self._demand, requirement=other)
        return survivors((demand,), self._grouping, self._limit).is_accepted

    def tightened(self, names: set[str]) -> Way | None:
        """The values of some parameters nearest to what was asked with which it holds."""
        ends = [[(name, end) for end in self._ends(name)] for name in sorted(names)]
        loosest = next((dict(way) for way in product(*ends) if self.holds(dict(way))), None)
        if loosest is None:
            return None
        way: dict[str, Number] = dict(loosest)
        for name, end in loosest.items():
            way[name] = self._nearest(way, name, end)
        return way

    def _ends(self, name: str) -> Iterator[Number]:
        """The farthest values that a parameter may take."""
        bounds = options_of(type(self._demand.requirement))[name].metadata
        low = next((bound.ge for bound in bounds if hasattr(bound, "ge")), None)
        high = next((bound.le for bound in bounds if hasattr(bound, "le")), None)
        kind = type(self.parameters[name])
        yield kind(1) / FARTHEST if low is None and kind is Decimal else kind(low or 0)
        yield kind(min(FARTHEST, FARTHEST if high is None else high))

    def _nearest(self, way: Way, name: str, end: Number) -> Number:
        """Between what was asked and an end that holds: the nearest to what was asked that does."""
        asked = self.parameters[name]
        if isinstance(end, int):
            return self._nearest_whole(way, name, int(asked), end)
        return self._nearest_decimal(way, name, Decimal(asked), end)

    def _nearest_whole(self, way: Way, name: str, fails: int, holds: int) -> int:
        if self.holds({**way, name: fails}):
            return fails
        while abs(holds - fails) > 1:
            middle = (holds + fails) // 2
            if self.holds({**way, name: middle}):
                holds = middle
            else:
                fails = middle
        return holds

    def _nearest_decimal(self, way: Way, name: str, fails: Decimal, holds: Decimal) -> Decimal:
        if self.holds({**way, name: fails}):
            return fails
        away = ROUND_CEILING if holds > fails else ROUND_FLOOR
        while abs(holds - fails) > max(NARROW * max(abs(holds), abs(fails)), NARROWEST):
            is_far = min(holds, fails) > 0 and max(holds, fails) > 2 * min(holds, fails)
            middle = (holds * fails).sqrt() if is_far else (holds + fails) / 2
            middle = middle.quantize(Decimal("1e-20"))
            if self.holds({**way, name: middle}):
                holds = middle
            else:
                fails = middle
        for rounding in (ROUND_HALF_EVEN, away):
            rounded = Context(prec=DIGITS, rounding=rounding).plus(holds).normalize()
            if self.holds({**way, name: rounded}):
                return rounded
        return holds
