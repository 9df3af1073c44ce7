"""The kernels of tree recoding as plain Python on lists: slow and obvious."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from itertools import pairwise

SLACK = 1e-12


def arrange_entries(places, entries, place_count):
    """For each place, the (class, count) entries of the combinations that lie there."""
    return [
        [entry for own, found in zip(places, entries, strict=True) if own == place
         for entry in found]
        for place in range(place_count)
    ]  # fmt: skip


def tally(rows):
    """The records of each class in some rows of entries."""
    counts = Counter()
    for row in rows:
        for own, count in row:
            counts[own] += count
    return +counts


def spread(rows, first, end):
    counts = tally(rows[first:end])
    return counts.total(), len(counts)


def entropy(counts):
    total = counts.total()
    return -sum(n / total * math.log2(n / total) for n in counts.values())


def information_gain(rows, bounds):
    whole = tally(rows[bounds[0] : bounds[-1]])
    if not whole:
        return 0.0
    parts = [tally(rows[first:end]) for first, end in pairwise(bounds)]
    left = sum(part.total() / whole.total() * entropy(part) for part in parts if part)
    return entropy(whole) - left


def best_threshold(rows, is_bound, first, end):
    best, most = -1, -math.inf
    for place in range(first + 1, end):
        if is_bound[place]:
            told = information_gain(rows, [first, place, end])
            if told > most + SLACK:
                best, most = place, told
    return best


def classes_under(columns, node_at):
    """The combinations of each class: those whose places lie under the same nodes."""
    members = defaultdict(set)
    for number, column in enumerate(columns):
        members[tuple(node_at[place] for place in column)].add(number)
    return dict(members)


def smallest_parts(columns, counts, node_at, child_at, is_open):
    """For each open node, the smallest part that splitting it would make of a class."""
    least = {}
    for nodes, members in classes_under(columns, node_at).items():
        for attribute, node in enumerate(nodes):
            if is_open[node]:
                parts = Counter()
                for number in members:
                    parts[child_at[columns[number][attribute]]] += counts[number]
                least[node] = min([*parts.values(), *([least[node]] if node in least else [])])
    return least


def smallest_classes(columns, sizes, parents):
    least = min(sizes)
    above = []
    for attribute in range(len(columns[0])):
        found = {
            parents[column[attribute]]
            for column, size in zip(columns, sizes, strict=True)
            if size == least
        }
        above.append(found.pop() if len(found) == 1 else -1)
    return least, above


def replaced(column, attribute, parent, parents):
    """A class's nodes once a parent stands for its children."""
    node = column[attribute]
    own = parent if parents[node] == parent else node
    return (*column[:attribute], own, *column[attribute + 1 :])


def partners(columns, parents, attribute, parent):
    after = [replaced(column, attribute, parent, parents) for column in columns]
    return [after.index(column) for column in after]


def merged(columns, sizes, parents, attribute, parent):
    """The classes with their sizes once a parent stands for its children."""
    together = Counter()
    for column, size in zip(columns, sizes, strict=True):
        together[replaced(column, attribute, parent, parents)] += size
    return dict(together)
