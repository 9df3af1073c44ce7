"""Discernibility: how many records each record looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hoarfrost.figures.base import Amount, ClassCosts, Figure, Sizes, View, figure
from hoarfrost.figures.wording import number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Problem

LARGEST_SQUARED = 3_000_000_000
"""So many records, squared, still fit into 64 bits."""


@figure("discernibility")
class Discernibility(Figure):
    """For each record the number of records that look like it, added up.

    A class of n records adds n², a suppressed record as many as there are records at all.

    >>> penalty(np.array([2, 3]), suppressed=1, record_count=6)
    19

    Roberto Bayardo and Rakesh Agrawal: Data privacy through optimal k-anonymization (2005).
    """

    title: ClassVar[str] = "Discernibility"

    def value(self, view: View) -> int:
        """The penalty, exact."""
        sizes = view.grouping.sizes[view.kept]
        return penalty(sizes, view.suppressed_records, view.record_count)

    def value_of_sizes(self, problem: Problem, sizes: Sizes[Amount]) -> Amount | float:
        """The squares, and the whole table for each suppressed record."""
        return sizes.squares + sizes.suppressed_records * problem.frequency.record_count

    def class_costs(self, problem: Problem) -> ClassCosts:
        """The squares, and the whole table for each suppressed record."""
        return ClassCosts(square=1.0, lost=float(problem.frequency.record_count))

    def toll(self, problem: Problem, suppressed: NDArray[np.float64]) -> NDArray[np.float64]:
        """At best they were one class: its square is paid no more, the table for each is."""
        return suppressed * (problem.frequency.record_count - suppressed)

    def sentence(self, value: float) -> str:
        """What the value says."""
        return f"Counted for every record, {number(value)} records look alike."


def penalty(sizes: NDArray[np.int64], suppressed: int, record_count: int) -> int:
    """The squares of the classes' sizes, and the whole table for each suppressed record."""
    if record_count > LARGEST_SQUARED:
        return sum(size * size for size in sizes.tolist()) + suppressed * record_count
    return int((sizes * sizes).sum()) + suppressed * record_count
