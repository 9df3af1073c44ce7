"""Every kernel of partition recoding equals its slow, obvious twin, and bounds are bounds."""

from __future__ import annotations

import random
from itertools import combinations
from math import inf

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.kernels.brackets import add_up, least_of, number_classes, total_of, weigh_brackets
from hoarfrost.kernels.one_attribute import (
    cost_blocks,
    fill_columns,
    group_in_runs,
    group_in_sets,
    group_promising,
    least_of_columns,
    promising_sets,
)
from tests.naive import partition_kernels as naive
from tests.naive.kernels import rank_keys
from tests.naive.partition import set_partitions

VALUES = 4
TERMS = st.tuples(st.sampled_from([0, 1]), st.sampled_from([0, -1]), st.integers(1, 5))
SEEDS = st.integers(0, 10**6).map(random.Random)


def longs(values):
    return np.array(values, dtype=np.int64)


def codes(values):
    return np.array(values, dtype=np.int32)


def floats(values):
    return np.array(values, dtype=np.float64)


class Table:
    """Columns of values with a few partitions of each attribute; larger blocks cost more."""

    def __init__(self, source):
        width, count = source.randint(1, 3), source.randint(1, 8)
        self.columns = [[source.randrange(VALUES) for _ in range(width)] for _ in range(count)]
        self.codes = codes(self.columns).T.copy()
        self.counts = [source.randint(1, 4) for _ in range(count)]
        self.weights = [source.randint(0, 2) for _ in range(count)]
        self.losts = [source.randint(0, 40) for _ in range(count)]
        self.base = [source.randint(0, 3) for _ in range(VALUES)]
        finer = [source.choices(range(VALUES), k=VALUES) for _ in range(width)]
        merge = [source.choices(range(2), k=VALUES) for _ in range(width)]
        coarser = [[how[own] for own in one] for how, one in zip(merge, finer, strict=True)]
        middle = [source.choice(naive.between(*pair)) for pair in zip(finer, coarser, strict=True)]
        self.partitions = [*finer, *coarser, *middle]
        self.fine, self.coarse, self.own = np.arange(3 * width).reshape(3, 1, width)
        self.blocks = codes(self.partitions)
        self.costs = floats([self.costs_in(own) for own in self.partitions])
        self.sizes = longs([VALUES] * len(self.partitions))

    def costs_in(self, partition):
        return [
            base * (partition.count(own) - 1)
            for base, own in zip(self.base, partition, strict=True)
        ]

    def summed(self, partitions):
        """Records, cells and losses of the classes that one partition for each attribute makes."""
        classes = naive.blocks_of(self.columns, partitions)
        costs = [self.costs_in(own) for own in partitions]
        cells = naive.cells_of(self.columns, costs, self.weights)
        return [naive.sums(classes, own) for own in (self.counts, cells, self.losts)]

    def chosen(self, row):
        return [self.partitions[number] for number in row[0].tolist()]


def numbered(table, row, chosen):
    """What the kernel makes of some columns: how many classes, the class of each, their firsts."""
    class_of, firsts = codes([0] * len(chosen)), codes([0] * len(chosen))
    count = number_classes(
        table.codes, longs(chosen), len(chosen), table.blocks, table.sizes, row[0],
        codes([0] * 32), class_of, firsts,
    )  # fmt: skip
    return count, class_of, firsts


@given(SEEDS)
def test_equal_columns_have_one_number(source):
    table = Table(source)
    chosen = source.sample(range(len(table.columns)), source.randint(1, len(table.columns)))
    count, class_of, firsts = numbered(table, table.own, chosen)
    blocks = naive.blocks_of(table.columns, table.chosen(table.own))
    ranks, places = rank_keys([blocks[column] for column in chosen])
    assert class_of.tolist() == ranks
    assert firsts[:count].tolist() == [chosen[place] for place in places]


@given(SEEDS, TERMS)
def test_classes_are_added_up_and_cost_what_they_cost(source, terms):
    table = Table(source)
    columns = len(table.columns)
    count, class_of, _ = numbered(table, table.own, range(columns))
    sums = longs([9] * columns), floats([9] * columns), floats([9] * columns)
    add_up(
        table.codes, longs(table.counts), floats(table.losts), table.costs, table.own[0], count,
        class_of, floats(table.weights), *sums,
    )  # fmt: skip
    expected = table.summed(table.chosen(table.own))
    assert [own[:count].tolist() for own in sums] == expected
    assert total_of(floats(terms), count, *sums) == naive.total_of(terms, *expected)


