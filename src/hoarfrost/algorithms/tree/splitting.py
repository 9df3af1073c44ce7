"""The classes of one shield while cuts become finer: split in place, with what splits would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.grouping import group_columns, sum_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.tree.shields import Shield

NOT_YET = 2**62
"""More records than any table has."""


class SplitClasses:
    """The classes over a shield, and for each node the smallest part that splitting it would make.

    Combinations lie sorted by class in one array, so that a step costs the combinations of the
    node that is split, whatever the size of the table.
    """

    def __init__(self, shield: Shield, codes: NDArray[np.int32], most: tuple[int, int]) -> None:
        """`codes[attribute, combination]` are places; `most` is how many nodes and children."""
        node_count, self._widest = most
        self.shield = shield
        self.least = np.full(node_count, NOT_YET, dtype=np.int64)
        """For each node: the smallest part of a class that splitting the node would make."""
        self._codes = np.ascontiguousarray(codes.T)
        self._counts = shield.frequency.counts
        width, total = codes.shape
        # Every class has the records that are asked for, so that there are not more than that.
        capacity = min(total, shield.record_count // shield.minimum_size) + 1
        self._starts = np.zeros(capacity, dtype=np.int64)
        self._ends = np.zeros(capacity, dtype=np.int64)
        self._nodes = np.zeros((width, capacity), dtype=np.int32)
        self._following = np.full((width, capacity), -1, dtype=np.int32)
        self._heads = np.full(node_count, -1, dtype=np.int32)
        self._order = np.zeros(total, dtype=np.int32)
        self._spare = np.zeros(total, dtype=np.int32)
        self.class_count = 0
        """How many classes there are."""
        self.anonymity = 0
        """How many records the smallest class has."""

    def begin(self, nodes: NDArray[np.int32]) -> NDArray[np.int32]:
        """Form the classes of combinations that lie under `nodes[attribute, combination]`."""
        radices = [int(row.max(initial=0)) + 1 for row in nodes]
        class_of, firsts = group_columns(nodes, radices)
        count = len(firsts)
        lengths = np.bincount(class_of, minlength=count)
        self._order[:] = np.argsort(class_of, kind="stable")
        self._ends[:count] = np.cumsum(lengths)
        self._starts[:count] = self._ends[:count] - lengths
        self._nodes[:, :count] = nodes[:, firsts]
        for row in range(len(nodes)):
            self._link(row, count)
        self.class_count = count
        self.anonymity = int(sum_by(class_of, self._counts, count).min())
        return np.arange(count, dtype=np.int32)

    def _link(self, row: int, count: int) -> None:
        """Let each class of a node lead to the next one."""
        own = self._nodes[row, :count]
        numbers = np.argsort(own, kind="stable").astype(np.int32)
        is_last = np.append(own[numbers][1:] != own[numbers][:-1], True)
        self._following[row, numbers] = np.where(is_last, -1, np.roll(numbers, -1))
        firsts = numbers[np.roll(is_last, 1)]
        self._heads[own[firsts]] = firsts

    def split(
        self, position: int, node: int, children: range, below: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """Split the classes of a node of one of the shield's attributes; returns those touched.

        `below[place]` says which of the node's children a place lies under.
        """
        from hoarfrost.kernels.splitting import split_classes

        self.anonymity = min(self.anonymity, int(self.least[node]))
        self.class_count, touched = split_classes(
            self._codes,
            self._order,
            self._spare,
            self._starts,
            self._ends,
            self._nodes,
            self._following,
            self._heads,
            below,
            self.shield.positions.index(position),
            node,
            children.start,
            len(children),
            self.class_count,
        )
        return touched

    def measure(
        self, touched: NDArray[np.int32], below: NDArray[np.int32], is_open: NDArray[np.bool_]
    ) -> None:
        """See what splitting open nodes would make of the touched classes."""
        from hoarfrost.kernels.splitting import shrink_parts

        shrink_parts(
            self._codes,
            self._counts,
            self._order,
            self._starts,
            self._ends,
            self._nodes,
            below,
            is_open,
            touched,
            self.least,
            self._widest,
        )
