"""Regression error: how far off a model that learnt from the release estimates the target."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hoarfrost.figures.base import Figure, View, figure
from hoarfrost.figures.cross_validation import (
    Learning,
    Model,
    boosted_trees,
    linear,
    original,
)
from hoarfrost.figures.wording import number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Problem


@figure("regression-error")
class RegressionError(Figure):
    """The root mean squared error, in the target's unit, of boosted trees in 10-fold validation.

    Models learn from released labels of nine tenths of the records and estimate the last tenth.
    A suppressed record is estimated by the mean of the whole table. Of a table with more than
    50,000 records, so many are drawn at random to take part. Does not apply without a target or
    where one of its values is not a number.

    >>> RegressionError().sentence(4.5)
    'A model that learns from the release misses the target by 4.50.'

    LeFevre, DeWitt, Ramakrishnan: Workload-aware anonymization (2006) measure releases so.
    """

    title: ClassVar[str] = "Estimation error"
    is_bound: ClassVar[bool] = False
    is_slow: ClassVar[bool] = True

    def value(self, view: View) -> float | None:
        """The root mean squared error."""
        known = _learning(view)
        return None if known is None else _error(*known, boosted_trees(known[0], "Regressor"))

    def sentence(self, value: float) -> str:
        """What the value says."""
        return f"A model that learns from the release misses the target by {number(value)}."


def as_numbers(values: tuple[str, ...]) -> NDArray[np.float64] | None:
    """The values as numbers, or None when one of them is none.

    >>> as_numbers(("1", "2.5")), as_numbers(("1", "?"))
    (array([1. , 2.5]), None)
    """
    try:
        numbers = np.array([float(value) for value in values])
    except ValueError:
        return None
    return numbers if np.isfinite(numbers).all() else None


def estimation_limits(problem: Problem) -> dict[str, float] | None:
    """What is there to be reached, whatever the release; None where it does not apply.

    `original`: boosted trees on the table as it is; `mean`: always the mean of the whole table.
    """
    known = _learning(original(problem))
    if known is None:
        return None
    learning, numbers = known
    squares = (numbers - _mean(learning, numbers)) ** 2 * learning.totals
    return {
        "original": _error(learning, numbers, boosted_trees(learning, "Regressor")),
        "mean": math.sqrt(squares.sum() / int(learning.totals.sum())),
    }


def estimation_errors(view: View) -> dict[str, float] | None:
    """How far models are off that learn from a release: `linear` and `strong` (boosted trees)."""
    known = _learning(view)
    if known is None:
        return None
    learning, numbers = known
    return {
        "linear": _error(learning, numbers, linear(learning)),
        "strong": _error(learning, numbers, boosted_trees(learning, "Regressor")),
    }


def _learning(view: View) -> tuple[Learning, NDArray[np.float64]] | None:
    target = view.problem.target
    if target is None:
        return None
    numbers = as_numbers(view.problem.frequency.histograms[target].values)
    learning = Learning(view, target)
    return None if numbers is None or not learning.attributes else (learning, numbers)


def _mean(learning: Learning, numbers: NDArray[np.float64]) -> float:
    return float((numbers * learning.totals).sum() / learning.totals.sum())


def _error(learning: Learning, numbers: NDArray[np.float64], model: Model) -> float:
    classes, targets, records = learning.rows
    totals, mean = learning.totals, _mean(learning, numbers)
    squares = ((numbers - mean) ** 2 * learning.suppressed).sum()
    for fold, estimated in enumerate(learning.predictions(model, numbers, mean)):
        squares += ((estimated[classes] - numbers[targets]) ** 2 * records[:, fold]).sum()
    return math.sqrt(squares / int(totals.sum()))
