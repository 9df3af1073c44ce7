"""Which parts of classes satisfy by themselves, over all attributes.

That is a sound shortcut for monotone requirements: whatever shield a requirement has, its classes
are unions of parts that satisfy. Where a requirement's class held together from parts that fail
by themselves, its shield's attributes stay as they are, and there it is not asked again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.grouping import group_columns, merge_histogram
from hoarfrost.requirements.base import Classes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.grouping import Grouping
    from hoarfrost.judgement import Demand
    from hoarfrost.problem import Problem


@dataclass(frozen=True, eq=False)
class Parts:
    """Judges sets of combinations; each set lies within one class of the start."""

    problem: Problem
    exempt: NDArray[np.bool_]
    """For each requirement and combination: is it not asked there?"""

    @classmethod
    def of(cls, problem: Problem, grouping: Grouping, kept: NDArray[np.bool_]) -> Parts:
        """The requirements as they are to be asked of parts of the kept classes."""
        rows = [
            leaning(problem, demand, grouping, kept)[grouping.class_of]
            for demand in problem.demands
        ]
        return cls(problem, np.array(rows, dtype=np.bool_).reshape(len(rows), -1))

    @classmethod
    def of_all(cls, problem: Problem) -> Parts:
        """Every requirement is asked everywhere."""
        shape = len(problem.demands), problem.frequency.tuple_count
        return cls(problem, np.zeros(shape, dtype=np.bool_))

    @cached_property
    def least_records(self) -> int | None:
        """So many records decide, where sizes decide everything."""
        demands = self.problem.demands
        if self.exempt.any() or not all(one.requirement.is_decided_by_size for one in demands):
            return None
        return max((one.requirement.minimum_size for one in demands), default=1)

    @cached_property
    def minimum_records(self) -> int:
        """No part with fewer records satisfies."""
        asked = zip(self.problem.demands, self.exempt, strict=True)
        sizes = (one.requirement.minimum_size for one, exempt in asked if not exempt.any())
        return max(sizes, default=1)

    def satisfy_among(
        self, chosen: NDArray[np.int64], part_of: NDArray[np.int32], records: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """For each part of the chosen combinations, whose records are known: does it satisfy?

        `part_of` is -1 where none is meant.
        """
        if self.least_records is not None:
            return records >= self.least_records
        found = np.ones(len(records), dtype=np.bool_)
        inside = part_of >= 0
        members, parts = chosen[inside], part_of[inside]
        for demand, exempt in zip(self.problem.demands, self.exempt, strict=True):
            excused = np.zeros(len(records), dtype=np.bool_)
            excused[parts] = exempt[members]
            found &= excused | judged(self.problem, demand, members, parts, records)
        return found


def judged(
    problem: Problem,
    demand: Demand,
    members: NDArray[np.int64],
    part_of: NDArray[np.int32],
    sizes: NDArray[np.int64],
) -> NDArray[np.bool_]:
    """For each part, a set of some combinations: does it satisfy one requirement?"""
    histogram = reference = None
    if demand.sensitive is not None:
        whole = problem.frequency.histograms[demand.sensitive]
        histogram = merge_histogram(whole.rows(members), part_of, len(sizes))
        reference = whole.totals if demand.reference is None else demand.reference
    records = problem.frequency.record_count
    shown = Classes(sizes, records, histogram, reference, demand.hierarchy)
    return demand.requirement.judge(shown)


def leaning(
    problem: Problem, demand: Demand, grouping: Grouping, kept: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """For each class: does its class over the shield need parts that fail by themselves?"""
    found = np.zeros(grouping.class_count, dtype=np.bool_)
    if demand.has_full_shield(grouping):
        return found
    everything = np.arange(len(grouping.class_of))
    fails = kept & ~judged(problem, demand, everything, grouping.class_of, grouping.sizes)
    codes = np.ascontiguousarray(grouping.codes[list(demand.shield)])
    groups, firsts = group_columns(
        codes, [len(grouping.blocks[one].labels) for one in demand.shield]
    )
    leans = np.zeros(len(firsts), dtype=np.bool_)
    leans[groups[fails]] = True
    return leans[groups]
