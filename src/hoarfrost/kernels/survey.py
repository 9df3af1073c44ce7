"""Weigh every node of a lattice by rolling classes up, depth first.

A class is a packed key: each attribute's node number in a bit field of its own. Raising an
attribute by one level adds to each key an amount that depends on that field alone, so a node's
classes follow from those of the node below it, never from the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numba
import numpy as np
from numba import boolean, float64, int32, int64

from hoarfrost.kernels.compiling import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

EMPTY = -1
GOLDEN = np.uint64(0x9E3779B97F4A7C15)

ADDITIVE, SQUARES, CLASS_COUNT = 0, 1, 2


class Table(NamedTuple):
    """The classes of one node."""

    keys: NDArray[np.int64]
    sizes: NDArray[np.int64]
    """Records of each class."""
    weights: NDArray[np.int64]
    """What the objective counts in each class: records or distinct combinations."""
    slacks: NDArray[np.float64]
    """What the objective loses for each unit of weight when the class is suppressed."""


class Steps(NamedTuple):
    """What raising each attribute by one level does, attributes in the order of the visit."""

    tops: NDArray[np.int64]
    strides: NDArray[np.int64]
    """How far apart two neighbouring levels are in the arrays over all nodes."""
    shifts: NDArray[np.int64]
    masks: NDArray[np.int64]
    starts: NDArray[np.int64]
    """Where the steps of `[attribute, level]` begin in the two arrays below."""
    keys: NDArray[np.int64]
    slacks: NDArray[np.float64]


class Goal(NamedTuple):
    """What is looked for, and what is found."""

    minimum_size: int
    limit: int
    """How many records may be suppressed."""
    form: int
    """ADDITIVE: a node's floor plus the slack of what it suppresses. SQUARES: the sum of squared
    class sizes, and `lost` for each suppressed record. CLASS_COUNT: minus the kept classes."""
    lost: float
    floors: NDArray[np.float64]
    """The objective of each node with nothing suppressed, when it is additive."""
    deficits: NDArray[np.int64]
    """What each node must suppress at least."""
    best: NDArray[np.float64]
    """One entry: branches that cannot get below it are left out."""
    may_improve: bool
    """Nodes within the limit lower `best`."""
    values: NDArray[np.float64]
    suppressed: NDArray[np.int64]


LONGS, DOUBLES = int64[::1], float64[::1]
TABLE = numba.types.NamedTuple((LONGS, LONGS, LONGS, DOUBLES), Table)
STEPS = numba.types.NamedTuple((LONGS, LONGS, LONGS, LONGS, int64[:, ::1], LONGS, DOUBLES), Steps)
GOAL = numba.types.NamedTuple(
    (int64, int64, int64, float64, DOUBLES, LONGS, DOUBLES, boolean, DOUBLES, LONGS), Goal
)


@kernel(TABLE(TABLE, STEPS, int64, int64, int32[::1]))
def roll_up(table, steps, attribute, level, slots):  # type: ignore[no-untyped-def]
    """The classes after raising `attribute` from `level` to the next.

    `slots` is scratch space, a power of two at least twice as long as the table.
    """
    begin, end = steps.starts[attribute, level], steps.starts[attribute, level + 1]
    key_steps, slack_steps = steps.keys[begin:end], steps.slacks[begin:end]
    shift, mask = steps.shifts[attribute], steps.masks[attribute]
    count = len(table.keys)
    bits = 5
    while (1 << bits) < 2 * count:
        bits += 1
    last_slot = (1 << bits) - 1
    slots[: last_slot + 1] = EMPTY
    hash_shift = np.uint64(64 - bits)
    keys = np.empty(count, dtype=np.int64)
    sizes = np.empty(count, dtype=np.int64)
    weights = np.empty(count, dtype=np.int64)
    slacks = np.empty(count, dtype=np.float64)
    found = 0
    for position in range(count):
        code = (table.keys[position] >> shift) & mask
        key = table.keys[position] + key_steps[code]
        slot = np.int64((np.uint64(key) * GOLDEN) >> hash_shift)
        while True:
            number = slots[slot]
            if number == EMPTY:
                slots[slot] = found
                keys[found] = key
                sizes[found] = table.sizes[position]
                weights[found] = table.weights[position]
                slacks[found] = table.slacks[position] + slack_steps[code]
                found += 1
                break
            if keys[number] == key:
                sizes[number] += table.sizes[position]
                weights[number] += table.weights[position]
                break
            slot = (slot + 1) & last_slot
    return Table(keys[:found], sizes[:found], weights[:found], slacks[:found])


@kernel(numba.types.UniTuple(int64, 4)(TABLE, int64))
def weigh(table, minimum_size):  # type: ignore[no-untyped-def]
    """`(suppressed records, kept classes, squares of kept sizes, squares of all sizes)`."""
    suppressed = kept_classes = kept_squares = all_squares = 0
    for size in table.sizes:
        is_kept = np.int64(size >= minimum_size)
        suppressed += size * (1 - is_kept)
        kept_classes += is_kept
        kept_squares += size * size * is_kept
        all_squares += size * size
    return suppressed, kept_classes, kept_squares, all_squares


@kernel(float64(TABLE, int64))
def slack_of_small(table, minimum_size):  # type: ignore[no-untyped-def]
    """What suppressing every class below `minimum_size` costs the objective."""
    slack = 0.0
    for number in range(len(table.sizes)):
        is_small = np.int64(table.sizes[number] < minimum_size)
        slack += (table.weights[number] * is_small) * table.slacks[number]
    return slack


@kernel(float64(TABLE, int64, GOAL))
def judge_node(table, node, goal):  # type: ignore[no-untyped-def]
    """Note a node's value and suppressed records; returns the floor of everything above it."""
    lost, kept_classes, kept_squares, all_squares = weigh(table, goal.minimum_size)
    if goal.form == ADDITIVE:
        value = goal.floors[node] + slack_of_small(table, goal.minimum_size)
        floor = goal.floors[node]
    elif goal.form == SQUARES:
        value = kept_squares + goal.lost * lost
        floor = np.float64(all_squares)
    else:
        value = -np.float64(kept_classes)
        floor = -np.float64(len(table.sizes))
    goal.values[node] = value
    goal.suppressed[node] = lost
    is_accepted = lost <= goal.limit and kept_classes > 0
    if goal.may_improve and is_accepted and value < goal.best[0]:
        goal.best[0] = value
    return floor


@kernel(int64(TABLE, LONGS, int64, int64, STEPS, GOAL, int32[::1]))
def survey(table, levels, last, node, steps, goal, slots):  # type: ignore[no-untyped-def]
    """Visit a node and all that is reached from it by raising attribute `last` or later ones.

    So each node is reached once. A branch is left out when its floor is above the best value, or
    when even its most general node must suppress too much. Fills `goal.values` and
    `goal.suppressed` of the visited nodes; returns how many there were.
    """
    visited = 1
    floor = judge_node(table, node, goal)
    ceiling = node
    for attribute in range(len(levels) - 1, last - 1, -1):
        level = levels[attribute]
        if level == steps.tops[attribute]:
            continue
        ceiling += (steps.tops[attribute] - level) * steps.strides[attribute]
        above = node + steps.strides[attribute]
        if goal.form == ADDITIVE:
            floor = goal.floors[above]
        if floor > goal.best[0] or goal.deficits[ceiling] > goal.limit:
            continue
        rolled = roll_up(table, steps, attribute, level, slots)
        levels[attribute] = level + 1
        visited += survey(rolled, levels, attribute, above, steps, goal, slots)
        levels[attribute] = level
    return visited