@given(SEEDS, TERMS)
def test_the_least_that_merged_classes_cost(source, terms):
    count = source.randint(1, 7)
    sizes, cells, losts = ([source.randint(1, 7) for _ in range(count)] for _ in range(3))
    wide_of, _ = rank_keys([source.randrange(3) for _ in range(count)])
    wide_count = max(wide_of) + 1
    found = least_of(
        floats(terms), count, longs(sizes), floats(cells), floats(losts), wide_count,
        codes(wide_of), *(longs([9] * wide_count) for _ in range(3)),
    )  # fmt: skip
    assert found == naive.least_of(terms, sizes, cells, losts, wide_of)


@given(SEEDS, TERMS, st.integers(0, 20))
def test_nothing_between_the_ends_costs_less_than_the_bound(source, terms, limit):
    table = Table(source)
    bounds, values = floats([9]), floats([9])
    gone, suppressed, kept = longs([9]), longs([9]), longs([9])
    weigh_brackets(
        table.codes, longs(table.counts), floats(table.weights), floats(table.losts),
        table.blocks, table.costs, table.sizes, floats(terms), limit, table.fine, table.coarse,
        table.own, bounds, gone, values, suppressed, kept,
    )  # fmt: skip
    own = naive.total_of(terms, *table.summed(table.chosen(table.own)))
    assert (suppressed[0], kept[0]) == own[1:]
    assert values[0] == (inf if own[1] > limit or own[2] == 0 else own[0])
    pairs = zip(table.chosen(table.fine), table.chosen(table.coarse), strict=True)
    spaces = [naive.between(*pair) for pair in pairs]
    for _ in range(20):
        partitions = [source.choice(space) for space in spaces]
        cost, lost, released = naive.total_of(terms, *table.summed(partitions))
        assert gone[0] <= lost
        if lost <= limit and released:
            assert bounds[0] <= cost


class Columns:
    """Classes of the other attributes as columns, values as rows, and a price for each block."""

    def __init__(self, source, count):
        self.count = count
        shape = source.randint(1, 4), count
        self.records = np.array(
            [[source.choice([0, 0, 1, 2, 3, 6]) for _ in range(count)] for _ in range(shape[0])]
        )
        is_there = self.records > 0
        self.weights, self.cells, self.losts = (
            is_there
            * floats([[source.randint(0, high) for _ in range(count)] for _ in range(shape[0])])
            for high in (2, 5, 30)
        )
        self.cells *= self.weights
        if source.random() < 0.2:
            self.losts[is_there] = inf
        every = [block for size in range(count) for block in combinations(range(count), size + 1)]
        self.allowed = [block for block in every if len(block) == 1 or source.random() < 0.7]
        self.prices = {
            block: {value: source.randint(0, 4) for value in block} for block in self.allowed
        }

    @property
    def arrays(self):
        tables = self.records, self.weights, self.cells, self.losts
        return [np.ascontiguousarray(own.T) for own in tables]

    def cost(self, block, terms):
        table = zip(self.records, self.weights, self.cells, self.losts, strict=True)
        return naive.cost_of_block(block, self.prices[block], table, terms)

    def shared(self):
        """What a record costs with a value in the cheapest block with another."""
        return floats([
            [min((self.prices[block][value] for block in self.allowed if {value, other} <= {*block}),
                 default=inf) for other in range(self.count)]
            for value in range(self.count)
        ])  # fmt: skip


COLUMNS = st.builds(Columns, SEEDS, st.integers(1, 5))


@given(COLUMNS, TERMS)
def test_blocks_cost_what_they_cost(columns, terms):
    blocks = [*columns.allowed, ()]
    starts = np.cumsum([0, *map(len, blocks)], dtype=np.int64)
    prices = [columns.prices[block][value] for block in columns.allowed for value in block]
    found = floats([9] * len(blocks))
    cost_blocks(
        starts, longs([value for block in blocks for value in block]), floats(prices),
        *columns.arrays, floats(terms), found,
    )  # fmt: skip
    assert found.tolist() == [*(columns.cost(block, terms) for block in columns.allowed), 0.0]


@given(COLUMNS, TERMS)
def test_no_partition_of_the_values_costs_less_than_the_bound(columns, terms):
    shared = columns.shared()
    nearest = np.argsort(shared, axis=1, kind="stable").astype(np.int64)
    shares = np.empty(columns.count)
    extra = least_of_columns(*columns.arrays, shared, nearest, False, floats(terms), shares)
    bound = extra + shares.sum()
    for partition in set_partitions(range(columns.count)):
        blocks = [tuple(block) for block in partition]
        if all(block in columns.prices for block in blocks):
            assert bound <= sum(columns.cost(block, terms) for block in blocks)


