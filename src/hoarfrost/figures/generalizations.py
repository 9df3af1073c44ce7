"""Generalizations: how many steps up the hierarchies, over distinct input combinations."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hoarfrost.figures.base import View, figure
from hoarfrost.figures.cells import CellFigure, Cells
from hoarfrost.figures.wording import number

if TYPE_CHECKING:
    from numpy.typing import NDArray


@figure("generalizations")
class Generalizations(CellFigure):
    """The steps up the hierarchies that were taken, each distinct input combination counted once.

    A suppressed combination counts all steps up to the root of every hierarchy.

    >>> from hoarfrost.hierarchy.tree import Hierarchy
    >>> sex = Hierarchy.from_rows([["female", "*"], ["male", "*"]])
    >>> Generalizations().cost(Cells.of_level(sex, 1, np.array([7, 3]))).tolist()
    [1.0, 1.0]

    Latanya Sweeney: Achieving k-anonymity privacy protection using generalization and
    suppression (2002), where MinGen looks for the fewest.
    """

    title: ClassVar[str] = "Generalisation steps, by combination"
    is_mean_over_attributes: ClassVar[bool] = False
    counts_tuples: ClassVar[bool] = True

    def value(self, view: View) -> int:
        """The number of steps."""
        return int(super().value(view))

    def cost(self, cells: Cells) -> NDArray[np.float64]:
        """The steps from the leaf to its node."""
        return cells.levels.astype(np.float64)

    def lost(self, cells: Cells) -> float:
        """The steps to the root."""
        return float(cells.height)

    def sentence(self, value: float) -> str:
        """What the value says."""
        return f"Distinct combinations of values were generalised by {number(value)} steps in all."
