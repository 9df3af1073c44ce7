"""The tables that PrivacyFrost2 looks at: one level for each attribute, a score, and a check.

As long as no record may be left out, the score of a table follows from its levels alone, and an
attribute that is too fine by itself is too fine in every table: only what is left is grouped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.grouping import Blocks, Grouping, sum_by

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from hoarfrost.algorithms.scores.base import Options, Score
    from hoarfrost.judgement import Verdict
    from hoarfrost.problem import Problem

Levels = tuple[int, ...]
RECENT = 64
"""So many tables are remembered, to make others from,"""
FEW = 8
"""if they have fewer classes than one for so many combinations."""


@dataclass(frozen=True)
class Scoring:
    """How tables are scored."""

    score: Score
    options: Options
    uses_bound: bool
    before: tuple[int, ...]
    """How many different values each attribute has in the input."""
    priorities: tuple[int, ...]

    def value(self, kept: Sequence[int]) -> float:
        """The score of a table that keeps so many values of each attribute."""
        return self.score.value(kept, self.before, self.priorities, self.options)

    def bound(self, kept: Sequence[int], place: int, most: int) -> float | None:
        """No table scores more whose only finer attribute keeps at most so many values."""
        if not self.uses_bound or self.score.bound is None:
            return None
        return self.score.bound(kept, place, most, self.before, self.priorities, self.options)


@dataclass(eq=False)
class FrostTables:
    """Scores and checks of tables, none of them made twice."""

    problem: Problem
    scoring: Scoring
    evaluated: int = 0
    """How many tables were grouped and checked."""
    skipped: int = 0
    """How many were not checked, as their score could not win."""
    known_to_fail: int = 0
    """How many were not checked, as they are finer than one that failed."""
    _verdicts: dict[Levels, tuple[bool, float]] = field(default_factory=dict)
    _failed: list[Levels] = field(default_factory=list)
    _recent: deque[tuple[Levels, Grouping]] = field(default_factory=lambda: deque(maxlen=RECENT))

    @cached_property
    def by_priority(self) -> tuple[int, ...]:
        """The places of the attributes: highest priority first, then policy order."""
        places = range(len(self.problem.attributes))
        return tuple(sorted(places, key=lambda place: -self.scoring.priorities[place]))

    @cached_property
    def keeps_all(self) -> bool:
        """Can no record be left out?"""
        return self.problem.suppression_limit == 0

    @cached_property
    def is_taggable(self) -> bool:
        """Does every table fail that is finer than one that fails?"""
        return self.problem.is_monotone and (self.keeps_all or self.problem.is_absorbing)

    @cached_property
    def records(self) -> tuple[tuple[NDArray[np.int64], ...], ...]:
        """For each attribute and level: how many records each node has."""
        return tuple(
            tuple(
                sum_by(nodes, own, len(labels))
                for nodes, labels in zip(tree.nodes, tree.labels, strict=True)
            )
            for tree, own in zip(self.problem.hierarchies, self.problem.leaf_records, strict=True)
        )

    @cached_property
    def distinct(self) -> tuple[tuple[int, ...], ...]:
        """For each attribute and level: how many different values there are."""
        return tuple(
            tuple(int(np.count_nonzero(nodes)) for nodes in levels) for levels in self.records
        )

    def least_records(self, place: int, level: int) -> int:
        """How many records the rarest value of an attribute has at a level."""
        records = self.records[place][level]
        return int(records[records > 0].min(initial=self.problem.frequency.record_count))

    @cached_property
    def sizes_asked(self) -> tuple[int, ...]:
        """For each attribute, the records that the classes of its requirements have at least."""
        return tuple(
            max(
                (
                    demand.requirement.minimum_size
                    for demand in self.problem.demands
                    if place in demand.shield
                ),
                default=1,
            )
            for place in range(len(self.problem.attributes))
        )

    @cached_property
    def floor(self) -> Levels:
        """The finest level of each attribute that a satisfying table can have."""
        if not self.keeps_all:
            return (0,) * len(self.problem.attributes)
        return tuple(
            next(
                (
                    level
                    for level in range(attribute.top)
                    if self.least_records(place, level) >= self.sizes_asked[place]
                ),
                attribute.top,
            )
            for place, attribute in enumerate(self.problem.attributes)
        )

    @cached_property
    def _finest(self) -> Grouping:
        return self.problem.grouping(self.floor)

    def distinct_at(self, levels: Levels) -> list[int]:
        """How many values each attribute has when nothing is left out."""
        return [own[level] for own, level in zip(self.distinct, levels, strict=True)]

    def plain_score(self, levels: Levels) -> float:
        """The score of a table of which nothing is left out."""
        return self.scoring.value(self.distinct_at(levels))

    def score(self, levels: Levels) -> float:
        """The score of a table as it would be released; without that, of all its records."""
        if not self.keeps_all and self.satisfies(levels):
            return self._verdicts[levels][1]
        return self.plain_score(levels)

    def bound(self, levels: Levels, place: int) -> float | None:
        """No table that is finer in one attribute, by one level, scores more than that."""
        if not self.is_taggable:
            return None
        kept = self.kept_at(levels)
        return self.scoring.bound(kept, place, self.distinct[place][levels[place] - 1])

    def kept_at(self, levels: Levels) -> list[int]:
        """How many values each attribute keeps in the release of a table that satisfies."""
        if self.keeps_all:
            return self.distinct_at(levels)
        grouping, verdict = self._judged(levels)
        return _distinct(grouping, verdict.kept)

    def satisfies(self, levels: Levels) -> bool:
        """Does a table meet the policy?"""
        if levels in self._verdicts:
            return self._verdicts[levels][0]
        if self._is_known_to_fail(levels):
            self.known_to_fail += 1
            return False
        self.evaluated += 1
        accepted, score = self._check(self.grouping(levels))
        if not accepted and self.is_taggable:
            self._failed.append(levels)
        self._verdicts[levels] = accepted, score
        return accepted

    def _check(self, grouping: Grouping) -> tuple[bool, float]:
        """Does a table meet the policy, and what does its release score?"""
        if self.keeps_all:
            # The first requirement that fails decides; the score follows from the levels.
            everything = np.ones(grouping.class_count, dtype=np.bool_)
            return all(
                not demand.fails(grouping, everything).any()
                and demand.holds_for_table(grouping, everything)
                for demand in self.problem.demands
            ), 0.0
        verdict = self.problem.judge(grouping)
        if not verdict.is_accepted:
            return False, 0.0
        return True, self.scoring.value(_distinct(grouping, verdict.kept))

    def _is_known_to_fail(self, levels: Levels) -> bool:
        if any(level < low for level, low in zip(levels, self.floor, strict=True)):
            return True
        return any(
            all(level <= own for level, own in zip(levels, failed, strict=True))
            for failed in self._failed
        )

    def _judged(self, levels: Levels) -> tuple[Grouping, Verdict]:
        grouping = self.grouping(levels)
        return grouping, self.problem.judge(grouping)

    def grouping(self, levels: Levels) -> Grouping:
        """The classes of a table."""
        if any(level < low for level, low in zip(levels, self.floor, strict=True)):
            return self.problem.grouping(levels)
        made = self._from_one_coarser(levels)
        if made is None:
            start, finer = self._nearest_finer(levels)
            made = finer.raised(self.problem.hierarchies, start, levels)
        if made.class_count * FEW < self.problem.frequency.tuple_count:
            self._recent.append((levels, made))
        return made

    def _from_one_coarser(self, levels: Levels) -> Grouping | None:
        """The table split off a recent one that is coarser in one attribute alone."""
        for start, coarser in self._recent:
            lower = [
                place
                for place, (low, high) in enumerate(zip(levels, start, strict=True))
                if low != high
            ]
            if len(lower) == 1 and levels[lower[0]] < start[lower[0]]:
                tree = self.problem.hierarchies[lower[0]]
                level = levels[lower[0]]
                nodes = tree.nodes[level][self.problem.frequency.codes[lower[0]]]
                return coarser.refine(lower[0], Blocks.of_level(tree, level), nodes)
        return None

    def _nearest_finer(self, levels: Levels) -> tuple[Levels, Grouping]:
        """Of the recent tables that are finer everywhere, the one with the fewest classes."""
        finer = [
            (start, one)
            for start, one in self._recent
            if all(low <= high for low, high in zip(start, levels, strict=True))
        ]
        known = (self.floor, self._finest)
        return min(finer, key=lambda pair: pair[1].class_count, default=known)

    def rows(self, levels: Levels) -> tuple[int, int]:
        """How many combinations of a table fail, and how many there are."""
        grouping, verdict = self._judged(levels)
        return int(np.count_nonzero(~verdict.kept)), grouping.class_count

    def finer(self, levels: Levels) -> Iterator[tuple[int, Levels]]:
        """The tables with one attribute one level finer: highest priority first."""
        for place in self.by_priority:
            if levels[place] > 0:
                yield place, _moved(levels, place, -1)

    def coarser(self, levels: Levels) -> Iterator[tuple[int, Levels]]:
        """The tables with one attribute one level coarser: lowest priority first."""
        for place in reversed(self.by_priority):
            if levels[place] < self.problem.tops[place]:
                yield place, _moved(levels, place, 1)


def _moved(levels: Levels, place: int, by: int) -> Levels:
    return (*levels[:place], levels[place] + by, *levels[place + 1 :])


def _distinct(grouping: Grouping, kept: NDArray[np.bool_]) -> list[int]:
    return [int(np.count_nonzero(np.bincount(codes))) for codes in grouping.codes[:, kept]]
