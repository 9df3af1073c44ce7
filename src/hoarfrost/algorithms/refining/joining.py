"""Let combinations that found no class of their own join others, where that costs the least."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.refining.parts import Parts
    from hoarfrost.algorithms.refining.room import Room


@dataclass
class Joining:
    """Classes that are there, and combinations that have none yet."""

    room: Room
    parts: Parts
    class_of: NDArray[np.int32]
    """The class of each combination; -1: none."""
    levels: NDArray[np.int32]
    class_count: int

    def run(self) -> None:
        """Find classes for all combinations that take part."""
        is_left = (self.room.class_of >= 0) & (self.class_of < 0)
        for start in np.unique(self.room.class_of[is_left]).tolist():
            self._join(start)

    def _join(self, start: int) -> None:
        """Let what is left of one class of the start join others of it until it satisfies."""
        room = self.room
        own = np.flatnonzero(room.class_of == start)
        merged, inside = own[self.class_of[own] < 0], own[self.class_of[own] >= 0]
        others, firsts = np.unique(self.class_of[inside], return_index=True)
        alone = np.zeros(len(merged), dtype=np.int32)
        levels = np.stack([self._shared(row, merged) for row in range(len(room.leaves))])
        while not self._satisfies(merged, alone) and len(others):
            wider = self._widened(levels, merged[0], inside[firsts])
            nearest = self._nearest(wider, merged, others, inside[firsts])
            levels = wider[:, nearest]
            merged = np.append(merged, np.flatnonzero(self.class_of == others[nearest]))
            alone = np.zeros(len(merged), dtype=np.int32)
            others, firsts = np.delete(others, nearest), np.delete(firsts, nearest)
        self.class_of[merged] = self.class_count
        self.class_count += 1
        self.levels[:, merged] = levels[:, np.newaxis]

    def _satisfies(self, chosen: NDArray[np.int64], group: NDArray[np.int32]) -> bool:
        records = self.room.problem.frequency.counts[chosen].sum(keepdims=True)
        return bool(self.parts.satisfy_among(chosen, group, records)[0])

    def _shared(self, attribute: int, chosen: NDArray[np.int64]) -> int:
        """The lowest level of an attribute at which combinations of one start are in one node."""
        room, first = self.room, chosen[0]
        for level in range(room.floors[attribute, first], room.caps[attribute, first] + 1):
            nodes = room.nodes[attribute, level, room.leaves[attribute, chosen]]
            if (nodes == nodes[0]).all():
                return level
        return int(room.bounds[attribute, first])

    def _widened(
        self, levels: NDArray[np.int64], one: np.int64, others: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """For each of some classes, given by a combination: the lowest levels it has in common."""
        room = self.room
        found = np.empty((len(levels), len(others)), dtype=np.int64)
        for attribute, level in enumerate(levels.tolist()):
            found[attribute] = room.bounds[attribute, one]
            lowest = np.maximum(level, self.levels[attribute, others])
            for common in range(int(room.caps[attribute, one]), -1, -1):
                nodes = room.nodes[attribute, common]
                own = nodes[room.leaves[attribute, one]]
                is_one = own == nodes[room.leaves[attribute, others]]
                found[attribute, is_one & (common >= lowest)] = common
        return found

    def _nearest(
        self,
        wider: NDArray[np.int64],
        merged: NDArray[np.int64],
        others: NDArray[np.int32],
        firsts: NDArray[np.int64],
    ) -> int:
        """Which class costs the least more when all are released at the wider levels."""
        room = self.room
        sizes = np.bincount(
            self.class_of[self.class_of >= 0],
            weights=room.weights[self.class_of >= 0],
            minlength=self.class_count,
        )[others]
        after = room.cell_costs(wider, firsts)
        before = room.cell_costs(self.levels[:, firsts], firsts)
        return int(np.argmin((sizes + room.weights[merged].sum()) * after - sizes * before))
