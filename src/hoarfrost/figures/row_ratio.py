"""Row ratio: which share of the different combinations is still there."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hoarfrost.figures.base import Amount, ClassCosts, Figure, Sizes, View, figure
from hoarfrost.figures.wording import percent

if TYPE_CHECKING:
    from hoarfrost.problem import Problem


@figure("row-ratio")
class RowRatio(Figure):
    """The different combinations of the release, by those of the input.

    >>> RowRatio().sentence(4 / 7)
    '57.1 % of the number of different combinations of values is left.'

    HeuristicMin: data anonymisation as a search with an optimality guarantee (2020).
    """

    title: ClassVar[str] = "Share of different rows"
    larger_is_better: ClassVar[bool] = True

    def value(self, view: View) -> float:
        """Kept classes by distinct input combinations."""
        return view.kept_class_count / view.grouping.frequency.tuple_count

    def value_of_sizes(self, problem: Problem, sizes: Sizes[Amount]) -> Amount | float:
        """Kept classes by distinct input combinations."""
        return sizes.classes / problem.frequency.tuple_count

    def class_costs(self, problem: Problem) -> ClassCosts:
        """Every class counts one."""
        return ClassCosts(each=-1.0, scale=-1.0 / problem.frequency.tuple_count)

    def sentence(self, value: float) -> str:
        """What the value says."""
        return f"{percent(value)} of the number of different combinations of values is left."
