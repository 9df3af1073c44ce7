"""Frost-eta: PrivacyFrost2's score by thresholds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hoarfrost.figures.base import figure
from hoarfrost.figures.frost import FrostScore


@figure("frost-eta")
@dataclass(frozen=True)
class FrostEta(FrostScore):
    """Two points for an attribute that keeps more than d values, one above d/2; by priority.

    With a threshold, attributes tend to be generalised alike instead of one of them paying for
    all. Priorities of 10, 5 and 1 and, with d = 10, 12, 10 and 5 values: 10 · 2 + 5 · 1 + 1 · 0.

    >>> FrostEta(d=10).score((10, 5, 1), (12, 10, 5), (40, 40, 40))
    25

    Shinsaku Kiyomoto and Yutaka Miyake: PrivacyFrost2 (2014), section 6.2. The paper names no
    d; 10 is ours.
    """

    title: ClassVar[str] = "Attributes with enough values, by priority"

    d: int = 10
    """So many different values, or fewer, are not yet plenty."""

    def score(
        self,
        priorities: Sequence[int],
        kept: Sequence[int],
        original: Sequence[int],  # noqa: ARG002 - only the logarithmic score compares
    ) -> int:
        """The sum over attributes of priority times points."""
        return sum(v * self._eta(e) for v, e in zip(priorities, kept, strict=True))

    def _eta(self, kept: int) -> int:
        return int(kept > self.d) + int(2 * kept > self.d)
