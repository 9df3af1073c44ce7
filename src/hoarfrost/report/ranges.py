"""The ends of each figure's scale: nothing changed, and everything at the root."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.figures.base import FIGURES, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoarfrost.problem import Problem


def figure_ranges(problem: Problem, names: Iterable[str]) -> dict[str, tuple[float, float]]:
    """For each figure that applies to both ends: (untouched, all at the root)."""
    untouched = _view(problem, [0] * len(problem.attributes))
    hidden = _view(problem, [hierarchy.height for hierarchy in problem.hierarchies])
    ranges = {}
    for name in names:
        figure = FIGURES.get(name)
        if figure.is_slow:
            continue
        low, high = figure.value(untouched), figure.value(hidden)
        if low is not None and high is not None and low != high:
            ranges[name] = (float(low), float(high))
    return ranges


def _view(problem: Problem, levels: Sequence[int]) -> View:
    grouping = problem.grouping(levels)
    return View(problem, grouping, np.ones(grouping.class_count, dtype=np.bool_))
