"""Requirements that compare a class with the population that its records come from."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from hoarfrost.verify.judges.judging import Judged, Number, judge_each

if TYPE_CHECKING:
    from hoarfrost.verify.asked import Asked
    from hoarfrost.verify.judges.judging import Groups


def k_map(asked: Asked, groups: Groups) -> Judged:
    """At least k rows of the population under the labels."""
    least = asked.number("k")
    return judge_each(groups.population, int, lambda rows: rows >= least, larger_is_safer=True)


def delta_presence(asked: Asked, groups: Groups) -> Judged:
    """A share from dmin to dmax of the population rows under the labels is released."""
    lowest, highest = asked.number("dmin"), asked.number("dmax")

    def share(pair: tuple[int, int]) -> Number:
        size, rows = pair
        return Fraction(size, rows) if rows else math.inf

    pairs = zip(groups.sizes.tolist(), groups.population, strict=True)
    judged = judge_each(pairs, share, lambda found: lowest <= found <= highest)
    is_covered = lowest == 0 or groups.uncovered == 0
    return Judged(judged.fails, judged.worst, holds_for_table=is_covered)
