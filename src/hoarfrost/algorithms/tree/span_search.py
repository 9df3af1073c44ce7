"""The largest satisfying table over all cuts: spans are divided, those that may hold most first.

Tables are too many to be looked at one by one. Of a span only the finest table is, which has the
most rows: when it satisfies, it is the best of the span; when it is no larger than a satisfying
one, nor is any other of the span. From a divided span the search goes on with the larger half
until that is settled, which soon gives a first answer.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Literal

from hoarfrost.algorithms.tree.cut_space import CutSpace, Largest
from hoarfrost.algorithms.tree.spans import Divider, Half, Span

if TYPE_CHECKING:
    from hoarfrost.algorithms.tree.attribute_cuts import Cuts
    from hoarfrost.trace import Trace

MOST_WAITING = 100_000
"""So many spans wait until they are the largest; those that come then are taken first, the last
one before all others, so that no more than one for each node ever wait beside them."""
TOLD_EVERY = 100
"""Whoever watches is told after so many spans."""


class SpanSearch:
    """The state of one search."""

    def __init__(
        self,
        space: CutSpace,
        *,
        most: int | None = None,
        trace: Trace | None = None,
    ) -> None:
        """Up to `most` spans are looked at."""
        self.space = space
        self.largest = Largest(space)
        self.evaluated = 0
        self.too_small = 0
        """How many spans held no larger table than a satisfying one known by then."""
        self._most = most
        self._trace = trace
        self._divider = Divider(space)
        self._whole = self._divider.first()
        self._waiting: list[tuple[int, int, int, Cuts, Cuts]] = []
        self._overflow: list[tuple[int, int, int, Cuts, Cuts]] = []

    @property
    def bound(self) -> int:
        """No satisfying table over all cuts has more rows."""
        open_ones = [*self._waiting[:1], *self._overflow]
        return max([self.largest.rows, *(-entry[0] for entry in open_ones)])

    def run(self) -> Literal["complete", "time", "nodes"]:
        """Divide spans until none is left that could hold a larger table."""
        self.begin()
        while self.is_worth_going_on():
            span: Span | None = self.take_largest()
            while span is not None:
                if self.space.problem.is_out_of_time:
                    self._wait(span)
                    return "time"
                if self._most is not None and self.evaluated >= self._most:
                    self._wait(span)
                    return "nodes"
                span = self.divide(span)
        return "complete"

    def begin(self) -> None:
        """Take all tables as one span, and the coarsest of them as a first answer."""
        coarsest = self._divider.coarsest
        rows = self.space.table(coarsest).codes.shape[1]
        self.largest.offer(coarsest, rows, self._steps(coarsest))
        if self._trace is not None:
            standing = self.space.standing(self.space.finest)
            self._trace.add("began", violating=standing.violating, rows=standing.rows)
        self._tell("whole", self._whole)
        if self._is_open(self._whole):
            self._wait(self._whole)

    def is_worth_going_on(self) -> bool:
        """Is there a span that may hold a satisfying table with more rows than the largest one?"""
        while self._overflow and -self._overflow[-1][0] <= self.largest.rows:
            self._overflow.pop()
        return bool(self._overflow) or (
            bool(self._waiting) and -self._waiting[0][0] > self.largest.rows
        )

    def take_largest(self) -> Span:
        """Take the span that may hold the largest table, by its finest one."""
        taken = self._overflow.pop() if self._overflow else heappop(self._waiting)
        return self._divider.span(*taken[3:], self._whole.table)

    def divide(self, span: Span) -> Span | None:
        """Generalise everything below a node that has violating rows, or keep its children apart."""
        found = []
        for half in self._divider.halves(span):
            self.evaluated += 1
            self._tell(half.way, half.span, half)
            self._watch()
            if self._is_open(half.span):
                found.append(half.span)
        found.sort(key=lambda own: (-own.most_rows, own.standing.violating))
        found = [own for own in found if own.most_rows > self.largest.rows]
        for other in found[1:]:
            self._wait(other)
        return found[0] if found else None

    def settle(self) -> None:
        """Choose the largest satisfying table; of equally large ones that of the fewest steps."""
        if self._trace is not None:
            self._trace.add("chosen", violating=0, rows=self.largest.rows)

    def _is_open(self, span: Span) -> bool:
        """Settle a span if its finest table does: that satisfies, or is too small."""
        if not span.standing.violating:
            self.largest.offer(span.finest, span.standing.rows, self._steps(span.finest))
            return False
        is_open = span.most_rows > self.largest.rows
        self.too_small += not is_open
        return is_open

    def _wait(self, span: Span) -> None:
        number = self.evaluated
        violating = span.standing.violating
        entry = (-span.most_rows, violating, number, span.finest, span.coarsest)
        if len(self._waiting) < MOST_WAITING:
            heappush(self._waiting, entry)
        else:
            self._overflow.append(entry)

    def _steps(self, cuts: Cuts) -> int:
        pairs = zip(self.space.attributes, cuts, strict=True)
        return sum(own.steps(bits) for own, bits in pairs)

    def _watch(self) -> None:
        problem = self.space.problem
        if problem.watch is not None and self.evaluated % TOLD_EVERY == 0:
            rows, bound = self.largest.rows, self.bound
            problem.watch(f"searching: {self.evaluated} spans, {rows} rows at best of {bound}")

    def _tell(self, event: str, span: Span, half: Half | None = None) -> None:
        if self._trace is None:
            return
        facts: dict[str, object] = {"most": span.most_rows}
        if half is not None:
            name = self.space.attributes[half.attribute].name
            what = self.space.wording(half.attribute, [half.node])
            facts |= {"attribute": name, "what": what}
        standing = span.standing
        self._trace.add(event, **facts, violating=standing.violating, rows=standing.rows)
