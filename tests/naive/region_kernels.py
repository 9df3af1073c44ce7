"""The loops over regions, on lists of rows `(places, records, number)`."""

from __future__ import annotations

from itertools import pairwise


def bounds(rows):
    """The lowest and the highest place of each attribute."""
    columns = list(zip(*(places for places, *_ in rows), strict=True))
    return [min(own) for own in columns], [max(own) for own in columns]


def counts(rows, attribute, low, width):
    """The records at each place from `low` on."""
    return [
        sum(records for places, records, _ in rows if places[attribute] == low + offset)
        for offset in range(width)
    ]


def present(rows, attribute):
    """The places that occur."""
    return sorted({places[attribute] for places, *_ in rows})


def parts(rows, attribute, limits):
    """The rows between each two limits."""
    ends = [-1, *limits, 10**9]
    return [
        [row for row in rows if low <= row[0][attribute] < high] for low, high in pairwise(ends)
    ]


def covering_level(levels, low, high):
    """The lowest level at which two places have one node."""
    return next(level for level, nodes in enumerate(levels) if nodes[low] == nodes[high])


def width(levels, low, high, factor, divisor):
    """What a region loses on an attribute; without levels, one that has an order."""
    leaves = high - low + 1
    if levels is not None:
        nodes = levels[covering_level(levels, low, high)]
        leaves = nodes.count(nodes[low])
    return factor * (leaves - 1) / divisor


def median_bounds(places, is_relaxed):
    """The places at which the upper side may begin, the first choice first; 0: it would be all.

    `places` are those of all records, ascending.
    """
    median = places[(len(places) - 1) // 2]
    below, above = sum(p < median for p in places), sum(p > median for p in places)
    choices = [median + 1, median]
    if is_relaxed and above < below:
        choices.reverse()
    return [own if own <= max(places) else 0 for own in choices]


def child_bounds(places, nodes):
    """The first place of each child that has records, but the first child."""
    firsts = {}
    for place in sorted(places):
        firsts.setdefault(nodes[place], place)
    return sorted(firsts.values())[1:]


def best_candidate(candidates, *, is_relative):
    """The number of the candidate `(gain, largest part)` that comes first."""
    most = max(gain for gain, _ in candidates)
    shown = [
        round(gain / most if is_relative else gain, 9) if most or not is_relative else 0.0
        for gain, _ in candidates
    ]
    return min(range(len(candidates)), key=lambda own: (-shown[own], candidates[own][1], own))
