"""Requirements applied to a grouping: which classes survive, and is that enough?

Classes go whole, in rounds: every requirement is tested on what is left, all classes inside a
failing one go at once, until none fails. With shields, what one requirement removes can make
another's class fail; that is why there are rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.grouping import Grouping, group_columns, merge_histogram, sum_by
from hoarfrost.population import population_under
from hoarfrost.requirements.base import Classes, Requirement

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.frequency import FrequencySet, Histogram
    from hoarfrost.hierarchy.tree import Hierarchy


@dataclass(frozen=True, eq=False)
class Demand:
    """A requirement bound to a table."""

    requirement: Requirement
    shield: tuple[int, ...]
    """Positions of the attributes that it looks at, ascending."""
    sensitive: str | None = None
    hierarchy: Hierarchy | None = None
    """Of the sensitive attribute, when it has one."""
    population: FrequencySet | None = None
    """The population table over the shield, coded by the attributes' leaves."""
    reference: NDArray[np.int64] | None = None
    """How often each sensitive value occurs in the table to compare with; None: in this one."""

    def fails(self, grouping: Grouping, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """For each class of the grouping: is it inside a failing class of the shield?"""
        classes, group_of = self.classes(grouping, kept)
        failing = np.zeros(grouping.class_count, dtype=np.bool_)
        failing[kept] = ~self.requirement.judge(classes)[group_of]
        return failing

    def holds_for_table(self, grouping: Grouping, kept: NDArray[np.bool_]) -> bool:
        """Does what is asked of the table as a whole hold?"""
        if not self.requirement.judges_table:
            return True
        return self.requirement.judge_table(self.classes(grouping, kept)[0])

    def worst(self, grouping: Grouping, kept: NDArray[np.bool_]) -> float | int:
        """What the worst kept class achieves."""
        return self.requirement.worst(self.classes(grouping, kept)[0])

    def has_full_shield(self, grouping: Grouping) -> bool:
        """Are its classes those of the grouping?"""
        return len(self.shield) == len(grouping.blocks)

    def classes(
        self, grouping: Grouping, kept: NDArray[np.bool_]
    ) -> tuple[Classes, NDArray[np.int32]]:
        """The kept classes over the shield, and which of them each kept class lies in."""
        group_of, codes = self._project(grouping, kept)
        count = codes.shape[1]
        histogram = reference = None
        if self.sensitive is not None:
            histogram = self._histogram(self.sensitive, grouping, kept, group_of, count)
            reference = self.reference
            if reference is None:
                reference = grouping.frequency.histograms[self.sensitive].totals
        population, uncovered = None, 0
        if self.population is not None:
            blocks = [grouping.blocks[attribute] for attribute in self.shield]
            population, uncovered = population_under(self.population, blocks, codes)
        shown = Classes(
            sum_by(group_of, grouping.sizes[kept], count),
            grouping.frequency.record_count,
            histogram,
            reference,
            self.hierarchy,
            population,
            uncovered,
        )
        return shown, group_of

    def _project(
        self, grouping: Grouping, kept: NDArray[np.bool_]
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The shield's class of each kept class, and the blocks of each of the shield's classes."""
        if self.has_full_shield(grouping):
            codes = grouping.codes if kept.all() else grouping.codes[:, kept]
            return np.arange(codes.shape[1], dtype=np.int32), codes
        codes = grouping.codes[list(self.shield)][:, kept]
        radices = [len(grouping.blocks[attribute].labels) for attribute in self.shield]
        group_of, firsts = group_columns(codes, radices)
        return group_of, np.ascontiguousarray(codes[:, firsts])

    def _histogram(
        self,
        sensitive: str,
        grouping: Grouping,
        kept: NDArray[np.bool_],
        group_of: NDArray[np.int32],
        count: int,
    ) -> Histogram:
        whole = grouping.histogram(sensitive)
        if self.has_full_shield(grouping) and kept.all():
            return whole
        # Suppressed classes go to one extra group, which is then cut off.
        groups = np.full(grouping.class_count, count, dtype=np.int32)
        groups[kept] = group_of
        return merge_histogram(whole, groups, count + 1).without_last_group()


@dataclass(frozen=True, eq=False)
class Verdict:
    """What the requirements leave of a grouping."""

    kept: NDArray[np.bool_]
    suppressed_records: int
    is_accepted: bool
    """Everything asked holds for what is kept, within the suppression limit, and some is kept."""


def survivors(demands: Sequence[Demand], grouping: Grouping, limit: int) -> Verdict:
    """Suppress failing classes, in rounds, until every requirement holds for what is left.

    Classes that were left out beforehand are in no class that is judged, and count as suppressed.
    """
    kept = np.ones(grouping.class_count, dtype=np.bool_)
    if grouping.left_out is not None:
        kept &= ~grouping.left_out
    testing = list(demands)
    while kept.any():
        failing = np.zeros(grouping.class_count, dtype=np.bool_)
        for demand in testing:
            failing |= demand.fails(grouping, kept)
        if not failing.any():
            break
        kept &= ~failing
        # A class over all attributes goes whole, so one that has passed stays as it was.
        testing = [demand for demand in demands if not demand.has_full_shield(grouping)]
    suppressed = int(grouping.sizes[~kept].sum())
    is_accepted = (
        suppressed <= limit
        and bool(kept.any())
        and all(demand.holds_for_table(grouping, kept) for demand in demands)
    )
    return Verdict(kept, suppressed, is_accepted)
