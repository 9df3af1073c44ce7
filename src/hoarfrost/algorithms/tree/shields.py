"""The table as its requirements look at it: one small table for each different shield."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.tree.cuts import NodesOf, blocks_of_nodes
from hoarfrost.frequency import FrequencySet
from hoarfrost.grouping import group_columns, merge_histogram, sum_by
from hoarfrost.population import population_under
from hoarfrost.requirements.base import Classes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.frequency import Histogram
    from hoarfrost.judgement import Demand
    from hoarfrost.problem import Problem


@dataclass(frozen=True, eq=False)
class Shield:
    """Attributes that requirements look at together, and the table's combinations of them."""

    positions: tuple[int, ...]
    leaf_counts: tuple[int, ...]
    """How many leaves each of these attributes has."""
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
                tuple(len(problem.hierarchies[position].leaves) for position in positions),
                _projected(problem.frequency, positions),
                tuple(_with_reference(demand, problem.frequency) for demand in demands),
                problem.frequency.record_count,
            )
            for positions, demands in by_shield.items()
        )

    @classmethod
    def of_everything(cls, problem: Problem) -> Shield:
        """All attributes together, of which nothing is asked."""
        leaf_counts = tuple(len(hierarchy.leaves) for hierarchy in problem.hierarchies)
        positions = tuple(range(len(leaf_counts)))
        return cls(positions, leaf_counts, problem.frequency, (), problem.frequency.record_count)

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
        self, demand: Demand, nodes_of: NodesOf, chosen: NDArray[np.int64] | None = None
    ) -> tuple[Classes, NDArray[np.int32]]:
        """What one of its demands is shown of all combinations, or of the chosen ones.

        Also the class of each of these combinations.
        """
        frequency = self.frequency
        rows = frequency.codes if chosen is None else frequency.codes[:, chosen]
        counts = frequency.counts if chosen is None else frequency.counts[chosen]
        nodes = np.stack([nodes_of(*pair) for pair in zip(self.positions, rows, strict=True)])
        group_of, firsts = group_columns(nodes, (nodes.max(axis=1) + 1).tolist())
        histogram = None
        if demand.sensitive is not None:
            histogram = frequency.histograms[demand.sensitive]
            own = histogram if chosen is None else histogram.rows(chosen)
            histogram = merge_histogram(own, group_of, len(firsts))
        population, uncovered = None, 0
        if demand.population is not None:
            blocks = [
                blocks_of_nodes(nodes_of(position, np.arange(leaf_count, dtype=np.int32)))
                for position, leaf_count in zip(self.positions, self.leaf_counts, strict=True)
            ]
            population, uncovered = population_under(demand.population, blocks, nodes[:, firsts])
        shown = Classes(
            sum_by(group_of, counts, len(firsts)),
            self.record_count,
            histogram,
            demand.reference,
            demand.hierarchy,
            population,
            uncovered,
        )
        return shown, group_of


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
