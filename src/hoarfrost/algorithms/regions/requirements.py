"""Do regions satisfy what is asked? Each is judged by itself, over all attributes.

That is sound for every shield: a class of the shield is a union of regions, and requirements
that hold for the parts of a union hold for the union. Only the cells that `max_level` keeps apart
can satisfy together what they do not satisfy alone; those that need each other stay as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.grouping import group_columns, merge_histogram, sum_by
from hoarfrost.requirements.base import Classes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.judgement import Demand
    from hoarfrost.problem import Problem


def minimum_size(problem: Problem) -> int:
    """No region with fewer records can satisfy."""
    return max([1, *(demand.requirement.minimum_size for demand in problem.demands)])


def are_satisfying(
    problem: Problem, tuples: NDArray[np.int32], groups: NDArray[np.int32], count: int
) -> NDArray[np.bool_]:
    """For each of `count` groups of combinations: does it satisfy everything asked?"""
    satisfying = np.ones(count, dtype=np.bool_)
    for demand in problem.demands:
        satisfying &= _satisfying(problem, demand, tuples, groups, count)
    return satisfying


def failing_cells(
    problem: Problem, cell_of: NDArray[np.int32], nodes: NDArray[np.int32]
) -> frozenset[int]:
    """The cells that fail by themselves, and those that help them over a shield.

    `cell_of` is the cell of each combination, `nodes[attribute, cell]` what a cell is released as.
    """
    helping = np.zeros(nodes.shape[1], dtype=np.bool_)
    tuples = np.arange(len(cell_of), dtype=np.int32)
    for demand in problem.demands:
        fails = ~_satisfying(problem, demand, tuples, cell_of, len(helping))
        own = np.ascontiguousarray(nodes[list(demand.shield)])
        class_of, _ = group_columns(own, [int(row.max()) + 1 for row in own])
        helping |= np.isin(class_of, class_of[fails])
    return frozenset(np.flatnonzero(helping).tolist())


def _satisfying(
    problem: Problem,
    demand: Demand,
    tuples: NDArray[np.int32],
    groups: NDArray[np.int32],
    count: int,
) -> NDArray[np.bool_]:
    frequency, histogram, reference = problem.frequency, None, None
    if demand.sensitive is not None:
        whole = frequency.histograms[demand.sensitive]
        own = whole.rows(tuples.astype(np.int64))
        histogram = merge_histogram(own, groups, count)
        reference = whole.totals if demand.reference is None else demand.reference
    classes = Classes(
        sum_by(groups, frequency.counts[tuples], count),
        frequency.record_count,
        histogram,
        reference,
        demand.hierarchy,
    )
    return demand.requirement.judge(classes)
