"""Scores made of information, compared as exactly as information is known.

Sums of logarithms differ in their last digits with the order in which they are added up; which
step is taken must not depend on that. Scores that rounding may have parted are ties.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SLACK = 1e-12
"""Bits; information is not known more exactly than that."""


@dataclass(frozen=True)
class Rank:
    """A score of which less is better, how inexact it is, and what decides ties.

    >>> Rank(0.1 + 0.2, SLACK, (1, 0)) < Rank(0.3, SLACK, (2, 0))
    True
    """

    value: float
    slack: float
    tie: tuple[int, ...]

    def __lt__(self, other: Rank) -> bool:
        apart = self.value - other.value
        if abs(apart) > self.slack + other.slack:
            return apart < 0
        return self.tie < other.tie


def slack_of(divisors: NDArray[np.float64]) -> NDArray[np.float64]:
    """How inexact information is that was divided by numbers of records; by none where those are 0."""
    found: NDArray[np.float64] = SLACK / np.where(divisors > 0, divisors, 1.0)
    return found


def contenders(values: NDArray[np.float64], slack: NDArray[np.float64]) -> NDArray[np.int64]:
    """The positions of the least value and of all that may be its equals."""
    if not len(values):
        return np.zeros(0, dtype=np.int64)
    best = int(np.argmin(values))
    return np.flatnonzero(values - slack <= values[best] + slack[best])
