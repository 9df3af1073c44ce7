"""Rows: how many different combinations are released."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hoarfrost.figures.base import Amount, ClassCosts, Figure, Sizes, View, figure
from hoarfrost.figures.wording import number

if TYPE_CHECKING:
    from hoarfrost.problem import Problem


@figure("rows")
class Rows(Figure):
    """The number of different combinations of values in the release.

    >>> Rows().sentence(812)
    'The release has 812 different combinations of values.'

    HeuristicMin: data anonymisation as a search with an optimality guarantee (2020), where the
    best table is the one that keeps the most rows.
    """

    title: ClassVar[str] = "Different rows"
    larger_is_better: ClassVar[bool] = True

    def value(self, view: View) -> int:
        """The kept classes."""
        return view.kept_class_count

    def value_of_sizes(self, problem: Problem, sizes: Sizes[Amount]) -> Amount:  # noqa: ARG002
        """The kept classes."""
        return sizes.classes

    def class_costs(self, problem: Problem) -> ClassCosts:  # noqa: ARG002
        """Every class counts one."""
        return ClassCosts(each=-1.0, scale=-1.0)

    def sentence(self, value: float) -> str:
        """What the value says."""
        return f"The release has {number(value)} different combinations of values."
