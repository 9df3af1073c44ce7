"""Move single combinations to classes where they cost less, the most expensive classes first.

Classes were built one after the other, each from what the earlier ones had left. Here a class
gives away what it has more than enough of, and one whose combinations cost less elsewhere, all
together, is dissolved. That is for requirements that sizes decide: any class may then grow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.refining.splitting import Division

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.refining.room import Room

BUDGET = 4_000_000
"""So many times a class is looked at as a place for a combination."""


def relocated(room: Room, least: int, division: Division) -> Division:
    """The division with combinations moved; every class has at least some records."""
    from hoarfrost.kernels.relocating import Classes, Table, relocate

    chosen = np.flatnonzero(division.class_of >= 0)
    if not len(chosen):
        return division
    pairs = room.class_of[chosen].astype(np.int64) * (division.class_of.max() + 1)
    found, firsts, numbers = np.unique(
        pairs + division.class_of[chosen], return_index=True, return_inverse=True
    )
    starts = room.class_of[chosen[firsts]]
    count = len(found)
    class_of = np.full(len(room.class_of), -1, dtype=np.int64)
    class_of[chosen] = numbers
    heads, nexts = _chains(class_of, chosen, count)
    width = len(room.leaves)
    classes = Classes(
        class_of, heads, nexts, np.zeros((count, width), dtype=np.int64),
        np.zeros((count, width), dtype=np.int32), np.zeros((count, width)), np.zeros(count),
        np.bincount(numbers, room.problem.frequency.counts[chosen], count).astype(np.int64),
        np.bincount(numbers, room.weights[chosen], count).astype(np.float64),
    )  # fmt: skip
    table = Table(
        room.leaves, room.nodes, room.caps, room.floors, room.heights, room.costs,
        room.first_costs, room.problem.frequency.counts, room.weights,
    )  # fmt: skip
    prices = room.cell_costs(division.levels[:, chosen[firsts]], chosen[firsts])
    relocate(
        np.argsort(-prices.round(12), kind="stable"), np.searchsorted(starts, starts),
        np.searchsorted(starts, starts, "right"), least, BUDGET, classes, table,
    )  # fmt: skip
    levels = division.levels.copy()
    levels[:, chosen] = room.levels_at(classes.levels[class_of[chosen]].T, chosen)
    return Division(class_of.astype(np.int32), levels)


def _chains(
    class_of: NDArray[np.int64], chosen: NDArray[np.int64], count: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first combination of each class, and the one that follows each combination."""
    heads, nexts = np.full(count, -1, dtype=np.int64), np.full_like(class_of, -1)
    order = chosen[np.argsort(class_of[chosen], kind="stable")]
    is_first = np.diff(class_of[order], prepend=-1) != 0
    heads[class_of[order[is_first]]] = order[is_first]
    follows = ~is_first[1:]
    nexts[order[:-1][follows]] = order[1:][follows]
    return heads, nexts
