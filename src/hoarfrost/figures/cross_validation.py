"""How well a model that learns from a release predicts the target: ten folds of its records."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from hoarfrost.errors import UsageError
from hoarfrost.figures.base import View
from hoarfrost.figures.encoding import ReleasedValues

if TYPE_CHECKING:
    from types import ModuleType

    from numpy.typing import NDArray

    from hoarfrost.frequency import Histogram
    from hoarfrost.problem import Problem

FOLDS = 10
MOST_RECORDS = 50_000
"""Of larger tables, so many records are drawn at random: every release is judged by the same."""
SLIGHT = 0.01
"""The penalty of linear regression; a single record counts a hundred times as much."""
STRONG = {
    "max_iter": 100,
    "max_leaf_nodes": 15,
    "min_samples_leaf": 1,
    "l2_regularization": 1.0,
    "early_stopping": False,
}
"""Boosted trees. Alike records are one weighted row, so nothing here may count rows: leaves are
kept from being too small by a penalty, and values enter as `encoding` tells them, because splits
by category would pass over categories of few rows."""


@dataclass(frozen=True, eq=False)
class Model:
    """A kind of model, not fitted yet, and what it is told of each kept class."""

    estimator: Any
    inputs: NDArray[Any]
    """One row for each kept class."""


@dataclass(frozen=True, eq=False)
class Learning:
    """A release as a model sees it: one row for each class and target value in it."""

    view: View
    target: str

    @cached_property
    def attributes(self) -> tuple[int, ...]:
        """The attributes to learn from; the target is none, even where it is generalised itself."""
        named = enumerate(self.view.problem.attributes)
        return tuple(place for place, attribute in named if attribute.name != self.target)

    @cached_property
    def labels(self) -> NDArray[np.int64]:
        """The released value of each kept class, as a number: one column for each attribute."""
        return np.stack([self._values(place).labels for place in self.attributes], axis=1)

    @cached_property
    def label_counts(self) -> list[int]:
        """How many different values each attribute is released with."""
        return [int(column.max(initial=-1)) + 1 for column in self.labels.T]

    @cached_property
    def features(self) -> NDArray[np.int64]:
        """What the released values of each kept class stand for: one row for each class."""
        records = self.view.leaf_records
        return np.hstack([self._values(place).columns(records[place]) for place in self.attributes])

    @cached_property
    def amounts(self) -> NDArray[np.float64]:
        """What a linear model is told of each kept class: one row for each class."""
        records = self.view.leaf_records
        attributes = self.view.problem.attributes
        return np.hstack(
            [
                self._values(place).amounts(
                    records[place], is_line=attributes[place].value_type != "text"
                )
                for place in self.attributes
            ]
        )

    @cached_property
    def rows(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Of each row: its kept class, its target value, its records in each fold."""
        histogram = self._histogram
        folds = deal(histogram.codes, self._counts, self.view.problem.seed)
        classes = self.view.grouping.class_of[histogram.groups]
        is_kept = self.view.kept[classes]
        kept_class = (np.cumsum(self.view.kept) - 1)[classes[is_kept]]
        width = len(histogram.values)
        keys, row_of = np.unique(kept_class * width + histogram.codes[is_kept], return_inverse=True)
        records = np.zeros((len(keys), FOLDS), dtype=np.int64)
        np.add.at(records, row_of, folds[is_kept])
        return keys // width, keys % width, records

    @cached_property
    def totals(self) -> NDArray[np.int64]:
        """How many of the records that take part have each target value."""
        totals = np.zeros(len(self._histogram.values), dtype=np.int64)
        np.add.at(totals, self._histogram.codes, self._counts)
        return totals

    @cached_property
    def suppressed(self) -> NDArray[np.int64]:
        """How many suppressed records have each target value."""
        _, targets, records = self.rows
        released = np.bincount(targets, records.sum(axis=1), minlength=len(self.totals))
        return self.totals - released.astype(np.int64)

    def predictions(
        self, model: Model, answers: NDArray[Any], unknowing: float
    ) -> Iterator[NDArray[Any]]:
        """For each fold, what a model that learnt from the others answers for each class.

        `answers` is what each target value teaches, `unknowing` the answer when there is nothing
        to learn from. The model is fitted anew for each fold.
        """
        classes, targets, records = self.rows
        # Sums of parallel threads would depend on how many there are.
        with _extra("threadpoolctl").threadpool_limits(limits=1):
            for fold in range(FOLDS):
                weights = records.sum(axis=1) - records[:, fold]
                seen = weights > 0
                taught = answers[targets[seen]]
                if len(np.unique(taught)) > 1:
                    model.estimator.fit(model.inputs[classes[seen]], taught, weights[seen])
                    yield model.estimator.predict(model.inputs)
                else:
                    only = taught[0] if len(taught) else unknowing
                    yield np.full(len(model.inputs), only)

    @property
    def _histogram(self) -> Histogram:
        return self.view.grouping.frequency.histograms[self.target]

    @cached_property
    def _counts(self) -> NDArray[np.int64]:
        return drawn(self._histogram.counts, self.view.problem.seed)

    def _values(self, place: int) -> ReleasedValues:
        grouping = self.view.grouping
        codes = grouping.codes[place][self.view.kept]
        return ReleasedValues.of(self.view.problem.attributes[place], grouping.blocks[place], codes)


