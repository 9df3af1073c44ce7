"""From boxes of places to the recoding that releases them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from hoarfrost.algorithms.catalogue import Outcome
from hoarfrost.recoding import Regions
from hoarfrost.recoding.labels import Line

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.regions.space import Axis, Boxes, Space
    from hoarfrost.recoding.regions import Ranges

Numbered = tuple["Ranges", "NDArray[np.int32]"]
"""Sets of places, and which of them each box has."""


def released(space: Space, boxes: Boxes) -> Outcome:
    """The outcome of a search that ended with some boxes."""
    ended: Literal["complete", "time"] = "complete" if boxes.is_complete else "time"
    return Outcome(recoding_of(space, boxes), ended=ended, evaluated=len(boxes.starts))


def recoding_of(space: Space, boxes: Boxes) -> Regions:
    """The recoding of boxes, released as the policy's `labels` asks.

    An axis that is split by its hierarchy has no intervals: its boxes are nodes then. As sets,
    boxes are released, and hold, what occurs in them and nothing between.
    """
    style = space.problem.labels
    lines, ranges, codes = [], [], []
    for position, axis in enumerate(space.axes):
        is_node = style == "ancestor" or (style == "interval" and not axis.is_ordered)
        lines.append(Line.of(axis.attribute, "ancestor" if is_node else style))
        if style == "set":
            own, row = _present(space, boxes, position)
        else:
            own, row = _runs(axis, boxes, position, is_widened=is_node and not axis.is_ordered)
        ranges.append(own)
        codes.append(row)
    return Regions.of_ranges(space.problem, lines, ranges, np.stack(codes))


def _runs(axis: Axis, boxes: Boxes, position: int, *, is_widened: bool) -> Numbered:
    """All places between the two ends of each box; widened, all under the lowest node over them."""
    from hoarfrost.kernels.ranking import rank_keys

    count = np.int64(len(axis.leaf_at))
    number, firsts = rank_keys(boxes.lows[:, position] * count + boxes.highs[:, position])
    low, high = boxes.lows[firsts, position], boxes.highs[firsts, position]
    if is_widened:
        low, high = _whole_nodes(axis, low, high)
        of_run, firsts = rank_keys(low * count + high)
        number, low, high = of_run[number], low[firsts], high[firsts]
    ends = zip(low.tolist(), high.tolist(), strict=True)
    return tuple(tuple(range(first, last + 1)) for first, last in ends), number


def _present(space: Space, boxes: Boxes, position: int) -> Numbered:
    """The places that records have; of cells that must stay as they are, all."""
    from hoarfrost.kernels.regions import present_places

    limits = np.append(boxes.starts, len(space.rows))
    starts, places = present_places(space.rows, limits, position, len(space.axes[position].leaf_at))
    closed = {space.cells[number][0] for number in space.closed}
    code_of: dict[bytes, int] = {}
    codes = np.empty(len(boxes.starts), dtype=np.int32)
    for box, start in enumerate(boxes.starts.tolist()):
        own = places[starts[box] : starts[box + 1]]
        if start in closed:
            own = np.arange(
                boxes.lows[box, position], boxes.highs[box, position] + 1, dtype=np.int32
            )
        codes[box] = code_of.setdefault(own.tobytes(), len(code_of))
    return tuple(tuple(np.frombuffer(key, np.int32).tolist()) for key in code_of), codes


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
