"""Class sizes of lattice nodes as pairs of key and size, over any of the attributes.

An attribute that is left out is at its root: its field of the key is zero then. So the classes
over some of the attributes are those of a node like any other, and are made from a finer one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.lattice.waypoints import Waypoints, telling_first

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.hierarchy.tree import Hierarchy
    from hoarfrost.kernels.walking import Ladders
    from hoarfrost.problem import Problem

Levels = tuple[int, ...]
KEY_BITS = 62


@dataclass(frozen=True, eq=False)
class KeyedTable:
    """The classes of one node."""

    levels: Levels
    keys: NDArray[np.int64]
    sizes: NDArray[np.int64]


class KeyedTables:
    """Makes tables of nodes, and keeps those that others start from."""

    def __init__(self, problem: Problem, ladders: Ladders, finest: KeyedTable) -> None:
        self._problem = problem
        self.ladders = ladders
        self.order = telling_first(problem, finest.levels)
        """The attributes, those first that tell most records apart."""
        self._finest = finest
        self._waypoints = Waypoints(
            finest.levels, finest, self.order, lambda table: len(table.sizes)
        )

    @classmethod
    def of(cls, problem: Problem) -> KeyedTables | None:
        """The tables of a problem; None where its keys do not fit into 64 bits."""
        bits = [max(len(tree.leaves) - 1, 1).bit_length() for tree in problem.hierarchies]
        if sum(bits) > KEY_BITS:
            return None
        frequency = problem.frequency
        ladders = _ladders(problem.hierarchies, bits)
        keys = np.zeros(frequency.tuple_count, dtype=np.int64)
        for codes, shift in zip(frequency.codes, ladders.shifts, strict=True):
            keys += codes.astype(np.int64) << shift
        bottom = (0,) * len(bits)
        return cls(problem, ladders, KeyedTable(bottom, keys, frequency.counts))

    def at(self, levels: Levels) -> KeyedTable:
        """The table of a node."""
        return self._raised(levels, self._waypoints.nearest(levels, self._raised))

    def above(self, bottom: Levels) -> KeyedTables:
        """Tables for nodes of which none is finer than `bottom`."""
        if bottom == self._finest.levels:
            return self
        return KeyedTables(self._problem, self.ladders, self._raised(bottom, self._finest))

    def _raised(self, levels: Levels, source: KeyedTable) -> KeyedTable:
        from hoarfrost.kernels.walking import coarsen

        start, target = np.array(source.levels), np.array(levels)
        return KeyedTable(levels, *coarsen(source.keys, source.sizes, start, target, self.ladders))


def _ladders(hierarchies: Sequence[Hierarchy], bits: Sequence[int]) -> Ladders:
    """The steps between any two levels of every attribute."""
    from hoarfrost.kernels.walking import Ladders

    shifts = np.cumsum([0, *bits])[:-1]
    most = max(tree.height for tree in hierarchies) + 1
    begins = np.zeros((len(bits), most, most), dtype=np.int64)
    steps, end = [np.zeros(0, dtype=np.int64)], 0
    for own, tree in enumerate(hierarchies):
        for level in range(tree.height):
            for higher in range(level + 1, tree.height + 1):
                nodes = tree.ancestors(level, higher).astype(np.int64)
                steps.append((nodes - np.arange(len(nodes))) << shifts[own])
                begins[own, level, higher] = end
                end += len(nodes)
    masks = (np.int64(1) << np.array(bits, dtype=np.int64)) - 1
    return Ladders(shifts.astype(np.int64), masks, begins, np.concatenate(steps))
