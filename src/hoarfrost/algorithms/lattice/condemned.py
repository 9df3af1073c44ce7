"""Records that no search need look at: those that two attributes alone condemn.

If a value pair is shared by fewer records than every class must have, those records have to be
suppressed wherever both attributes are kept at these levels, whatever is done to the others.
One small table for each pair of attributes refutes most of a lattice before it is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Problem

LARGEST_PAIR_TABLE = 1_000_000


@dataclass(frozen=True, eq=False)
class Condemned:
    """For pairs of attributes: `pairs[a, b][level of a, level of b]` records must go."""

    pairs: Mapping[tuple[int, int], NDArray[np.int64]]

    @classmethod
    def of(cls, problem: Problem) -> Condemned:
        """Every pair that a requirement with a minimum class size looks at together."""
        from hoarfrost.kernels.pairs import pair_deficits

        codes = np.ascontiguousarray(problem.frequency.codes)
        nodes = [
            np.stack(hierarchy.nodes[: top + 1])
            for hierarchy, top in zip(problem.hierarchies, problem.tops, strict=True)
        ]
        found = {}
        for first, second in combinations(range(len(nodes)), 2):
            size = minimum_size(problem, (first, second))
            if size > 1 and nodes[first].shape[1] * nodes[second].shape[1] <= LARGEST_PAIR_TABLE:
                found[first, second] = pair_deficits(
                    codes[first],
                    codes[second],
                    problem.frequency.counts,
                    nodes[first],
                    nodes[second],
                    size,
                )
        return cls(found)

    def of_every_node(self, shape: Sequence[int]) -> NDArray[np.float64]:
        """Work out, for each node, how many records must be left out at least."""
        least = np.zeros(())
        # Axis by axis, so that most pairs are compared on small parts of the lattice.
        for last, length in enumerate(shape):
            least = np.repeat(least[..., np.newaxis], length, axis=-1)
            for first in range(last):
                deficits = self.pairs.get((first, last))
                if deficits is not None:
                    axes = [1] * (last + 1)
                    axes[first], axes[last] = deficits.shape
                    np.maximum(least, deficits.reshape(axes), out=least)
        return least

    def refuting_pair(self, levels: Sequence[int], limit: int) -> tuple[int, int] | None:
        """Two attributes that condemn more than `limit` records at these levels."""
        if not self.pairs:
            return None
        firsts, seconds, starts, widths, deficits = self._flat
        place = np.asarray(levels)
        found = deficits[starts + place[firsts] * widths + place[seconds]] > limit
        pair = int(found.argmax())
        return (int(firsts[pair]), int(seconds[pair])) if found[pair] else None

    @cached_property
    def _flat(self) -> tuple[NDArray[np.int64], ...]:
        """All tables end to end, with where each begins and how wide it is."""
        firsts, seconds = np.array(list(self.pairs)).T
        tables = list(self.pairs.values())
        starts = np.cumsum([0, *(table.size for table in tables)])[:-1]
        widths = np.array([table.shape[1] for table in tables])
        return firsts, seconds, starts, widths, np.concatenate([t.ravel() for t in tables])


def minimum_size(problem: Problem, attributes: Sequence[int]) -> int:
    """The records that a class over these attributes must have at least to be released."""
    needed = set(attributes)
    sizes = [
        demand.requirement.minimum_size
        for demand in problem.demands
        if needed <= set(demand.shield)
    ]
    return max(sizes, default=1)
