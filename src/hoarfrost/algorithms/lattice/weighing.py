"""What one node of a lattice is worth: does it meet the policy, and at what cost?

Two ways with one answer. `SizeWeigher` serves policies that class sizes alone decide, under
objectives that follow from sizes or are sums over attributes: one loop over classes for each
node. `Weigher` serves everything else by grouping, judging and measuring like any release.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from hoarfrost.algorithms.lattice.condemned import minimum_size
from hoarfrost.algorithms.lattice.node_tables import NodeTables
from hoarfrost.algorithms.lattice.waypoints import Waypoints, telling_first
from hoarfrost.figures.base import Sizes, View

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.lattice.costs import Costs
    from hoarfrost.grouping import Grouping
    from hoarfrost.judgement import Verdict
    from hoarfrost.problem import Problem

Levels = tuple[int, ...]
WORTH_A_THREAD = 50_000
"""From so many combinations on, several nodes are weighed at a time."""
AT_ONCE = 2


@dataclass(frozen=True)
class Weight:
    """One node, weighed."""

    levels: Levels
    is_accepted: bool
    cost: float
    floor: float
    """The cost with nothing suppressed: it bounds every more general node."""
    suppressed: int
    condemned: int
    """Every finer node must suppress at least so many records."""


class Weighing(Protocol):
    """Weighs nodes."""

    def weigh(self, levels: Levels) -> Weight:
        """The weight of a node."""


def weigher_for(problem: Problem, costs: Costs, bottom: Levels) -> Weighing:
    """The fastest way to weigh the nodes of a problem, none of them finer than `bottom`."""
    tables = NodeTables.of(problem, bottom, costs)
    if problem.is_decided_by_size and costs.follows_from_sizes:
        return SizeWeigher(problem, costs, tables)
    return Weigher(problem, costs, bottom, tables)


@contextmanager
def weighing_at_once(
    problem: Problem, weigher: Weighing
) -> Iterator[tuple[int, Callable[[Sequence[Levels]], list[Weight]]]]:
    """How many nodes to weigh at a time, and what weighs them, on as many threads as allowed.

    The number depends on the problem alone, so that the search takes the same way on any machine.
    """
    if problem.frequency.tuple_count < WORTH_A_THREAD or problem.threads == 1:
        most = 1 if problem.frequency.tuple_count < WORTH_A_THREAD else AT_ONCE
        yield most, lambda nodes: [weigher.weigh(node) for node in nodes]
        return
    with ThreadPoolExecutor(problem.threads) as pool:
        yield AT_ONCE, lambda nodes: list(pool.map(weigher.weigh, nodes))


class SizeWeigher:
    """For requirements on class sizes over all attributes."""

    def __init__(self, problem: Problem, costs: Costs, tables: NodeTables) -> None:
        self._problem = problem
        self._costs = costs
        self._tables = tables
        self._minimum_size = minimum_size(problem, range(len(problem.attributes)))

    def weigh(self, levels: Levels) -> Weight:
        """Count the records of small classes and what the rest costs."""
        from hoarfrost.kernels.nodes import weigh

        table = self._tables.at(levels)
        suppressed, kept, kept_squares, squares = weigh(table.sizes, self._minimum_size)
        if self._costs.floors is not None:
            floor = self._costs.floor_of(levels)
            cost = floor
            if suppressed:
                cost += self._tables.slack_of_small(table, levels, self._minimum_size)
        else:
            floor = self._cost_of(Sizes(len(table.sizes), squares, 0))
            cost = self._cost_of(Sizes(kept, kept_squares, suppressed))
        is_accepted = kept > 0 and suppressed <= self._problem.suppression_limit
        return Weight(levels, is_accepted, cost, floor, suppressed, suppressed)

    def _cost_of(self, sizes: Sizes[int]) -> float:
        value = self._costs.figure.value_of_sizes(self._problem, sizes)
        return np.inf if value is None else self._costs.sign * value


class Weigher:
    """For any requirements and any figure."""

    def __init__(self, problem: Problem, costs: Costs, bottom: Levels, tables: NodeTables) -> None:
        self._problem = problem
        self._costs = costs
        self._tables = tables
        self._bottom = bottom
        self._minimum_size = minimum_size(problem, range(len(problem.attributes)))
        self._waypoints = Waypoints(
            bottom,
            problem.grouping(bottom),
            telling_first(problem, bottom),
            lambda grouping: grouping.class_count,
        )

    def weigh(self, levels: Levels) -> Weight:
        """Generalise the table to that node's levels, judge it, and measure what it costs.

        Not judged where the sizes of the classes rule the node out.
        """
        if self._minimum_size > 1:
            sizes = self._tables.at(levels).sizes
            small = int(sizes[sizes < self._minimum_size].sum())
            if small > self._problem.suppression_limit:
                return Weight(
                    levels,
                    is_accepted=False,
                    cost=np.inf,
                    floor=self._floor(levels),
                    suppressed=small,
                    condemned=small,
                )
        grouping = self._raised(levels, self._waypoints.nearest(levels, self._raised))
        verdict = self._problem.judge(grouping)
        cost = self._cost_of(grouping, verdict.kept) if verdict.is_accepted else np.inf
        floor = self._floor(levels)
        if self._costs.floors is None and self._costs.figure.is_bound:
            everything = np.ones(grouping.class_count, dtype=np.bool_)
            floor = self._cost_of(grouping, everything)
        return Weight(
            levels,
            verdict.is_accepted and np.isfinite(cost),
            cost,
            floor,
            verdict.suppressed_records,
            self._condemned(grouping, verdict),
        )

    def _raised(self, levels: Levels, source: Grouping) -> Grouping:
        start = [int(blocks.levels[0]) for blocks in source.blocks]
        return source.raised(self._problem.hierarchies, start, levels)

    def _floor(self, levels: Levels) -> float:
        return -np.inf if self._costs.floors is None else self._costs.floor_of(levels)

    def _cost_of(self, grouping: Grouping, kept: NDArray[np.bool_]) -> float:
        value = self._costs.figure.value(View(self._problem, grouping, kept))
        return np.inf if value is None else self._costs.sign * value

    def _condemned(self, grouping: Grouping, verdict: Verdict) -> int:
        """What is known of all finer nodes; the requirements' declarations decide."""
        problem = self._problem
        if problem.is_absorbing:
            return verdict.suppressed_records
        if problem.suppression_limit == 0 and problem.is_monotone and not verdict.is_accepted:
            return problem.frequency.record_count
        return int(grouping.sizes[grouping.sizes < self._minimum_size].sum())
