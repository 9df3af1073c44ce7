"""Accuracy: how often a model that learnt from the release predicts the target rightly."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hoarfrost.figures.base import Figure, View, figure
from hoarfrost.figures.cross_validation import (
    Learning,
    Model,
    boosted_trees,
    naive_bayes,
    original,
)
from hoarfrost.figures.wording import percent

if TYPE_CHECKING:
    from hoarfrost.problem import Problem

MOST_VALUES = 100
"""A target with more different values is a number to estimate, not a class to predict."""


@figure("accuracy")
class Accuracy(Figure):
    """The share of records whose target value boosted trees predict, in 10-fold validation.

    Models learn from released labels of nine tenths of the records and predict the last tenth.
    For a suppressed record nothing is known, so that the commonest value of the whole table is
    predicted. Of a table with more than 50,000 records, so many are drawn at random to take part.
    Does not apply without a target or where it has more than 100 different values.

    >>> Accuracy().sentence(0.8312)
    'A model that learns from the release predicts 83.1 % of the records rightly.'

    LeFevre, DeWitt, Ramakrishnan: Workload-aware anonymization (2006) measure releases so.
    """

    title: ClassVar[str] = "Prediction accuracy"
    larger_is_better: ClassVar[bool] = True
    is_bound: ClassVar[bool] = False
    is_slow: ClassVar[bool] = True

    def value(self, view: View) -> float | None:
        """The accuracy of the boosted trees."""
        learning = _learning(view)
        if learning is None:
            return None
        return _accuracy(learning, boosted_trees(learning, "Classifier"))

    def sentence(self, value: float) -> str:
        """What the value says."""
        return f"A model that learns from the release predicts {percent(value)} of the records rightly."


def accuracy_details(view: View) -> dict[str, float] | None:
    """The accuracies to compare: what is there to be reached, and what each model reaches.

    None where accuracy does not apply.
    """
    limits, reached = accuracy_limits(view.problem), accuracies(view)
    return None if limits is None or reached is None else {**limits, **reached}


def accuracy_limits(problem: Problem) -> dict[str, float] | None:
    """What is there to be reached, whatever the release.

    `original`: boosted trees on the table as it is; `majority`: always the commonest value.
    """
    learning = _learning(original(problem))
    if learning is None:
        return None
    return {
        "original": _accuracy(learning, boosted_trees(learning, "Classifier")),
        "majority": float(learning.totals.max() / learning.totals.sum()),
    }


def accuracies(view: View) -> dict[str, float] | None:
    """What models reach that learn from a release: `naive_bayes` and `strong` (boosted trees)."""
    learning = _learning(view)
    if learning is None:
        return None
    return {
        "naive_bayes": _accuracy(learning, naive_bayes(learning)),
        "strong": _accuracy(learning, boosted_trees(learning, "Classifier")),
    }


def _learning(view: View) -> Learning | None:
    target = view.problem.target
    if target is None or len(view.problem.frequency.histograms[target].values) > MOST_VALUES:
        return None
    learning = Learning(view, target)
    return learning if learning.attributes else None


def _accuracy(learning: Learning, model: Model) -> float:
    classes, targets, records = learning.rows
    commonest = int(learning.totals.argmax())
    right = int(learning.suppressed[commonest])
    predictions = learning.predictions(model, np.arange(len(learning.totals)), commonest)
    for fold, predicted in enumerate(predictions):
        right += int(records[predicted[classes] == targets, fold].sum())
    return right / int(learning.totals.sum())
