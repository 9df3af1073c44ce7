"""PrivacyFrost2's score by logarithms, as its figure computes it."""

from __future__ import annotations

from collections.abc import Sequence

from hoarfrost.algorithms.scores.base import Options, score
from hoarfrost.figures.frost_log import FrostLog


@score("log", rises=True)
def log(
    kept: Sequence[int],
    before: Sequence[int],
    priorities: Sequence[int],
    options: Options,  # noqa: ARG001 - it has none
) -> float:
    """The best attribute's share of its information kept, times its priority."""
    return FrostLog().score(priorities, kept, before)
