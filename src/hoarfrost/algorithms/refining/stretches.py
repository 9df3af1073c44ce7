"""Combinations that may take the same levels, and the level vectors that are tried on them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.refining.room import Room
    from hoarfrost.algorithms.refining.splitting import Division

MOST_VISITS = 300_000_000
"""All level vectors are tried if they look at no more combinations than that together ..."""
VECTORS_EACH = 4
"""... and are no more than so many for each combination."""
MOST_VECTORS = 1000
"""Otherwise so many of another division are tried at most: those of the most combinations."""


@dataclass(frozen=True, eq=False)
class Stretch:
    """Combinations whose classes began at the same levels and may go down to the same ones."""

    room: Room
    members: NDArray[np.int64]

    @cached_property
    def levels(self) -> list[NDArray[np.int64]]:
        """For each attribute, its levels but those at which every node is that of the last one."""
        return [self._levels(attribute) for attribute in range(len(self.room.bounds))]

    @property
    def has_few_vectors(self) -> bool:
        """Can all level vectors be tried?"""
        count = math.prod(map(len, self.levels))
        return count <= min(VECTORS_EACH * len(self.members), MOST_VISITS // len(self.members))

    def all_vectors(self) -> NDArray[np.int64]:
        """All level vectors; a last column of 0 stands for the class at first."""
        return _with_class(np.array(list(product(*self.levels)), dtype=np.int64))

    def vectors_of(self, division: Division) -> NDArray[np.int64]:
        """The level vectors of most combinations in a division, and that of the start."""
        levels = division.levels[:, self.members]
        vectors, counts = np.unique(levels.T, axis=0, return_counts=True)
        count = min(MOST_VECTORS, 1 + MOST_VISITS // len(self.members))
        most = np.sort(np.argsort(-counts, kind="stable")[:count])
        at_first = self.room.bounds[:, self.members[:1]].T
        found = np.unique(np.concatenate((vectors[most], at_first)), axis=0)
        return _with_class(found.astype(np.int64))

    def mean_costs(self, vectors: NDArray[np.int64]) -> NDArray[np.float64]:
        """What a record costs on average at each vector."""
        means = np.zeros(len(vectors))
        for attribute in range(len(self.room.bounds)):
            wanted, places = np.unique(vectors[:, attribute], return_inverse=True)
            of_level = [self._mean_cost(attribute, level) for level in wanted.tolist()]
            means += np.array(of_level)[places]
        # Rounded, so that equal costs do not hang on the order in which they were added up.
        return means.round(12)

    def _levels(self, attribute: int) -> NDArray[np.int64]:
        room, first = self.room, self.members[0]
        bound = int(room.bounds[attribute, first])
        levels = [int(room.floors[attribute, first])]
        for level in range(levels[0] + 1, bound + 1):
            nodes, below = (self._nodes(attribute, one) for one in (level, levels[-1]))
            if (nodes != below).any():
                levels.append(level)
        return np.array(levels, dtype=np.int64)

    def _nodes(self, attribute: int, level: int) -> NDArray[np.int32]:
        """The node of each combination; 0 for what it was released as at first, above its cap."""
        room = self.room
        nodes = room.nodes[attribute, level, room.leaves[attribute, self.members]]
        return np.where(level <= room.caps[attribute, self.members], nodes, 0)

    def _mean_cost(self, attribute: int, level: int) -> float:
        room, members = self.room, self.members
        costs = room.level_costs(attribute, np.full(len(members), level), members)
        return float(np.average(costs, weights=room.weights[members]))


def _with_class(vectors: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.pad(vectors, ((0, 0), (0, 1)))


def stretches(room: Room) -> Iterator[Stretch]:
    """The combinations that take part, by the levels at which their classes began and may end."""
    chosen = np.flatnonzero(room.class_of >= 0)
    if not len(chosen):
        return
    limits = np.concatenate((room.bounds[:, chosen], room.floors[:, chosen]))
    order = np.lexsort(limits)
    is_first = (np.diff(limits[:, order], axis=1) != 0).any(axis=0)
    for places in np.split(order, np.flatnonzero(is_first) + 1):
        yield Stretch(room, chosen[np.sort(places)])
