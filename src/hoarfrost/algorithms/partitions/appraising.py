"""What partitions are worth: does their release meet the policy, and at what cost?

Two ways with one answer, as for the nodes of a lattice. Where the sizes of classes decide and the
objective is a sum over cells or follows from sizes, one pass over the combinations is enough.
Anything else is grouped, judged and measured like a release.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from hoarfrost.algorithms.lattice.condemned import minimum_size
from hoarfrost.algorithms.partitions.cell_sums import CellSums
from hoarfrost.algorithms.partitions.columns import Column, Columns
from hoarfrost.figures.base import Sizes, View
from hoarfrost.grouping import Grouping

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.partitions.schemes import Scheme
    from hoarfrost.partitions import Partition
    from hoarfrost.problem import Problem

KEY_BITS = 62
"""So many bits of a 64-bit word hold keys."""


@dataclass(frozen=True)
class Worth:
    """One release, appraised."""

    is_accepted: bool
    cost: float
    """The objective, with the sign that makes smaller better; infinite where it does not apply."""
    suppressed: int

    @classmethod
    def refused(cls, suppressed: int) -> Worth:
        """A release that does not meet the policy."""
        return cls(is_accepted=False, cost=np.inf, suppressed=suppressed)

    @classmethod
    def accepted(cls, problem: Problem, value: float | None, suppressed: int) -> Worth:
        """A release that meets the policy, with the objective's value."""
        sign = -1 if problem.required_objective.larger_is_better else 1
        return cls(True, np.inf if value is None else sign * value, suppressed)

    def rank(self, limit: int) -> tuple[bool, float, int]:
        """Less is better: what is accepted by its cost, everything else behind it by its excess."""
        if self.is_accepted:
            return False, self.cost, self.suppressed
        return True, max(self.suppressed - limit, 0), self.suppressed


class Appraiser(Protocol):
    """Appraises releases."""

    def appraise(self, partitions: Sequence[Partition]) -> Worth:
        """What one partition for each attribute is worth."""


def appraiser_for(problem: Problem, schemes: Sequence[Scheme]) -> Appraiser:
    """The fastest way to appraise the partitions of a problem."""
    figure, columns = problem.required_objective, Columns(problem, schemes)
    if not problem.is_decided_by_size:
        return AnyAppraiser(problem, columns)
    summands = figure.level_costs(problem)
    if summands is not None and columns.have_costs:
        return SizeAppraiser(problem, columns, CellSums.of(problem, summands))
    whole = Sizes(1, problem.frequency.record_count**2, 0)
    if figure.value_of_sizes(problem, whole) is not None:
        return SizeAppraiser(problem, columns, None)
    return AnyAppraiser(problem, columns)


class AnyAppraiser:
    """For any requirements and any objective."""

    def __init__(self, problem: Problem, columns: Columns) -> None:
        self._problem = problem
        self._columns = columns

    def appraise(self, partitions: Sequence[Partition]) -> Worth:
        """Group the table by the partitions, judge it, and measure what it costs."""
        problem, columns = self._problem, self._columns.of(partitions)
        pairs = zip(columns, problem.frequency.codes, strict=True)
        codes = np.stack([column.of_leaf[row] for column, row in pairs])
        grouping = Grouping.of_blocks(problem.frequency, [own.blocks for own in columns], codes)
        verdict = problem.judge(grouping)
        if not verdict.is_accepted:
            return Worth.refused(verdict.suppressed_records)
        value = problem.required_objective.value(View(problem, grouping, verdict.kept))
        return Worth.accepted(problem, value, verdict.suppressed_records)


class SizeAppraiser:
    """For requirements on class sizes over all attributes."""

    def __init__(self, problem: Problem, columns: Columns, sums: CellSums | None) -> None:
        self._problem = problem
        self._columns = columns
        self._sums = sums
        """None: the objective follows from sizes."""
        self._least = minimum_size(problem, range(len(problem.attributes)))
        self._codes = np.ascontiguousarray(problem.frequency.codes)
        counts = [len(hierarchy.leaves) for hierarchy in problem.hierarchies]
        self._starts = np.cumsum([0, *counts])[:-1]
        self._words, shifts = _fields(counts)
        self._shifts = np.repeat(shifts, counts)

    def appraise(self, partitions: Sequence[Partition]) -> Worth:
        """Count the records of small classes and what the rest costs."""
        from hoarfrost.kernels.nodes import weigh
        from hoarfrost.kernels.summing import sum_groups

        problem, columns = self._problem, self._columns.of(partitions)
        class_of, count = self._classes(columns)
        sizes = sum_groups(class_of, problem.frequency.counts, count)
        suppressed, kept, squares, _ = weigh(sizes, self._least)
        if not kept or suppressed > problem.suppression_limit:
            return Worth.refused(suppressed)
        value = self._value(columns, sizes[class_of], Sizes(kept, squares, suppressed))
        return Worth.accepted(problem, value, suppressed)

    def _classes(self, columns: Sequence[Column]) -> tuple[NDArray[np.int32], int]:
        """The class of each combination, and how many classes there are."""
        from hoarfrost.kernels.hashing import keys_at, rank_columns

        of_leaf = np.concatenate([column.of_leaf for column in columns]).astype(np.int64)
        parts = of_leaf << self._shifts
        class_of, firsts = rank_columns(keys_at(self._codes, self._starts, self._words, parts))
        return class_of, len(firsts)

    def _value(
        self, columns: Sequence[Column], records: NDArray[np.int64], sizes: Sizes[int]
    ) -> float | None:
        if self._sums is None:
            return self._problem.required_objective.value_of_sizes(self._problem, sizes)
        costs = [column.costs for column in columns if column.costs is not None]
        return self._sums.value(costs, records, self._least)


def _fields(counts: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The word of the key that has each attribute's field, and where the field begins."""
    words, shifts = [0], [0]
    end = 0
    for count in counts:
        bits = max(count - 1, 1).bit_length()
        if end + bits > KEY_BITS:
            words.append(words[-1] + 1)
            end = 0
        else:
            words.append(words[-1])
        shifts.append(end)
        end += bits
    return np.array(words[1:], dtype=np.int64), np.array(shifts[1:], dtype=np.int64)
