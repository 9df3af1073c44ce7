"""Of several best tables always the same one: that with the least vectors, in the table's order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.cells.searching import (
    MARGIN,
    ROUNDS,
    Decided,
    Search,
    Table,
    is_above,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.cells.options import Options
    from hoarfrost.algorithms.cells.prices import Prices


class Ties:
    """Looks for other tables that cost as much as the best one."""

    def __init__(self, options: Options, prices: Prices, best: Table) -> None:
        self._options = options
        self._prices = prices
        self._cost = best.cost
        self._search = Search(options, prices)
        self._chosen = options.chosen_in(best.levels)

    @property
    def are_settled(self) -> bool:
        """Was there enough time to compare them?"""
        return self._search.ended == "complete"

    def least(self) -> Table:
        """The best table whose first combination has the least vector; of these, the second …"""
        start = self._search.start()
        allowed, prices = start.allowed, start.prices
        for combination in range(len(self._chosen)):
            allowed, prices = self._as_cheap(allowed, prices)
            alone = self._with_least(combination, allowed, prices)
            if alone is None:
                break
            allowed = alone
        levels = self._options.levels[:, self._chosen]
        return Table(np.ascontiguousarray(levels), self._cost)

    def _as_cheap(
        self, allowed: NDArray[np.bool_], prices: NDArray[np.float64]
    ) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
        """Leave out options that no table of the same cost has."""
        hopeful = self._prices.hopeful(allowed)
        bound = self._prices.bound(hopeful, prices, self._cost + MARGIN, ROUNDS)
        rises = self._search.rises(hopeful, bound)
        return hopeful & ~is_above(bound.cost + rises, self._cost), bound.prices

    def _with_least(
        self, combination: int, allowed: NDArray[np.bool_], prices: NDArray[np.float64]
    ) -> NDArray[np.bool_] | None:
        """The least vector of a combination with which a table costs as much, and no other one.

        None: the search for it ended before its time.
        """
        place = slice(*self._options.starts[combination : combination + 2].tolist())
        alone = allowed
        for option in np.flatnonzero(allowed[place]) + place.start:
            alone = allowed.copy()
            alone[place] = False
            alone[option] = True
            if option != self._chosen[combination]:
                found = next(self._search.tables(Decided(alone, prices, depth=1), self._cost), None)
                if not self.are_settled:
                    return None
                if found is None:
                    continue
                self._chosen = self._options.chosen_in(found.levels)
            break
        return alone
