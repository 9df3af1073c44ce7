"""PrivacyFrost2 by its definition, record by record, every table looked at anew: slow and obvious."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

from tests.naive.lattice import classes, judge, table_holds

TIE = 1e-12


class Unreachable(Exception):
    """There is no table to begin with."""


@dataclass
class Frost:
    """One run; `scores` are those of the search after each phase."""

    case: object
    score: str
    d: int = 10
    p: int = 0
    presample: tuple[int, int] | None = None
    repeat: bool = True
    gone: set[int] = field(default_factory=set)
    scores: list[float] = field(default_factory=list)

    def run(self):
        """The levels of the best table."""
        if self.presample is not None:
            self.leave_out(*self.presample)
        levels = self.start()
        self.scores = [self.value(levels)]
        levels = self.down(levels)
        self.scores.append(self.value(levels))
        while self.repeat:
            better = self.round(levels)
            if better is None:
                break
            levels = better
            self.scores.append(self.value(levels))
        return levels

    def leave_out(self, k, level):
        """The records with fewer than k like them at a level."""
        case = self.case
        levels = [
            min(max(level, low), len(paths[0]) - 1)
            for low, paths in zip(case.lowest, case.hierarchies, strict=True)
        ]
        rows = case.released(case.records, levels)
        alike = Counter(rows)
        self.gone = {number for number, row in enumerate(rows) if alike[row] < k}
        if len(self.gone) > case.limit or len(self.gone) == len(rows):
            raise Unreachable

    def kept(self, levels):
        """The records of a release; None when it does not meet the policy."""
        case = self.case
        labels = case.released(case.records, levels)
        kept = [number for number in range(len(labels)) if number not in self.gone]
        while True:
            failing = {
                labels[record]
                for demand in case.demands
                for own, shown in classes(case, levels, kept, demand).values()
                if not judge(demand[0], shown)
                for record in own
            }
            if not failing:
                break
            kept = [record for record in kept if labels[record] not in failing]
        is_enough = kept and len(labels) - len(kept) <= case.limit
        holds = is_enough and all(table_holds(case, levels, kept, one) for one in case.demands)
        return kept if holds else None

    def plain(self, levels):
        """The score when nothing but the records left out beforehand is missing."""
        rest = [number for number in range(len(self.case.records)) if number not in self.gone]
        return self.of(levels, rest)

    def value(self, levels):
        """The score of the release."""
        return self.of(levels, self.kept(levels))

    def of(self, levels, kept):
        """The score of some records."""
        case = self.case
        rows = case.released(case.records, levels)
        now = [len({rows[number][place] for number in kept}) for place in range(len(levels))]
        originals = zip(*case.released(case.records, case.lowest), strict=True)
        before = [len(set(column)) for column in originals]
        v = case.priorities
        if self.score == "basic":
            return sum(a * b for a, b in zip(v, now, strict=True))
        if self.score == "eta":
            points = [2 if e > self.d else 1 if e > self.d / 2 else 0 for e in now]
            return sum(a * b for a, b in zip(v, points, strict=True))
        return max(
            a * (math.log(e) / math.log(b) if b > 1 else 1.0)
            for a, e, b in zip(v, now, before, strict=True)
        )

    @property
    def order(self):
        """The attributes, highest priority first."""
        return sorted(range(len(self.case.lowest)), key=lambda own: -self.case.priorities[own])

    def start(self):
        """Each attribute alone, then all together."""
        case = self.case
        levels = list(case.lowest)
        for place in range(len(levels)):
            sizes = [one.minimum_size for one, shield, _ in case.demands if place in shield]
            least = max([1, *sizes]) + self.p
            while levels[place] < case.highest[place]:
                rows = case.released(case.records, levels)
                column = [row[place] for n, row in enumerate(rows) if n not in self.gone]
                if min(Counter(column).values()) >= least:
                    break
                levels[place] += 1
        while self.kept(levels) is None:
            if levels == case.highest:
                raise Unreachable
            levels = [min(own + 1, top) for own, top in zip(levels, case.highest, strict=True)]
        return levels

    def finer(self, levels):
        for place in self.order:
            if levels[place] > self.case.lowest[place]:
                yield [own - (number == place) for number, own in enumerate(levels)]

    def coarser(self, levels):
        for place in reversed(self.order):
            if levels[place] < self.case.highest[place]:
                yield [own + (number == place) for number, own in enumerate(levels)]

    def best(self, candidates, score, above):
        found = None
        for own in candidates:
            value = score(own)
            if value - above > TIE * max(abs(value), abs(above)):
                found, above = own, value
        return found

    def satisfying(self, candidates):
        return [own for own in candidates if self.kept(own) is not None]

    def down(self, levels):
        """The best finer table that satisfies and scores more, again and again."""
        while True:
            candidates = self.satisfying(self.finer(levels))
            better = self.best(candidates, self.value, self.value(levels))
            if better is None:
                return levels
            levels = better

    def round(self, levels):
        """One step beyond, then back until a table satisfies and scores more."""
        start = self.value(levels)
        beyond = self.best(self.finer(levels), self.plain, start)
        if beyond is None:
            return None
        while self.kept(beyond) is None:
            candidates = list(self.coarser(beyond))
            better = self.best(self.satisfying(candidates), self.value, start)
            if better is not None:
                return better
            failing = [own for own in candidates if self.kept(own) is None]
            beyond = self.best(failing, self.plain, start)
            if beyond is None:
                return None
        return beyond if self.best([beyond], self.value, start) else None
