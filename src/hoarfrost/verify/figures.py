"""The figures of a release, from their definitions: sums over original rows and their labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.errors import DataError
from hoarfrost.verify.intervals import Intervals

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.hierarchy.tree import Hierarchy
    from hoarfrost.policy import Policy
    from hoarfrost.verify.released import Rows


@dataclass(frozen=True, eq=False)
class Cells:
    """One attribute of every original row, and the node that it is released as.

    The nodes at the policy's `min_level` count as the originals.
    """

    base: NDArray[np.int64]
    """The original node of each row."""
    leaves: NDArray[np.int64]
    """How many original nodes lie under the released one."""
    all_leaves: int
    steps: NDArray[np.int64]
    """How many levels each row was generalised by."""
    height: int
    alike: NDArray[np.int64]
    """How many records of the input have the same original node."""
    under: NDArray[np.int64]
    """How many records of the input lie under the released node."""


@dataclass(frozen=True, eq=False)
class Transition:
    """Original rows, what each became, and which of them are released."""

    original: Rows
    released: Rows
    class_of: NDArray[np.int64]
    is_kept: NDArray[np.bool_]


def figures_of(
    transition: Transition,
    policy: Policy,
    hierarchies: Mapping[str, Hierarchy],
    levels: Mapping[str, int] | None,
) -> dict[str, float | int]:
    """Every figure that follows from rows and hierarchies; `levels` for full-domain recodings."""
    cells = []
    for name in policy.quasi:
        tree, first = hierarchies[name], policy.attribute(name).min_level
        wanted = range(first, tree.height + 1) if levels is None else [levels[name]]
        intervals = Intervals.of(policy, name, tree.leaves) if levels is None else None
        cells.append(_cells(transition, name, _Tree(tree, first, tuple(wanted), intervals)))
    weights = [float(policy.attribute(name).weight) for name in policy.quasi]
    return {**_means(cells, weights, transition), **_counts(cells, transition)}


@dataclass(frozen=True, eq=False)
class _Tree:
    """A hierarchy from its first allowed level on, and the levels that labels may be of."""

    hierarchy: Hierarchy
    first: int
    levels: tuple[int, ...]
    intervals: Intervals | None = None
    """What else labels may be, where there is no hierarchy."""

    @cached_property
    def sizes(self) -> dict[int, NDArray[np.int64]]:
        """For each level, how many original nodes lie under each node."""
        nodes = self.hierarchy.nodes
        leaf_of_base = np.unique(nodes[self.first], return_index=True)[1]
        return {
            level: np.bincount(nodes[level][leaf_of_base])
            for level in range(self.first, self.hierarchy.height + 1)
        }

    def base(self, value: str) -> int:
        """The original node of a value."""
        return int(self.hierarchy.nodes[self.first][self.hierarchy.code_of[value]])

    def node(self, value: str, label: str) -> tuple[int, int]:
        """Of the node above a value with a label: its original nodes, and its steps up."""
        leaf = self.hierarchy.code_of[value]
        path = {level: int(self.hierarchy.nodes[level][leaf]) for level in self.sizes}
        for level in self.levels:
            if self.hierarchy.labels[level][path[level]] == label:
                size = int(self.sizes[level][path[level]])
                same = [low for low in path if self.sizes[low][path[low]] == size]
                lowest = level if len(self.levels) == 1 else min(same)
                return size, lowest - self.first
        inside = self.intervals.inside(label) if self.intervals else frozenset()
        if value in inside:
            # Nothing but the root covers several values.
            return len(inside), self.hierarchy.height
        raise DataError("the recoding and the policy's hierarchies do not fit together")


def _cells(transition: Transition, name: str, tree: _Tree) -> Cells:
    original, released = transition.original, transition.released
    values, labels = original.values[name], released.values[name]
    columns = (original.column(name), released.column(name))
    pairs, place = np.unique(np.stack(columns), axis=1, return_inverse=True)
    nodes = [tree.node(values[value], labels[label]) for value, label in pairs.T.tolist()]
    found = np.array(nodes, dtype=np.int64)[place.reshape(-1)]
    base = np.array([tree.base(value) for value in values], dtype=np.int64)[columns[0]]
    return Cells(
        base=base,
        leaves=found[:, 0],
        all_leaves=len(tree.hierarchy.labels[tree.first]),
        steps=found[:, 1],
        height=tree.hierarchy.height - tree.first,
        alike=_records_by(base, original.counts),
        under=_records_by(columns[1], original.counts),
    )


def _records_by(codes: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each row, the records of all rows with the same code."""
    totals = np.zeros(int(codes.max()) + 1, dtype=np.int64)
    np.add.at(totals, codes, counts)
    found: NDArray[np.int64] = totals[codes]
    return found


def _means(
    cells: Sequence[Cells], weights: Sequence[float], transition: Transition
) -> dict[str, float]:
    """The figures that are weighted means over attributes."""
    counts, kept = transition.original.counts, transition.is_kept
    total = int(counts.sum())

    def mean(costs: Sequence[NDArray[np.float64]], lost: Sequence[NDArray[np.float64]]) -> float:
        """The weighted mean over attributes of sums over records."""
        sums = [
            float((np.where(kept, cost, gone) * counts).sum())
            for cost, gone in zip(costs, lost, strict=True)
        ]
        return sum(w * own for w, own in zip(weights, sums, strict=True)) / sum(weights)

    ones = [np.ones(len(counts))] * len(cells)
    loss = mean([(one.leaves - 1) / max(one.all_leaves - 1, 1) for one in cells], ones)
    climbed = mean([one.steps / max(one.height, 1) for one in cells], ones)
    mixed = [(one.under - one.alike) / np.maximum(total - one.alike, 1) for one in cells]
    bits = [np.log2(one.under / one.alike) for one in cells]
    all_bits = [np.log2(total / one.alike) for one in cells]
    return {
        "loss": loss / total,
        "precision": 1 - climbed / total,
        "hierarchical-discernibility": mean(mixed, ones),
        "entropy": mean(bits, all_bits),
    }


def _counts(cells: Sequence[Cells], transition: Transition) -> dict[str, float | int]:
    """The figures that count combinations and steps."""
    counts, kept = transition.original.counts, transition.is_kept
    possible = prod((one.leaves.astype(np.float64) for one in cells), start=np.ones(len(counts)))
    most = prod(float(one.all_leaves) for one in cells)
    steps = np.where(kept, sum(one.steps for one in cells), sum(one.height for one in cells))
    combinations = np.unique(np.stack([one.base for one in cells]), axis=1, return_index=True)[1]
    rows = len(np.unique(transition.class_of[kept]))
    return {
        "ambiguity": float((np.where(kept, possible, most) * counts).sum() / counts.sum()),
        "rows": rows,
        "row-ratio": rows / len(combinations),
        "generalizations": int(steps[combinations].sum()),
        "cell-generalizations": int((steps * counts).sum()),
    }
