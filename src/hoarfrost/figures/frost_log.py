"""Frost-log: PrivacyFrost2's score by logarithms."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

from hoarfrost.figures.base import figure
from hoarfrost.figures.frost import FrostScore


@figure("frost-log")
class FrostLog(FrostScore):
    """The best attribute's share of its information kept, by priority: v · log e / log e_before.

    Only the best attribute counts, so that the one of highest priority stays precise. An
    attribute that had a single value counts in full; one of which nothing is left, not at all.

    Priorities of 10 and 1, of 16 values 4 are left, of 8 all: max(10 · 2/4, 1 · 3/3).

    >>> FrostLog().score((10, 1), (4, 8), (16, 8))
    5.0

    Shinsaku Kiyomoto and Yutaka Miyake: PrivacyFrost2 (2014), section 6.3.
    """

    title: ClassVar[str] = "Best attribute's information, by priority"

    def score(
        self, priorities: Sequence[int], kept: Sequence[int], original: Sequence[int]
    ) -> float:
        """The largest over attributes of priority times share kept."""
        return max(
            v * _share(e, before) for v, e, before in zip(priorities, kept, original, strict=True)
        )


def _share(kept: int, before: int) -> float:
    if kept == 0:
        return 0.0
    return math.log(kept) / math.log(before) if before > 1 else 1.0