def drawn(counts: NDArray[np.int64], seed: int) -> NDArray[np.int64]:
    """How many records of each entry take part.

    >>> drawn(np.array([40_000, 60_000]), seed=0).sum()
    np.int64(50000)
    """
    if counts.sum() <= MOST_RECORDS:
        return counts
    random = np.random.default_rng(seed)
    return random.multivariate_hypergeometric(counts, MOST_RECORDS, method="marginals")


def deal(targets: NDArray[np.int32], counts: NDArray[np.int64], seed: int) -> NDArray[np.int64]:
    """How many records of each entry fall to each fold.

    Records are dealt out like cards, sorted by target value and shuffled within one: every
    fold gets its share of every value. Alike records are split among folds.

    >>> deal(np.array([0, 1]), np.array([20, 13]), seed=0).tolist()
    [[2, 2, 2, 2, 2, 2, 2, 2, 2, 2], [2, 2, 2, 1, 1, 1, 1, 1, 1, 1]]
    """
    shuffled = np.random.default_rng(seed).permutation(len(counts))
    order = shuffled[np.argsort(targets[shuffled], kind="stable")]
    ends = np.cumsum(counts[order])
    folds = np.arange(FOLDS)[:, np.newaxis]
    dealt = np.empty((len(counts), FOLDS), dtype=np.int64)
    dealt[order] = (_dealt_before(ends, folds) - _dealt_before(ends - counts[order], folds)).T
    return dealt


def _dealt_before(cards: NDArray[np.int64], folds: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many of the first `cards` cards fall to each fold."""
    return (cards - folds + FOLDS - 1) // FOLDS


def original(problem: Problem) -> View:
    """The table as it is, as a release."""
    grouping = problem.grouping([0] * len(problem.attributes))
    return View(problem, grouping, np.ones(grouping.class_count, dtype=np.bool_))


def boosted_trees(learning: Learning, kind: str) -> Model:
    """The strong model: `HistGradientBoosting` for classes ("Classifier") or numbers."""
    make = getattr(_extra("sklearn.ensemble"), f"HistGradientBoosting{kind}")
    return Model(make(random_state=learning.view.problem.seed, **STRONG), learning.features)


def linear(learning: Learning) -> Model:
    """Linear regression with a slight penalty, so that columns may say the same."""
    make = _extra("sklearn.linear_model").Ridge
    return Model(make(alpha=SLIGHT, solver="cholesky"), learning.amounts)


def naive_bayes(learning: Learning) -> Model:
    """Naive Bayes over the released labels."""
    make = _extra("sklearn.naive_bayes").CategoricalNB
    return Model(make(min_categories=learning.label_counts), learning.labels)


def can_train() -> bool:
    """Is there what the models come from?"""
    return importlib.util.find_spec("sklearn") is not None


def load_models() -> None:
    """Import what the models come from, which takes a second or two, before it is needed."""
    for module in ("sklearn.ensemble", "sklearn.linear_model", "sklearn.naive_bayes"):
        _extra(module)


def _extra(module: str) -> ModuleType:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise UsageError(
            "figures that train a model need scikit-learn, which is not installed",
            hint='pip install "hoarfrost[utility]"',
        ) from error
