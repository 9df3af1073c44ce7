"""The kernels of partition recoding as plain Python on lists: slow and obvious."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from math import inf

from tests.naive.partition import set_partitions


def blocks_of(columns, partitions):
    """The blocks that each column falls into, under one partition for each attribute."""
    return [
        tuple(own[value] for own, value in zip(partitions, column, strict=True))
        for column in columns
    ]


def sums(classes, values):
    """The sum of each class, in the order in which classes first appear."""
    found = dict.fromkeys(classes, 0)
    for own, value in zip(classes, values, strict=True):
        found[own] += value
    return list(found.values())


def cells_of(columns, costs, weights):
    """What the cells of each column cost."""
    return [
        weight * sum(own[value] for own, value in zip(costs, column, strict=True))
        for column, weight in zip(columns, weights, strict=True)
    ]


def total_of(terms, sizes, cells, losts):
    """What classes cost, the records left out, the classes kept."""
    square, each, least = terms
    is_kept = [size >= least for size in sizes]
    rows = list(zip(is_kept, sizes, cells, losts, strict=True))
    total = sum(square * size**2 + each + cell if kept else lost for kept, size, cell, lost in rows)
    return total, sum(size for kept, size, *_ in rows if not kept), sum(is_kept)


def least_of(terms, sizes, cells, losts, wide_of):
    """What classes cost at least once merged within wide classes, and the records surely lost."""
    square, each, least = terms
    total, gone = 0, 0
    for wide in sorted(set(wide_of)):
        inside = [own for own, place in enumerate(wide_of) if place == wide]
        large = [sizes[own] for own in inside if sizes[own] >= least]
        small = sum(sizes[own] for own in inside if sizes[own] < least)
        if small + sum(large) < least:
            total += sum(losts[own] for own in inside)
            gone += small
            continue
        beside = least if small >= least else 2 * min(large) + 1
        for own in inside:
            size = sizes[own]
            alone = square * size**2 + each
            kept = alone if size >= least else square * size * beside
            total += min(kept + cells[own], losts[own])
        total += min(each, 0) * (small // max(least, 1))
    return total, gone


def between(fine, coarse):
    """Every partition that merges blocks of a fine one within blocks of a coarse one."""
    inside = defaultdict(list)
    for block, above in sorted(set(zip(fine, coarse, strict=True))):
        inside[above].append(block)
    found = []
    for choice in product(*(set_partitions(blocks) for blocks in inside.values())):
        joined = [group for groups in choice for group in groups]
        number = {block: place for place, group in enumerate(joined) for block in group}
        found.append([number[block] for block in fine])
    return found


def cost_of_block(values, prices, table, terms):
    """What one block of values costs over all columns."""
    total = 0
    for records, weights, cells, losts in table:
        size = sum(records[value] for value in values)
        if size < terms[2]:
            total += sum(losts[value] for value in values)
        elif size:
            total += terms[0] * size**2 + terms[1]
            total += sum(cells[value] + prices[value] * weights[value] for value in values)
    return total


def group_in_sets(alone, costs):
    """The least cost of children in any sets; `costs` by the children of a set."""
    return min(cost_of_groups(groups, alone, costs) for groups in set_partitions(range(len(alone))))


def group_in_runs(alone, costs):
    """The least cost of children in sets of neighbours."""
    return min(
        cost_of_groups(groups, alone, costs)
        for groups in set_partitions(range(len(alone)))
        if all(group[-1] - group[0] == len(group) - 1 for group in groups)
    )


def cost_of_groups(groups, alone, costs):
    return sum(
        alone[group[0]] if len(group) == 1 else costs.get(tuple(group), inf) for group in groups
    )