@given(SEEDS, st.integers(1, 5), TERMS, st.booleans())
def test_the_best_partition_is_made_of_promising_sets(source, count, terms, adds_up):
    columns = Columns(source, count)
    added = [[source.randint(0, 3) for _ in range(count)] for _ in range(count)]
    columns.prices = {
        tuple(block): {value: sum(added[value][other] for other in block if other != value)
                       for value in block}
        for size in range(1, count + 1) for block in combinations(range(count), size)
    }  # fmt: skip
    columns.allowed = list(columns.prices)
    costs = [
        sum(columns.cost(tuple(block), terms) for block in partition)
        for partition in set_partitions(range(count))
    ]
    most = source.choice([min(costs), max(costs), min(costs) - 1, inf])
    shares, shared = np.empty(count), columns.shared()
    nearest = np.argsort(shared, axis=1, kind="stable").astype(np.int64)
    arrays = columns.arrays
    extra = least_of_columns(*arrays, shared, nearest, adds_up, floats(terms), shares)
    assert extra + shares.sum() <= min(costs)
    members = [[value for value in range(count) if chosen >> value & 1]
               for chosen in range(1 << count)]  # fmt: skip
    starts = np.cumsum([0, *map(len, members)], dtype=np.int64)
    prices = floats([columns.prices[tuple(own)][value] for own in members for value in own])
    sets, of_sets = longs([0] * (1 << count)), floats([0] * (1 << count))
    ends, chosen = longs([0] * count), longs([0] * (1 << count))
    found = promising_sets(
        *arrays, starts, prices, floats(terms), shares, extra, float(most), sets, of_sets, ends
    )
    best = group_promising(
        count, sets[:found], of_sets[:found], ends, shares, extra, float(most), chosen
    )
    assert best == min(costs) if min(costs) <= most else best > most


@given(SEEDS)
def test_the_records_of_each_value_and_class_of_the_others(source):
    table = Table(source)
    attribute = source.randrange(len(table.codes))
    others = [own for own in range(len(table.codes)) if own != attribute]
    count = len(table.columns)
    class_of = [source.randrange(3) for _ in range(count)]
    found = np.zeros((VALUES, 3), dtype=np.int64), *(np.zeros((VALUES, 3)) for _ in range(3))
    fill_columns(
        table.codes, longs(table.counts), floats(table.weights), floats(table.losts), table.costs,
        table.own[0], attribute, codes(class_of), *found,
    )  # fmt: skip
    costs = [table.costs_in(table.chosen(table.own)[other]) for other in others]
    rest = [[column[other] for other in others] for column in table.columns]
    cells = naive.cells_of(rest, costs, table.weights)
    for own, amounts in zip(found, (table.counts, table.weights, cells, table.losts), strict=True):
        places = [(column[attribute], wide)
                  for column, wide in zip(table.columns, class_of, strict=True)]  # fmt: skip
        sums = dict(zip(dict.fromkeys(places), naive.sums(places, amounts), strict=True))
        expected = [[sums.get((value, wide), 0) for wide in range(3)] for value in range(VALUES)]
        assert own.tolist() == expected


def group_costs(source, count):
    """What each child costs by itself, and each group of several."""
    alone = [source.choice([inf, *range(10)]) for _ in range(count)]
    groups = [group for size in range(2, count + 1) for group in combinations(range(count), size)]
    return alone, {group: source.choice([inf, *range(20)]) for group in groups}


@given(SEEDS, st.integers(1, 6), st.integers(0, 3))
def test_children_in_the_best_sets(source, count, first):
    alone, costs = group_costs(source, count)
    blocks = floats([0] * (first + (1 << count)))
    for group, cost in costs.items():
        blocks[first + sum(1 << place for place in group)] = cost
    chosen = longs([0] * (1 << count))
    best = group_in_sets(floats(alone), longs([first]), blocks, chosen)
    assert best == naive.group_in_sets(alone, costs)
    left, groups = (1 << count) - 1, []
    while left:
        groups.append([place for place in range(count) if chosen[left] >> place & 1])
        left ^= int(chosen[left])
    assert naive.cost_of_groups(groups, alone, costs) == best


@given(SEEDS, st.integers(1, 6), st.integers(0, 3))
def test_children_in_the_best_runs(source, count, first):
    alone, costs = group_costs(source, count)
    blocks = floats([0] * (first + count * count))
    for group, cost in costs.items():
        if group[-1] - group[0] == len(group) - 1:
            blocks[first + group[0] * count + group[-1]] = cost
    chosen = longs([0] * (count + 1))
    best = group_in_runs(floats(alone), longs([first]), blocks, chosen)
    assert best == naive.group_in_runs(alone, costs)
    end, groups = count, []
    while end:
        groups.append(list(range(chosen[end], end)))
        end = int(chosen[end])
    assert naive.cost_of_groups(groups, alone, costs) == best
