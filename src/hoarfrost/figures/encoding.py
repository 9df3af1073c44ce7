"""Released values as numbers that a model can learn from.

What a value stands for decides how it is told. Ranges of an order (intervals, and the nodes of a
hierarchy, whose leaves are neighbours) are told by where they begin and end. Other sets are told
by their members: one column for each group of leaves, 1 where the set holds them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.grouping import Blocks
    from hoarfrost.problem import Attribute

MOST_MEMBERS = 64
"""So many groups of leaves get a column of their own, those of the most records first."""


@dataclass(frozen=True, eq=False)
class ReleasedValues:
    """The different values of one attribute in a release, and which of them each row has."""

    order: NDArray[np.int64]
    """The rank of each leaf in the attribute's order."""
    leaves: NDArray[np.int32]
    """The leaves under the values, one value after the other."""
    starts: NDArray[np.int64]
    """Where each value's leaves begin."""
    of_row: NDArray[np.int64]

    @classmethod
    def of(cls, attribute: Attribute, blocks: Blocks, codes: NDArray[np.int32]) -> ReleasedValues:
        """The values that some rows have; `codes` are the blocks of the rows."""
        released, of_row = np.unique(codes, return_inverse=True)
        counts = blocks.leaf_counts[released]
        starts = np.cumsum(counts) - counts
        places = np.arange(counts.sum()) + np.repeat(blocks.leaf_starts[released] - starts, counts)
        leaf_count = len(attribute.hierarchy.leaves)
        order = np.arange(leaf_count) if attribute.order is None else attribute.order
        return cls(order, blocks.leaf_codes[places], starts, of_row)

    @property
    def count(self) -> int:
        """How many different values there are."""
        return len(self.starts)

    @property
    def labels(self) -> NDArray[np.int64]:
        """A number for each row that says no more than which value it has."""
        return self._ranks[self.of_row]

    def columns(self, leaf_records: NDArray[np.int64]) -> NDArray[np.int64]:
        """What a model is told of each row, in one column or more."""
        if not self._are_ranges:
            told = [self._ranks, *np.minimum(self._members(leaf_records), 1)]
        elif self._overlap:
            told = [_ranked(self._firsts), _ranked(self._lasts)]
        else:
            told = [self._ranks]
        return np.stack(told, axis=1)[self.of_row]

    def amounts(self, leaf_records: NDArray[np.int64], *, is_line: bool) -> NDArray[np.float64]:
        """What a linear model is told of each row: amounts between 0 and 1.

        Values on a line are told by the middle of their leaves, others by the share of their
        leaves in each group.
        """
        if is_line or not self.count:
            middles = np.add.reduceat(self.order[self.leaves], self.starts) / self._sizes
            told = [middles / max(len(self.order) - 1, 1)]
        else:
            told = [*(self._members(leaf_records) / self._sizes)]
        return np.stack(told, axis=1)[self.of_row]

    @cached_property
    def _sizes(self) -> NDArray[np.int64]:
        return np.diff(np.append(self.starts, len(self.leaves)))

    @cached_property
    def _firsts(self) -> NDArray[np.int64]:
        return np.minimum.reduceat(self.order[self.leaves], self.starts)

    @cached_property
    def _lasts(self) -> NDArray[np.int64]:
        return np.maximum.reduceat(self.order[self.leaves], self.starts)

    @property
    def _are_ranges(self) -> bool:
        return bool((self._lasts - self._firsts + 1 == self._sizes).all())

    @property
    def _overlap(self) -> bool:
        return len(np.unique(self.leaves)) < len(self.leaves)

    @cached_property
    def _ranks(self) -> NDArray[np.int64]:
        """The rank of each value by the middle of its leaves; no two values have the same."""
        middles = np.add.reduceat(self.order[self.leaves], self.starts) / self._sizes
        ranks = np.empty(self.count, dtype=np.int64)
        ranks[np.argsort(middles, kind="stable")] = np.arange(self.count)
        return ranks

    def _members(self, leaf_records: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each group of leaves that go together everywhere: how many of them a value holds."""
        owners = np.repeat(np.arange(self.count), self._sizes)
        group_of = _together(self.leaves, owners, len(leaf_records))
        held = np.unique(self.leaves)
        records = np.bincount(group_of[held], leaf_records[held])
        chosen = np.argsort(-records, kind="stable")[:MOST_MEMBERS]
        # What has no column of its own marks one behind the others, which is then cut off.
        column_of = np.full(group_of.max() + 1, len(chosen))
        column_of[chosen] = np.arange(len(chosen))
        holds = np.zeros((len(chosen) + 1, self.count), dtype=np.int64)
        np.add.at(holds, (column_of[group_of[self.leaves]], owners), 1)
        return holds[:-1]


def _together(
    leaves: NDArray[np.int32], owners: NDArray[np.int64], leaf_count: int
) -> NDArray[np.int64]:
    """A number for each leaf, the same for leaves that the same values hold.

    >>> _together(np.array([0, 1, 2, 1]), np.array([0, 0, 0, 1]), 4).tolist()
    [0, 1, 0, 2]
    """
    order = np.argsort(leaves, kind="stable")
    bounds = np.searchsorted(leaves[order], np.arange(leaf_count + 1)).tolist()
    numbers: dict[bytes, int] = {}
    held_by = [owners[order[low:high]].tobytes() for low, high in pairwise(bounds)]
    return np.array([numbers.setdefault(key, len(numbers)) for key in held_by])


def _ranked(amounts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rank of each amount among the different ones."""
    return np.unique(amounts, return_inverse=True)[1]
