"""Hierarchical discernibility: how many other values' records each value was mixed with."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hoarfrost.figures.base import figure
from hoarfrost.figures.cells import CellFigure, Cells
from hoarfrost.figures.wording import number

if TYPE_CHECKING:
    from numpy.typing import NDArray


@figure("hierarchical-discernibility")
class HierarchicalDiscernibility(CellFigure):
    """The sum over records of the mean share of foreign records that each value was mixed with.

    A value v that N_v records have, released as a node that N_e records lie under, costs
    (N_e - N_v) / (N - N_v): generalising a rare value costs more than a common one. Costs add
    up: on from a node costs its share of what is left. A suppressed record costs 1.

    Of 1000 records, 50 are "Inc" and 200 "Not-inc"; merged, they cost 4/19 and 1/16.

    >>> from hoarfrost.hierarchy.tree import Hierarchy
    >>> work = Hierarchy.from_rows(
    ...     [["Inc", "Self", "*"], ["Not-inc", "Self", "*"], ["Private", "Other", "*"]]
    ... )
    >>> merged = Cells.of_level(work, 1, np.array([50, 200, 750]))
    >>> HierarchicalDiscernibility().cost(merged).tolist() == [4 / 19, 1 / 16, 0]
    True

    Tiancheng Li and Ninghui Li: Towards optimal k-anonymization (2008), section 4.1.
    """

    title: ClassVar[str] = "Hierarchical discernibility"

    def cost(self, cells: Cells) -> NDArray[np.float64]:
        """The share of the records with other values that a value now looks like."""
        alike = cells.records_alike
        return (cells.records_under - alike) / np.maximum(cells.record_total - alike, 1)

    def lost(self, cells: Cells) -> float:  # noqa: ARG002 - the same for all
        """All of them."""
        return 1.0

    def sentence(self, value: float) -> str:
        """What the value says."""
        return f"The loss from mixing values is that of {number(value)} records left out whole."
