"""Walks through lattices equal testing node by node."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.kernels import walking
from hoarfrost.kernels.walking import Ladders, Nodes
from tests.naive import kernels as naive

EMPTY, ENOUGH = 0, 10**9
"""Budgets: for one test at a time, for all at once."""


def longs(values):
    return np.array(values, dtype=np.int64)


@st.composite
def forests(draw):
    """For each attribute and level, the node of each code; nodes number from 0 at every level."""
    forest = []
    for _ in range(draw(st.integers(1, 4))):
        width = draw(st.integers(1, 5))
        levels = [list(range(width))]
        for _ in range(draw(st.integers(0, 3))):
            parents = draw(st.lists(st.integers(0, width - 1), min_size=width, max_size=width))
            levels.append([parents[node] for node in levels[-1]])
        forest.append(levels)
    return forest


@st.composite
def tables(draw):
    """A forest, and distinct columns of codes with their records."""
    forest = draw(forests())
    column = st.tuples(*(st.integers(0, len(levels[0]) - 1) for levels in forest))
    columns = draw(st.lists(column, min_size=1, max_size=25, unique=True))
    count = {"min_size": len(columns), "max_size": len(columns)}
    return forest, columns, draw(st.lists(st.integers(1, 6), **count))


def ladders_of(forest):
    """The steps between levels, and where the fields of the attributes are."""
    bits = [max(len(levels[0]) - 1, 1).bit_length() for levels in forest]
    shifts = np.cumsum([0, *bits])[:-1].tolist()
    most = max(map(len, forest))
    begins, steps = np.zeros((len(forest), most, most), dtype=np.int64), []
    for own, (levels, shift) in enumerate(zip(forest, shifts, strict=True)):
        for low, high in product(range(len(levels)), repeat=2):
            if low < high:
                above = dict(zip(levels[low], levels[high], strict=True))
                begins[own, low, high] = len(steps)
                steps += [(above.get(node, node) - node) << shift for node in range(len(levels[0]))]
    masks = [(1 << own) - 1 for own in bits]
    return Ladders(longs(shifts), longs(masks), begins, longs(steps)), shifts


def key_of(column, shifts):
    return sum(code << shift for code, shift in zip(column, shifts, strict=True))


@given(st.data(), tables())
def test_classes_are_raised_and_merged(data, table):
    forest, columns, sizes = table
    ladders, shifts = ladders_of(forest)
    bounds = [sorted(data.draw(st.tuples(*[st.integers(0, len(tree) - 1)] * 2))) for tree in forest]
    start, levels = ([own[end] for own in bounds] for end in (0, 1))
    finer = naive.merge(naive.raised(columns, forest, start), sizes)
    keys, merged = walking.coarsen(
        longs([key_of(own, shifts) for own in finer]),
        longs(list(finer.values())),
        longs(start),
        longs(levels),
        ladders,
    )
    expected = naive.merge(naive.raised(columns, forest, levels), sizes)
    assert keys.tolist() == [key_of(own, shifts) for own in expected]
    assert merged.tolist() == list(expected.values())


@st.composite
def lattices(draw):
    """A shape, and some nodes of it."""
    shape = draw(st.lists(st.integers(1, 4), min_size=1, max_size=4))
    every = list(product(*map(range, shape)))
    return shape, draw(st.lists(st.sampled_from(every), unique=True))


def nodes_of(shape, open_nodes, capacity=None):
    """Flags in which some nodes are open, and room for so many tests."""
    flags = np.zeros(shape, dtype=np.uint8)
    for levels in open_nodes:
        flags[levels] = 1
    room = 2 * len(open_nodes) if capacity is None else capacity
    return Nodes(
        longs(shape),
        longs([math.prod(shape[axis + 1 :]) for axis in range(len(shape))]),
        flags.reshape(-1),
        np.zeros(flags.size, dtype=np.uint8),
        np.zeros(room, dtype=np.int64),
        np.zeros((room, 3), dtype=np.int64),
    )


def named(flags, shape):
    return [tuple(levels) for levels in np.argwhere(flags.reshape(shape)).tolist()]


@given(st.data(), lattices())
def test_a_block_is_bounded_and_closed(data, lattice):
    shape, open_nodes = lattice
    nodes = nodes_of(shape, open_nodes)
    first = data.draw(st.integers(0, len(shape)))
    prefix = tuple(data.draw(st.integers(0, length - 1)) for length in shape[:first])
    node = int(np.dot(prefix, nodes.strides[:first])) if first else 0
    meet, join = np.zeros(len(shape), dtype=np.int64), np.zeros(len(shape), dtype=np.int64)
    block = [levels for levels in open_nodes if levels[:first] == prefix]
    assert walking.open_in_block(nodes, node, first, meet, join) == len(block)
    if block:
        columns = list(zip(*block, strict=True))[first:]
        assert meet[first:].tolist() == [min(own) for own in columns]
        assert join[first:].tolist() == [max(own) for own in columns]
    walking.close_block(nodes, node, first)
    assert set(named(nodes.is_open, shape)) == set(open_nodes) - set(block)


@given(st.data(), lattices())
def test_all_above_a_node_are_marked(data, lattice):
    shape, _ = lattice
    nodes = nodes_of(shape, [])
    levels = tuple(data.draw(st.integers(0, length - 1)) for length in shape)
    walking.mark_above(nodes, int(np.dot(levels, nodes.strides)), longs(levels))
    above = [own for own in product(*map(range, shape)) if naive.is_above(own, levels)]
    assert named(nodes.satisfies, shape) == above


def start_of(open_nodes):
    return [min(own) for own in zip(*open_nodes, strict=True)]


@st.composite
def walks(draw):
    """A table, open nodes of its lattice, and how small a class and how many records may go."""
    forest, columns, sizes = draw(tables())
    every = list(product(*(range(len(tree)) for tree in forest)))
    open_nodes = draw(st.lists(st.sampled_from(every), unique=True, min_size=1))
    return forest, columns, sizes, open_nodes, draw(st.integers(1, 8)), draw(st.integers(0, 20))


def walked(drawn, budget, *, until_first=False, from_above=False):
    """The nodes after a walk: flags, tests and their number."""
    forest, columns, sizes, open_nodes, minimum_size, limit = drawn
    shape = [len(tree) for tree in forest]
    ladders, shifts = ladders_of(forest)
    nodes = nodes_of(shape, open_nodes)
    start = start_of(open_nodes)
    finest = naive.merge(naive.raised(columns, forest, start), sizes)
    keys = longs([key_of(own, shifts) for own in finest])
    given_sizes = longs(list(finest.values()))
    tested = before = -1
    while tested != before or before < 0:
        before = max(tested, 0)
        tested = walking.walk(
            keys,
            given_sizes,
            longs(start),
            nodes,
            ladders,
            minimum_size,
            limit,
            before,
            budget,
            until_first,
            from_above,
        )
        if until_first:
            break
    told = [
        tuple(int(level) for level in np.unravel_index(node, shape))
        for node in nodes.tested[:tested]
    ]
    return nodes, told, nodes.found[:tested].tolist(), shape


@given(walks(), st.sampled_from([EMPTY, ENOUGH]))
def test_open_nodes_are_tested_unless_a_finer_one_satisfies(drawn, budget):
    nodes, told, found, shape = walked(drawn, budget)
    forest, columns, sizes, open_nodes, minimum_size, limit = drawn
    tests, satisfying = naive.walk(columns, sizes, forest, open_nodes, minimum_size, limit)
    assert list(zip(told, found, strict=True)) == list(tests.items())
    above = [
        levels
        for levels in product(*map(range, shape))
        if any(naive.is_above(levels, finer) for finer in satisfying)
    ]
    assert named(nodes.satisfies, shape) == above
    assert set(named(nodes.is_open, shape)) == set(open_nodes) - set(told)


@given(walks())
def test_a_walk_can_end_at_the_first_that_satisfies(drawn):
    _, told, _, _ = walked(drawn, ENOUGH, until_first=True)
    forest, columns, sizes, open_nodes, minimum_size, limit = drawn
    tests, satisfying = naive.walk(columns, sizes, forest, open_nodes, minimum_size, limit)
    order = list(tests)
    end = order.index(satisfying[0]) + 1 if satisfying else len(order)
    assert told == order[:end]


@given(walks(), st.sampled_from([EMPTY, ENOUGH]))
def test_from_above_nothing_that_satisfies_is_missed(drawn, budget):
    nodes, told, _, shape = walked(drawn, budget, from_above=True)
    forest, columns, sizes, open_nodes, minimum_size, limit = drawn
    _, accepted = naive.walk(columns, sizes, forest, open_nodes, minimum_size, limit)
    satisfies = set(named(nodes.satisfies, shape))
    for levels in open_nodes:
        is_answer = any(naive.is_above(levels, finer) for finer in accepted)
        assert (levels in satisfies) == is_answer
    assert len(told) <= 2 * len(open_nodes)
