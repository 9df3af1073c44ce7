"""Ambiguity: how many original combinations a released one could have been."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hoarfrost.figures.base import Figure, View, figure
from hoarfrost.figures.wording import number

if TYPE_CHECKING:
    from numpy.typing import NDArray


@figure("ambiguity")
class Ambiguity(Figure):
    """The number of original combinations that a record could have had, as a mean over records.

    A released record could have had any leaf under each of its labels; a suppressed one any
    leaf of every hierarchy. Does not apply where that number is above 10^308.

    >>> possibilities([np.array([1, 3]), np.array([2, 2])]).tolist()
    [2.0, 6.0]

    Mehmet Ercan Nergiz and Chris Clifton: Thoughts on k-anonymization (2007).
    """

    title: ClassVar[str] = "Ambiguity"

    def value(self, view: View) -> float | None:
        """The mean over records."""
        grouping = view.grouping
        leaves_under = [
            blocks.leaf_counts[codes]
            for blocks, codes in zip(grouping.blocks, grouping.codes[:, view.kept], strict=True)
        ]
        of_all = [np.array([len(hierarchy.leaves)]) for hierarchy in view.problem.hierarchies]
        with np.errstate(over="ignore"):
            total = float((possibilities(leaves_under) * grouping.sizes[view.kept]).sum())
            if view.suppressed_records:
                total += float(possibilities(of_all)[0]) * view.suppressed_records
        return total / view.record_count if np.isfinite(total) else None

    def sentence(self, value: float) -> str:
        """What the value says."""
        return f"On average, a record could have been any of {number(value)} combinations."


def possibilities(leaves_under: list[NDArray[np.int64]]) -> NDArray[np.float64]:
    """The product over attributes, for each class."""
    product = np.ones(len(leaves_under[0]))
    for leaves in leaves_under:
        product *= leaves
    return product
