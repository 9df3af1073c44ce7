"""Which box does a combination lie in? A tree of thresholds leads to the few that it can be."""

from __future__ import annotations

import numba
import numpy as np
from numba import boolean, float64, int32, int64

from hoarfrost.kernels.compiling import kernel

INTS, LONGS, FLOATS = int32[::1], int64[::1], float64[::1]
PLANE, LONG_PLANE = int32[:, ::1], int64[:, ::1]
NONE = -1
FEW = 8
"""So many boxes are looked through one by one."""


@kernel(int64(PLANE, PLANE, INTS, int64, LONGS))
def best_threshold(lows, highs, boxes, places, chosen):  # type: ignore[no-untyped-def]
    """The threshold that leaves the fewest boxes on its fuller side: how many; see `chosen`.

    `chosen` is its attribute and the place at which the upper side begins. A box that lies on
    both sides counts on both, and once more, since it has to be looked at twice.
    """
    least = 2 * len(boxes)
    below = np.empty(places + 2, dtype=np.int64)
    above = np.empty(places + 2, dtype=np.int64)
    for attribute in range(lows.shape[1]):
        below[:] = 0
        above[:] = 0
        for box in boxes:
            below[lows[box, attribute] + 1] += 1
            above[highs[box, attribute] + 1] += 1
        lower, wholly = 0, 0
        for place in range(1, places):
            lower += below[place]
            wholly += above[place]
            upper, both = len(boxes) - wholly, lower - wholly
            cost = max(lower, upper) + both
            if cost < least:
                least = cost
                chosen[0] = attribute
                chosen[1] = place
    return least


@kernel(numba.types.Tuple((PLANE, INTS))(PLANE, PLANE, int64))
def build_tree(lows, highs, places):  # type: ignore[no-untyped-def]
    """A tree over boxes: `(nodes, lists)`.

    An inner node is an attribute, a threshold, and the nodes below and from it on. A leaf has the
    attribute -1, and where its boxes begin and end in `lists`.
    """
    count = len(lows)
    nodes = np.empty((4 * count + 4, 4), dtype=np.int32)
    lists = np.empty(2 * count + 8, dtype=np.int32)
    pool = np.empty(4 * count + 8, dtype=np.int32)
    pool[:count] = np.arange(count).astype(np.int32)
    stack = np.empty((count + 2, 3), dtype=np.int64)
    stack[0, 0], stack[0, 1], stack[0, 2] = 0, 0, count
    depth, node_count, listed = 1, 1, 0
    chosen = np.zeros(2, dtype=np.int64)
    while depth > 0:
        depth -= 1
        node, start, end = stack[depth, 0], stack[depth, 1], stack[depth, 2]
        own = pool[start:end].copy()
        if len(own) <= FEW or best_threshold(lows, highs, own, places, chosen) >= len(own):
            while listed + len(own) > len(lists):
                lists = np.concatenate((lists, np.empty_like(lists)))
            lists[listed : listed + len(own)] = own
            nodes[node, 0], nodes[node, 1], nodes[node, 2] = NONE, listed, listed + len(own)
            nodes[node, 3] = NONE
            listed += len(own)
            continue
        while start + 2 * len(own) > len(pool):
            pool = np.concatenate((pool, np.empty_like(pool)))
        while node_count + 2 > len(nodes):
            nodes = np.concatenate((nodes, np.empty_like(nodes)))
        while depth + 2 > len(stack):
            stack = np.concatenate((stack, np.empty_like(stack)))
        attribute, bound = chosen[0], chosen[1]
        top = start
        for side in range(2):
            begin = top
            for box in own:
                reaches = highs[box, attribute] >= bound
                if side == 1:
                    reaches = lows[box, attribute] < bound
                if reaches:
                    pool[top] = box
                    top += 1
            child = node_count + 1 - side
            nodes[node, 3 - side] = child
            stack[depth, 0], stack[depth, 1], stack[depth, 2] = child, begin, top
            depth += 1
        nodes[node, 0], nodes[node, 1] = attribute, bound
        node_count += 2
    return nodes[:node_count].copy(), lists[:listed].copy()


@kernel(boolean(LONGS, INTS, int64, int64))
def holds(range_starts, range_places, number, place):  # type: ignore[no-untyped-def]
    """Is a place in a range? Those of range `n` are ascending from `range_starts[n]` on."""
    low, high = range_starts[number], range_starts[number + 1]
    while low < high:
        middle = (low + high) // 2
        if range_places[middle] < place:
            low = middle + 1
        else:
            high = middle
    return low < range_starts[number + 1] and range_places[low] == place


@kernel(INTS(PLANE, INTS, PLANE, LONGS, INTS, PLANE))
def find_boxes(nodes, lists, boxes, range_starts, range_places, places):  # type: ignore[no-untyped-def]
    """For each combination `places[attribute]`, the first box that it lies in; -1: in none.

    `boxes[box, attribute]` is the range of places that a box has there.
    """
    width, count = places.shape
    found = np.full(count, NONE, dtype=np.int32)
    for query in range(count):
        node = 0
        while nodes[node, 0] != NONE:
            is_above = places[nodes[node, 0], query] >= nodes[node, 1]
            node = nodes[node, 3] if is_above else nodes[node, 2]
        for position in range(nodes[node, 1], nodes[node, 2]):
            box = lists[position]
            attribute = 0
            while attribute < width and holds(
                range_starts, range_places, boxes[box, attribute], places[attribute, query]
            ):
                attribute += 1
            if attribute == width:
                found[query] = box
                break
    return found


@kernel(LONGS(FLOATS, LONG_PLANE, PLANE))
def find_cheapest(prices, starts, blocks):  # type: ignore[no-untyped-def]
    """For each combination, the first of the boxes that cost it least; -1: all cost infinity.

    The price of box `b` is the sum over attributes of
    `prices[starts[attribute, combination] + blocks[attribute, b]]`.
    """
    width, count = starts.shape
    found = np.full(count, NONE, dtype=np.int64)
    for query in range(count):
        least = np.inf
        for box in range(blocks.shape[1]):
            price = 0.0
            attribute = 0
            while attribute < width and price < least:
                price += prices[starts[attribute, query] + blocks[attribute, box]]
                attribute += 1
            if price < least:
                least = price
                found[query] = box
    return found
