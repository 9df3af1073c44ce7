"""A genetic search over one partition of each attribute."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Literal

import numpy as np

from hoarfrost.algorithms.partitions.appraising import appraiser_for
from hoarfrost.algorithms.partitions.breeding import Breeding
from hoarfrost.algorithms.partitions.genes import Genome
from hoarfrost.algorithms.partitions.starting import starters
from hoarfrost.partitions import Anonymisations

if TYPE_CHECKING:
    from hoarfrost.algorithms.partitions.appraising import Worth
    from hoarfrost.algorithms.partitions.genes import Bits
    from hoarfrost.algorithms.partitions.schemes import Scheme
    from hoarfrost.partitions import Partition
    from hoarfrost.problem import Problem

EVENTS = {
    "better": "Generation {generation}: with so many sets of values: {sets}, a release is safe with"
    " {suppressed} records left out; {figure} {value}, and none is better so far.",
    "safe": "Generation {generation}: with so many sets of values: {sets}, a release is safe with"
    " {suppressed} records left out; {figure} has no value for it.",
    "nearer": "Generation {generation}: no release is safe yet; the nearest, with so many sets of"
    " values: {sets}, would leave out {suppressed} records, and the limit is {allowed}.",
    "evolved": "After generation {generation}, {recodings} recodings are appraised. Of the"
    " {others} that survive, {safe} are safe.",
}


@dataclass(frozen=True, eq=False)
class Individual:
    """A release that was appraised."""

    bits: Bits
    worth: Worth
    rank: tuple[bool, float, int, bytes]
    """The least is the best; ties go to the fewest records left out, then to the least bits."""


@dataclass(frozen=True)
class Evolved:
    """The answer of a search."""

    partitions: tuple[Partition, ...] | None
    """None: nothing that was looked at meets the policy."""
    value: float | None
    """The objective's; None where it does not apply."""
    evaluated: int
    space: int
    """How many releases there are."""
    ended: Literal["complete", "time"]


def evolve(
    problem: Problem, schemes: Sequence[Scheme], *, population: int, generations: int, seed: int
) -> Evolved:
    """Search for the best release that meets the policy, with schemes that are ghs or ops."""
    evolution = Evolution(problem, schemes, size=population, generations=generations, seed=seed)
    evolution.survive(evolution.beginning())
    while evolution.goes_on():
        evolution.survive(evolution.children())
    return evolution.answer()


class Evolution:
    """A population that gets better from generation to generation."""

    def __init__(
        self,
        problem: Problem,
        schemes: Sequence[Scheme],
        *,
        size: int,
        generations: int,
        seed: int,
    ) -> None:
        self._problem = problem
        self._schemes = schemes
        self._size = size
        self._generations = generations
        self._generation = 0
        self._genome = Genome.of(schemes)
        self._breeding = Breeding(self._genome, np.random.default_rng(seed))
        self._appraiser = appraiser_for(problem, schemes)
        self._space = Anonymisations(tuple(scheme.space for scheme in schemes)).count
        self._known: set[bytes] = set()
        self._was_cut_short = False
        self._population: list[Individual] = []
        """The best first."""

    def beginning(self) -> Iterator[Bits]:
        """Begin with the coarsest and the finest release, level vectors, and random ones."""
        return starters(
            self._problem, self._schemes, self._genome, self._size, self._breeding.random
        )

    def goes_on(self) -> bool:
        """Are there generations and time left, and releases that were not looked at?"""
        return (
            self._generation < self._generations
            and len(self._known) < self._space
            and not self._was_cut_short
            and not self._is_hopeless
        )

    def children(self) -> Iterator[Bits]:
        """Cross good releases, attribute by attribute and inside one, and change the result a little."""
        self._generation += 1
        parents, breeding = tuple(self._population), self._breeding
        for _ in range(self._size):
            first, second = (parents[breeding.parent(len(parents))].bits for _ in range(2))
            yield breeding.child(first, second, self._known)

    def survive(self, newcomers: Iterable[Bits]) -> None:
        """Appraise what is new, and keep the best of old and new."""
        best = self._population[:1]
        for bits in newcomers:
            # The coarsest release comes first and is looked at however late it is.
            if self._known and self._problem.is_out_of_time:
                self._was_cut_short = True
                break
            if bits.tobytes() not in self._known:
                self._population.append(self._appraised(bits))
        self._population.sort(key=lambda own: own.rank)
        del self._population[self._size :]
        self._tell(has_improved=self._population[:1] != best)

    def answer(self) -> Evolved:
        """Take the best release there is."""
        best = self._population[0]
        return Evolved(
            self._genome.partitions(best.bits) if best.worth.is_accepted else None,
            self._value,
            len(self._known),
            self._space,
            "time" if self._was_cut_short and not self._is_hopeless else "complete",
        )

    def _appraised(self, bits: Bits) -> Individual:
        key = bits.tobytes()
        self._known.add(key)
        worth = self._appraiser.appraise(self._genome.partitions(bits))
        return Individual(bits, worth, (*worth.rank(self._problem.suppression_limit), key))

    @property
    def _is_hopeless(self) -> bool:
        """Does it follow for every release that it fails, because the coarsest does?"""
        problem = self._problem
        follows = problem.is_absorbing or (problem.is_monotone and not problem.suppression_limit)
        of_table = any(demand.requirement.judges_table for demand in problem.demands)
        return follows and not of_table and not self._population[0].worth.is_accepted

    def _tell(self, *, has_improved: bool) -> None:
        problem, best = self._problem, self._population[0].worth
        name, value = problem.required_objective.name, self._value
        if problem.watch is not None:
            told = "none" if value is None else f"{value:.4g}"
            problem.watch(f"searching: {len(self._known)} recodings weighed, best {name} {told}")
        if problem.trace is None:
            return
        if has_improved:
            facts = {"generation": self._generation, "sets": self._sets}
            facts |= {"suppressed": best.suppressed}
            if not best.is_accepted:
                problem.trace.add("nearer", **facts, allowed=problem.suppression_limit)
            elif value is None:
                problem.trace.add("safe", **facts, figure=name)
            else:
                problem.trace.add("better", **facts, figure=name, value=value)
        safe = sum(own.worth.is_accepted for own in self._population)
        problem.trace.add(
            "evolved",
            generation=self._generation,
            recodings=len(self._known),
            others=len(self._population),
            safe=safe,
        )

    @property
    def _value(self) -> float | None:
        """The objective of the best; None where it has none."""
        cost = self._population[0].worth.cost
        sign = -1 if self._problem.required_objective.larger_is_better else 1
        return sign * cost if isfinite(cost) else None

    @property
    def _sets(self) -> dict[str, int]:
        """For each attribute, how many sets of values the best has."""
        partitions = self._genome.partitions(self._population[0].bits)
        pairs = zip(self._problem.attributes, partitions, strict=True)
        return {attribute.name: len(set(partition)) for attribute, partition in pairs}
