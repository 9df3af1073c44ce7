"""The frequency set: all that an algorithm ever sees of a table.

One entry for every distinct combination of quasi values, with its number of records and, for
each sensitive or target attribute, how often each value goes with it. Values are integer codes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Histogram:
    """How often each value occurs in each group, in compressed rows.

    The entries of group `g` are `codes[starts[g]:starts[g + 1]]`, ascending, with their `counts`.
    """

    values: tuple[str, ...]
    starts: NDArray[np.int64]
    codes: NDArray[np.int32]
    counts: NDArray[np.int64]

    @property
    def group_count(self) -> int:
        """How many groups there are."""
        return len(self.starts) - 1

    @cached_property
    def groups(self) -> NDArray[np.int32]:
        """The group of each entry."""
        lengths = np.diff(self.starts)
        return np.repeat(np.arange(self.group_count, dtype=np.int32), lengths)

    @cached_property
    def totals(self) -> NDArray[np.int64]:
        """How often each value occurs in all groups together."""
        totals = np.zeros(len(self.values), dtype=np.int64)
        np.add.at(totals, self.codes, self.counts)
        return totals

    def rows(self, chosen: NDArray[np.int64]) -> Histogram:
        """The histogram of some groups, in the order in which they are named."""
        lengths = np.diff(self.starts)[chosen]
        starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        entries = np.arange(starts[-1]) + np.repeat(self.starts[chosen] - starts[:-1], lengths)
        return Histogram(self.values, starts, self.codes[entries], self.counts[entries])

    def without_last_group(self) -> Histogram:
        """The histogram of all groups but the last."""
        end = int(self.starts[-2])
        return Histogram(self.values, self.starts[:-1], self.codes[:end], self.counts[:end])


@dataclass(frozen=True, eq=False)
class FrequencySet:
    """Distinct combinations of leaf codes, in lexicographic order, with their record counts."""

    names: tuple[str, ...]
    codes: NDArray[np.int32]
    """One row for each attribute, one column for each combination."""
    counts: NDArray[np.int64]
    histograms: Mapping[str, Histogram]

    @property
    def tuple_count(self) -> int:
        """How many distinct combinations there are."""
        return len(self.counts)

    @cached_property
    def record_count(self) -> int:
        """How many records the table has."""
        return int(self.counts.sum())
