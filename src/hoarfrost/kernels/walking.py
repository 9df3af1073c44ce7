"""A walk through a lattice that tests nodes by the sizes of their classes.

A class is a key: the node of every attribute in a bit field of its own. Raising an attribute adds
a step to the key, looked up by the node that the field holds. Nodes are visited attribute by
attribute; whatever is common to the nodes still open under some first levels is made once, as a
table at the least levels that any of them has, and every table starts from the one before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numba
import numpy as np
from numba import int64, uint8, uint32

from hoarfrost.kernels.compiling import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

EMPTY = np.uint32(2**32 - 1)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
SUPPRESSED, VIOLATING, ROWS = 0, 1, 2
"""The columns of what is found of a node."""


class Ladders(NamedTuple):
    """How keys change when attributes are raised; one entry for each attribute."""

    shifts: NDArray[np.int64]
    masks: NDArray[np.int64]
    begins: NDArray[np.int64]
    """`[attribute, level, higher level]`: where the steps between the two levels begin."""
    steps: NDArray[np.int64]
    """What is added to a key, by the node at the lower level."""


class Nodes(NamedTuple):
    """The nodes to visit: flags and results by node, its attributes in the order of the walk."""

    shape: NDArray[np.int64]
    strides: NDArray[np.int64]
    is_open: NDArray[np.uint8]
    """1: to be tested, unless it turns out to lie above a satisfying node. 0 once tested."""
    satisfies: NDArray[np.uint8]
    """1: tested and found to satisfy, or above such a node."""
    tested: NDArray[np.int64]
    """The tested nodes in their order."""
    found: NDArray[np.int64]
    """By number of the test: suppressed records, violating classes, classes."""


class Stack(NamedTuple):
    """The tables on the way to a node, by the number of attributes that have their own level."""

    keys: NDArray[np.int64]
    sizes: NDArray[np.int64]
    counts: NDArray[np.int64]
    """How many classes each table has."""
    tables: NDArray[np.int64]
    """Which row holds the table: that of an earlier one where nothing was raised."""
    at: NDArray[np.int64]
    """The levels of each table."""
    meets: NDArray[np.int64]
    joins: NDArray[np.int64]
    """The least and the greatest levels of the open nodes that begin so."""
    raised: NDArray[np.int64]
    slots: NDArray[np.uint32]
    """Scratch space for merging."""


LONGS, FLAGS, PLANE, FLAG = int64[::1], uint8[::1], int64[:, ::1], numba.boolean
LADDERS = numba.types.NamedTuple((LONGS, LONGS, int64[:, :, ::1], LONGS), Ladders)
NODES = numba.types.NamedTuple((LONGS, LONGS, FLAGS, FLAGS, LONGS, PLANE), Nodes)
STACK = numba.types.NamedTuple(
    (PLANE, PLANE, LONGS, LONGS, PLANE, PLANE, PLANE, LONGS, uint32[::1]), Stack
)


@kernel(int64(LONGS, LONGS, int64, LONGS, LONGS, LADDERS, LONGS, LONGS, LONGS, uint32[::1]))
def merge(keys, sizes, count, start, levels, ladders, raised, new_keys, new_sizes, slots):  # type: ignore[no-untyped-def]
    """Raise the first `count` classes from `start` to `levels`; returns how many are left.

    They are written to `new_keys` and `new_sizes`; `raised` and `slots` are scratch space.
    """
    raised[:count] = keys[:count]
    # Attribute by attribute over all classes: much faster than class by class. Places are unsigned
    # here and below, because signed ones could count from the end, and would be checked for it.
    for attribute in range(len(levels)):
        if levels[attribute] > start[attribute]:
            begin = ladders.begins[attribute, start[attribute], levels[attribute]]
            shift, mask = ladders.shifts[attribute], ladders.masks[attribute]
            for position in range(count):
                key = raised[position]
                raised[position] = key + ladders.steps[np.uint64(begin + ((key >> shift) & mask))]
    bits = 5
    while (1 << bits) < 2 * count:
        bits += 1
    last_slot = np.uint64((1 << bits) - 1)
    hash_shift = np.uint64(64 - bits)
    slots[: (1 << bits)] = EMPTY
    found = np.uint32(0)
    for position in range(count):
        key = raised[position]
        slot = (np.uint64(key) * GOLDEN) >> hash_shift
        while True:
            number = slots[slot]
            if number == EMPTY:
                slots[slot] = found
                new_keys[found] = key
                new_sizes[found] = sizes[position]
                found += np.uint32(1)
                break
            if new_keys[number] == key:
                new_sizes[number] += sizes[position]
                break
            slot = (slot + np.uint64(1)) & last_slot
    return np.int64(found)


@kernel(uint32[::1](int64))
def slots_for(count):  # type: ignore[no-untyped-def]
    """Scratch space for merging up to so many classes."""
    bits = 5
    while (1 << bits) < 2 * count:
        bits += 1
    return np.empty(1 << bits, dtype=np.uint32)


@kernel(numba.types.UniTuple(LONGS, 2)(LONGS, LONGS, LONGS, LONGS, LADDERS))
def coarsen(keys, sizes, start, levels, ladders):  # type: ignore[no-untyped-def]
    """`(keys, sizes)` of the classes after they are raised from `start` to `levels`."""
    count = len(keys)
    raised, new_keys = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    new_sizes = np.empty(count, dtype=np.int64)
    slots = slots_for(count)
    found = merge(keys, sizes, count, start, levels, ladders, raised, new_keys, new_sizes, slots)
    return new_keys[:found].copy(), new_sizes[:found].copy()


@kernel(int64(NODES, int64, int64, LONGS, LONGS))
def open_in_block(nodes, node, first, meet, join):  # type: ignore[no-untyped-def]
    """How many open nodes the block of `node` has; their least and greatest levels are written.

    In the block are the nodes at any levels of the attributes from `first` on; only the entries
    of these attributes in `meet` and `join` are written.
    """
    width = len(nodes.shape)
    block = 1
    for attribute in range(first, width):
        meet[attribute], join[attribute] = nodes.shape[attribute], 0
        block *= nodes.shape[attribute]
    levels = np.zeros(width, dtype=np.int64)
    count = 0
    for _ in range(block):
        if nodes.is_open[node] and not nodes.satisfies[node]:
            count += 1
            for attribute in range(first, width):
                meet[attribute] = min(meet[attribute], levels[attribute])
                join[attribute] = max(join[attribute], levels[attribute])
        for attribute in range(width - 1, first - 1, -1):
            levels[attribute] += 1
            node += nodes.strides[attribute]
            if levels[attribute] < nodes.shape[attribute]:
                break
            node -= levels[attribute] * nodes.strides[attribute]
            levels[attribute] = 0
    return count


@kernel(numba.void(NODES, int64, int64))
def close_block(nodes, node, first):  # type: ignore[no-untyped-def]
    """Close every node of a block: all of them are known to fail."""
    width = len(nodes.shape)
    block = 1
    for attribute in range(first, width):
        block *= nodes.shape[attribute]
    levels = np.zeros(width, dtype=np.int64)
    for _ in range(block):
        nodes.is_open[node] = 0
        for attribute in range(width - 1, first - 1, -1):
            levels[attribute] += 1
            node += nodes.strides[attribute]
            if levels[attribute] < nodes.shape[attribute]:
                break
            node -= levels[attribute] * nodes.strides[attribute]
            levels[attribute] = 0


@kernel(numba.void(NODES, int64, LONGS))
def mark_above(nodes, node, levels):  # type: ignore[no-untyped-def]
    """Note that a node at some levels satisfies, and with it every more general one."""
    width = len(levels)
    place = levels.copy()
    attribute = width - 1
    while attribute >= 0:
        nodes.satisfies[node] = 1
        attribute = width - 1
        while attribute >= 0:
            place[attribute] += 1
            node += nodes.strides[attribute]
            if place[attribute] < nodes.shape[attribute]:
                break
            node -= (place[attribute] - levels[attribute]) * nodes.strides[attribute]
            place[attribute] = levels[attribute]
            attribute -= 1


@kernel(numba.boolean(LONGS, int64, int64, int64, LONGS))
def is_accepted(sizes, count, minimum_size, limit, found):  # type: ignore[no-untyped-def]
    """Do at most `limit` records lie in classes below `minimum_size`, and is anything left?"""
    suppressed = violating = 0
    for number in range(count):
        is_small = np.int64(sizes[number] < minimum_size)
        suppressed += sizes[number] * is_small
        violating += is_small
    found[SUPPRESSED], found[VIOLATING], found[ROWS] = suppressed, violating, count
    return suppressed <= limit and violating < count


@kernel(STACK(LONGS, LONGS, LONGS))
def stack_on(keys, sizes, start):  # type: ignore[no-untyped-def]
    """Room for the tables of a walk, the first of which is at the levels `start`."""
    width, most = len(start), len(keys)
    depths = width + 1
    stack = Stack(
        np.empty((depths, most), dtype=np.int64),
        np.empty((depths, most), dtype=np.int64),
        np.empty(depths, dtype=np.int64),
        np.zeros(depths, dtype=np.int64),
        np.empty((depths, width), dtype=np.int64),
        np.zeros((depths, width), dtype=np.int64),
        np.zeros((depths, width), dtype=np.int64),
        np.empty(most, dtype=np.int64),
        slots_for(most),
    )
    stack.keys[0], stack.sizes[0], stack.counts[0], stack.at[0] = keys, sizes, most, start
    return stack


@kernel(int64(STACK, int64, LONGS, int64, LADDERS))
def raise_table(stack, depth, levels, row, ladders):  # type: ignore[no-untyped-def]
    """Write the table of `depth`, raised to `levels`, into a row; returns its classes."""
    source = stack.tables[depth]
    return merge(
        stack.keys[source],
        stack.sizes[source],
        stack.counts[depth],
        stack.at[depth],
        levels,
        ladders,
        stack.raised,
        stack.keys[row],
        stack.sizes[row],
        stack.slots,
    )


@kernel(int64(STACK, int64, LADDERS))
def make_next(stack, depth, ladders):  # type: ignore[no-untyped-def]
    """Make the table after that of `depth`, at the least levels that are open there.

    Returns how many classes were merged for it.
    """
    deeper = depth + 1
    stack.at[deeper] = stack.meets[deeper]
    if (stack.at[deeper] == stack.at[depth]).all():
        stack.tables[deeper], stack.counts[deeper] = stack.tables[depth], stack.counts[depth]
        return 0
    stack.tables[deeper] = deeper
    stack.counts[deeper] = raise_table(stack, depth, stack.at[deeper], deeper, ladders)
    return stack.counts[depth]


@kernel(numba.boolean(STACK, NODES, LADDERS, int64, int64, int64, int64, int64))
def fails_above(stack, nodes, ladders, depth, node, minimum_size, limit, tested):  # type: ignore[no-untyped-def]
    """Test the least node above all open ones of a block; if it fails, close the block."""
    # The next table is not made yet: its place is free.
    count = raise_table(stack, depth, stack.joins[depth], depth + 1, ladders)
    accepted = is_accepted(stack.sizes[depth + 1], count, minimum_size, limit, nodes.found[tested])
    above = (stack.joins[depth] * nodes.strides).sum()
    nodes.tested[tested] = above
    if accepted:
        mark_above(nodes, above, stack.joins[depth])
    else:
        close_block(nodes, node, depth)
    return not accepted


@kernel(numba.boolean(STACK, NODES, int64, int64, int64, int64, int64))
def is_satisfying(stack, nodes, depth, node, minimum_size, limit, tested):  # type: ignore[no-untyped-def]
    """Test the node whose table is that of `depth`."""
    own, count = stack.sizes[stack.tables[depth]], stack.counts[depth]
    nodes.tested[tested] = node
    nodes.is_open[node] = 0
    return is_accepted(own, count, minimum_size, limit, nodes.found[tested])


@kernel(
    int64(LONGS, LONGS, LONGS, NODES, LADDERS, int64, int64, int64, int64, FLAG, FLAG),
)
def walk(  # type: ignore[no-untyped-def]
    keys, sizes, start, nodes, ladders, minimum_size, limit, tested, budget, until_first, from_above
):
    """Test the open nodes, none of which lies below `start`; returns how many tests there were.

    `tested` of them were made before. With `until_first` the walk ends at the first open node that
    satisfies. With `from_above`, where several open nodes begin alike, the least node above all of
    them is tested before them: if that fails, they do. It ends early when more than `budget`
    classes have been merged since it began; called again, it goes on where it ended.
    """
    width, before = len(nodes.shape), tested
    stack = stack_on(keys, sizes, start)
    open_count = open_in_block(nodes, 0, 0, stack.meets[0], stack.joins[0])
    if open_count == 0:
        return tested
    levels = np.zeros(width, dtype=np.int64)
    levels[0] = stack.meets[0, 0] - 1
    depth, node, merged = 0, levels[0] * nodes.strides[0], 0
    while depth >= 0 and (merged <= budget or tested == before):
        levels[depth] += 1
        node += nodes.strides[depth]
        if levels[depth] == nodes.shape[depth]:
            node -= levels[depth] * nodes.strides[depth]
            depth -= 1
            continue
        deeper = depth + 1
        meet, join = stack.meets[deeper], stack.joins[deeper]
        meet[:deeper] = join[:deeper] = levels[:deeper]
        in_block = open_in_block(nodes, node, deeper, meet, join)
        if in_block == 0:
            continue
        merged += make_next(stack, depth, ladders)
        if deeper < width:
            has_room = len(nodes.tested) - tested > open_count
            is_new = not (join == stack.joins[depth]).all()
            if from_above and in_block > 1 and has_room and is_new:
                merged += stack.counts[deeper]
                tested += 1
                if fails_above(
                    stack, nodes, ladders, deeper, node, minimum_size, limit, tested - 1
                ):
                    continue
            depth = deeper
            levels[depth] = stack.meets[depth, depth] - 1
            node += levels[depth] * nodes.strides[depth]
            continue
        tested += 1
        if is_satisfying(stack, nodes, deeper, node, minimum_size, limit, tested - 1):
            mark_above(nodes, node, levels)
            if until_first:
                break
    return tested
