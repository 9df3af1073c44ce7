"""Class sizes of lattice nodes, each made from a finer table at hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.lattice.waypoints import Waypoints, telling_first

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.lattice.costs import Costs
    from hoarfrost.problem import Problem

KEY_BITS = 62
AT_ROOT = -1


@dataclass(frozen=True, eq=False)
class NodeTable:
    """The classes of one node."""

    codes: NDArray[np.int32]
    """One combination that lies in each class, coded at the bottom."""
    firsts: NDArray[np.int32]
    """The column of `codes` for each class."""
    sizes: NDArray[np.int64]
    weights: NDArray[np.int64]

    def compact(self) -> NodeTable:
        """The same with a column of its own for each class, to start other nodes from."""
        codes = np.take(self.codes, self.firsts, axis=1)
        firsts = np.arange(len(self.firsts), dtype=np.int32)
        # Copies, because what the loop returns are parts of arrays as long as its input.
        sizes = self.sizes.copy()
        weights = sizes if self.weights is self.sizes else self.weights.copy()
        return NodeTable(codes, firsts, sizes, weights)


class NodeTables:
    """Makes node tables, and keeps those that others start from."""

    def __init__(  # noqa: PLR0913 - made by `of` only
        self,
        *,
        bottom: tuple[int, ...],
        order: Sequence[int],
        finest: NodeTable,
        parts: Sequence[NDArray[np.int64]],
        words: Sequence[int],
        slacks: Sequence[NDArray[np.float64]],
        is_root: Sequence[Sequence[bool]],
    ) -> None:
        self._bottom = bottom
        self._widths = [len(part) // len(roots) for part, roots in zip(parts, is_root, strict=True)]
        self._is_root = is_root
        self._begins = np.cumsum([0, *map(len, parts)])[:-1]
        self._parts = np.concatenate(parts)
        self._words = np.array(words, dtype=np.int64)
        self._slacks = np.concatenate(slacks)
        if any(bottom):
            finest = self._compacted(bottom, finest)
        self._waypoints = Waypoints(bottom, finest, order, lambda table: len(table.sizes))

    @classmethod
    def of(cls, problem: Problem, bottom: tuple[int, ...], costs: Costs) -> NodeTables:
        """The tables of a problem."""
        parts, words, slacks, is_root = [], [], [], []
        shift = word = 0
        for attribute, (hierarchy, top) in enumerate(
            zip(problem.hierarchies, problem.tops, strict=True)
        ):
            lowest = bottom[attribute]
            first_leaf = hierarchy.first_leaves[lowest]
            levels = range(lowest, top + 1)
            nodes = [hierarchy.nodes[level][first_leaf].astype(np.int64) for level in levels]
            bits = max(len(first_leaf) - 1, 1).bit_length()
            if shift + bits > KEY_BITS:
                shift, word = 0, word + 1
            parts.append(np.concatenate(nodes) << shift)
            words.append(word)
            shift += bits
            slacks.append(costs.slacks_at(attribute, levels, first_leaf))
            is_root.append([len(hierarchy.labels[level]) == 1 for level in levels])
        finest = _finest(problem, bottom, counts_tuples=costs.counts_tuples)
        return cls(
            bottom=bottom,
            order=telling_first(problem, bottom),
            finest=finest,
            parts=parts,
            words=words,
            slacks=slacks,
            is_root=is_root,
        )

    def at(self, levels: tuple[int, ...]) -> NodeTable:
        """The table of a node."""
        return self._make(levels, self._waypoints.nearest(levels, self._compacted))

    def slack_of_small(self, table: NodeTable, levels: tuple[int, ...], minimum_size: int) -> float:
        """What an additive objective loses when the node's small classes are suppressed."""
        from hoarfrost.kernels.nodes import slack_of_small

        starts = self._starts(levels)
        return slack_of_small(
            table.codes,
            table.firsts,
            table.sizes,
            table.weights,
            minimum_size,
            starts,
            self._slacks,
        )

    def _compacted(self, levels: tuple[int, ...], source: NodeTable) -> NodeTable:
        return self._make(levels, source).compact()

    def _make(self, levels: tuple[int, ...], source: NodeTable) -> NodeTable:
        from hoarfrost.kernels.nodes import gather

        starts = self._starts(levels)
        for attribute, level in enumerate(levels):
            if self._is_root[attribute][level - self._bottom[attribute]]:
                starts[attribute] = AT_ROOT
        firsts, sizes, weights = gather(
            source.codes, source.sizes, source.weights, starts, self._words, self._parts
        )
        if source.weights is source.sizes:
            weights = sizes
        return NodeTable(source.codes, firsts, sizes, weights)

    def _starts(self, levels: tuple[int, ...]) -> NDArray[np.int64]:
        """Where the parts of each attribute's level begin."""
        offsets = np.subtract(levels, self._bottom) * self._widths
        return (self._begins + offsets).astype(np.int64)


def _finest(problem: Problem, bottom: tuple[int, ...], *, counts_tuples: bool) -> NodeTable:
    """The frequency set, coded at the bottom."""
    frequency = problem.frequency
    codes = np.empty_like(frequency.codes)
    for attribute, (hierarchy, level) in enumerate(zip(problem.hierarchies, bottom, strict=True)):
        np.take(hierarchy.nodes[level], frequency.codes[attribute], out=codes[attribute])
    count = frequency.tuple_count
    weights = np.ones(count, dtype=np.int64) if counts_tuples else frequency.counts
    return NodeTable(codes, np.arange(count, dtype=np.int32), frequency.counts, weights)
