"""The search of HeuristicMin as its paper has it: best-first over tables.

From a table, one step for each attribute: all its values in violating rows go to their parents, and
with them whatever lies below those. The largest table met is next, the one with the fewest
violating rows on ties. A table is known again by its cuts and counts once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Literal

import numpy as np

from hoarfrost.algorithms.tree.cut_space import CutSpace, Largest

if TYPE_CHECKING:
    from hoarfrost.algorithms.tree.attribute_cuts import Cuts
    from hoarfrost.algorithms.tree.cut_tables import CutTable, Standing

MOST_TABLES = 300_000
"""So many tables fit into memory whatever the number of attributes; then the search ends."""
NOTHING = -1
"""The parent of nodes that nothing is above."""
TOLD_EVERY = 100
"""Whoever watches is told after so many tables."""


@dataclass(frozen=True)
class Step:
    """All violating values of one attribute go to their parents."""

    attribute: int
    parents: frozenset[int]
    cuts: Cuts
    """The cuts afterwards."""


@dataclass(frozen=True)
class Met:
    """A table that the search has come to."""

    number: int
    """In the order in which tables were met; the table as it is is number 0."""
    violating: int
    rows: int
    steps: int
    """The fewest on the ways by which it was met."""


class TableSearch:
    """The state of one search."""

    def __init__(self, space: CutSpace) -> None:
        self.space = space
        self.largest = Largest(space)
        self.met: dict[Cuts, Met] = {}
        self.again = 0
        """How often a step led to a table that had been met before."""
        self.too_small = 0
        """How many tables were no larger than a satisfying one known by then."""
        self._open: list[tuple[int, int, int, Cuts]] = []

    @property
    def evaluated(self) -> int:
        """How many tables were made: all that were met but the one that was there."""
        return len(self.met) - 1

    def run(self) -> Literal["complete", "time", "nodes"]:
        """Expand tables until none is left that could lead to a larger one."""
        self.begin()
        while self.is_worth_going_on():
            if self.space.problem.is_out_of_time:
                return "time"
            if len(self.met) > MOST_TABLES:
                return "nodes"
            self.expand(self.take_largest())
        return "complete"

    def begin(self) -> None:
        """Take the table as it is."""
        space = self.space
        self._keep(space.start, space.standing(space.finest), steps=0)
        self._tell("began", self.met[space.start])

    def is_worth_going_on(self) -> bool:
        """Is there a violating table with more rows than the largest satisfying one?"""
        return bool(self._open) and -self._open[0][0] > self.largest.rows

    def take_largest(self) -> Cuts:
        """Take the largest violating table; of equally large ones that with the fewest violations."""
        return heappop(self._open)[-1]

    def expand(self, cuts: Cuts) -> None:
        """Make one table for each attribute: its values in violating rows go to their parents."""
        table = self.space.table(cuts)
        standing = self.space.standing(table)
        before = self.met[cuts]
        for step in self._steps(cuts, table, standing):
            known = self.met.get(step.cuts)
            if known is None:
                finer = self.space.table(step.cuts, table)
                known = self._keep(step.cuts, self.space.standing(finer), before.steps + 1)
                self._tell("tried", known, before, step)
            else:
                self.again += 1
                self._meet_again(step.cuts, known, before.steps + 1)
                self._tell("met again", known, before, step)

    def settle(self) -> None:
        """Choose the largest satisfying table; of equally large ones that of the fewest steps."""
        if self.largest.cuts is None:
            self._finish_greedily()
        trace = self.space.problem.trace
        if trace is not None:
            trace.add("chosen", violating=0, rows=self.largest.rows)

    def _finish_greedily(self) -> None:
        """Time was up early: from the largest table on, the largest that a step leads to."""
        cuts = self.take_largest()
        steps = self.met[cuts].steps
        table = self.space.table(cuts)
        standing = self.space.standing(table)
        while standing.violating:
            ways = []
            for step in self._steps(cuts, table, standing):
                coarser = self.space.table(step.cuts, table)
                ways.append((step.cuts, coarser, self.space.standing(coarser)))
            cuts, table, standing = min(ways, key=lambda way: (-way[2].rows, way[2].violating))
            steps += 1
        self.largest.offer(cuts, standing.rows, steps)

    def _steps(self, cuts: Cuts, table: CutTable, standing: Standing) -> Iterator[Step]:
        """One step for each attribute that has violating values with a parent."""
        for place, own in enumerate(self.space.attributes):
            rows = standing.violating_rows(self.space.shields, place)
            nodes = np.flatnonzero(np.bincount(table.codes[place][rows])).tolist()
            parents = frozenset(map(own.parents.__getitem__, nodes)) - {NOTHING}
            if parents:
                raised = own.raised(cuts[place], parents)
                yield Step(place, parents, (*cuts[:place], raised, *cuts[place + 1 :]))

    def _keep(self, cuts: Cuts, standing: Standing, steps: int) -> Met:
        """Note a table that was not met before."""
        met = Met(len(self.met), standing.violating, standing.rows, steps)
        self.met[cuts] = met
        if not met.violating:
            self.largest.offer(cuts, met.rows, steps)
        elif met.rows > self.largest.rows:
            heappush(self._open, (-met.rows, met.violating, met.number, cuts))
        else:
            self.too_small += 1
        self._watch()
        return met

    def _meet_again(self, cuts: Cuts, known: Met, steps: int) -> None:
        """Note that there may be a shorter way to a table."""
        if steps < known.steps:
            self.met[cuts] = Met(known.number, known.violating, known.rows, steps)
            if not known.violating:
                self.largest.offer(cuts, known.rows, steps)

    def _watch(self) -> None:
        problem = self.space.problem
        if problem.watch is not None and len(self.met) % TOLD_EVERY == 0:
            best = self.largest.rows or "no"
            problem.watch(f"searching: {len(self.met)} tables, {best} rows at best")

    def _tell(
        self, event: str, met: Met, before: Met | None = None, step: Step | None = None
    ) -> None:
        trace = self.space.problem.trace
        if trace is None:
            return
        facts: dict[str, object] = {"table": met.number}
        if before is not None and step is not None:
            name = self.space.attributes[step.attribute].name
            what = self.space.wording(step.attribute, step.parents)
            facts |= {"after": before.number, "attribute": name, "what": what}
        trace.add(event, **facts, violating=met.violating, rows=met.rows)
