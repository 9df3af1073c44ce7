"""Refine the classes of a table one by one, each as far as the requirements allow."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.tree.presampling import referring_to
from hoarfrost.algorithms.tree.refining_in_place import Asked, asked_of_classes, refined_in_place
from hoarfrost.frequency import FrequencySet
from hoarfrost.grouping import Blocks, Grouping
from hoarfrost.recoding.blockwise import BlockCollector
from hoarfrost.recoding.covering import covering_levels, members

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.hierarchy.tree import Hierarchy
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

    def distinct_values(self) -> list[int]:
        """For each attribute, how many different values are released."""
        kept = np.flatnonzero(self.is_kept)
        return [
            len({label for labels in self._released(place, kept) for label in labels})
            for place in range(len(self.levels))
        ]

    def _released(self, place: int, kept: NDArray[np.int64]) -> Iterator[list[str]]:
        """For each level in use, the labels that it gives to an attribute's values."""
        tree = self.problem.hierarchies[place]
        levels, leaves = self.levels[place, kept], self.problem.frequency.codes[place, kept]
        for level in np.flatnonzero(np.bincount(levels)).tolist():
            present = np.flatnonzero(np.bincount(tree.nodes[level][leaves[levels == level]]))
            yield [tree.labels[level][node] for node in present.tolist()]

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
        children = nodes[self.problem.frequency.codes[place, own]]
        parts = [own[children == child] for child in np.unique(children)]
        # A class that only gets another label can leave others of a shield's class alone.
        may_fail = len(parts) > 1 or not self._is_local
        if may_fail and not self._holds(place, level, own):
            return None
        self.levels[place, own] = level
        self.steps += 1
        return parts

    def _holds(self, place: int, level: int, own: NDArray[np.int64]) -> bool:
        """Does every class satisfy once one is a level finer in one attribute?"""
        looked_at = own if self._is_local else np.flatnonzero(self.is_kept)
        levels = self.levels[:, looked_at].copy()
        levels[place, np.isin(looked_at, own)] = level
        grouping = self._grouping(looked_at, levels)
        everything = np.ones(grouping.class_count, dtype=np.bool_)
        return all(
            not demand.fails(grouping, everything).any()
            and demand.holds_for_table(grouping, everything)
            for demand in self.problem.demands
        )

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

    def _grouping(self, looked_at: NDArray[np.int64], levels: NDArray[np.int64]) -> Grouping:
        """Some combinations, each at levels of its own, as classes."""
        frequency = self.problem.frequency
        part = FrequencySet(
            frequency.names,
            np.ascontiguousarray(frequency.codes[:, looked_at]),
            frequency.counts[looked_at],
            {name: own.rows(looked_at) for name, own in frequency.histograms.items()},
        )
        rows = [
            own.of_node(levels[place], part.codes[place]) for place, own in enumerate(self._nodes)
        ]
        return Grouping.of_blocks(part, [own.blocks for own in self._nodes], np.stack(rows))

    @cached_property
    def _nodes(self) -> list[_Nodes]:
        return [_Nodes.of(tree) for tree in self.problem.hierarchies]


@dataclass(frozen=True, eq=False)
class _Nodes:
    """The nodes of all levels of a hierarchy as blocks; nodes of one label are one."""

    blocks: Blocks
    of_leaf: NDArray[np.int32]
    """One row for each level: the block of each leaf."""

    @classmethod
    def of(cls, tree: Hierarchy) -> _Nodes:
        """The nodes of a hierarchy."""
        collector = BlockCollector()
        rows = []
        for labels, nodes in zip(tree.labels, tree.nodes, strict=True):
            leaf_sets = members(nodes, len(labels))
            codes = [collector.add(*pair) for pair in zip(labels, leaf_sets, strict=True)]
            rows.append(np.array(codes, dtype=np.int32)[nodes])
        blocks = collector.blocks
        leaves = [list(block.leaves) for block in blocks]
        levels = covering_levels(tree, leaves).tolist()
        labels = tuple(block.label for block in blocks)
        return cls(Blocks.of_sets(leaves, labels, levels), np.stack(rows))

    def of_node(self, levels: NDArray[np.int64], leaves: NDArray[np.int32]) -> NDArray[np.int32]:
        """The block of each leaf at a level of its own."""
        return self.of_leaf[levels, leaves]


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
