"""A tree over the values of one attribute, in levels.

Level 0 holds the original values, level `height` the root. Leaves are coded 0, 1, 2, … depth
first, so that the leaves under any node are neighbours; the nodes of a level are coded in the
order of their first leaf.

>>> ages = Hierarchy.from_rows([["20", "young", "*"], ["65", "old", "*"], ["30", "young", "*"]])
>>> ages.labels
(('20', '30', '65'), ('young', 'old'), ('*',))
>>> ages.label("30", level=1)
'young'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROOT = "*"


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """Labels and nodes of every level; `nodes[level][leaf]` is the node that a leaf lies under."""

    labels: tuple[tuple[str, ...], ...]
    nodes: tuple[NDArray[np.int32], ...]
    missing: str | None = None
    rule: Mapping[str, object] | None = field(default=None)
    """How the labels were made, when they follow from a value alone (intervals, masks, dates):
    the recoding keeps it, so that it can be applied to values that the table did not have."""
    whole: Hierarchy | None = field(default=None, repr=False)
    """The hierarchy that this one is the upper part of; None: it is whole itself."""

    @classmethod
    def from_rows(
        cls,
        rows: Sequence[Sequence[str]],
        *,
        missing: str | None = None,
        rule: Mapping[str, object] | None = None,
    ) -> Hierarchy:
        """A hierarchy from checked rows: leaf, level 1, …, root, all of one length."""
        return cls.from_columns(list(zip(*rows, strict=True)), missing=missing, rule=rule)

    @classmethod
    def from_columns(
        cls,
        columns: Sequence[Sequence[str]],
        *,
        missing: str | None = None,
        rule: Mapping[str, object] | None = None,
    ) -> Hierarchy:
        """A hierarchy from checked columns: the leaves, the labels of level 1, …, the root's."""
        coded = [encode(column) for column in columns]
        # Siblings are brought together in the order in which labels first appear; the root leads.
        order = np.lexsort([codes for _, codes in coded])
        levels = [_renumber(labels, codes[order]) for labels, codes in coded]
        return cls(
            tuple(labels for labels, _ in levels),
            tuple(nodes for _, nodes in levels),
            missing,
            rule,
        )

    @property
    def leaves(self) -> tuple[str, ...]:
        """The original values, in code order."""
        return self.labels[0]

    @property
    def height(self) -> int:
        """The level of the root."""
        return len(self.labels) - 1

    @cached_property
    def code_of(self) -> Mapping[str, int]:
        """The code of each original value."""
        return {value: code for code, value in enumerate(self.leaves)}

    @cached_property
    def leaf_counts(self) -> tuple[NDArray[np.int64], ...]:
        """For each level, how many leaves lie under each node."""
        return tuple(
            np.bincount(nodes, minlength=len(labels)).astype(np.int64)
            for nodes, labels in zip(self.nodes, self.labels, strict=True)
        )

    @cached_property
    def parents(self) -> tuple[NDArray[np.int32], ...]:
        """For each level below the root, the node of the next level above each node."""
        above = []
        for level in range(self.height):
            parent = np.empty(len(self.labels[level]), dtype=np.int32)
            parent[self.nodes[level]] = self.nodes[level + 1]
            above.append(parent)
        return tuple(above)

    def ancestors(self, level: int, above: int) -> NDArray[np.int32]:
        """For each node of a level: the node that it lies under at a higher one."""
        found = np.empty(len(self.labels[level]), dtype=np.int32)
        found[self.nodes[level]] = self.nodes[above]
        return found

    @cached_property
    def first_leaves(self) -> tuple[NDArray[np.int64], ...]:
        """For each level, the first leaf under each node."""
        return tuple(np.flatnonzero(np.diff(nodes, prepend=-1)) for nodes in self.nodes)

    @cached_property
    def lowest_levels(self) -> tuple[NDArray[np.int64], ...]:
        """For each level, the lowest level at which the leaf set of each node occurs."""
        lowest = [np.zeros(len(self.labels[0]), dtype=np.int64)]
        for level in range(1, self.height + 1):
            own = np.full(len(self.labels[level]), level, dtype=np.int64)
            below, parent = self.leaf_counts[level - 1], self.parents[level - 1]
            same = below == self.leaf_counts[level][parent]
            own[parent[same]] = lowest[level - 1][same]
            lowest.append(own)
        return tuple(lowest)

    def label(self, value: str, *, level: int) -> str:
        """The label that stands for `value` at `level`."""
        return self.labels[level][int(self.nodes[level][self.code_of[value]])]

    def above(self, level: int) -> Hierarchy:
        """The hierarchy whose leaves are this one's nodes at `level`."""
        if level == 0:
            return self
        first_leaf = self.first_leaves[level]
        nodes = tuple(np.ascontiguousarray(upper[first_leaf]) for upper in self.nodes[level:])
        whole = self.whole or self
        return replace(self, labels=self.labels[level:], nodes=nodes, rule=None, whole=whole)


def encode(column: Sequence[str]) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """The distinct labels of a column by first appearance, and which of them each row has."""
    code_of = {label: code for code, label in enumerate(dict.fromkeys(column))}
    codes = np.fromiter(map(code_of.__getitem__, column), dtype=np.int32, count=len(column))
    return tuple(code_of), codes


def _renumber(
    labels: tuple[str, ...], codes: NDArray[np.int32]
) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """The same labels and codes, numbered by first appearance."""
    by_appearance = np.argsort(np.unique(codes, return_index=True)[1])
    rank = np.empty(len(labels), dtype=np.int32)
    rank[by_appearance] = np.arange(len(labels), dtype=np.int32)
    return tuple(labels[code] for code in by_appearance.tolist()), rank[codes]
