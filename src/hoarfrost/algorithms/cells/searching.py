"""Branch and bound over what every combination is released as."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from hoarfrost.algorithms.cells.prices import Bound, Prices

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.cells.merging import Merging
    from hoarfrost.algorithms.cells.options import Options

FIRST_ROUNDS = 300
"""So often prices change before anything is decided …"""
ROUNDS = 30
"""… and so often after each decision."""
MOST_WORK = 30_000_000
"""Without a time limit, a search may look at so many options, each counted whenever it is."""
MARGIN = 0.5
"""Costs are whole numbers: a bound this far above one is above it, however it was rounded."""
PRECISION = 1e-12
"""Bounds are rounded by a smaller share of themselves than this."""
TOLD_EVERY = 50
"""Whoever watches is told after so many decisions."""
NONE = np.iinfo(np.int64).max
"""The cost of an option that is not allowed."""


@dataclass(frozen=True, eq=False)
class Table:
    """The levels of every combination, and what they cost."""

    levels: NDArray[np.int64]
    cost: int


@dataclass(frozen=True, eq=False)
class Decided:
    """What is still allowed after some decisions, and what it costs at least."""

    allowed: NDArray[np.bool_]
    prices: NDArray[np.float64]
    bound: float = 0.0
    depth: int = 0


@dataclass(frozen=True, eq=False)
class Rest:
    """What is left to decide on: the options still allowed, and how much each raises the bound."""

    allowed: NDArray[np.bool_]
    bound: Bound
    rises: NDArray[np.float64]


class Search:
    """Finds better and better tables, until there can be no better one."""

    def __init__(self, options: Options, prices: Prices, merging: Merging | None = None) -> None:
        self._options = options
        self._prices = prices
        self._merging = merging
        self._open: list[Decided] = []
        self.visits = 0
        """How often the options that are left were looked at."""
        self.progress = 0.0
        """The share of the search that is done, were both sides of each decision equally long."""
        self.ended: Literal["complete", "time", "nodes"] = "complete"

    def least_left(self, most: int) -> int:
        """What any table costs at least that was not looked at, or `most` if that is less."""
        bounds = [ceil(own.bound - max(MARGIN, PRECISION * own.bound)) for own in self._open]
        return max(min([most, *bounds]), 0)

    def start(self) -> Decided:
        """Nothing is decided, everything is allowed."""
        return Decided(np.ones(self._options.count, dtype=np.bool_), self._prices.free)

    def tables(self, start: Decided, most: int) -> Iterator[Table]:
        """Tables that cost at most so much, each cheaper than the one before."""
        self._open = [start]
        while self._open and not self._is_over():
            decided = self._open.pop()
            table, rest = None, None
            if not is_above(decided.bound, most):
                self.visits += 1
                self._tell(most)
                table, rest = self.narrowed(decided, most)
            if rest is None:
                self.progress += 0.5**decided.depth
            else:
                self._open += self._branches(rest, decided.depth + 1)
            if table is not None and table.cost <= most:
                most = table.cost - 1
                yield table

    def narrowed(self, decided: Decided, most: int) -> tuple[Table | None, Rest | None]:
        """The best table at hand, and what is left where others may still be better."""
        allowed, prices = decided.allowed, decided.prices
        table = None
        while True:
            allowed = self._prices.hopeful(allowed)
            cheapest = self._cheapest(allowed)
            if cheapest is None:
                return table, None
            if self._is_enough(cheapest):
                return self._cheaper(table, self._table(cheapest)), None
            rounds = ROUNDS if decided.depth else FIRST_ROUNDS
            bound = self._prices.bound(allowed, prices, most + MARGIN, rounds)
            prices = bound.prices
            if table is None:
                table = self._made_of(bound.chosen)
            limit = most if table is None else min(most, table.cost - 1)
            if is_above(bound.cost, limit):
                return table, None
            rises = self.rises(allowed, bound)
            affordable = allowed & ~is_above(bound.cost + rises, limit)
            if (affordable == allowed).all():
                return table, Rest(allowed, bound, rises)
            allowed = affordable

    def rises(self, allowed: NDArray[np.bool_], bound: Bound) -> NDArray[np.float64]:
        """By how much each option raises the bound; those not allowed without end."""
        reduced = np.where(allowed, self._prices.reduced(bound.prices), np.inf)
        least = np.minimum.reduceat(reduced, self._options.starts[:-1])
        rises: NDArray[np.float64] = reduced - least[self._options.combination_of]
        return rises

    def _branches(self, rest: Rest, depth: int) -> list[Decided]:
        """Decide for one combination: without the option that it chooses, and with nothing else.

        The one that loses most by another choice, of those that not all classes want.
        """
        bound, options = rest.bound, self._options
        others = rest.rises.copy()
        others[bound.chosen] = np.inf
        regret = np.minimum.reduceat(others, options.starts[:-1])
        is_free = np.isfinite(regret)
        is_disputed = is_free & ~bound.admitted[self._prices.links[bound.chosen]].all(axis=1)
        pool = is_disputed if is_disputed.any() else is_free
        combination = int(np.where(pool, regret, -1.0).argmax())
        option = bound.chosen[combination]
        without, alone = rest.allowed.copy(), rest.allowed.copy()
        without[option] = False
        alone[options.starts[combination] : options.starts[combination + 1]] = False
        alone[option] = True
        return [Decided(own, bound.prices, bound.cost, depth) for own in (without, alone)]

    def _cheapest(self, allowed: NDArray[np.bool_]) -> NDArray[np.int64] | None:
        """The first of the cheapest allowed options of each combination; None: one has none."""
        options = self._options
        costs = np.where(allowed, options.costs, NONE)
        least = np.minimum.reduceat(costs, options.starts[:-1])
        if (least == NONE).any():
            return None
        is_least = np.flatnonzero(costs == least[options.combination_of])
        of_least = options.combination_of[is_least]
        return is_least[np.searchsorted(of_least, np.arange(len(least)))]

    def _is_enough(self, chosen: NDArray[np.int64]) -> bool:
        """Do all classes become large enough?"""
        options = self._options
        for need, (class_of, _) in zip(options.needs, options.classes, strict=True):
            own = class_of[chosen]
            if (np.bincount(own, weights=options.records)[own] < need.size).any():
                return False
        return True

    def _made_of(self, chosen: NDArray[np.int64]) -> Table | None:
        """The table of a choice, if its classes are large enough or can be merged to be."""
        table = self._table(chosen)
        if self._is_enough(chosen):
            return table
        merged = None if self._merging is None else self._merging.completed(table.levels)
        return None if merged is None else Table(merged, self._options.cost_of(merged))

    def _table(self, chosen: NDArray[np.int64]) -> Table:
        costs = int(self._options.costs[chosen].sum())
        return Table(np.ascontiguousarray(self._options.levels[:, chosen]), costs)

    @staticmethod
    def _cheaper(one: Table | None, other: Table) -> Table:
        return other if one is None or other.cost < one.cost else one

    def _tell(self, most: int) -> None:
        """Tell whoever watches how far the search is."""
        watch = self._options.problem.watch
        if watch is not None and self.visits % TOLD_EVERY == 0:
            steps = self._options.scale.steps(most)
            watch(f"searching: {self.visits} decisions made, a table of {steps} steps known")

    def _is_over(self) -> bool:
        problem = self._options.problem
        if problem.is_out_of_time:
            self.ended = "time"
        elif problem.deadline is None and self.visits * self._options.count > MOST_WORK:
            self.ended = "nodes"
        return self.ended != "complete"


def is_above(bound: Any, cost: int) -> Any:
    """Is a bound, or each of some, surely above a cost?"""
    return bound > cost + max(MARGIN, PRECISION * cost)
