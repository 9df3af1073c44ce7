"""Exact comparisons of shares with a limit.

A share is a ratio of two counts and a limit is a decimal from the policy. Rounding must not
decide who is protected: what floating point cannot tell apart is compared in whole numbers.

>>> from fractions import Fraction
>>> thirds = Ratios(np.array([1, 2, 3]), np.array([3, 3, 3]))
>>> thirds.compare(Fraction("0.666666666666666666")).tolist()
[-1, 1, 1]
>>> thirds.at_most(Fraction(2, 3)).tolist()
[True, True, False]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LARGEST = 2**63 - 1
NEAR = 1e-9
"""Ratios that are nearer to a limit, relative to it, are compared in whole numbers."""


@dataclass(frozen=True, eq=False)
class Ratios:
    """Numbers `units + parts / wholes`; every array has one entry for each number."""

    parts: NDArray[np.int64]
    """At least 0."""
    wholes: NDArray[np.int64]
    """At least 0; a part of 0 of them is more than any limit."""
    units: NDArray[np.int64] | None = None
    """With units, parts are less than wholes."""

    @property
    def values(self) -> NDArray[np.float64]:
        """The numbers, rounded."""
        with np.errstate(divide="ignore"):
            shares = self.parts / self.wholes
        return shares if self.units is None else shares + self.units

    def at_most(self, limit: Fraction) -> NDArray[np.bool_]:
        """For each number: is it at most the limit?"""
        return self.compare(limit) <= 0

    def below(self, limit: Fraction) -> NDArray[np.bool_]:
        """For each number: is it below the limit?"""
        return self.compare(limit) < 0

    def compare(self, limit: Fraction) -> NDArray[np.int8]:
        """-1, 0 or 1 for each number below, at or above the limit."""
        if self.units is None:
            return _compare(self.parts, self.wholes, limit)
        whole = math.floor(limit)
        signs = _signs(self.units, np.int64(min(whole, LARGEST)))
        tied = np.flatnonzero(signs == 0)
        signs[tied] = _compare(self.parts[tied], self.wholes[tied], limit - whole)
        return signs


def _compare(
    parts: NDArray[np.int64], wholes: NDArray[np.int64], limit: Fraction
) -> NDArray[np.int8]:
    numerator, denominator = limit.numerator, limit.denominator
    if _fits(parts, denominator) and _fits(wholes, numerator):
        return _signs(parts * denominator, wholes * numerator)
    nearest = float(limit)
    with np.errstate(divide="ignore"):
        shares = parts / wholes
    signs = _signs(shares, nearest)
    near = np.abs(shares - nearest) <= NEAR * max(nearest, 1.0)
    for position in np.flatnonzero(near):
        left = int(parts[position]) * denominator
        right = int(wholes[position]) * numerator
        signs[position] = (left > right) - (left < right)
    return signs


def _fits(counts: NDArray[np.int64], factor: int) -> bool:
    return int(counts.max(initial=0)) * factor <= LARGEST and factor <= LARGEST


def _signs(
    left: NDArray[np.int64] | NDArray[np.float64],
    right: NDArray[np.int64] | np.int64 | float,
) -> NDArray[np.int8]:
    return (left > right).astype(np.int8) - (left < right).astype(np.int8)
