"""Frost-basic: PrivacyFrost2's basic score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from hoarfrost.figures.base import figure
from hoarfrost.figures.frost import FrostScore


@figure("frost-basic")
class FrostBasic(FrostScore):
    """The number of different values that each attribute keeps, times its priority, added up.

    Two priorities of 10 and 1, of 5 and 8 values 3 and 2 are left: 10 · 3 + 1 · 2.

    >>> FrostBasic().score((10, 1), (3, 2), (5, 8))
    32

    Shinsaku Kiyomoto and Yutaka Miyake: PrivacyFrost2 (2014), section 6.1.
    """

    title: ClassVar[str] = "Different values, by priority"

    def score(
        self,
        priorities: Sequence[int],
        kept: Sequence[int],
        original: Sequence[int],  # noqa: ARG002 - only the logarithmic score compares
    ) -> int:
        """The sum over attributes of priority times values kept."""
        return sum(v * e for v, e in zip(priorities, kept, strict=True))
