"""How few steps any table can do with: prices on which combinations and classes must agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.cells.options import Options

FINEST = 256
"""Larger classes are filled in so many parts, rounded up: the bound holds all the same."""


@dataclass(frozen=True, eq=False)
class Bound:
    """What no table can cost less than, and the prices that show it."""

    cost: float
    prices: NDArray[np.float64]
    chosen: NDArray[np.int64]
    """The option that each combination chooses at these prices."""
    admitted: NDArray[np.bool_]
    """The candidates that classes choose."""


class Prices:
    """Bounds for tables that choose from some of the options."""

    def __init__(self, options: Options) -> None:
        self._starts = options.starts
        self._costs = options.costs.astype(np.float64)
        kinds = [_Candidates.of(options, number) for number in range(len(options.needs))]
        shifts = np.cumsum([0, *(len(kind.records) for kind in kinds)])
        links = [kind.link + shift for kind, shift in zip(kinds, shifts, strict=False)]
        self.links = np.ascontiguousarray(np.stack(links, axis=1))
        """The candidate that each option makes of its combination, one column for each need."""
        self._class_sizes = np.concatenate([kind.class_sizes for kind in kinds])
        self._class_starts = np.concatenate(([0], np.cumsum(self._class_sizes)))
        self._class_of = np.repeat(np.arange(len(self._class_sizes)), self._class_sizes)
        self._records = np.concatenate([kind.records for kind in kinds])
        self._sizes = np.concatenate(
            [
                np.full(len(kind.class_sizes), need.size)
                for kind, need in zip(kinds, options.needs, strict=True)
            ]
        )
        self._needed = np.minimum(self._sizes, FINEST)
        self._weights = _parts(self._records, self._sizes[self._class_of])

    def hopeful(self, allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The allowed options whose classes can still become large enough."""
        while True:
            is_open = np.zeros(len(self._records), dtype=np.bool_)
            is_open[self.links[allowed]] = True
            within_reach = np.bincount(
                self._class_of, weights=self._records * is_open, minlength=len(self._sizes)
            )
            fits = (within_reach >= self._sizes)[self._class_of]
            left = allowed & fits[self.links].all(axis=1)
            if (left == allowed).all():
                return left
            allowed = left

    @property
    def free(self) -> NDArray[np.float64]:
        """No prices at all: where bounds begin."""
        return np.zeros(len(self._weights))

    def bound(
        self, allowed: NDArray[np.bool_], prices: NDArray[np.float64], target: float, rounds: int
    ) -> Bound:
        """The best bound that some rounds of changing the prices find."""
        from hoarfrost.kernels.prices import settle

        found = prices.copy()
        chosen = np.zeros(len(self._starts) - 1, dtype=np.int64)
        admitted = np.zeros(len(prices), dtype=np.bool_)
        cost = settle(
            self._starts,
            self._costs,
            self.links,
            self._class_starts,
            self._weights,
            self._needed,
            allowed,
            target,
            rounds,
            found,
            chosen,
            admitted,
        )
        return Bound(cost, found, chosen, admitted)

    def reduced(self, prices: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each option costs when its prices are taken off."""
        return self._costs - prices[self.links].sum(axis=1)


@dataclass(frozen=True, eq=False)
class _Candidates:
    """Combinations in the classes of one need that they may join, class by class."""

    link: NDArray[np.int64]
    """The candidate that each option makes of its combination."""
    records: NDArray[np.int64]
    class_sizes: NDArray[np.int64]
    """How many candidates each class has."""

    @classmethod
    def of(cls, options: Options, number: int) -> _Candidates:
        class_of, class_count = options.classes[number]
        width = len(options.records)
        keys = class_of.astype(np.int64) * width + options.combination_of
        candidates, link = np.unique(keys, return_inverse=True)
        sizes = np.bincount(candidates // width, minlength=class_count)
        return cls(link, options.records[candidates % width], sizes)


def _parts(records: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """How much of a class that needs so many records each combination fills, in whole parts."""
    filled = np.where(sizes <= FINEST, records, -(-records * FINEST // sizes))
    return np.minimum(filled, np.minimum(sizes, FINEST))
