"""How well a model that learns from a release predicts the target: ten folds of its records."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from hoarfrost.errors import UsageError
from hoarfrost.figures.base import View

if TYPE_CHECKING:
    from types import ModuleType

    from numpy.typing import NDArray

    from hoarfrost.grouping import Blocks
    from hoarfrost.problem import Attribute, Problem

FOLDS = 10
STRONG = {
    "max_iter": 100,
    "max_leaf_nodes": 15,
    "min_samples_leaf": 1,
    "l2_regularization": 1.0,
    "early_stopping": False,
}
"""Boosted trees. Alike records are one weighted row, so nothing here may count rows: leaves are
kept from being too small by a penalty, and labels enter by rank, hierarchical siblings side by
side, because splits by category would pass over categories of few rows."""


@dataclass(frozen=True, eq=False)
class Learning:
    """A release as a model sees it: one row for each class and target value in it."""

    view: View
    target: str

    @cached_property
    def features(self) -> NDArray[np.int64]:
        """The released labels of each kept class, as ranks: one row for each class."""
        grouping = self.view.grouping
        columns = [
            _ranks(attribute, blocks, codes)
            for attribute, blocks, codes in zip(
                self.view.problem.attributes,
                grouping.blocks,
                grouping.codes[:, self.view.kept],
                strict=True,
            )
        ]
        return np.stack(columns, axis=1)

    @cached_property
    def label_counts(self) -> list[int]:
        """How many different labels each attribute is released with."""
        return [int(column.max(initial=-1)) + 1 for column in self.features.T]

    @cached_property
    def rows(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Of each row: its kept class, its target value, its records in each fold."""
        histogram = self.view.grouping.frequency.histograms[self.target]
        folds = deal(histogram.codes, histogram.counts, self.view.problem.seed)
        classes = self.view.grouping.class_of[histogram.groups]
        is_kept = self.view.kept[classes]
        kept_class = (np.cumsum(self.view.kept) - 1)[classes[is_kept]]
        width = len(histogram.values)
        keys, row_of = np.unique(kept_class * width + histogram.codes[is_kept], return_inverse=True)
        records = np.zeros((len(keys), FOLDS), dtype=np.int64)
        np.add.at(records, row_of, folds[is_kept])
        return keys // width, keys % width, records

    @cached_property
    def suppressed(self) -> NDArray[np.int64]:
        """How many suppressed records have each target value."""
        histogram = self.view.grouping.frequency.histograms[self.target]
        _, targets, records = self.rows
        released = np.bincount(targets, records.sum(axis=1), minlength=len(histogram.values))
        return histogram.totals - released.astype(np.int64)

    def predictions(
        self, model: Any, answers: NDArray[Any], unknowing: float
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
                    model.fit(self.features[classes[seen]], taught, weights[seen])
                    yield model.predict(self.features)
                else:
                    only = taught[0] if len(taught) else unknowing
                    yield np.full(len(self.features), only)


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


def _ranks(attribute: Attribute, blocks: Blocks, codes: NDArray[np.int32]) -> NDArray[np.int64]:
    """The rank of each code's block among those released, by the middle of its leaves."""
    leaf_count = len(attribute.hierarchy.leaves)
    order = np.arange(leaf_count) if attribute.order is None else attribute.order
    running = np.concatenate(([0], np.cumsum(order[blocks.leaf_codes])))
    sums = running[blocks.leaf_starts[1:]] - running[blocks.leaf_starts[:-1]]
    released = np.unique(codes)
    middles = sums[released] / blocks.leaf_counts[released]
    rank = np.zeros(len(blocks.labels), dtype=np.int64)
    rank[released[np.argsort(middles, kind="stable")]] = np.arange(len(released))
    return rank[codes]


def original(problem: Problem) -> View:
    """The table as it is, as a release."""
    grouping = problem.grouping([0] * len(problem.attributes))
    return View(problem, grouping, np.ones(grouping.class_count, dtype=np.bool_))


def boosted_trees(learning: Learning, kind: str) -> Any:
    """The strong model: `HistGradientBoosting` for classes ("Classifier") or numbers."""
    make = getattr(_extra("sklearn.ensemble"), f"HistGradientBoosting{kind}")
    return make(random_state=learning.view.problem.seed, **STRONG)


def naive_bayes(learning: Learning) -> Any:
    """Naive Bayes over the released labels."""
    return _extra("sklearn.naive_bayes").CategoricalNB(min_categories=learning.label_counts)


def _extra(module: str) -> ModuleType:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise UsageError(
            "figures that train a model need scikit-learn, which is not installed",
            hint='pip install "hoarfrost[utility]"',
        ) from error
