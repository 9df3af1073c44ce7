"""PrivacyFrost2's basic score, as its figure computes it."""

from __future__ import annotations

from collections.abc import Sequence

from hoarfrost.algorithms.scores.base import Options, score
from hoarfrost.figures.frost_basic import FrostBasic


@score("basic", rises=True)
def basic(
    kept: Sequence[int],
    before: Sequence[int],
    priorities: Sequence[int],
    options: Options,  # noqa: ARG001 - it has none
) -> float:
    """The different values that each attribute keeps, times its priority, added up."""
    return FrostBasic().score(priorities, kept, before)
