"""Loss: how much of each value's detail is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hoarfrost.figures.base import figure
from hoarfrost.figures.cells import CellFigure, Cells
from hoarfrost.figures.wording import percent

if TYPE_CHECKING:
    from numpy.typing import NDArray


@figure("loss")
class Loss(CellFigure):
    """How much of the detail is lost, as a mean over cells: 0 nothing, 1 everything.

    A value that could now be any of n leaves of its hierarchy has lost (n - 1) / (all - 1).
    A suppressed cell has lost everything; a hierarchy with a single leaf has nothing to lose.

    >>> from hoarfrost.hierarchy.tree import Hierarchy
    >>> grades = Hierarchy.from_rows(
    ...     [["9th", "Junior", "*"], ["10th", "Junior", "*"], ["11th", "Senior", "*"]]
    ... )
    >>> Loss().cost(Cells.of_level(grades, 1, np.array([4, 4, 2]))).tolist()
    [0.5, 0.5, 0.0]

    Vijay Iyengar: Transforming data to satisfy privacy constraints (2002), as "loss metric";
    Xu and others: Utility-based anonymization using local recoding (2006), as "normalised
    certainty penalty".
    """

    title: ClassVar[str] = "Loss of detail"
    is_mean_over_records: ClassVar[bool] = True

    def cost(self, cells: Cells) -> NDArray[np.float64]:
        """The share of the other leaves that a value can no longer be told from."""
        return (cells.leaves_under - 1) / max(cells.leaf_total - 1, 1)

    def lost(self, cells: Cells) -> float:  # noqa: ARG002 - the same for all
        """Everything."""
        return 1.0

    def sentence(self, value: float) -> str:
        """What the value says."""
        return f"On average, {percent(value)} of the detail of each value is lost."
