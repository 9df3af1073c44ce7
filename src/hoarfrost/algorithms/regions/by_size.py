"""The same boxes in one compiled loop, where sizes decide and nobody asks for the steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.regions.space import Boxes

if TYPE_CHECKING:
    from hoarfrost.algorithms.regions.space import Space


def is_by_size(space: Space) -> bool:
    """Do sizes alone decide whether a region may be split, and does nobody ask for the steps?"""
    problem = space.problem
    sizes_decide = all(demand.requirement.is_decided_by_size for demand in problem.demands)
    return sizes_decide and problem.trace is None and not space.closed


def split_all(
    space: Space, split_some: Callable[..., tuple[int, int]], at_once: int, *further: object
) -> Boxes:
    """Split the cells of a space, and their parts, by a kernel that is called again and again.

    The kernel receives runs of rows, their lowest and highest places, how many regions are done,
    where the open ones begin, how many it may look at, and what it asks for further; it says how
    many are done and where the open ones begin then. Done regions fill the arrays from the front,
    open ones from the back: together they are never too many.
    """
    problem, open_count = space.problem, len(space.cells)
    most = min(len(space.rows), problem.frequency.record_count // space.least) + open_count
    runs = np.empty((most, 3), dtype=np.int64)
    lows = np.empty((most, len(space.axes)), dtype=np.int32)
    highs = np.empty_like(lows)
    done, top = 0, most - open_count
    for number in range(open_count):
        cell = space.cell(number)
        runs[top + number] = cell.start, cell.end, cell.records
        lows[top + number], highs[top + number] = cell.lows, cell.highs
    while top < most and not problem.is_out_of_time:
        done, top = split_some(runs, lows, highs, done, top, at_once, *further)
        if problem.watch is not None:
            problem.watch(f"splitting: {done} regions done")
    if top == most:
        return Boxes(runs[:done, 0], lows[:done], highs[:done])
    ended = np.concatenate((np.arange(done), np.arange(top, most)))
    return Boxes(runs[ended, 0], lows[ended], highs[ended], is_complete=False)
