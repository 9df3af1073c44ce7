"""Every kernel of refining equals its slow, obvious twin."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.kernels.covering import lay_out, sweep, take
from hoarfrost.kernels.refining import narrow, propose
from hoarfrost.kernels.relocating import ROUNDS, Classes, Table, relocate
from tests.naive import refining as naive

LEAVES, HEIGHT, STARTS = 4, 2, 2
LEVELS = range(HEIGHT + 1)
NODES = [[1, 2, 3, 4], [5, 5, 6, 6], [7, 7, 7, 7], [0, 0, 0, 0]]
"""Two pairs of leaves under one root; nothing above it."""


def longs(values):
    return np.array(values, dtype=np.int64)


def codes(values):
    return np.array(values, dtype=np.int32)


def floats(values):
    return np.array(values, dtype=np.float64)


@st.composite
def rooms(draw):
    """Combinations of a few attributes, in classes that began at levels of their own."""
    width, count = draw(st.integers(1, 3)), draw(st.integers(1, 12))
    numbers = st.lists(st.integers(0, LEAVES - 1), min_size=count, max_size=count)
    class_of = [draw(st.integers(0, STARTS - 1)) for _ in range(count)]
    caps = [[draw(st.sampled_from(LEVELS)) for _ in range(STARTS)] for _ in range(width)]
    floors = [[draw(st.sampled_from([0, 0, cap])) for cap in row] for row in caps]
    costs = [[[draw(st.integers(0, 3)) + 4 * level for _ in range(LEAVES)] for level in LEVELS]
             + [[0] * LEAVES] for _ in range(width)]  # fmt: skip
    return naive.Room(
        leaves=[draw(numbers) for _ in range(width)],
        nodes=[NODES] * width,
        caps=[[row[own] for own in class_of] for row in caps],
        floors=[[row[own] for own in class_of] for row in floors],
        heights=[HEIGHT] * width,
        costs=costs,
        first_costs=[[draw(st.integers(8, 16)) for _ in range(count)] for _ in range(width)],
        counts=[draw(st.integers(1, 3)) for _ in range(count)],
        class_of=class_of,
    )


def tables(room):
    return Table(
        codes(room.leaves), codes(room.nodes), codes(room.caps), codes(room.floors),
        longs(room.heights), floats(room.costs), floats(room.first_costs), longs(room.counts),
        floats(room.counts),
    )  # fmt: skip


def classes_of(data, room):
    """A division of each class of the start, the classes of one start neighbours."""
    parts = [data.draw(st.integers(0, 2)) for _ in room.class_of]
    pairs = sorted(set(zip(room.class_of, parts, strict=True)))
    of_pair = [(own, part) for own, part in zip(room.class_of, parts, strict=True)]
    members = [[one for one, pair in enumerate(of_pair) if pair == wanted] for wanted in pairs]
    return members, [start for start, _ in pairs]


def runs(classes):
    """Classes as runs of an order."""
    order = longs([one for members in classes for one in members])
    return order, np.cumsum([0, *map(len, classes)], dtype=np.int64)


@given(st.data(), rooms())
def test_combinations_are_laid_out_by_level(data, room):
    waiting = data.draw(st.lists(st.sampled_from(range(len(room.counts))), unique=True))
    table = tables(room)
    found = lay_out(
        longs(waiting), codes(room.class_of), table.leaves, table.nodes, table.caps, table.floors
    )
    for attribute in range(len(room.heights)):
        for level in range(HEIGHT + 2):
            nodes = [room.node(attribute, level, one) for one in waiting]
            assert found[attribute, level].tolist() == nodes
    assert found[-1, 0].tolist() == [room.class_of[one] for one in waiting]


def swept(room, vectors, prices, limit, least, left, is_enough):
    """What the kernel does to all combinations: as its twin tells it, with prices and rests."""
    table, count = tables(room), len(room.counts)
    waiting, records = np.arange(count), longs(room.counts)
    class_of, vector_of = np.full(count, -1, dtype=np.int32), np.zeros(count, dtype=np.int32)
    prices, left = floats(prices), longs(left)
    nodes_at = lay_out(
        waiting, codes(room.class_of), table.leaves, table.nodes, table.caps, table.floors
    )
    looked, _, found, group_of, numbers = sweep(
        np.arange(len(vectors)), 0, limit, least, is_enough, longs([[*own, 0] for own in vectors]),
        prices, nodes_at, waiting, records, left, class_of, vector_of, table.leaves, table.caps,
        table.floors, table.costs, table.first_costs,
    )  # fmt: skip
    take(found, group_of, numbers, waiting, records, class_of, looked - 1, vector_of)
    taken = {
        one: (int(class_of[one]), int(vector_of[one])) for one in range(count) if class_of[one] >= 0
    }
    assert [one for one in range(count) if not records[one]] == sorted(taken)
    return looked, taken, prices.tolist(), left.tolist()


@given(st.data(), rooms(), st.integers(1, 4), st.integers(0, 40), st.booleans())
def test_groups_below_the_limit_become_classes(data, room, least, limit, is_enough):
    vector = st.tuples(*[st.integers(0, HEIGHT + 1) for _ in room.heights])
    vectors = data.draw(st.lists(vector, min_size=1, max_size=6))
    left = [0] * STARTS
    for own, records in zip(room.class_of, room.counts, strict=True):
        left[own] += records
    prices, rests = [0.0] * len(vectors), list(left)
    everything = list(range(len(room.counts)))
    looked, taken = naive.sweep(room, everything, vectors, prices, limit, least, rests, is_enough)
    found = swept(room, vectors, [0.0] * len(vectors), limit, least, left, is_enough)
    assert found == (looked, taken, prices, rests)


@given(st.data(), rooms())
def test_classes_go_down_as_long_as_they_share_their_nodes(data, room):
    classes, _ = classes_of(data, room)
    levels = [room.shared(members) for members in classes]
    higher = [[data.draw(st.integers(level, HEIGHT + 1)) for level in own] for own in levels]
    found, table = longs(higher), tables(room)
    order, starts = runs(classes)
    narrow(order, starts, found, table.leaves, table.nodes, table.caps, table.floors, table.heights)
    expected = [
        naive.narrow(room, members, own) for members, own in zip(classes, higher, strict=True)
    ]
    assert found.tolist() == expected


@given(st.data(), rooms())
def test_parts_of_one_level_less_are_proposed(data, room):
    classes, _ = classes_of(data, room)
    levels = [room.shared(members) for members in classes]
    order, starts = runs(classes)
    for attribute in range(len(room.heights)):
        table = tables(room)
        part_of, owners, records, gains = propose(
            attribute, order, starts, longs(levels), table.leaves, table.nodes, table.caps,
            table.floors, table.heights, table.costs, table.first_costs[attribute], table.counts,
            table.weights,
        )  # fmt: skip
        found = [[] for _ in classes]
        for part, own in enumerate(owners.tolist()):
            members = order[part_of == part].tolist()
            found[own].append((members, int(records[part]), float(gains[part])))
        assert found == naive.propose(room, attribute, classes, levels)


@given(st.data(), rooms(), st.integers(1, 3))
def test_combinations_move_to_where_they_cost_less(data, room, least):
    members, starts = classes_of(data, room)
    begins, ends = np.searchsorted(starts, starts), np.searchsorted(starts, starts, "right")
    ranked = data.draw(st.permutations(range(len(members))))
    classes, table = chained(room, members), tables(room)
    relocate(longs(ranked), begins, ends, least, 10**6, classes, table)
    neighbours = [range(begin, end) for begin, end in zip(begins, ends, strict=True)]
    expected = naive.relocate(room, dict(enumerate(members)), ranked, neighbours, least, ROUNDS)
    assert [chain(classes, own) for own in range(len(members))] == list(expected.values())
    for own, chosen in expected.items():
        assert (classes.class_of[chosen] == own).all()
        if chosen:
            assert classes.levels[own].tolist() == room.shared(chosen)
            assert classes.records[own] == sum(room.counts[one] for one in chosen)


def test_without_a_budget_little_is_moved():
    room = naive.Room(
        leaves=[[0, 0, 1, 1]], nodes=[NODES], caps=[[2] * 4], floors=[[0] * 4], heights=[HEIGHT],
        costs=[[[0] * 4, [1] * 4, [2] * 4, [0] * 4]], first_costs=[[2] * 4], counts=[1] * 4,
        class_of=[0] * 4,
    )  # fmt: skip
    classes = chained(room, [[0, 2], [1, 3]])
    begins, ends = longs([0, 0]), longs([2, 2])
    assert relocate(longs([0, 1]), begins, ends, 1, -1, classes, tables(room)) == 0
    assert chain(classes, 0) == [0, 2]


def chained(room, members):
    """Classes as chains, not yet described."""
    count, width = len(members), len(room.heights)
    classes = Classes(
        np.full(len(room.counts), -1), np.full(count, -1), np.full(len(room.counts), -1),
        np.zeros((count, width), dtype=np.int64), np.zeros((count, width), dtype=np.int32),
        np.zeros((count, width)), np.zeros(count), np.zeros(count, dtype=np.int64),
        np.zeros(count),
    )  # fmt: skip
    for own, chosen in enumerate(members):
        classes.class_of[chosen] = own
        classes.heads[own] = chosen[0]
        for before, after in pairwise(chosen):
            classes.nexts[before] = after
        classes.records[own] = classes.weights[own] = sum(room.counts[one] for one in chosen)
    return classes


def chain(classes, own):
    """The combinations of a class, in its order."""
    found, one = [], int(classes.heads[own])
    while one >= 0:
        found.append(one)
        one = int(classes.nexts[one])
    return found
