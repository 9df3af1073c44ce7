"""Refine the classes of a table one by one, each as far as the requirements allow."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.refining.parts import Parts
from hoarfrost.algorithms.tree.presampling import referring_to
from hoarfrost.algorithms.tree.refining_in_place import Asked, asked_of_classes, refined_in_place
from hoarfrost.grouping import sum_by
from hoarfrost.recoding.local import Local

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Problem


@dataclass(eq=False)
class Refinement:
    """Classes that are split by one attribute, one level at a time."""

    problem: Problem
    order: Sequence[int]
    """The places of the attributes, the most valuable first."""
    levels: NDArray[np.int64]
    """One row for each attribute, one column for each combination."""
    class_of: NDArray[np.int64]
    is_kept: NDArray[np.bool_]
    """For each combination: is it released?"""
    steps: int = 0
    tried: int = 0
    is_complete: bool = True
    """False: time was up before every class had been tried."""

    def run(self) -> None:
        """Split until no class can be: most valuable attribute, then largest class, then order."""
        open_steps: list[tuple[int, int, int, int]] = []
        classes: dict[int, NDArray[np.int64]] = {}
        for own in self._kept_classes():
            classes[len(classes)] = own
            self._offer(open_steps, len(classes) - 1, own)
        count = len(classes)
        while open_steps:
            if self.problem.is_out_of_time:
                self.is_complete = False
                return
            rank, _, _, number = heapq.heappop(open_steps)
            if number not in classes:
                continue
            parts = self._split(self.order[rank], classes[number])
            if parts is None:
                continue
            del classes[number]
            for part in parts:
                classes[count] = part
                self._offer(open_steps, count, part)
                count += 1

    def run_in_place(self, asked: Asked) -> None:
        """The same when each class is judged by itself: then one after the other."""
        found = refined_in_place(self.problem, asked, self.levels, self._kept_classes(), self.order)
        self.levels, self.is_complete = found.levels, found.is_complete
        self.steps, self.tried = found.steps, found.tried

    def _kept_classes(self) -> list[NDArray[np.int64]]:
        """The combinations of each released class."""
        kept = np.flatnonzero(self.is_kept)
        in_order = kept[np.argsort(self.class_of[kept], kind="stable")]
        starts = np.flatnonzero(np.diff(self.class_of[in_order])) + 1
        return np.split(in_order, starts)

    def _offer(
        self, open_steps: list[tuple[int, int, int, int]], number: int, own: NDArray[np.int64]
    ) -> None:
        size = int(self.problem.frequency.counts[own].sum())
        for rank, place in enumerate(self.order):
            if self.levels[place, own[0]] > 0:
                heapq.heappush(open_steps, (rank, -size, int(own[0]), number))

    def _split(self, place: int, own: NDArray[np.int64]) -> list[NDArray[np.int64]] | None:
        """The parts of a class one level finer in one attribute, if every part satisfies."""
        self.tried += 1
        level = int(self.levels[place, own[0]]) - 1
        nodes = self.problem.hierarchies[place].nodes[level]
        children, part_of = np.unique(
            nodes[self.problem.frequency.codes[place, own]], return_inverse=True
        )
        # A class that only gets another label can leave others of a shield's class alone.
        may_fail = len(children) > 1 or not self._is_local
        if may_fail and not self._holds(place, level, own, part_of.astype(np.int32)):
            return None
        self.levels[place, own] = level
        self.steps += 1
        return [own[part_of == part] for part in range(len(children))]

    def _holds(
        self, place: int, level: int, own: NDArray[np.int64], part_of: NDArray[np.int32]
    ) -> bool:
        """Does every class satisfy once one is a level finer in one attribute?"""
        if self._is_local:
            records = sum_by(part_of, self.problem.frequency.counts[own], int(part_of.max()) + 1)
            return bool(self._parts.satisfy_among(own, part_of, records).all())
        levels = self.levels.copy()
        levels[place, own] = level
        grouping = Local.of(self.problem, levels).grouping(self.problem)
        kept = np.zeros(grouping.class_count, dtype=np.bool_)
        kept[grouping.class_of[self.is_kept]] = True
        return all(
            not demand.fails(grouping, kept).any() and demand.holds_for_table(grouping, kept)
            for demand in self.problem.demands
        )

    @cached_property
    def _parts(self) -> Parts:
        return Parts.of_all(self.problem)

    @cached_property
    def _is_local(self) -> bool:
        """Is every class judged by itself?"""
        width = len(self.problem.attributes)
        return all(
            len(demand.shield) == width
            and not demand.requirement.judges_table
            and not demand.requirement.reads_population
            for demand in self.problem.demands
        )


def refined(
    problem: Problem,
    levels: NDArray[np.int64],
    kept: NDArray[np.bool_],
    class_of: NDArray[np.int32],
    order: Sequence[int],
) -> Refinement:
    """The classes of a table, each split as far as every part still satisfies."""
    with_reference = replace(
        problem, demands=tuple(referring_to(problem, demand) for demand in problem.demands)
    )
    refinement = Refinement(with_reference, order, levels, class_of.astype(np.int64), kept)
    asked = asked_of_classes(with_reference)
    if asked is None:
        refinement.run()
    else:
        refinement.run_in_place(asked)
    return refinement
