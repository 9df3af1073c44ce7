"""From boxes of places to the recoding that releases them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from hoarfrost.algorithms.catalogue import Outcome
from hoarfrost.recoding import Regions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.regions.space import Axis, Boxes, Space
    from hoarfrost.recoding import LabelStyle


def released(space: Space, boxes: Boxes) -> Outcome:
    """The outcome of a search that ended with some boxes."""
    ended: Literal["complete", "time"] = "complete" if boxes.is_complete else "time"
    return Outcome(recoding_of(space, boxes), ended=ended, evaluated=len(boxes.starts))


def recoding_of(space: Space, boxes: Boxes) -> Regions:
    """The recoding of boxes, released as the policy's `labels` asks.

    An axis that is split by its hierarchy has no intervals: its boxes are nodes then.
    """
    style = space.problem.labels
    styles: list[LabelStyle] = [
        "ancestor" if style == "interval" and not axis.is_ordered else style for axis in space.axes
    ]
    runs = []
    for position, axis in enumerate(space.axes):
        low, high = boxes.lows[:, position], boxes.highs[:, position]
        if styles[position] == "ancestor" and not axis.is_ordered:
            low, high = _whole_nodes(axis, low, high)
        runs.append((axis.leaf_at, low, high))
    return Regions.of_runs(space.problem, runs, styles)


def _whole_nodes(
    axis: Axis, low: NDArray[np.int32], high: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The first and the last place under the lowest node over each run of places."""
    hierarchy = axis.attribute.hierarchy
    first, last = low.copy(), high.copy()
    is_open = low != high
    for level in range(1, hierarchy.height + 1):
        nodes = hierarchy.nodes[level]
        closing = np.flatnonzero(is_open & (nodes[low] == nodes[high]))
        own = nodes[low[closing]]
        firsts = hierarchy.first_leaves[level]
        first[closing] = firsts[own]
        last[closing] = firsts[own] + hierarchy.leaf_counts[level][own] - 1
        is_open[closing] = False
    return first, last
