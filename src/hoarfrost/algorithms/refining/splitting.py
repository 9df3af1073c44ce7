"""Split every class again and again, each time where it gains the most.

A split goes one level down one attribute. The parts that satisfy leave; the others stay together
where they were, and if they fail without them, the parts that gain the least stay too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.refining.parts import Parts
    from hoarfrost.algorithms.refining.room import Room

TIE = 1e-12
"""Gains that differ by less, relatively, are equal: the first attribute is taken."""


@dataclass(frozen=True, eq=False)
class Division:
    """Every combination has a class, and levels that are its class's."""

    class_of: NDArray[np.int32]
    """-1: it takes no part."""
    levels: NDArray[np.int32]
    """One row for each attribute."""


@dataclass(frozen=True, eq=False)
class _Proposal:
    """What splitting every class by one attribute would give."""

    part_of: NDArray[np.int32]
    """The part of each position; -1: none."""
    class_of: NDArray[np.int32]
    """The class of each part."""
    leaves: NDArray[np.bool_]
    """Which parts leave their class."""
    gains: NDArray[np.float64]
    """For each class, what the parts that leave gain together."""


@dataclass(frozen=True, eq=False)
class _Round:
    """The classes that may still be split, as runs of `order`."""

    room: Room
    parts: Parts
    order: NDArray[np.int64]
    starts: NDArray[np.int64]
    levels: NDArray[np.int64]
    """For each class, its level of each attribute."""

    @classmethod
    def of(
        cls, room: Room, parts: Parts, numbers: NDArray[np.int32], levels: NDArray[np.int32]
    ) -> _Round:
        """The classes of these numbers, -1 for none, each as low as it shares its nodes."""
        from hoarfrost.kernels.refining import narrow

        chosen = np.flatnonzero(numbers >= 0)
        order = chosen[np.argsort(numbers[chosen], kind="stable")]
        is_first = np.diff(numbers[order], prepend=-1) != 0
        starts = np.append(np.flatnonzero(is_first), len(order)).astype(np.int64)
        own = np.ascontiguousarray(levels[:, order[starts[:-1]]].T.astype(np.int64))
        narrow(
            order, starts, own, room.leaves, room.nodes, room.caps, room.floors, room.heights
        )  # fmt: skip
        return cls(room, parts, order, starts, own)

    @property
    def class_count(self) -> int:
        """How many classes there are."""
        return len(self.levels)

    @property
    def class_at(self) -> NDArray[np.int32]:
        """The class of each position."""
        return np.repeat(np.arange(self.class_count, dtype=np.int32), np.diff(self.starts))

    def best(self) -> tuple[NDArray[np.int64], dict[int, _Proposal]]:
        """For each class the attribute to split by, or -1; and what each attribute would give."""
        best = np.full(self.class_count, -1)
        most = np.zeros(self.class_count)
        proposals = {}
        for attribute in range(self.levels.shape[1]):
            proposal = self._propose(attribute)
            is_better = proposal.gains > most * (1 + TIE)
            if is_better.any():
                best[is_better], most[is_better] = attribute, proposal.gains[is_better]
                proposals[attribute] = proposal
        return best, proposals

    def _propose(self, attribute: int) -> _Proposal:
        from hoarfrost.kernels.refining import propose

        room = self.room
        part_of, class_of, records, gains = propose(
            attribute, self.order, self.starts, self.levels, room.leaves, room.nodes, room.caps,
            room.floors, room.heights, room.costs, room.first_costs[attribute],
            room.problem.frequency.counts, room.weights,
        )  # fmt: skip
        leaves = self.parts.satisfy_among(self.order, part_of, records)
        while leaves.any():
            failing = self._failing_rests(part_of, class_of, records, leaves)
            if not failing.any():
                break
            _keep_one(failing, class_of, gains, leaves)
        of_class = np.zeros(self.class_count)
        np.add.at(of_class, class_of[leaves], gains[leaves])
        return _Proposal(part_of, class_of, leaves, of_class)

    def _failing_rests(
        self,
        part_of: NDArray[np.int32],
        class_of: NDArray[np.int32],
        records: NDArray[np.int64],
        leaves: NDArray[np.bool_],
    ) -> NDArray[np.bool_]:
        """For each class: parts of it leave, others stay, and those fail."""
        some_leave = np.zeros(self.class_count, dtype=np.bool_)
        some_leave[class_of[leaves]] = True
        stays = ~leaves & some_leave[class_of]
        present = np.unique(class_of[stays])
        # The last place is for positions without a part.
        rest_of = np.full(len(class_of) + 1, -1, dtype=np.int32)
        rest_of[:-1][stays] = np.searchsorted(present, class_of[stays])
        sizes = np.zeros(len(present), dtype=np.int64)
        np.add.at(sizes, rest_of[:-1][stays], records[stays])
        failing = np.zeros(self.class_count, dtype=np.bool_)
        failing[present] = ~self.parts.satisfy_among(self.order, rest_of[part_of], sizes)
        return failing


def split(room: Room, parts: Parts, start: Division) -> Division:
    """Split classes until none has a part that may leave it and gains."""
    levels, class_of = start.levels.copy(), np.full_like(start.class_of, -1)
    numbers, done = start.class_of, 0
    while (numbers >= 0).any():
        classes = _Round.of(room, parts, numbers, levels)
        best, proposals = classes.best()
        class_at = classes.class_at
        levels[:, classes.order] = classes.levels[class_at].T
        is_done = best[class_at] < 0
        class_of[classes.order[is_done]] = done + class_at[is_done]
        done += classes.class_count
        numbers = np.full_like(numbers, -1)
        numbers[classes.order] = np.where(is_done, -1, class_at)
        offset = classes.class_count
        for attribute, proposal in proposals.items():
            is_chosen = best == attribute
            # The last place is for positions without a part.
            leaves = np.append(proposal.leaves & is_chosen[proposal.class_of], False)
            goes = leaves[proposal.part_of]
            moved = classes.order[goes]
            numbers[moved] = offset + proposal.part_of[goes]
            offset += len(proposal.class_of)
            now = levels[attribute, moved]
            is_node = now <= room.heights[attribute]
            levels[attribute, moved] = np.where(is_node, now - 1, room.caps[attribute, moved])
    return Division(class_of, canonical(room, levels))


def canonical(room: Room, levels: NDArray[np.int32]) -> NDArray[np.int32]:
    """The same nodes at the lowest levels at which they occur."""
    places = np.arange(len(levels))[:, np.newaxis]
    is_node = levels <= room.heights[:, np.newaxis]
    at_level = np.minimum(levels, room.heights[:, np.newaxis])
    return np.where(is_node, room.lowest[places, at_level, room.leaves], levels).astype(np.int32)


def _keep_one(
    failing: NDArray[np.bool_],
    class_of: NDArray[np.int32],
    gains: NDArray[np.float64],
    leaves: NDArray[np.bool_],
) -> None:
    """Of each class whose rest fails, the part that gains the least stays."""
    candidates = np.flatnonzero(leaves & failing[class_of])
    by_gain = candidates[np.lexsort((candidates, gains[candidates], class_of[candidates]))]
    firsts = np.unique(class_of[by_gain], return_index=True)[1]
    leaves[by_gain[firsts]] = False
