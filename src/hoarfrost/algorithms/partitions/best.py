"""The best anonymisation so far."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from hoarfrost.algorithms.partitions.objective import TOLERANCE, is_better
from hoarfrost.partitions import Partition

Partitions = tuple[Partition, ...]


@dataclass
class Best:
    """The cheapest partitions offered; of equally cheap ones those that leave out least."""

    cost: float = np.inf
    suppressed: int = 0
    partitions: Partitions | None = None
    """None as long as nothing satisfies."""
    _rank: tuple[int, int, Partitions] = field(default=(0, 0, ()), repr=False)

    def offer(self, cost: float, suppressed: int, partitions: Partitions) -> bool:
        """Keep them if they are better; says whether they cost less than the best before."""
        if cost == np.inf or is_better(self.cost, cost):
            return False
        # Of what costs the same: fewest left out, then most blocks, then the first in order.
        rank = suppressed, -sum(len(set(own)) for own in partitions), partitions
        is_cheaper = is_better(cost, self.cost)
        if is_cheaper or rank < self._rank:
            self.cost, self.suppressed = cost, suppressed
            self.partitions, self._rank = partitions, rank
        return is_cheaper

    def excludes(self, bound: float) -> bool:
        """Can nothing be better than this whose cost is at least the bound?"""
        return (
            self.cost < np.inf and bound >= self.cost - TOLERANCE * abs(self.cost)
        ) or bound == np.inf
