"""Tests the candidate nodes of a graph, each made from a finer one at hand.

Where class sizes decide, a compiled loop walks the graph. Everything else is grouped and judged
like any release, after the sizes have ruled out what they can. Nodes are visited in an order in
which finer ones come first, so that what is more general than a satisfying node is never tested.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.lattice.graphs import Graph, Trial, lowest_levels
from hoarfrost.algorithms.lattice.keyed_tables import KeyedTables
from hoarfrost.algorithms.lattice.waypoints import Waypoints, telling_first
from hoarfrost.judgement import survivors

if TYPE_CHECKING:
    from hoarfrost.grouping import Grouping
    from hoarfrost.judgement import Demand
    from hoarfrost.problem import Problem

Levels = tuple[int, ...]
MOST_MERGED = 20_000_000
"""After so many merged classes, the loop comes back to look at the clock."""


@dataclass(frozen=True)
class Manner:
    """How a graph is walked."""

    until_first: bool = False
    """The walk ends at the first candidate that satisfies."""
    from_above: bool = False
    """Where several candidates begin alike, the least node above all of them is tested first, if
    class sizes can tell: where that fails, all of them do."""


PLAIN = Manner()


class Walker:
    """Tests graphs over any of the attributes; safe to be used by several threads."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._bottom: Levels = (0,) * len(problem.attributes)
        self._roots = tuple(tree.height for tree in problem.hierarchies)
        self._tables = KeyedTables.of(problem)
        self._groupings: Waypoints[Grouping] | None = None

    def start_above(self, bottom: Levels) -> None:
        """From now on, no node is finer than `bottom`, nor than what was said before."""
        bottom = tuple(map(max, bottom, self._bottom))
        if bottom != self._bottom:
            self._bottom = bottom
            self._groupings = None
            self._tables = self._tables and self._tables.above(bottom)

    def walk(self, graph: Graph, demands: Sequence[Demand], manner: Manner = PLAIN) -> bool:
        """Test the open nodes, or test until one satisfies; False when time is up before the end."""
        if graph.is_settled:
            return True
        size = _minimum_size(graph, demands)
        if self._tables is not None and _decided_by_size(graph, demands):
            return self._count(self._tables, graph, size, manner)
        if self._tables is not None and size > 1:
            sized = Graph(graph.attributes, graph.is_open)
            if not self._count(self._tables, sized, size, replace(manner, until_first=False)):
                return False
            if not graph.keep_open(sized):
                return True
        return self._judge(graph, demands, until_first=manner.until_first)

    def _count(self, tables: KeyedTables, graph: Graph, size: int, manner: Manner) -> bool:
        """Test by the sizes of classes."""
        from hoarfrost.kernels.walking import Ladders, Nodes, walk

        lowest = lowest_levels(graph.is_open)
        table = tables.at(self._placed(graph.attributes, lowest))
        own = [attribute for attribute in tables.order if attribute in graph.attributes]
        order = [graph.attributes.index(attribute) for attribute in own]
        nodes = Nodes(
            np.array(graph.is_open.shape)[order],
            np.array(graph.is_open.strides)[order],
            graph.is_open.reshape(-1).view(np.uint8),
            graph.satisfies.reshape(-1).view(np.uint8),
            graph.tested,
            graph.found,
        )
        whole = tables.ladders
        ladders = Ladders(whole.shifts[own], whole.masks[own], whole.begins[own], whole.steps)
        start = np.array(lowest)[order]
        limit = self._problem.suppression_limit
        while not graph.is_settled and not (manner.until_first and graph.has_answer):
            if self._problem.is_out_of_time:
                return False
            graph.test_count = walk(
                table.keys,
                table.sizes,
                start,
                nodes,
                ladders,
                size,
                limit,
                graph.test_count,
                MOST_MERGED,
                manner.until_first,
                manner.from_above,
            )
        return True

    def _judge(self, graph: Graph, demands: Sequence[Demand], *, until_first: bool) -> bool:
        """Test by judging what each node's classes are."""
        lowest = lowest_levels(graph.is_open)
        order = telling_first(self._problem, self._bottom)
        place = self._placed(graph.attributes, lowest)
        self._groupings = self._groupings or self._waypoints()
        base = self._raised(place, self._groupings.nearest(place, self._raised))
        own = [attribute for attribute in order if attribute in graph.attributes]
        near = Waypoints(place, base, own, lambda grouping: grouping.class_count)
        for levels in _open_nodes(graph):
            if self._problem.is_out_of_time:
                return False
            place = self._placed(graph.attributes, levels)
            grouping = self._raised(place, near.nearest(place, self._raised))
            verdict = survivors(demands, grouping, self._problem.suppression_limit)
            violating = int(np.count_nonzero(~verdict.kept))
            graph.note(
                Trial(
                    levels,
                    verdict.suppressed_records,
                    violating,
                    grouping.class_count,
                    verdict.is_accepted,
                )
            )
            if verdict.is_accepted and until_first:
                break
        return True

    def _placed(self, attributes: Sequence[int], levels: Levels) -> Levels:
        """Levels of some attributes as those of all: what is left out is at its root."""
        placed = list(self._roots)
        for attribute, level in zip(attributes, levels, strict=True):
            placed[attribute] = level
        return tuple(placed)

    def _waypoints(self) -> Waypoints[Grouping]:
        finest = self._with_histograms(self._problem.grouping(self._bottom))
        order = telling_first(self._problem, self._bottom)
        return Waypoints(self._bottom, finest, order, lambda grouping: grouping.class_count)

    def _raised(self, levels: Levels, source: Grouping) -> Grouping:
        start = [int(blocks.levels[0]) for blocks in source.blocks]
        return self._with_histograms(source.raised(self._problem.hierarchies, start, levels))

    def _with_histograms(self, grouping: Grouping) -> Grouping:
        """The same with its histograms made, so that coarser ones are made from them."""
        for demand in self._problem.demands:
            if demand.sensitive is not None:
                grouping.histogram(demand.sensitive)
        return grouping


def _decided_by_size(graph: Graph, demands: Sequence[Demand]) -> bool:
    """Do the sizes of the classes over the graph's attributes decide all that is asked?"""
    own = set(graph.attributes)
    return all(
        demand.requirement.is_decided_by_size and own <= set(demand.shield) for demand in demands
    )


def _minimum_size(graph: Graph, demands: Sequence[Demand]) -> int:
    """The records that a class over the graph's attributes must have at least."""
    own = set(graph.attributes)
    sizes = [demand.requirement.minimum_size for demand in demands if own <= set(demand.shield)]
    return max(sizes, default=1)


def _open_nodes(graph: Graph) -> Iterator[Levels]:
    """The open nodes, finer ones first; those that are settled meanwhile are left out."""
    for place in np.argwhere(graph.is_open).tolist():
        levels = tuple(place)
        if graph.is_open[levels] and not graph.satisfies[levels]:
            yield levels
