"""New releases out of known ones: by crossing two, and by small changes."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from hoarfrost.algorithms.partitions.genes import Bits, Genome

RIVALS = 2
"""So many are drawn for each parent, and the best of them becomes it."""
CHANGES = 0.6
"""So likely is each change to a child the last one."""
TRIES = 10
"""A child that is known already is changed up to so often."""


@dataclass(frozen=True, eq=False)
class Breeding:
    """Draws by lot, always the same with the same seed."""

    genome: Genome
    random: np.random.Generator

    def parent(self, count: int) -> int:
        """The place of a parent among so many, the best of which come first."""
        return int(self.random.integers(count, size=RIVALS).min())

    def child(self, first: Bits, second: Bits, known: AbstractSet[bytes]) -> Bits:
        """A child of two parents that is not known yet, if a few changes can make it so."""
        child = self._crossed(first, second)
        for _ in range(int(self.random.geometric(CHANGES))):
            child = self.genome.mutated(child, self.random)
        for _ in range(TRIES):
            if child.tobytes() not in known:
                break
            child = self.genome.mutated(child, self.random)
        return child

    def _crossed(self, first: Bits, second: Bits) -> Bits:
        """Every attribute from one of the parents, but one whose bits come from both."""
        owner = self.genome.owner
        is_first = (self.random.random(len(self.genome.genes)) < 1 / 2)[owner]
        cut = int(self.random.integers(len(owner)))
        mixed = np.flatnonzero(owner == owner[cut])
        is_first[mixed] = mixed < cut
        return self.genome.repaired(np.where(is_first, first, second))
