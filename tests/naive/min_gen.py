"""The table with the fewest generalisation steps, by trying every one: slow and obvious."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from tests.naive.lattice import project


def best_table(case, combinations):
    """`(steps, lost precision, level vector of each combination)` of the best table, or None.

    Combinations are rows at the lowest levels, in the table's order.
    """
    records = Counter(case.released(case.records, case.lowest))
    vectors = list(
        product(
            *[range(low, high + 1) for low, high in zip(case.lowest, case.highest, strict=True)]
        )
    )
    found = []
    for levels in product(vectors, repeat=len(combinations)):
        if is_enough(case, combinations, levels, records):
            own = list(zip(combinations, levels, strict=True))
            steps = sum(records[row] * steps_of(case, level) for row, level in own)
            lost = sum(records[row] * lost_by(case, level) for row, level in own)
            found.append((steps, lost, levels))
    return min(found, default=None)


def is_enough(case, combinations, levels, records):
    """Does every combination share what is released of it with enough records?"""
    labels = [label(case, row, own) for row, own in zip(combinations, levels, strict=True)]
    for requirement, shield, _ in case.demands:
        shared = Counter()
        for row, own in zip(combinations, labels, strict=True):
            shared[project(own, shield)] += records[row]
        if min(shared.values()) < requirement.minimum_size:
            return False
    return True


def label(case, row, levels):
    """What a combination is released as."""
    labels = [
        {path[low]: path[level] for path in paths}
        for paths, low, level in zip(case.hierarchies, case.lowest, levels, strict=True)
    ]
    return tuple(of[value] for of, value in zip(labels, row, strict=True))


def steps_of(case, levels):
    return sum(level - low for level, low in zip(levels, case.lowest, strict=True))


def lost_by(case, levels):
    """What precision loses for one record, times the sum of all weights."""
    return sum(
        Fraction(str(weight)) * (level - low) / max(len(paths[0]) - 1 - low, 1)
        for weight, level, low, paths in zip(
            case.weights, levels, case.lowest, case.hierarchies, strict=True
        )
    )


def best_groups(case, combinations):
    """`(steps, lost precision)` where one shield has all attributes, by trying every grouping."""
    records = Counter(case.released(case.records, case.lowest))
    needed = max(requirement.minimum_size for requirement, _, _ in case.demands)
    found = []
    for groups in groupings(combinations):
        sizes = [sum(records[row] for row in group) for group in groups]
        levels = [meeting(case, group) for group in groups]
        if min(sizes) >= needed and None not in levels:
            pairs = list(zip(sizes, levels, strict=True))
            steps = sum(size * steps_of(case, own) for size, own in pairs)
            found.append((steps, sum(size * lost_by(case, own) for size, own in pairs)))
    return min(found, default=None)


def groupings(rows):
    """Every way to put rows into groups, each once."""
    if not rows:
        yield []
        return
    first, *others = rows
    for groups in groupings(others):
        yield [[first], *groups]
        for place, group in enumerate(groups):
            yield [*groups[:place], [first, *group], *groups[place + 1 :]]


def meeting(case, group):
    """The lowest levels at which rows are released alike; None: they never are."""
    levels = []
    for place, (low, high) in enumerate(zip(case.lowest, case.highest, strict=True)):
        values = {row[place] for row in group}
        paths = [path for path in case.hierarchies[place] if path[low] in values]
        meet = [level for level in range(low, high + 1) if len({own[level] for own in paths}) == 1]
        if not meet:
            return None
        levels.append(meet[0])
    return tuple(levels)
