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

    from hoarfrost.frequency import FrequencySet
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

    def fails(self, grouping: Grouping, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """For each class of the grouping: is it inside a failing class of the shield?"""
        classes, group_of = self.classes(grouping, kept)
        failing = np.zeros(grouping.class_count, dtype=np.bool_)
        failing[kept] = ~self.requirement.judge(classes)[group_of]
        return failing

    def holds_for_table(self, grouping: Grouping, kept: NDArray[np.bool_]) -> bool:
        """Does what is asked of the table as a whole hold?"""
        return self.requirement.judge_table(self.classes(grouping, kept)[0])

    def worst(self, grouping: Grouping, kept: NDArray[np.bool_]) -> float | int:
        """What the worst kept class achieves."""
        return self.requirement.worst(self.classes(grouping, kept)[0])

    def classes(
        self, grouping: Grouping, kept: NDArray[np.bool_]
    ) -> tuple[Classes, NDArray[np.int32]]:
        """The kept classes over the shield, and which of them each kept class lies in."""
        codes = grouping.codes[list(self.shield)][:, kept]
        radices = [len(grouping.blocks[attribute].labels) for attribute in self.shield]
        group_of, firsts = group_columns(codes, radices)
        count = len(firsts)
        sizes = sum_by(group_of, grouping.sizes[kept], count)
        histogram = reference = None
        if self.sensitive is not None:
            # Suppressed classes go to one extra group, which is then cut off.
            groups = np.full(grouping.class_count, count, dtype=np.int32)
            groups[kept] = group_of
            whole = merge_histogram(grouping.histogram(self.sensitive), groups, count + 1)
            histogram = whole.without_last_group()
            reference = grouping.frequency.histograms[self.sensitive].totals
        population, uncovered = None, 0
        if self.population is not None:
            blocks = [grouping.blocks[attribute] for attribute in self.shield]
            population, uncovered = population_under(
                self.population, blocks, np.ascontiguousarray(codes[:, firsts])
            )
        record_count = grouping.frequency.record_count
        shown = Classes(
            sizes, record_count, histogram, reference, self.hierarchy, population, uncovered
        )
        return shown, group_of


@dataclass(frozen=True, eq=False)
class Verdict:
    """What the requirements leave of a grouping."""

    kept: NDArray[np.bool_]
    suppressed_records: int
    is_accepted: bool
    """Everything asked holds for what is kept, within the suppression limit, and some is kept."""


def survivors(demands: Sequence[Demand], grouping: Grouping, limit: int) -> Verdict:
    """Suppress failing classes, in rounds, until every requirement holds for what is left."""
    kept = np.ones(grouping.class_count, dtype=np.bool_)
    while kept.any():
        failing = np.zeros(grouping.class_count, dtype=np.bool_)
        for demand in demands:
            failing |= demand.fails(grouping, kept)
        if not failing.any():
            break
        kept &= ~failing
    suppressed = int(grouping.sizes[~kept].sum())
    is_accepted = (
        suppressed <= limit
        and bool(kept.any())
        and all(demand.holds_for_table(grouping, kept) for demand in demands)
    )
    return Verdict(kept, suppressed, is_accepted)
