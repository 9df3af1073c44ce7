"""What states cost, and what everything between two ends costs at least."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Protocol

import numpy as np

from hoarfrost.figures.base import View
from hoarfrost.grouping import Blocks, Grouping
from hoarfrost.recoding.covering import covering_levels, members

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.partitions.known import Known

Rows = Sequence[Sequence[int]]
"""For each state, the number of each attribute's partition."""
MOST_REMEMBERED = 4096
KEY_SPACE = 2**62


@dataclass(frozen=True, eq=False)
class Weights:
    """What is known of some states."""

    bounds: NDArray[np.float64]
    """What everything between the two ends costs at least."""
    costs: NDArray[np.float64]
    """What the state itself costs; infinite when it breaks the policy."""
    suppressed: NDArray[np.int64]


class Weigher(Protocol):
    """Weighs states."""

    def weigh(self, fine: Rows, coarse: Rows, own: Rows) -> Weights:
        """The states `own`, and everything from the finest to the coarsest partitions."""


def weigher_of(known: Known) -> Weigher:
    """Compiled loops where sizes decide and the objective adds up, groupings otherwise."""
    problem = known.objective.problem
    space = 1
    for scheme in known.schemes:
        space *= len(scheme.values)
    if problem.is_decided_by_size and known.objective.adds_up and space < KEY_SPACE:
        return ByLoops(known)
    return ByGroupings(known)


def terms_of(known: Known) -> NDArray[np.float64]:
    """What a class adds beside its cells, and the records that it needs."""
    objective = known.objective
    least = max(
        (demand.requirement.minimum_size for demand in objective.problem.demands), default=1
    )
    return np.array([objective.classes.square, objective.classes.each, float(least)])


@dataclass(frozen=True, eq=False)
class ByLoops:
    """For requirements that sizes decide, and objectives that add up."""

    known: Known

    def weigh(self, fine: Rows, coarse: Rows, own: Rows) -> Weights:
        """All states in one loop."""
        from hoarfrost.kernels.brackets import weigh_brackets

        known, problem = self.known, self.known.objective.problem
        count = len(fine)
        bounds, costs = np.empty(count), np.empty(count)
        gone, suppressed, kept = (np.empty(count, dtype=np.int64) for _ in range(3))
        weigh_brackets(
            known.codes, problem.frequency.counts, known.objective.weights, known.objective.lost,
            known.blocks, known.costs, known.sizes, terms_of(known), problem.suppression_limit,
            np.array(fine, dtype=np.int64), np.array(coarse, dtype=np.int64),
            np.array(own, dtype=np.int64), bounds, gone, costs, suppressed, kept,
        )  # fmt: skip
        return Weights(bounds, costs, suppressed)


class ByGroupings:
    """For any requirements and any objective."""

    def __init__(self, known: Known) -> None:
        self.known = known
        # What is remembered goes with this object.
        self._blocks = lru_cache(MOST_REMEMBERED)(self._made)

    def weigh(self, fine: Rows, coarse: Rows, own: Rows) -> Weights:
        """One state after the other."""
        found = [self._weigh(*rows) for rows in zip(fine, coarse, own, strict=True)]
        bounds, costs, suppressed = zip(*found, strict=True) if found else ((), (), ())
        return Weights(np.array(bounds), np.array(costs), np.array(suppressed, dtype=np.int64))

    def _weigh(
        self, fine: Sequence[int], coarse: Sequence[int], own: Sequence[int]
    ) -> tuple[float, float, int]:
        problem = self.known.objective.problem
        if self._is_taggable and not problem.judge(self._grouping(coarse)).is_accepted:
            return np.inf, np.inf, 0
        cost, suppressed = self._cost(own)
        return min(self._floor(fine), cost), cost, suppressed

    @cached_property
    def _is_taggable(self) -> bool:
        """Does nothing satisfy that is finer than what fails?"""
        problem = self.known.objective.problem
        return problem.is_monotone and (problem.suppression_limit == 0 or problem.is_absorbing)

    def _cost(self, row: Sequence[int]) -> tuple[float, int]:
        problem = self.known.objective.problem
        grouping = self._grouping(row)
        verdict = problem.judge(grouping)
        value = None
        if verdict.is_accepted:
            value = problem.required_objective.value(View(problem, grouping, verdict.kept))
        if value is None:
            return np.inf, verdict.suppressed_records
        return self.known.objective.cost(value), verdict.suppressed_records

    def _floor(self, row: Sequence[int]) -> float:
        """The cost with nothing suppressed, or of what is suppressed at the least price."""
        objective, problem = self.known.objective, self.known.objective.problem
        if objective.of_cells is not None:
            codes = self.known.codes
            cells = sum(self.known.costs[number, codes[place]] for place, number in enumerate(row))
            return float(np.minimum(objective.weights * cells, objective.lost).sum())
        if not problem.required_objective.is_bound:
            return -np.inf
        grouping = self._grouping(row)
        everything = np.ones(grouping.class_count, dtype=np.bool_)
        value = problem.required_objective.value(View(problem, grouping, everything))
        return -np.inf if value is None else objective.cost(value)

    def _grouping(self, row: Sequence[int]) -> Grouping:
        frequency = self.known.objective.problem.frequency
        pairs = [self._blocks(place, number) for place, number in enumerate(row)]
        rows = [of_leaf[codes] for (_, of_leaf), codes in zip(pairs, frequency.codes, strict=True)]
        return Grouping.of_blocks(frequency, [blocks for blocks, _ in pairs], np.stack(rows))

    def _made(self, attribute: int, number: int) -> tuple[Blocks, NDArray[np.int32]]:
        """The blocks of a partition as groupings see them, without names, and that of each leaf."""
        scheme = self.known.schemes[attribute]
        of_leaf = scheme.blocks_of_leaves(self.known.partition_of(number))
        leaf_sets = members(of_leaf, int(of_leaf.max()) + 1)
        levels = covering_levels(scheme.attribute.hierarchy, leaf_sets)
        return Blocks.of_partition(of_leaf, ("",) * len(leaf_sets), levels), of_leaf
