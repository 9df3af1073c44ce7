"""Loops that move combinations to other classes, where that costs less.

A class is the chain that begins at `heads[class]` and goes on at `nexts[combination]`; -1 ends it.
Classes that began as one are neighbours, from `begins[class]` to `ends[class]`. What one record of
a class costs is told by its first combination.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numba import float64, int32, int64
from numpy.typing import NDArray

from hoarfrost.kernels.compiling import kernel

NONE = -1
TIE = 1e-12
ROUNDS = 2
MOST_MEMBERS = 64
"""Classes of more combinations stay as they are."""


class Table(NamedTuple):
    """Where every combination may go, and what that costs."""

    leaves: NDArray[np.int32]
    nodes: NDArray[np.int32]
    caps: NDArray[np.int32]
    floors: NDArray[np.int32]
    heights: NDArray[np.int64]
    costs: NDArray[np.float64]
    first_costs: NDArray[np.float64]
    counts: NDArray[np.int64]
    weights: NDArray[np.float64]


class Classes(NamedTuple):
    """The classes as they are; every loop here keeps all of it true."""

    class_of: NDArray[np.int64]
    heads: NDArray[np.int64]
    nexts: NDArray[np.int64]
    levels: NDArray[np.int64]
    released: NDArray[np.int32]
    """The node of each attribute; 0 where that is none."""
    costs: NDArray[np.float64]
    """What one record costs in each attribute."""
    prices: NDArray[np.float64]
    """What it costs altogether."""
    records: NDArray[np.int64]
    weights: NDArray[np.float64]


CODES, NODES, PLANE, COSTS = int32[:, ::1], int32[:, :, ::1], float64[:, ::1], float64[:, :, ::1]
LONGS, LONG_PLANE, FLOATS = int64[::1], int64[:, ::1], float64[::1]
TABLE = numba.types.NamedTuple(
    (CODES, NODES, CODES, CODES, LONGS, COSTS, PLANE, LONGS, FLOATS), Table
)
CLASSES = numba.types.NamedTuple(
    (LONGS, LONGS, LONGS, LONG_PLANE, CODES, PLANE, FLOATS, LONGS, FLOATS), Classes
)


@kernel(numba.void(int64, int64, int64, CLASSES, TABLE))
def _widen(own, one, stop, classes, table):  # type: ignore[no-untyped-def]
    """Raise the levels of a class until its combinations from one to another are in its nodes."""
    levels, released, costs, nexts = classes.levels, classes.released, classes.costs, classes.nexts
    nodes, leaves, caps, first = table.nodes, table.leaves, table.caps, classes.heads[own]
    all_costs, first_costs, heights = table.costs, table.first_costs, table.heights
    price = 0.0
    for attribute in range(len(heights)):
        level, leaf = levels[own, attribute], leaves[attribute, first]
        highest, other = caps[attribute, first], one
        while other != stop:
            highest = min(highest, caps[attribute, other])
            other_leaf = leaves[attribute, other]
            while level <= highest:
                if nodes[attribute, level, leaf] == nodes[attribute, level, other_leaf]:
                    break
                level += 1
            other = nexts[other]
        if level <= highest:
            released[own, attribute] = nodes[attribute, level, leaf]
            costs[own, attribute] = all_costs[attribute, level, leaf]
        else:
            level, released[own, attribute] = heights[attribute] + 1, 0
            costs[own, attribute] = first_costs[attribute, first]
        levels[own, attribute] = level
        price += costs[own, attribute]
    classes.prices[own] = price


@kernel(numba.void(int64, CLASSES, TABLE))
def _describe(own, classes, table):  # type: ignore[no-untyped-def]
    """Work out anew at which levels a class is released, and what a record costs there."""
    first = classes.heads[own]
    for attribute in range(len(table.heights)):
        classes.levels[own, attribute] = table.floors[attribute, first]
    _widen(own, first, NONE, classes, table)


@kernel(numba.void(int64, int64, CLASSES, TABLE))
def _remove(own, one, classes, table):  # type: ignore[no-untyped-def]
    """Take a combination out of the chain of a class."""
    if classes.heads[own] == one:
        classes.heads[own] = classes.nexts[one]
    else:
        before = classes.heads[own]
        while classes.nexts[before] != one:
            before = classes.nexts[before]
        classes.nexts[before] = classes.nexts[one]
    classes.records[own] -= table.counts[one]
    classes.weights[own] -= table.weights[one]


@kernel(numba.void(int64, int64, CLASSES, TABLE))
def _put(own, one, classes, table):  # type: ignore[no-untyped-def]
    """Let a combination that is in no chain be the second one of a class."""
    first = classes.heads[own]
    classes.class_of[one] = own
    classes.nexts[one] = classes.nexts[first]
    classes.nexts[first] = one
    classes.records[own] += table.counts[one]
    classes.weights[own] += table.weights[one]
    _widen(own, one, classes.nexts[one], classes, table)


@kernel(CODES(int64, TABLE))
def _nodes_of(one, table):  # type: ignore[no-untyped-def]
    """The node of a combination in each attribute at each level; 0 above its cap."""
    nodes, leaves, caps = table.nodes, table.leaves, table.caps
    found = np.zeros(nodes.shape[:2], dtype=np.int32)
    for attribute in range(len(found)):
        for level in range(caps[attribute, one] + 1):
            found[attribute, level] = nodes[attribute, level, leaves[attribute, one]]
    return found


@kernel(numba.types.Tuple((int64, float64))(int64, float64, int64, int64, CLASSES, TABLE))
def _cheapest(one, limit, begin, end, classes, table):  # type: ignore[no-untyped-def]
    """The other class that a combination can join for the least below a limit, and for how much."""
    # Looked up once: this loop is where the time goes.
    heads, released, levels, costs = classes.heads, classes.released, classes.levels, classes.costs
    prices, weights, nodes, leaves = classes.prices, classes.weights, table.nodes, table.leaves
    caps, heights, all_costs, first_costs = (
        table.caps, table.heights, table.costs, table.first_costs
    )  # fmt: skip
    own_nodes, weight, home = _nodes_of(one, table), table.weights[one], classes.class_of[one]
    found = NONE
    for own in range(begin, end):
        price = weight * prices[own]
        if price >= limit or own == home or heads[own] == NONE:
            continue
        first = heads[own]
        for attribute in range(len(heights)):
            level = levels[own, attribute]
            if own_nodes[attribute, level] != released[own, attribute]:
                leaf, cap = leaves[attribute, first], caps[attribute, first]
                level += 1
                while level <= cap and own_nodes[attribute, level] != nodes[attribute, level, leaf]:
                    level += 1
                is_node = level <= cap
                cost = (
                    all_costs[attribute, level, leaf] if is_node else first_costs[attribute, first]
                )
                price += (weight + weights[own]) * (cost - costs[own, attribute])
                if price >= limit:
                    break
        if price < limit:
            found, limit = own, price
    return found, limit


@kernel(LONGS(int64, CLASSES))
def _members(own, classes):  # type: ignore[no-untyped-def]
    """The combinations of a class; none of one that has too many."""
    found, count, one = np.empty(MOST_MEMBERS, dtype=np.int64), 0, classes.heads[own]
    while one != NONE:
        if count == MOST_MEMBERS:
            return found[:0]
        found[count] = one
        count += 1
        one = classes.nexts[one]
    return found[:count]


@kernel(int64(int64, LONGS, int64, int64, int64, CLASSES, TABLE))
def _move_surplus(own, members, begin, end, least, classes, table):  # type: ignore[no-untyped-def]
    """Move combinations out of a class that is large enough without them, each if that costs less.

    Says for how many it has looked.
    """
    looked = 0
    for one in members:
        if classes.records[own] - table.counts[one] >= least:
            looked += 1
            limit = classes.prices[own] * classes.weights[own] - TIE
            _remove(own, one, classes, table)
            _describe(own, classes, table)
            limit -= classes.prices[own] * classes.weights[own]
            other, _ = _cheapest(one, limit, begin, end, classes, table)
            _put(own if other == NONE else other, one, classes, table)
    return looked


@kernel(int64(int64, LONGS, int64, int64, CLASSES, TABLE))
def _dissolve(own, members, begin, end, classes, table):  # type: ignore[no-untyped-def]
    """Move all combinations of a class to others, if that costs less together.

    Says for how many it has looked.
    """
    limit = classes.prices[own] * classes.weights[own] - TIE
    for index in range(len(members)):
        other, price = _cheapest(members[index], limit, begin, end, classes, table)
        if other == NONE:
            for one in members[:index][::-1]:
                other = classes.class_of[one]
                _remove(other, one, classes, table)
                _describe(other, classes, table)
                _put(own, one, classes, table)
            return index + 1
        limit -= price
        _remove(own, members[index], classes, table)
        _put(other, members[index], classes, table)
    return len(members)


@kernel(int64(LONGS, LONGS, LONGS, int64, int64, CLASSES, TABLE))
def relocate(ranked, begins, ends, least, budget, classes, table):  # type: ignore[no-untyped-def]
    """Move combinations of the ranked classes to other ones, as long as that costs less.

    Every class keeps at least some records, or none. It ends when it has looked at so many classes
    as the budget allows, and says at how many it has.
    """
    for own in range(len(ranked)):
        if classes.heads[own] != NONE:
            _describe(own, classes, table)
    looked = 0
    for _ in range(ROUNDS):
        for own in ranked:
            others = ends[own] - begins[own] - 1
            is_there = classes.heads[own] != NONE and classes.prices[own] > 0
            if others > 0 and looked <= budget and is_there:
                begin, end = begins[own], ends[own]
                members = _members(own, classes)
                looked += others * _move_surplus(own, members, begin, end, least, classes, table)
                members = _members(own, classes)
                looked += others * _dissolve(own, members, begin, end, classes, table)
    return looked
