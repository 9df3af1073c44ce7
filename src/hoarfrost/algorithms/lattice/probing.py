"""Best-first search over a lattice that fits into memory, with bounds for every node at once.

Every node has a lower bound of its cost: its floor (its cost with nothing suppressed) plus what
the records that it must suppress cost at least. The open node with the least bound has to be
settled sooner or later. Rather than weigh it, the search climbs from it, through open nodes, to
a coarse one: that is quick to weigh, and what must be suppressed there must be suppressed in
every finer node too, so that it often settles many of them. What a node costs with nothing
suppressed bounds, in turn, every coarser one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from hoarfrost.algorithms.lattice.found import Found, Incumbents, tell
from hoarfrost.algorithms.lattice.weighing import weighing_at_once

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.lattice.condemned import Condemned
    from hoarfrost.algorithms.lattice.costs import Costs
    from hoarfrost.algorithms.lattice.weighing import Weighing, Weight
    from hoarfrost.problem import Problem

Levels = tuple[int, ...]


class Probing:
    """The state of one search: what is known of every node."""

    def __init__(self, problem: Problem, costs: Costs, condemned: Condemned) -> None:
        self._problem = problem
        self._limit = problem.suppression_limit
        shape = [top + 1 for top in problem.tops]
        self._shape = shape
        self._strides = [int(np.prod(shape[axis + 1 :])) for axis in range(len(shape))]
        self._must = condemned.of_every_node(shape)
        self._costs = costs
        self._floors = costs.floors_of_nodes(shape)
        self._slacks = costs.slacks_of_nodes(shape)
        self._lower = self._floors + self._toll(())
        self._lower[self._must > self._limit] = np.inf
        self._weighed_count = 0
        self._is_weighed = np.zeros(shape, dtype=np.bool_)
        self.incumbents = Incumbents(costs)

    @property
    def bottom(self) -> Levels:
        """For each attribute, the lowest level of any open node."""
        is_open = np.isfinite(self._lower) | np.isneginf(self._lower)
        axes = range(len(self._shape))
        lowest = []
        for axis in axes:
            others = tuple(other for other in axes if other != axis)
            lowest.append(int(is_open.any(axis=others).argmax()))
        return tuple(lowest)

    def run(self, weigher: Weighing) -> Found:
        """Settle nodes until none is left that could be better, or time is up."""
        ended: Literal["complete", "time"] = "complete"
        with weighing_at_once(self._problem, weigher) as (most, weigh_all):
            while picked := self.pick(most):
                if self._problem.is_out_of_time:
                    ended = "time"
                    break
                for weight in weigh_all(picked):
                    self.settle(weight)
        return self._found(ended)

    def pick(self, most: int) -> list[Levels]:
        """Take the node with the least bound, or rather a coarse one above it that could be better too.

        Up to `most` of them; none when no open node can be better than the best so far.
        """
        picked: list[Levels] = []
        hidden: list[tuple[int, float]] = []
        lower = self._lower.reshape(-1)
        while len(picked) < most:
            least = int(lower.argmin())
            if lower[least] > self.incumbents.ceiling or lower[least] == np.inf:
                break
            node = self._climb(least)
            picked.append(tuple(int(level) for level in np.unravel_index(node, self._shape)))
            hidden.append((node, float(lower[node])))
            lower[node] = np.inf
        for node, bound in hidden:
            lower[node] = bound
        return picked

    def _climb(self, node: int) -> int:
        """From an open node up, always the cheapest way, as long as there is an open one."""
        lower, floors = self._lower.reshape(-1), self._floors.reshape(-1)
        ceiling = self.incumbents.ceiling
        levels = [int(level) for level in np.unravel_index(node, self._shape)]
        while True:
            best, best_floor = -1, np.inf
            for axis, level in enumerate(levels):
                if level + 1 == self._shape[axis]:
                    continue
                above = node + self._strides[axis]
                is_open = lower[above] <= ceiling and lower[above] < np.inf
                if is_open and (best < 0 or floors[above] < best_floor):
                    best, best_floor = axis, floors[above]
            if best < 0:
                return node
            node += self._strides[best]
            levels[best] += 1

    def settle(self, weight: Weight) -> None:
        """Raise the bounds of all finer and coarser nodes by what this one has shown."""
        node = weight.levels
        self._is_weighed[node] = True
        finer = tuple(slice(0, level + 1) for level in node)
        self._must[finer] = np.maximum(self._must[finer], weight.condemned)
        self._raise_bounds(finer)
        if self._costs.floors is None:
            coarser = tuple(slice(level, None) for level in node)
            self._floors[coarser] = np.maximum(self._floors[coarser], weight.floor)
            self._raise_bounds(coarser)
        self._lower[node] = np.inf
        self.incumbents.offer(weight)
        self._weighed_count += 1
        tell(self._problem, self.incumbents, weight, self._weighed_count)

    def _raise_bounds(self, box: tuple[slice, ...]) -> None:
        """Bring the lower bounds of a box of nodes up to what is known now."""
        bounds = self._floors[box] + self._toll(box)
        bounds[self._must[box] > self._limit] = np.inf
        self._lower[box] = np.maximum(self._lower[box], bounds)

    def _toll(self, box: tuple[slice, ...]) -> NDArray[np.float64]:
        """What the records that must go add to the cost of each node of a box, at least."""
        slacks = None if self._slacks is None else self._slacks[box]
        return self._costs.toll(self._must[box], slacks)

    def _found(self, ended: Literal["complete", "time"]) -> Found:
        is_refuted = (self._must > self._limit) & ~self._is_weighed
        weighed = int(np.count_nonzero(self._is_weighed))
        refuted = int(np.count_nonzero(is_refuted))
        least_open = float(self._lower.min())
        bound = self.incumbents.cost
        pruned = {"must suppress too much": refuted}
        if ended == "complete":
            pruned["cannot be better"] = self._must.size - weighed - refuted
        else:
            bound = min(bound, least_open)
        return Found(self.incumbents.best(), bound, ended, weighed, pruned)
