"""The most rows over all cuts at full size: all cuts of all attributes but one are tried.

With the others' cuts fixed, a node of the last attribute either has a class that is too small or it
has not, whatever the rest of the cut is; so its best cut is made bottom-up.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import product

from tests.naive.cuts import every_cut


def most_rows(rows, hierarchies, k, last):
    """The rows of the largest k-anonymous table; `last` is the attribute that has the most cuts."""
    records = Counter(rows)
    ways = [{path[0]: list(dict.fromkeys(path)) for path in paths} for paths in hierarchies]
    others = [own for place, own in enumerate(ways) if place != last]
    best = 0
    for cuts in product(*map(every_cut, others)):
        classes = defaultdict(Counter)
        for row, count in records.items():
            rest = [value for place, value in enumerate(row) if place != last]
            labels = tuple(cut[value] for cut, value in zip(cuts, rest, strict=True))
            classes[row[last]][labels] += count
        best = max(best, best_under(classes, ways[last], "*", k) or 0)
    return best


def best_under(classes, ways, label, k):
    """The most rows of the values under a label; None where some class stays too small."""
    inside = {value: way for value, way in ways.items() if label in way}
    together = sum((classes[value] for value in inside), Counter())
    below = dict.fromkeys(
        way[way.index(label) - 1] for way in inside.values() if way.index(label) > 0
    )
    apart = [best_under(classes, inside, child, k) for child in below]
    found = [len(together)] if all(count >= k for count in together.values()) else []
    if apart and None not in apart:
        found.append(sum(apart))
    return max(found, default=None)
