"""Best-first search over a lattice too large to be written down, node by node from the bottom.

The open node with the least bound is settled by weighing a coarser one, as in `probing`. If that
one must suppress too much, so must everything below it: whatever meets the policy has to exceed
it in some attribute, so the open node is replaced by one child for each attribute, raised just
above the refuting node. A pair of attributes that condemns too many records leaves two children.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Literal

import numpy as np

from hoarfrost.algorithms.lattice.found import Found, Incumbents, tell
from hoarfrost.algorithms.lattice.weighing import weighing_at_once

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hoarfrost.algorithms.lattice.condemned import Condemned
    from hoarfrost.algorithms.lattice.costs import Costs
    from hoarfrost.algorithms.lattice.weighing import Weighing, Weight
    from hoarfrost.problem import Problem

Levels = tuple[int, ...]
MOST_OPEN_NODES = 2_000_000
"""So many nodes fit into memory whatever the number of attributes; then the search ends."""


class Weighed:
    """The weighed nodes, to be asked what they say of finer and coarser ones."""

    def __init__(self, width: int) -> None:
        self._levels = np.zeros((64, width), dtype=np.int16)
        self._condemned = np.zeros(64, dtype=np.int64)
        self._tolls = np.zeros(64, dtype=np.float64)
        self._floors = np.zeros(64, dtype=np.float64)
        self.known: set[Levels] = set()

    def add(self, weight: Weight, toll: float) -> None:
        """Remember a weighed node, and what its condemned records cost it at least."""
        count = len(self.known)
        if count == len(self._levels):
            self._levels = np.concatenate((self._levels, np.zeros_like(self._levels)))
            self._condemned = np.concatenate((self._condemned, self._condemned))
            self._tolls = np.concatenate((self._tolls, self._tolls))
            self._floors = np.concatenate((self._floors, self._floors))
        self._levels[count] = weight.levels
        self._condemned[count] = weight.condemned
        self._tolls[count] = toll
        self._floors[count] = weight.floor
        self.known.add(weight.levels)

    def most_condemned_above(self, levels: Levels) -> int:
        """The most records that a coarser node says must be suppressed here."""
        count = len(self.known)
        covers = (self._levels[:count] >= levels).all(axis=1)
        return int(self._condemned[:count][covers].max(initial=0))

    def refuter(self, levels: Levels, limit: int, most_toll: float) -> Levels | None:
        """The coarsest node above that settles everything between: too many records must go.

        What a coarse node must suppress costs any finer one at least as much.
        """
        count = len(self.known)
        settles = (self._condemned[:count] > limit) | (self._tolls[:count] > most_toll)
        settles &= (self._levels[:count] >= levels).all(axis=1)
        if not settles.any():
            return None
        sums = np.where(settles, self._levels[:count].sum(axis=1), -1)
        return tuple(self._levels[int(sums.argmax())].tolist())

    def floor_below(self, levels: Levels) -> float:
        """The highest floor of the finer nodes: no coarser one has a lower floor."""
        count = len(self.known)
        covered = (self._levels[:count] <= levels).all(axis=1)
        return float(self._floors[:count][covered].max(initial=-np.inf))


class Vast:
    """The state of one search."""

    def __init__(self, problem: Problem, costs: Costs, condemned: Condemned) -> None:
        self._problem = problem
        self._costs = costs
        self._limit = problem.suppression_limit
        self._tops = problem.tops
        self._condemned = condemned
        self._weighed = Weighed(len(problem.tops))
        self._seen: set[Levels] = set()
        self._heap: list[tuple[float, int, Levels]] = []
        self._branched = 0
        self.bottom = self._bottom()
        self.incumbents = Incumbents(costs)

    def run(self, weigher: Weighing) -> Found:
        """Settle nodes until none is left that could be better, or time or space is up."""
        self._descend(weigher)
        self._push(self.bottom)
        ended: Literal["complete", "time", "nodes"] = "complete"
        with weighing_at_once(self._problem, weigher) as (most, weigh_all):
            while self._heap and self._heap[0][0] <= self.incumbents.ceiling:
                if self._problem.is_out_of_time:
                    ended = "time"
                    break
                if len(self._seen) > MOST_OPEN_NODES:
                    ended = "nodes"
                    break
                unsettled = self._unsettled(most)
                for weight in weigh_all(list(unsettled.values())):
                    self._learn(weight)
                for levels in unsettled:
                    self._push(levels)
        return self._found(ended)

    def _unsettled(self, most: int) -> dict[Levels, Levels]:
        """Open nodes of the least floors that nothing settles yet, with a node to weigh for each.

        Those that something settles are replaced by their children on the way.
        """
        found: dict[Levels, Levels] = {}
        for _ in range(most):
            if not self._heap or self._heap[0][0] > self.incumbents.ceiling:
                break
            floor, _, levels = heapq.heappop(self._heap)
            if not self._settle(floor, levels):
                found[levels] = self._climb(levels, floor)
        return found

    def _bottom(self) -> Levels:
        """For each attribute, the lowest level that no single value condemns."""
        lowest = [0] * len(self._tops)
        for (first, second), deficits in self._condemned.pairs.items():
            alone = (deficits[:, -1] <= self._limit, deficits[-1, :] <= self._limit)
            for attribute, is_possible in zip((first, second), alone, strict=True):
                if is_possible.any():
                    lowest[attribute] = max(lowest[attribute], int(is_possible.argmax()))
        return tuple(lowest)

    def _descend(self, weigher: Weighing) -> None:
        """A good first answer: from the top down, always the step that gains most, if allowed."""
        place = self._weigh(weigher, self._tops)
        while not self._problem.is_out_of_time:
            steps = sorted(self._steps_down(place.levels), key=self._floor)
            lower = next(
                (
                    weight
                    for weight in self._weigh_possible(weigher, steps)
                    if weight.is_accepted and weight.cost < place.cost
                ),
                None,
            )
            if lower is None:
                return
            place = lower

    def _weigh_possible(self, weigher: Weighing, steps: Iterable[Levels]) -> Iterator[Weight]:
        """Weigh one node after the other, but none that a pair of attributes rules out."""
        for step in steps:
            if self._problem.is_out_of_time:
                return
            if self._condemned.refuting_pair(step, self._limit) is None:
                yield self._weigh(weigher, step)

    def _settle(self, floor: float, levels: Levels) -> bool:
        """Replace a node by its children, if it is known not to be the best."""
        pair = self._condemned.refuting_pair(levels, self._limit)
        if pair is not None:
            self._branch(levels, ((axis, levels[axis] + 1) for axis in pair))
            return True
        most_toll = self.incumbents.ceiling - floor
        refuter = self._weighed.refuter(levels, self._limit, most_toll)
        if refuter is None and levels in self._weighed.known:
            refuter = levels
        if refuter is None:
            return False
        self._branch(levels, ((axis, level + 1) for axis, level in enumerate(refuter)))
        return True

    def _branch(self, levels: Levels, raises: Iterable[tuple[int, int]]) -> None:
        """Replace a node by its children, each with one attribute raised to a level."""
        self._branched += 1
        for axis, level in raises:
            if level <= self._tops[axis]:
                child = (*levels[:axis], level, *levels[axis + 1 :])
                if child not in self._seen:
                    self._push(child)

    def _push(self, levels: Levels) -> None:
        """Keep an open node, by the least that it or any coarser one can cost."""
        self._seen.add(levels)
        floor = self._floor(levels)
        if floor <= self.incumbents.ceiling:
            heapq.heappush(self._heap, (floor, sum(levels), levels))

    def _floor(self, levels: Levels) -> float:
        floor = self._costs.floor_of(levels)
        return floor if self._costs.floors else max(floor, self._weighed.floor_below(levels))

    def _weigh(self, weigher: Weighing, levels: Levels) -> Weight:
        weight = weigher.weigh(levels)
        self._learn(weight)
        return weight

    def _learn(self, weight: Weight) -> None:
        """Note what a weighed node says of itself and of others."""
        if weight.levels not in self._weighed.known:
            self._weighed.add(weight, self._costs.toll_of(weight.levels, weight.condemned))
            self.incumbents.offer(weight)
            tell(self._problem, self.incumbents, weight, len(self._weighed.known))

    def _climb(self, levels: Levels, floor: float) -> Levels:
        """From an open node up, always the cheapest way, as long as there is an open one."""
        while True:
            for above_floor, axis in sorted(self._floors_above(levels, floor)):
                if above_floor >= self.incumbents.ceiling:
                    return levels
                above = _raised(levels, axis)
                if self._is_open(above, above_floor):
                    floor, levels = above_floor, above
                    break
            else:
                return levels

    def _floors_above(self, levels: Levels, floor: float) -> Iterator[tuple[float, int]]:
        """The floors of the nodes one level above, each with the attribute that it raises."""
        shares = self._costs.floors
        for axis, (level, top) in enumerate(zip(levels, self._tops, strict=True)):
            if level == top:
                continue
            if shares is None:
                yield self._floor(_raised(levels, axis)), axis
            else:
                yield floor + float(shares[axis][level + 1] - shares[axis][level]), axis

    def _is_open(self, levels: Levels, floor: float) -> bool:
        """Is it still unknown whether a node is better than the best?"""
        if levels in self._weighed.known or floor >= self.incumbents.ceiling:
            return False
        must = self._weighed.most_condemned_above(levels)
        return (
            must <= self._limit
            and floor + self._costs.toll_of(levels, must) <= self.incumbents.ceiling
        )

    def _steps_down(self, levels: Levels) -> Iterator[Levels]:
        """The nodes one level below."""
        for axis, (level, end) in enumerate(zip(levels, self.bottom, strict=True)):
            if level > end:
                yield (*levels[:axis], level - 1, *levels[axis + 1 :])

    def _found(self, ended: Literal["complete", "time", "nodes"]) -> Found:
        bound = self.incumbents.cost
        if ended != "complete" and self._heap:
            bound = min(bound, self._heap[0][0])
        pruned = {"settled without weighing": self._branched}
        return Found(self.incumbents.best(), bound, ended, len(self._weighed.known), pruned)


def _raised(levels: Levels, axis: int) -> Levels:
    return (*levels[:axis], levels[axis] + 1, *levels[axis + 1 :])
