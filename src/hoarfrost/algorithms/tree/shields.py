"""The table as its requirements look at it: one small table for each different shield."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.frequency import FrequencySet
from hoarfrost.grouping import group_columns, merge_histogram, sum_by
from hoarfrost.population import population_under
from hoarfrost.requirements.base import Classes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.frequency import Histogram
    from hoarfrost.grouping import Blocks
    from hoarfrost.judgement import Demand
    from hoarfrost.problem import Problem

BlocksOf = Callable[[int], "Blocks"]
"""What an attribute is released as, by its position in the problem."""


@dataclass(frozen=True, eq=False)
class Shield:
    """Attributes that requirements look at together, and the table's combinations of them."""

    positions: tuple[int, ...]
    frequency: FrequencySet
    demands: tuple[Demand, ...]
    record_count: int

    @classmethod
    def all_of(cls, problem: Problem) -> tuple[Shield, ...]:
        """Every different shield of a problem's requirements, as they first appear."""
        by_shield: dict[tuple[int, ...], list[Demand]] = {}
        for demand in problem.demands:
            by_shield.setdefault(demand.shield, []).append(demand)
        return tuple(
            cls(
                positions,
                _projected(problem.frequency, positions),
                tuple(_with_reference(demand, problem.frequency) for demand in demands),
                problem.frequency.record_count,
            )
            for positions, demands in by_shield.items()
        )

    @cached_property
    def anonymity_demands(self) -> tuple[Demand, ...]:
        """Those that ask for a number of records in every class: k-anonymity, in other words."""
        return tuple(one for one in self.demands if one.requirement.is_decided_by_size)

    @cached_property
    def other_demands(self) -> tuple[Demand, ...]:
        """Those that ask for anything else."""
        return tuple(one for one in self.demands if not one.requirement.is_decided_by_size)

    @cached_property
    def minimum_size(self) -> int:
        """How many records every class must have at least."""
        sizes = [demand.requirement.minimum_size for demand in self.anonymity_demands]
        return max(sizes, default=1)

    def classes(
        self, demand: Demand, blocks_of: BlocksOf, chosen: NDArray[np.int64] | None = None
    ) -> tuple[Classes, NDArray[np.int32], NDArray[np.int64]]:
        """What one of its demands is shown of all combinations, or of the chosen ones.

        Also the class of each of these combinations, and which they are.
        """
        if chosen is None:
            chosen = np.arange(self.frequency.tuple_count)
        blocks = [blocks_of(position) for position in self.positions]
        codes = np.stack([_released(own, row[chosen]) for own, row in zip(
            blocks, self.frequency.codes, strict=True)])  # fmt: skip
        group_of, firsts = group_columns(codes, [len(own.labels) for own in blocks])
        histogram = None
        if demand.sensitive is not None:
            rows = self.frequency.histograms[demand.sensitive].rows(chosen)
            histogram = merge_histogram(rows, group_of, len(firsts))
        population, uncovered = None, 0
        if demand.population is not None:
            own_codes = np.ascontiguousarray(codes[:, firsts])
            population, uncovered = population_under(demand.population, blocks, own_codes)
        shown = Classes(
            sum_by(group_of, self.frequency.counts[chosen], len(firsts)),
            self.record_count,
            histogram,
            demand.reference,
            demand.hierarchy,
            population,
            uncovered,
        )
        return shown, group_of, chosen


def _released(blocks: Blocks, codes: NDArray[np.int32]) -> NDArray[np.int32]:
    assert blocks.of_leaf is not None  # noqa: S101 - blocks of cuts never overlap
    return blocks.of_leaf[codes]


def _with_reference(demand: Demand, frequency: FrequencySet) -> Demand:
    """The demand with what it compares with: some classes alone do not show it."""
    if demand.sensitive is None or demand.reference is not None:
        return demand
    return replace(demand, reference=frequency.histograms[demand.sensitive].totals)


def _projected(frequency: FrequencySet, positions: Sequence[int]) -> FrequencySet:
    """The frequency set of some of the attributes."""
    if len(positions) == len(frequency.names):
        return frequency
    codes = frequency.codes[list(positions)]
    radices = [int(row.max(initial=0)) + 1 for row in codes]
    group_of, firsts = group_columns(codes, radices)
    histograms: dict[str, Histogram] = {
        name: merge_histogram(histogram, group_of, len(firsts))
        for name, histogram in frequency.histograms.items()
    }
    return FrequencySet(
        tuple(frequency.names[position] for position in positions),
        np.ascontiguousarray(codes[:, firsts]),
        sum_by(group_of, frequency.counts, len(firsts)),
        histograms,
    )
