"""What one node of a lattice is worth: does it meet the policy, and at what cost?

Two ways with one answer. `SizeWeigher` serves policies that class sizes alone decide, under
objectives that follow from sizes or are sums over attributes: one loop over classes for each
node. `Weigher` serves everything else by grouping, judging and measuring like any release.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from hoarfrost.algorithms.lattice.condemned import minimum_size
from hoarfrost.algorithms.lattice.node_tables import NodeTables
from hoarfrost.figures.base import Sizes, View
from hoarfrost.grouping import Grouping

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.lattice.costs import Costs
    from hoarfrost.judgement import Verdict
    from hoarfrost.problem import Problem

Levels = tuple[int, ...]


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
    if problem.is_decided_by_size and costs.follows_from_sizes:
        tables = NodeTables.of(problem, bottom, costs)
        if tables is not None:
            return SizeWeigher(problem, costs, tables)
    return Weigher(problem, costs, bottom)


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

    def __init__(self, problem: Problem, costs: Costs, bottom: Levels) -> None:
        self._problem = problem
        self._costs = costs
        self._finest = problem.grouping(bottom)
        self._bottom = bottom
        self._minimum_size = minimum_size(problem, range(len(problem.attributes)))

    def weigh(self, levels: Levels) -> Weight:
        """Group, judge and measure."""
        problem = self._problem
        grouping = self.grouping(levels)
        verdict = problem.judge(grouping)
        cost = np.inf
        if verdict.is_accepted:
            cost = self._cost_of(grouping, verdict.kept)
        if self._costs.floors is not None:
            floor = self._costs.floor_of(levels)
        elif verdict.is_accepted and verdict.suppressed_records == 0:
            floor = cost
        else:
            floor = self._cost_of(grouping, np.ones(grouping.class_count, dtype=np.bool_))
        condemned = self._condemned(grouping, verdict)
        return Weight(
            levels,
            verdict.is_accepted and np.isfinite(cost),
            cost,
            floor if self._costs.figure.is_bound else -np.inf,
            verdict.suppressed_records,
            condemned,
        )

    def grouping(self, levels: Sequence[int]) -> Grouping:
        """The finest grouping that the search may need, merged up to these levels."""
        return self._finest.raised(self._problem.hierarchies, self._bottom, levels)

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
