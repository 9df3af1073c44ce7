"""PrivacyFrost2's score by thresholds, as its figure computes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from hoarfrost.algorithms.scores.base import Options, score
from hoarfrost.figures.frost_eta import FrostEta


@score("eta", rises=True)
def eta(
    kept: Sequence[int], before: Sequence[int], priorities: Sequence[int], options: Options
) -> float:
    """Two points for an attribute that keeps more than d values, one above d/2, by priority."""
    return FrostEta(d=cast("int", options["d"])).score(priorities, kept, before)
