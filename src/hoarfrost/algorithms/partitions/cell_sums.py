"""Objectives that are sums over cells, for any partitions: no record is looked at one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.grouping import sum_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.figures.base import LevelCosts
    from hoarfrost.problem import Problem


@dataclass(frozen=True, eq=False)
class CellSums:
    """What all leaves weigh and what suppressing them costs; the leaves of all attributes in a row."""

    codes: NDArray[np.int32]
    starts: NDArray[np.int64]
    """Where each attribute's leaves begin in the row."""
    weights: NDArray[np.int64]
    """What each combination counts for."""
    of_leaf: NDArray[np.float64]
    """What the combinations with each leaf count for."""
    lost: NDArray[np.float64]
    """What a suppressed cell with each leaf costs."""
    scale: float
    offset: float

    @classmethod
    def of(cls, problem: Problem, summands: LevelCosts) -> CellSums:
        """The sums of an objective with such summands."""
        codes = np.ascontiguousarray(problem.frequency.codes)
        counts = [len(hierarchy.leaves) for hierarchy in problem.hierarchies]
        weights = problem.frequency.counts
        if summands.counts_tuples:
            weights = np.ones_like(weights)
        pairs = zip(codes, counts, strict=True)
        of_leaf = np.concatenate([sum_by(row, weights, count) for row, count in pairs])
        lost = summands.lost
        each = (
            np.concatenate(lost)
            if isinstance(lost, tuple)
            else np.full(sum(counts), lost / len(counts))
        )
        starts = np.cumsum([0, *counts])[:-1]
        return cls(
            codes,
            starts,
            weights,
            of_leaf.astype(np.float64),
            each,
            summands.scale,
            summands.offset,
        )

    def value(
        self, costs: Sequence[NDArray[np.float64]], records: NDArray[np.int64], least: int
    ) -> float:
        """The objective when each leaf costs `costs` and small classes are suppressed.

        `records` is the size of each combination's class; those below `least` are small.
        """
        from hoarfrost.kernels.nodes import slack_of_small

        of_leaf = np.concatenate(costs)
        each = np.arange(len(records), dtype=np.int32)
        slacks = self.lost - of_leaf
        gone = slack_of_small(self.codes, each, records, self.weights, least, self.starts, slacks)
        return self.offset + self.scale * (float(self.of_leaf @ of_leaf) + gone)
