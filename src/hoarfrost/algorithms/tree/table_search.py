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

from hoarfrost.algorithms.tree.cut_space import CutSpace, Largest

if TYPE_CHECKING:
    from hoarfrost.algorithms.tree.attribute_cuts import Cuts
    from hoarfrost.algorithms.tree.cut_tables import CutTable

MOST_TABLES = 300_000
"""So many tables fit into memory whatever the number of attributes; then the search ends."""
TOLD_EVERY = 100
"""Whoever watches is told after so many tables."""


@dataclass(frozen=True)
class Step:
    """All violating values of one attribute go to their parents."""

    attribute: int
    cuts: Cuts
    """The cuts afterwards."""


@dataclass
class Met:
    """A table that the search has come to."""

    cuts: Cuts
    number: int
    """In the order in which tables were met; the table as it is is number 0."""
    violating: int
    rows: int
    steps: int
    """The fewest on the ways by which it was met."""
    raised: Cuts
    """What the cut of each attribute becomes by a step on it; as it is where there is none."""


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
        self._tell("began", self._keep(self.space.start, self.space.finest, steps=0))

    def is_worth_going_on(self) -> bool:
        """Is there a violating table with more rows than the largest satisfying one?"""
        return bool(self._open) and -self._open[0][0] > self.largest.rows

    def take_largest(self) -> Cuts:
        """Take the largest violating table; of equally large ones that with the fewest violations."""
        return heappop(self._open)[-1]

    def expand(self, cuts: Cuts) -> None:
        """Make one table for each attribute: its values in violating rows go to their parents."""
        before = self.met[cuts]
        table = None
        for step in steps_of(cuts, before.raised):
            known = self.met.get(step.cuts)
            if known is None:
                # Most steps lead to tables that were met before: often this one is not needed.
                table = table or self.space.table(cuts)
                known = self._keep(step.cuts, self.space.table(step.cuts, table), before.steps + 1)
                self._tell("tried", known, before, step)
            else:
                self.again += 1
                self._meet_again(known, before.steps + 1)
                self._tell("met again", known, before, step)

    def settle(self) -> None:
        """Choose the largest satisfying table; of equally large ones that of the fewest steps."""
        if self.largest.cuts is None:
            # From either end: neither way is always the better one.
            self._go_greedily(self.space.start)
            self._go_greedily(self.take_largest())
        trace = self.space.problem.trace
        if trace is not None:
            trace.add("chosen", violating=0, rows=self.largest.rows)

    def _go_greedily(self, cuts: Cuts) -> None:
        """From a table on, always take the step to the largest table, until one satisfies."""
        steps = self.met[cuts].steps
        table = self.space.table(cuts)
        standing = self.space.standing(table)
        while standing.violating:
            ways = []
            for step in steps_of(cuts, self.space.raised(cuts, table, standing)):
                coarser = self.space.table(step.cuts, table)
                ways.append((step.cuts, coarser, self.space.standing(coarser)))
            cuts, table, standing = min(ways, key=lambda way: (-way[2].rows, way[2].violating))
            steps += 1
        self.largest.offer(cuts, standing.rows, steps)

    def _keep(self, cuts: Cuts, table: CutTable, steps: int) -> Met:
        """Note a table that was not met before."""
        standing = self.space.standing(table)
        is_open = standing.violating > 0 and standing.rows > self.largest.rows
        raised = self.space.raised(cuts, table, standing) if is_open else cuts
        met = Met(cuts, len(self.met), standing.violating, standing.rows, steps, raised)
        self.met[cuts] = met
        if is_open:
            heappush(self._open, (-met.rows, met.violating, met.number, cuts))
        elif met.violating:
            self.too_small += 1
        else:
            self.largest.offer(cuts, met.rows, steps)
        self._watch()
        return met

    def _meet_again(self, known: Met, steps: int) -> None:
        """Note that there may be a shorter way to a table."""
        if steps < known.steps:
            known.steps = steps
            if not known.violating:
                self.largest.offer(known.cuts, known.rows, steps)

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
            own, place = self.space.attributes[step.attribute], step.attribute
            parents = own.parents_in(step.cuts[place] & ~before.cuts[place])
            what = self.space.wording(place, parents)
            facts |= {"after": before.number, "attribute": own.name, "what": what}
        trace.add(event, **facts, violating=met.violating, rows=met.rows)


def steps_of(cuts: Cuts, raised: Cuts) -> Iterator[Step]:
    """One step for each attribute whose cut can be raised."""
    for place, bits in enumerate(raised):
        if bits != cuts[place]:
            yield Step(place, (*cuts[:place], bits, *cuts[place + 1 :]))
