"""Accuracy: how often a model that learnt from the release predicts the target rightly."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from hoarfrost.figures.base import Figure, View, figure
from hoarfrost.figures.cross_validation import Learning, boosted_trees, naive_bayes, original
from hoarfrost.figures.wording import percent

MOST_VALUES = 100
"""A target with more different values is a number to estimate, not a class to predict."""


@figure("accuracy")
class Accuracy(Figure):
    """The share of records whose target value boosted trees predict, in 10-fold validation.

    Models learn from released labels of nine tenths of the records and predict the last tenth.
    For a suppressed record nothing is known, so that the commonest value of the whole table is
    predicted. Does not apply without a target or where it has more than 100 different values.

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
    """The accuracies to compare: what each model reaches, and what is there to be reached.

    `original`: boosted trees on the table as it is; `majority`: always the commonest value;
    `naive_bayes` and `strong` (boosted trees): on the release. None where it does not apply.
    """
    learning, before = _learning(view), _learning(original(view.problem))
    if learning is None or before is None:
        return None
    totals = view.problem.frequency.histograms[learning.target].totals
    return {
        "original": _accuracy(before, boosted_trees(before, "Classifier")),
        "majority": float(totals.max() / totals.sum()),
        "naive_bayes": _accuracy(learning, naive_bayes(learning)),
        "strong": _accuracy(learning, boosted_trees(learning, "Classifier")),
    }


def _learning(view: View) -> Learning | None:
    target = view.problem.target
    if target is None or len(view.problem.frequency.histograms[target].values) > MOST_VALUES:
        return None
    return Learning(view, target)


def _accuracy(learning: Learning, model: Any) -> float:
    classes, targets, records = learning.rows
    totals = learning.view.problem.frequency.histograms[learning.target].totals
    commonest = int(totals.argmax())
    right = int(learning.suppressed[commonest])
    predictions = learning.predictions(model, np.arange(len(totals)), commonest)
    for fold, predicted in enumerate(predictions):
        right += int(records[predicted[classes] == targets, fold].sum())
    return right / learning.view.record_count
