"""What MinGen makes least, as one whole number: steps first, then what precision loses by them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, lcm
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Problem

LARGEST = 2**60
"""No table costs more."""
LARGEST_DENOMINATOR = 10**6
"""Weights of attributes are read as fractions with denominators up to this."""


@dataclass(frozen=True, eq=False)
class Costs:
    """Costs whose order is that of the steps, and for as many steps that of precision."""

    of_level: tuple[NDArray[np.int64], ...]
    """For each attribute and level, what one record costs."""
    step: int
    """More than what precision can lose in the whole table."""

    @classmethod
    def of(cls, problem: Problem) -> Costs:
        """Exact, unless weights and heights have no common denominator that is small enough."""
        shares = [_shares_of_height(problem, place) for place in range(len(problem.attributes))]
        records = problem.frequency.record_count
        most = ceil(sum((own[-1] for own in shares), start=Fraction(1)))
        exact = lcm(*(share.denominator for own in shares for share in own))
        unit = min(exact, LARGEST // (records**2 * (sum(problem.tops) + 1) * most))
        losses = [
            np.array([round(share * unit) for share in own], dtype=np.int64) for own in shares
        ]
        step = records * sum(int(own[-1]) for own in losses) + 1
        return cls(tuple(np.arange(len(own)) * step + own for own in losses), step)

    def steps(self, cost: int) -> int:
        """How many steps a table of that cost takes."""
        return cost // self.step


def _shares_of_height(problem: Problem, place: int) -> list[Fraction]:
    """For each level of an attribute: the share of its height below it, times its weight."""
    attribute = problem.attributes[place]
    weight = Fraction(attribute.weight).limit_denominator(LARGEST_DENOMINATOR)
    height = max(attribute.hierarchy.height, 1)
    return [weight * level / height for level in range(attribute.top + 1)]
