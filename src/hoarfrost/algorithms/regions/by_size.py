"""The same boxes in compiled loops, where sizes decide and nobody asks for the steps.

A large table is split until there are some regions to share out among the threads; what becomes
of a region depends on nothing but the region, so the boxes are the same however many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.regions.space import Boxes, Region

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

    from hoarfrost.algorithms.regions.space import Space

SHARED_FROM, SHARES = 100_000, 16
"""With so many combinations there are at least so many regions to share out."""


@dataclass(frozen=True)
class Loop:
    """A kernel that splits regions, and what it asks for after the regions themselves.

    It receives runs of rows with their records, their lowest and highest places, how many regions
    are done, where the open ones begin, and how many it may look at; it says how many are done and
    where the open ones begin then.
    """

    kernel: Callable[..., tuple[int, int]]
    at_once: int
    """So many regions are looked at between two looks at the clock."""
    further: tuple[object, ...]


@dataclass(eq=False)
class Pile:
    """Regions on their way from open to done.

    Done ones fill the arrays from the front, open ones from the back, both in the order of the
    rows: together they are never too many.
    """

    runs: NDArray[np.int64]
    lows: NDArray[np.int32]
    highs: NDArray[np.int32]
    done: int
    top: int

    @classmethod
    def of(cls, region: Region, least: int) -> Self:
        """One open region, and room for whatever it can be split into."""
        most = max(1, min(region.end - region.start, region.records // least))
        runs = np.empty((most, 3), dtype=np.int64)
        lows = np.empty((most, len(region.lows)), dtype=np.int32)
        highs = np.empty_like(lows)
        runs[-1] = region.start, region.end, region.records
        lows[-1], highs[-1] = region.lows, region.highs
        return cls(runs, lows, highs, 0, most - 1)

    @property
    def is_done(self) -> bool:
        """Is there nothing left to split?"""
        return self.top == len(self.runs)

    def split(self, loop: Loop, count: int) -> None:
        """Look at so many of the open regions."""
        regions = self.runs, self.lows, self.highs
        self.done, self.top = loop.kernel(*regions, self.done, self.top, count, *loop.further)

    def places(self) -> slice | NDArray[np.int64]:
        """Where the regions are."""
        if self.is_done:
            return slice(self.done)
        return np.concatenate((np.arange(self.done), np.arange(self.top, len(self.runs))))

    def regions(self) -> list[Region]:
        """The regions, open or done."""
        rows = (own[self.places()] for own in (self.runs, self.lows, self.highs))
        return [
            Region(int(start), int(end), int(records), low, high)
            for (start, end, records), low, high in zip(*rows, strict=True)
        ]


def is_by_size(space: Space) -> bool:
    """Do sizes alone decide whether a region may be split, and does nobody ask for the steps?"""
    problem = space.problem
    sizes_decide = all(demand.requirement.is_decided_by_size for demand in problem.demands)
    return sizes_decide and problem.trace is None and not space.closed


def split_all(space: Space, loop: Loop) -> Boxes:
    """Split the cells of a space, and their parts, until none can be or the time is up."""
    problem, done = space.problem, 0
    piles = [Pile.of(region, space.least) for region in _shares(space, loop)]
    for pile in _finished(space, loop, piles):
        done += pile.done
        if problem.watch is not None:
            problem.watch(f"splitting: {done} regions done")
    runs, lows, highs = (
        np.concatenate([getattr(pile, name)[pile.places()] for pile in piles])
        for name in ("runs", "lows", "highs")
    )
    is_complete = all(pile.is_done for pile in piles)
    return Boxes(np.ascontiguousarray(runs[:, 0]), lows, highs, is_complete)


def _shares(space: Space, loop: Loop) -> list[Region]:
    """The cells of a space; of a large one, the largest is split until there are enough."""
    regions = [space.cell(number) for number in range(len(space.cells))]
    while len(space.rows) >= SHARED_FROM and len(regions) < SHARES:
        largest = max(range(len(regions)), key=lambda own: regions[own].end - regions[own].start)
        pile = Pile.of(regions[largest], space.least)
        pile.split(loop, 1)
        if pile.is_done:
            break
        regions[largest : largest + 1] = pile.regions()
    return regions


def _finished(space: Space, loop: Loop, piles: Sequence[Pile]) -> Iterator[Pile]:
    """The piles, split up one after the other or side by side."""
    problem = space.problem

    def finish(pile: Pile) -> Pile:
        while not pile.is_done and not problem.is_out_of_time:
            pile.split(loop, loop.at_once)
        return pile

    if problem.threads == 1 or len(piles) == 1:
        yield from map(finish, piles)
        return
    with ThreadPoolExecutor(problem.threads) as pool:
        yield from pool.map(finish, piles)
