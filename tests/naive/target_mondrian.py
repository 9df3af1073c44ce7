"""Splits by what they tell about a target, record by record, from the definitions."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from fractions import Fraction

from tests.naive.requirements import Shown, judge

DIGITS = 9


def entropy(values):
    counts = Counter(values)
    return -sum(n / len(values) * math.log2(n / len(values)) for n in counts.values())


def information_gain(parts):
    """What a split tells about the class, in bits."""
    whole = [value for part in parts for value in part]
    return entropy(whole) - sum(len(part) / len(whole) * entropy(part) for part in parts)


def variance(values):
    mean = sum(values) / Fraction(len(values))
    return sum((value - mean) ** 2 for value in values) / len(values)


def variance_gain(parts):
    """By how much a split lowers the mean squared deviation."""
    whole = [value for part in parts for value in part]
    left = sum(Fraction(len(part), len(whole)) * variance(part) for part in parts)
    return variance(whole) - left


def comparable(gains, *, is_number):
    """Gains as they are compared: so many digits of bits, or of the largest one."""
    if not is_number:
        return [round(gain, DIGITS) for gain in gains]
    largest = max(gains, default=0)
    return [round(float(gain / largest), DIGITS) if largest else 0.0 for gain in gains]


class Splitting:
    """A table of records `(places, paths, target, sensitive values)` that is split by its target.

    `ordered` are the attributes that are split between neighbours; paths lead from a leaf to
    the root.
    """

    def __init__(self, case, rows, ordered, *, is_number):
        self.case, self.rows, self.ordered = case, rows, ordered
        self.is_number = is_number

    def regions(self):
        """The regions that are left in the end, each a set of row numbers."""
        open_ones, done = [list(range(len(self.rows)))], []
        while open_ones:
            region = open_ones.pop()
            parts = next((own for own in self.ranked(region) if self.allows(own)), None)
            if parts is None:
                done.append(frozenset(region))
            else:
                open_ones += parts
        return set(done)

    def ranked(self, region):
        """All splits, best first; then the most even, the first attribute, the smallest place."""
        splits = list(self.splits(region))
        gain = variance_gain if self.is_number else information_gain
        gains = [
            gain([[self.rows[row].target for row in part] for part in parts])
            for *_, parts in splits
        ]
        # Compared are those whose parts have enough records for any requirement.
        large = [min(map(len, parts)) >= self.least for *_, parts in splits]
        kept = [split for split, fits in zip(splits, large, strict=True) if fits]
        shown = comparable(
            [own for own, fits in zip(gains, large, strict=True) if fits], is_number=self.is_number
        )
        order = sorted(
            range(len(kept)),
            key=lambda own: (-shown[own], max(map(len, kept[own][2])), kept[own][0], kept[own][1]),
        )
        return [kept[own][2] for own in order]

    @property
    def least(self):
        return max(requirement.minimum_size for requirement, *_ in self.case.demands)

    def splits(self, region):
        """For each attribute and place: the parts; one split by the children of a node."""
        for attribute in range(len(self.rows[0].places)):
            if attribute in self.ordered:
                places = sorted({self.rows[row].places[attribute] for row in region})
                for place in places[1:]:
                    below = [row for row in region if self.rows[row].places[attribute] < place]
                    above = [row for row in region if self.rows[row].places[attribute] >= place]
                    yield attribute, place, [below, above]
                continue
            parts = self.children(region, attribute)
            if len(parts) > 1:
                yield attribute, 0, parts

    def children(self, region, attribute):
        """The rows under each child of the lowest node over all of them."""
        for level in range(len(self.rows[0].paths[attribute]) - 1, -1, -1):
            under = defaultdict(list)
            for row in region:
                under[self.rows[row].paths[attribute][level]].append(row)
            if len(under) > 1:
                return list(under.values())
        return [region]

    def allows(self, parts):
        return all(map(self.satisfies, parts))

    def satisfies(self, part):
        """Does a region satisfy everything asked, by itself?"""
        for requirement, _, sensitive in self.case.demands:
            values = self.case.sensitive[sensitive or next(iter(self.case.sensitive))]
            order = sorted(set(values))
            own = [values[row] for row in part]
            if not judge(requirement, Shown(own, values, order, self.case.paths, 0)):
                return False
        return True


def gains_of(parts_of, place_count, gain):
    """For each place, what splitting before it gains; -1 where no record lies just before it."""
    gains = [-1.0]
    for place in range(1, place_count):
        is_new = bool(parts_of(place - 1, place))
        parts = [parts_of(0, place), parts_of(place, place_count)]
        gains.append(float(gain(parts)) if is_new else -1.0)
    return gains
