"""Every kernel as plain Python on lists: slow and obvious."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, combinations, product
from math import prod


def rank_keys(keys):
    """The rank of each key by first appearance, and where each rank first appears."""
    firsts = {}
    for position, key in enumerate(keys):
        firsts.setdefault(key, position)
    order = list(firsts)
    return [order.index(key) for key in keys], list(firsts.values())


def by_number(numbers, count):
    """The positions sorted by their number, and where those of each number begin."""
    positions = sorted(range(len(numbers)), key=lambda position: numbers[position])
    begins = [sum(number < limit for number in numbers) for limit in range(count + 1)]
    return positions, begins


def lay_out(groups):
    """The different values of some groups, ascending."""
    return sorted({value for own in groups for value in own})


def keys_at(columns, starts, words, parts):
    """The words of the key of each column of codes."""
    return [
        [
            sum(
                parts[start + code]
                for start, own, code in zip(starts, words, column, strict=True)
                if own == word and start >= 0
            )
            for column in columns
        ]
        for word in range(words[-1] + 1)
    ]


def sum_groups(groups, values, count):
    return [
        sum(value for group, value in zip(groups, values, strict=True) if group == number)
        for number in range(count)
    ]


def append_nodes(keys, leaves, nodes, radix):
    return [key * radix + nodes[leaf] for key, leaf in zip(keys, leaves, strict=True)]


def expected_count(rows, records, asked, shares):
    return sum(
        size
        * prod(own[rows[attribute][column]] for attribute, own in zip(asked, shares, strict=True))
        for column, size in enumerate(records)
    )


def pair_deficits(pairs, counts, first_nodes, second_nodes, minimum_size):
    """For each two levels, the records whose two nodes are shared by too few."""
    return [
        [
            sum(size for size in sizes_of(pairs, counts, nodes, others) if size < minimum_size)
            for others in second_nodes
        ]
        for nodes in first_nodes
    ]


def sizes_of(pairs, counts, nodes, others):
    sizes = defaultdict(int)
    for (first, second), count in zip(pairs, counts, strict=True):
        sizes[nodes[first], others[second]] += count
    return sizes.values()


def gather(combinations, sizes, weights):
    """Classes of equal combinations: the first column of each, its records, its weight."""
    columns = defaultdict(list)
    for position, combination in enumerate(combinations):
        columns[combination].append(position)
    return (
        [own[0] for own in columns.values()],
        [sum(sizes[position] for position in own) for own in columns.values()],
        [sum(weights[position] for position in own) for own in columns.values()],
    )


def records_alike(combinations, sizes):
    """For each column, the records of all columns with the same combination."""
    pairs = list(zip(combinations, sizes, strict=True))
    return [sum(size for other, size in pairs if other == own) for own in combinations]


def weigh(sizes, minimum_size):
    kept = [size for size in sizes if size >= minimum_size]
    squares = [size**2 for size in sizes]
    return sum(sizes) - sum(kept), len(kept), sum(size**2 for size in kept), sum(squares)


def slack_of_small(combinations, sizes, weights, minimum_size, slacks):
    """For each small class, its weight times what its codes lose."""
    return sum(
        weight * sum(slacks[attribute][code] for attribute, code in enumerate(combination))
        for combination, size, weight in zip(combinations, sizes, weights, strict=True)
        if size < minimum_size
    )


def merge(combinations, sizes):
    """Classes of equal combinations with their records, in the order of first appearance."""
    merged = defaultdict(int)
    for combination, size in zip(combinations, sizes, strict=True):
        merged[combination] += size
    return merged


def raised(columns, forest, levels):
    """Columns with each code replaced by its node at a level."""
    return [
        tuple(tree[level][code] for tree, level, code in zip(forest, levels, column, strict=True))
        for column in columns
    ]


def is_above(levels, finer):
    return all(high >= low for high, low in zip(levels, finer, strict=True))


def walk(columns, sizes, forest, open_nodes, minimum_size, limit):
    """Test nodes in their order unless a finer one satisfies: `(tests, satisfying ones)`."""
    tests, satisfying = {}, []
    for levels in sorted(open_nodes):
        if not any(is_above(levels, finer) for finer in satisfying):
            classes = merge(raised(columns, forest, levels), sizes).values()
            small = [size for size in classes if size < minimum_size]
            tests[levels] = [sum(small), len(small), len(classes)]
            if sum(small) <= limit and len(small) < len(classes):
                satisfying.append(levels)
    return tests, satisfying


def mark_rare(columns, sizes, attributes, minimum_size, marks):
    """The marks afterwards, and how many rare combinations had no mark before."""
    values = [tuple(column[own] for own in attributes) for column in columns]
    shared = defaultdict(int)
    for own, size in zip(values, sizes, strict=True):
        shared[own] += size
    is_rare = [min(own, default=0) >= 0 and shared[own] < minimum_size for own in values]
    new = {own for own, rare, mark in zip(values, is_rare, marks, strict=True) if rare and not mark}
    return [mark or rare for mark, rare in zip(marks, is_rare, strict=True)], len(new)


def renumber(keys):
    """Every key that is there as its rank among all, and how many ranks there are."""
    ranks, firsts = rank_keys(keys)
    return [rank if key >= 0 else key for key, rank in zip(keys, ranks, strict=True)], len(firsts)


def choose(options, costs, links, prices, allowed):
    """For each item the least that an allowed option costs once its prices are taken off."""
    return [
        min((costs[own] - sum(prices[link] for link in links[own]) for own in each if allowed[own]),
            default=float("inf"))
        for each in options
    ]  # fmt: skip


def admit(classes, weights, needed, prices, is_open):
    """For each class the least that a set of members costs that weighs enough, or nobody."""
    found = []
    for members, least in zip(classes, needed, strict=True):
        there = [own for own in members if is_open[own]]
        sets = chain.from_iterable(combinations(there, n) for n in range(1, len(there) + 1))
        paid = [
            sum(prices[own] for own in each)
            for each in sets
            if sum(weights[own] for own in each) >= least
        ]
        found.append(min([0.0, *paid]))
    return found


def agreed(options, costs, links, classes, weights, needed, allowed):
    """The least that the items' options cost if every class that is joined weighs enough."""
    totals = []
    for choice in product(*([own for own in each if allowed[own]] for each in options)):
        joined = {link for own in choice for link in links[own]}
        members = [[own for own in each if own in joined] for each in classes]
        if all(
            not own or sum(weights[each] for each in own) >= least
            for own, least in zip(members, needed, strict=True)
        ):
            totals.append(sum(costs[own] for own in choice))
    return min(totals, default=float("inf"))
