"""Class size: how many records share a released combination on average."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hoarfrost.figures.base import Amount, Figure, Sizes, View, figure
from hoarfrost.figures.wording import number

if TYPE_CHECKING:
    from hoarfrost.problem import Problem


@figure("class-size")
class ClassSize(Figure):
    """The records of the input for each class of the release; none when nothing is released.

    Suppressed records count above the line, so that leaving records out never looks better.

    >>> ClassSize().sentence(30162 / 812)
    'There are 37.15 records of the input for each released combination.'

    LeFevre, DeWitt, Ramakrishnan: Mondrian multidimensional k-anonymity (2006), as C_avg, but
    not divided by k.
    """

    title: ClassVar[str] = "Average class size"

    def value(self, view: View) -> float | None:
        """All records by kept classes."""
        return view.record_count / view.kept_class_count if view.kept_class_count else None

    def value_of_sizes(self, problem: Problem, sizes: Sizes[Amount]) -> Amount | float | None:
        """All records by kept classes."""
        if np.ndim(sizes.classes) == 0 and not sizes.classes:
            return None
        return problem.frequency.record_count / sizes.classes

    def sentence(self, value: float) -> str:
        """What the value says."""
        return f"There are {number(value)} records of the input for each released combination."
