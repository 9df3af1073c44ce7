"""Classes refined one by one, as plain Python on lists: slow and obvious."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction


@dataclass
class Specialising:
    """What is known of the combinations, and what each class needs."""

    leaves: list
    """For each attribute and combination."""
    nodes: list
    """For each attribute, level and leaf."""
    rows: list
    """For each combination, how often it has each sensitive value."""
    ranked: list
    least: int
    different: int
    t: Fraction | None

    @property
    def whole(self):
        """How often each sensitive value is in the table."""
        return sum((Counter(row) for row in self.rows), Counter())

    def satisfies(self, members):
        """Has a class all that it needs?"""
        counts = sum((Counter(self.rows[one]) for one in members), Counter())
        if counts.total() < self.least or len(counts) < self.different:
            return False
        return self.t is None or self.distance(counts) <= self.t

    def distance(self, counts):
        """Half of how far the shares of the values are from those of the table, together."""
        whole = self.whole
        shares = (
            Fraction(counts[value], counts.total()) - Fraction(whole[value], whole.total())
            for value in whole
        )
        return sum(map(abs, shares)) / 2

    def parts(self, members, attribute, level):
        """The parts of a class under different nodes."""
        found = defaultdict(list)
        for one in members:
            found[self.nodes[attribute][level][self.leaves[attribute][one]]].append(one)
        return list(found.values())

    def refine(self, members, levels):
        """The classes that one falls into, each with its levels."""
        for attribute in self.ranked:
            level = levels[attribute] - 1
            if level < 0:
                continue
            parts = self.parts(members, attribute, level)
            if len(parts) == 1 or all(map(self.satisfies, parts)):
                finer = [*levels[:attribute], level, *levels[attribute + 1 :]]
                return [found for part in parts for found in self.refine(part, finer)]
        return [(members, levels)]
