"""Precision: how far up its hierarchy each value did not have to go."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hoarfrost.figures.base import LevelCosts, View, figure
from hoarfrost.figures.cells import CellFigure, Cells
from hoarfrost.figures.wording import percent

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Problem


@figure("precision")
class Precision(CellFigure):
    """One minus the mean share of its hierarchy that a cell was generalised through.

    A cell at level 1 of a hierarchy of height 2 keeps 1 - 1/2; a suppressed one keeps nothing.
    Under a cut, a node counts at the lowest level that has a node with the same leaves.

    >>> from hoarfrost.hierarchy.tree import Hierarchy
    >>> grades = Hierarchy.from_rows([["9th", "Junior", "*"], ["10th", "Junior", "*"]])
    >>> Precision().cost(Cells.of_level(grades, 1, np.array([3, 1]))).tolist()
    [0.5, 0.5]

    Latanya Sweeney: Achieving k-anonymity privacy protection using generalization and
    suppression (2002).
    """

    title: ClassVar[str] = "Precision"
    larger_is_better: ClassVar[bool] = True
    is_mean_over_records: ClassVar[bool] = True

    def cost(self, cells: Cells) -> NDArray[np.float64]:
        """The share of the hierarchy's height that a value has climbed."""
        return cells.levels / max(cells.height, 1)

    def lost(self, cells: Cells) -> float:  # noqa: ARG002 - the same for all
        """The whole height."""
        return 1.0

    def by_attribute(self, view: View) -> tuple[float, ...]:
        """The precision of each attribute by itself."""
        return tuple(1.0 - climbed for climbed in super().by_attribute(view))

    def level_costs(self, problem: Problem) -> LevelCosts:
        """What precision loses for each leaf at each level."""
        costs = super().level_costs(problem)
        return replace(costs, scale=-costs.scale, offset=1.0)

    def sentence(self, value: float) -> str:
        """What the value says."""
        return f"On average, a value keeps {percent(value)} of the levels of its hierarchy."
