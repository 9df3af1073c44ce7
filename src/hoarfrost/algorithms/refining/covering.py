"""Build the classes anew, the finest first.

A class that is split top-down keeps what its best splits leave behind together, however unlike it
is. Here the levels at which splitting ended are tried one after the other on all combinations, the
cheapest first: whatever group satisfies at them becomes a class, the others wait for coarser levels.
What is left in the end joins the class that this costs the least.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.refining.splitting import Division

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.refining.parts import Parts
    from hoarfrost.algorithms.refining.room import Room

MOST_VECTORS = 1000
"""So many level vectors are tried at most: those of the most combinations."""


def cover(room: Room, parts: Parts, split: Division) -> Division:
    """Classes at the level vectors of another division of the same start."""
    covering = _Covering(
        room, parts, np.full_like(room.class_of, -1), room.bounds.copy(),
        np.flatnonzero(room.class_of >= 0),
    )  # fmt: skip
    for wanted in _vectors(room, split):
        covering.take(wanted)
        if room.problem.is_out_of_time:
            return split
    covering.take(room.heights + 1)
    for start in np.unique(room.class_of[covering.waiting]).tolist():
        covering.join(start)
    return Division(covering.class_of, covering.levels)


@dataclass
class _Covering:
    room: Room
    parts: Parts
    class_of: NDArray[np.int32]
    levels: NDArray[np.int32]
    waiting: NDArray[np.int64]
    """The combinations that have no class yet."""
    class_count: int = 0

    def take(self, wanted: NDArray[np.int64]) -> None:
        """Make classes of the groups of waiting combinations that satisfy at these levels."""
        from hoarfrost.kernels.refining import group_at

        room = self.room
        groups, firsts, records = group_at(
            self.waiting, room.class_of, wanted, room.choices, room.problem.frequency.counts
        )
        satisfies = self.parts.satisfy_among(self.waiting, groups, records)
        if not satisfies.any():
            return
        is_taken = satisfies[groups]
        taken = self.waiting[is_taken]
        self.class_of[taken] = self.class_count + groups[is_taken]
        self.class_count += len(firsts)
        self.levels[:, taken] = self._levels(wanted, taken)
        self.waiting = self.waiting[~is_taken]

    def join(self, start: int) -> None:
        """Let what is left of one class of the start join others of it until it satisfies."""
        room = self.room
        merged = self.waiting[room.class_of[self.waiting] == start]
        inside = np.flatnonzero((room.class_of == start) & (self.class_of >= 0))
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

    def _levels(self, wanted: NDArray[np.int64], chosen: NDArray[np.int64]) -> NDArray[np.int32]:
        """The levels that combinations take when these are wanted."""
        room, column = self.room, wanted[:, np.newaxis]
        inside = np.maximum(column, room.floors[:, chosen])
        is_above = column > room.caps[:, chosen]
        return np.where(is_above, room.bounds[:, chosen], inside).astype(np.int32)

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


def _vectors(room: Room, split: Division) -> NDArray[np.int64]:
    """The different level vectors of a division, the cheapest on average first."""
    levels = split.levels[:, split.class_of >= 0]
    vectors, counts = np.unique(levels.T, axis=0, return_counts=True)
    most = np.sort(np.argsort(-counts, kind="stable")[:MOST_VECTORS])
    wanted: NDArray[np.int64] = vectors[most].astype(np.int64)
    means = np.zeros(len(wanted))
    for attribute, height in enumerate(room.heights.tolist()):
        of_level = room.mean_costs(attribute, height + 2)
        means += of_level[wanted[:, attribute]]
    # Rounded, so that equal costs do not hang on the order in which they were added up.
    return wanted[np.argsort(means.round(12), kind="stable")]
