"""Build the classes anew, the cheapest first.

A class that is split top-down keeps what its best splits leave behind together, however unlike it
is. Here groups of combinations that are alike at some levels become classes in the order of what
they cost: of those that still wait, the cheapest group that satisfies is taken, at whatever levels,
and so on. What is left in the end joins the class that this costs the least.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.refining.joining import Joining
from hoarfrost.algorithms.refining.splitting import Division, split
from hoarfrost.algorithms.refining.stretches import stretches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.refining.parts import Parts
    from hoarfrost.algorithms.refining.room import Room
    from hoarfrost.algorithms.refining.stretches import Stretch

STEP = 1.03
"""Groups whose costs differ by less, relatively, are taken in the order of their vectors."""
LEAST_STEP = 0.001
"""The same, as a part of what the most expensive vector costs."""
EARLY = 1.3
"""A vector may have a group that costs so many times less than a record does there on average."""
AT_ONCE = 50_000_000
"""So many combinations are looked at before the time is."""
THIN = 0.75
"""When less than this part of the combinations laid out still waits, they are laid out anew."""


def cover(room: Room, parts: Parts) -> Division:
    """Classes of the cheapest groups; those of the start when time is up."""
    start = Division(room.class_of, room.bounds)
    covering = _Covering(
        room,
        parts,
        np.full_like(room.class_of, -1),
        room.bounds.copy(),
        np.zeros_like(room.class_of),
        _records(room),
    )
    divided = None
    for stretch in stretches(room):
        if stretch.has_few_vectors:
            vectors = stretch.all_vectors()
        else:
            divided = divided or split(room, parts, start)
            vectors = stretch.vectors_of(divided)
        covering.cover(stretch, vectors)
        if room.problem.is_out_of_time:
            return start
    joining = Joining(room, parts, covering.class_of, covering.levels, covering.class_count)
    joining.run()
    return Division(joining.class_of, joining.levels)


def _records(room: Room) -> NDArray[np.int64]:
    """The records of each class of the start."""
    chosen = np.flatnonzero(room.class_of >= 0)
    sizes = np.zeros(room.class_of.max(initial=-1) + 1, dtype=np.int64)
    np.add.at(sizes, room.class_of[chosen], room.problem.frequency.counts[chosen])
    return sizes


@dataclass
class _Covering:
    room: Room
    parts: Parts
    class_of: NDArray[np.int32]
    levels: NDArray[np.int32]
    vector_of: NDArray[np.int32]
    """The number of the level vector at which each combination was taken."""
    left: NDArray[np.int64]
    """The records of each class of the start that wait."""
    class_count: int = 0

    def cover(self, stretch: Stretch, vectors: NDArray[np.int64]) -> None:
        """Make classes of what waits in a stretch, the cheapest group first."""
        means = stretch.mean_costs(vectors)
        by_cost = np.argsort(means, kind="stable")
        vectors, means = vectors[by_cost], means[by_cost]
        prices, step = means / EARLY, LEAST_STEP * means[-1]
        waiting = _Waiting(self, stretch.members)
        while len(waiting.members) and np.isfinite(prices).any():
            limit = float(prices.min()) * STEP + step
            waiting.sweep(vectors, prices, limit)
            if self.room.problem.is_out_of_time:
                return
        taken = stretch.members[self.class_of[stretch.members] >= 0]
        wanted = vectors[self.vector_of[taken], : len(self.levels)].T
        self.levels[:, taken] = self.room.levels_at(wanted, taken)


class _Waiting:
    """The combinations of a stretch that wait, laid out side by side."""

    def __init__(self, covering: _Covering, members: NDArray[np.int64]) -> None:
        self.covering = covering
        self._lay_out(members)

    def _lay_out(self, members: NDArray[np.int64]) -> None:
        from hoarfrost.kernels.covering import lay_out

        room = self.covering.room
        self.members = members
        self.records = room.problem.frequency.counts[members]
        self.nodes_at = lay_out(
            members, room.class_of, room.leaves, room.nodes, room.caps, room.floors
        )

    def sweep(self, vectors: NDArray[np.int64], prices: NDArray[np.float64], limit: float) -> None:
        """Make classes of all groups that cost at most a limit, until that is no longer quick."""
        from hoarfrost.kernels.covering import sweep, take

        covering, room, parts = self.covering, self.covering.room, self.covering.parts
        pending = np.flatnonzero(prices <= limit)
        while len(pending) and len(self.members) and not room.problem.is_out_of_time:
            at_once = max(1, AT_ONCE // len(self.members))
            done, covering.class_count, found, group_of, numbers = sweep(
                pending[:at_once], covering.class_count, limit, parts.minimum_records,
                parts.least_records is not None, vectors, prices, self.nodes_at, self.members,
                self.records, covering.left, covering.class_of, covering.vector_of, room.leaves,
                room.caps, room.floors, room.costs, room.first_costs,
            )  # fmt: skip
            if len(found):
                self._refuse(found, group_of, numbers)
                take(
                    found, group_of, numbers, self.members, self.records, covering.class_of,
                    pending[done - 1], covering.vector_of,
                )  # fmt: skip
            pending = pending[done:]
            is_left = self.records > 0
            if np.count_nonzero(is_left) < THIN * len(self.members):
                self._lay_out(self.members[is_left])

    def _refuse(
        self, found: NDArray[np.int64], group_of: NDArray[np.int32], numbers: NDArray[np.int64]
    ) -> None:
        """Take the numbers from groups that do not satisfy."""
        covering, chosen = self.covering, self.members[found]
        groups = group_of[: len(found)]
        count = int(groups.max()) + 1
        records = np.bincount(groups, self.records[found], count).astype(np.int64)
        is_refused = ~covering.parts.satisfy_among(chosen, groups, records)
        is_refused &= numbers[:count] >= 0
        numbers[:count][is_refused] = -1
        goes_back = is_refused[groups]
        np.add.at(
            covering.left,
            covering.room.class_of[chosen[goes_back]],
            self.records[found[goes_back]],
        )
