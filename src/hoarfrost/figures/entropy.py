"""Entropy: how many bits it would take to guess the original values back."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hoarfrost.figures.base import figure
from hoarfrost.figures.cells import CellFigure, Cells
from hoarfrost.figures.wording import number

if TYPE_CHECKING:
    from numpy.typing import NDArray


@figure("entropy")
class Entropy(CellFigure):
    """The bits needed to tell every original value from its released one, per attribute.

    A value that n(v) records have, released as a node that n(g) lie under, costs
    log2(n(g) / n(v)): guessing a common value back is cheap, a rare one dear. A suppressed
    cell costs as much as at the root. Summed over records, averaged over attributes.

    >>> from hoarfrost.hierarchy.tree import Hierarchy
    >>> grades = Hierarchy.from_rows(
    ...     [["9th", "Junior", "*"], ["10th", "Junior", "*"], ["11th", "Senior", "*"]]
    ... )
    >>> Entropy().cost(Cells.of_level(grades, 1, np.array([6, 2, 8]))).round(3).tolist()
    [0.415, 2.0, 0.0]

    Aristides Gionis and Tamir Tassa: k-anonymization with minimal loss of information (2009),
    as "non-uniform entropy".
    """

    title: ClassVar[str] = "Entropy"

    def cost(self, cells: Cells) -> NDArray[np.float64]:
        """The bits between a value and the node that it is released as."""
        return _bits(cells.records_under, cells.records_alike)

    def lost(self, cells: Cells) -> NDArray[np.float64]:
        """The bits between a value and the root."""
        return _bits(np.full_like(cells.records_alike, cells.record_total), cells.records_alike)

    def sentence(self, value: float) -> str:
        """What the value says."""
        return f"Guessing back the original values takes {number(value)} bits per attribute."


def _bits(under: NDArray[np.int64], alike: NDArray[np.int64]) -> NDArray[np.float64]:
    """Leaves that no record has cost something finite, which nobody pays."""
    return np.log2(np.maximum(under, 1) / np.maximum(alike, 1))
