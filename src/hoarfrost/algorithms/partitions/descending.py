"""A good start: one attribute after the other is made the best that it can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from hoarfrost.algorithms.partitions.best import Best, Partitions
from hoarfrost.algorithms.partitions.exact_attribute import ExactAttribute
from hoarfrost.algorithms.partitions.objective import is_better

if TYPE_CHECKING:
    from hoarfrost.algorithms.partitions.known import Known
    from hoarfrost.algorithms.partitions.weighing import Weigher
    from hoarfrost.partitions import Direction, Partition

MOST_NEIGHBOURS = 64
"""So many steps of an attribute are tried from one partition, where it cannot be solved exactly."""
DIRECTIONS: tuple[Direction, Direction] = ("down", "up")


@dataclass(frozen=True, eq=False)
class Descent:
    """Improves partitions, one attribute at a time."""

    known: Known
    weigher: Weigher
    exact: dict[int, ExactAttribute]
    """The attributes that can be solved exactly."""

    def run(self, best: Best) -> None:
        """From the coarsest and the finest partitions, until no attribute alone can be better."""
        schemes = self.known.schemes
        starts = [tuple(scheme.space.coarsest for scheme in schemes),
                  tuple(scheme.space.finest for scheme in schemes)]  # fmt: skip
        for start in starts:
            self._weigh([start], best)
            self._improve(start, best)

    def _improve(self, partitions: Partitions, best: Best) -> None:
        own = Best()
        self._weigh([partitions], own)
        is_improving = True
        while is_improving:
            before = own.cost
            for attribute in range(len(partitions)):
                if self.known.objective.problem.is_out_of_time:
                    break
                candidates = [
                    (*partitions[:attribute], other, *partitions[attribute + 1 :])
                    for other in self._candidates(partitions, attribute)
                ]
                self._weigh(candidates, own)
                partitions = own.partitions or (
                    candidates[0] if candidates and attribute in self.exact else partitions
                )
            is_improving = is_better(own.cost, before)
        if own.partitions is not None:
            best.offer(own.cost, own.suppressed, own.partitions)

    def _candidates(self, partitions: Partitions, attribute: int) -> list[Partition]:
        if attribute in self.exact:
            solver = self.exact[attribute]
            found = solver.solve(solver.columns(self.known.row(partitions)))
            return [] if found is None else [found[1]]
        space, own = self.known.schemes[attribute].space, partitions[attribute]
        return [
            *(space.coarsest, space.finest),
            *(other for direction in DIRECTIONS
              for other in islice(space.children(own, direction), MOST_NEIGHBOURS)),
        ]  # fmt: skip

    def _weigh(self, candidates: Sequence[Partitions], best: Best) -> None:
        if not candidates:
            return
        rows = [self.known.row(partitions) for partitions in candidates]
        weights = self.weigher.weigh(rows, rows, rows)
        found: Iterator[tuple[float, int]] = zip(
            weights.costs.tolist(), weights.suppressed.tolist(), strict=True
        )
        for (cost, suppressed), partitions in zip(found, candidates, strict=True):
            best.offer(cost, suppressed, partitions)
