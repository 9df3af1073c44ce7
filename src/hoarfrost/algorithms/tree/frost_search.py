"""The phases of PrivacyFrost2, up to the best table with one level for each attribute."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np

from hoarfrost.algorithms.scores.base import beats
from hoarfrost.algorithms.tree.process import DOWN
from hoarfrost.algorithms.unreachable import explain_unreachable, out_of_time
from hoarfrost.algorithms.wording import counted
from hoarfrost.errors import Flaw, PolicyNotReachable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hoarfrost.algorithms.tree.frost_tables import FrostTables, Levels


@dataclass(eq=False)
class FrostSearch:
    """Where the search is, and what each phase has gained."""

    tables: FrostTables
    levels: Levels
    score: float = 0.0
    ended: Literal["complete", "time"] = "complete"
    gains: dict[str, tuple[float, float]] = field(default_factory=dict)
    """For each phase, the score before and after it."""

    @classmethod
    def begin(cls, tables: FrostTables) -> FrostSearch:
        """Take the table as it is."""
        search = cls(tables, (0,) * len(tables.problem.attributes))
        search.tell("began", levels=search.levels)
        return search

    def raise_alone(self, p: int) -> None:
        """Generalise each attribute alone until each of its values has k + p records."""
        tables = self.tables
        levels = list(self.levels)
        for place, attribute in enumerate(tables.problem.attributes):
            least = tables.sizes_asked[place] + p
            while (
                levels[place] < attribute.top and tables.least_records(place, levels[place]) < least
            ):
                levels[place] += 1
            if levels[place] and tables.problem.trace is not None:
                tables.problem.trace.add(
                    "alone",
                    attribute=attribute.name,
                    level=attribute.first_level + levels[place],
                    records=tables.least_records(place, levels[place]),
                )
        self.levels = tuple(levels)

    def is_failing(self) -> bool:
        """Does the table fail, with an attribute that can still become more general?"""
        tops = self.tables.problem.tops
        return self.levels != tops and not self.tables.satisfies(self.levels)

    def raise_all(self) -> None:
        """Generalise every attribute that can become more general by one level."""
        if self.tables.problem.is_out_of_time:
            raise out_of_time()
        tops = self.tables.problem.tops
        self.levels = tuple(
            min(level + 1, top) for level, top in zip(self.levels, tops, strict=True)
        )
        self.tell("together", levels=self.levels)

    def settle_start(self) -> None:
        """Stop if even that fails: the policy cannot be met."""
        if not self.tables.satisfies(self.levels):
            raise self._failure()
        self.score = self.tables.score(self.levels)
        self.tell("start", levels=self.levels, score=self.score)

    def _failure(self) -> PolicyNotReachable:
        problem = self.tables.problem
        violating, rows = self.tables.rows(self.levels)
        blocked = [one.name for one in problem.attributes if one.top < one.hierarchy.height]
        how_far = (
            f"the search failed with every attribute as general as it may be: {violating} of"
            f" {counted(rows, 'released combination')} {'fails' if violating == 1 else 'fail'}"
        )
        hint = f"max_level keeps these from becoming more general: {', '.join(blocked)}"
        error = explain_unreachable(problem)
        return PolicyNotReachable(Flaw(how_far, hint if blocked else None), *error.flaws)

    def can_be_finer(self) -> bool:
        """Does a table with one attribute one level finer satisfy and score higher?"""
        found = self._best_finer()
        if found is None or self._is_out_of_time():
            return False
        self._next = found
        return True

    def take_finer(self) -> None:
        """Take the one of the highest score."""
        self._take(DOWN, self._next)
        self.score = self.tables.score(self.levels)

    def _best_finer(self) -> Levels | None:
        return self._winner([own for _, own in self.tables.finer(self.levels)])

    def _winner(self, candidates: list[Levels]) -> Levels | None:
        """Of the tables that satisfy and score higher than the present one, the best; first on ties."""
        tables = self.tables
        if tables.keeps_all and tables.scoring.uses_bound:
            return self._first_of_the_best(candidates)
        best, best_score = None, self.score
        for levels in candidates:
            if self._cannot_win(levels, best_score):
                tables.skipped += 1
                continue
            if tables.satisfies(levels):
                score = tables.score(levels)
                if beats(score, best_score):
                    best, best_score = levels, score
        return best

    def _first_of_the_best(self, candidates: list[Levels]) -> Levels | None:
        """The same when scores are known beforehand: the best is checked first."""
        tables = self.tables
        scored = [(tables.plain_score(levels), levels) for levels in candidates]
        open_ones = [one for one in scored if beats(one[0], self.score)]
        tables.skipped += len(scored) - len(open_ones)
        while open_ones:
            best = open_ones[0]
            for one in open_ones[1:]:
                if beats(one[0], best[0]):
                    best = one
            if tables.satisfies(best[1]):
                tables.skipped += len(open_ones) - 1
                return best[1]
            open_ones.remove(best)
        return None

    def _cannot_win(self, levels: Levels, best_score: float) -> bool:
        lower = [
            place
            for place, (own, now) in enumerate(zip(levels, self.levels, strict=True))
            if own < now
        ]
        if not lower:
            return False
        bound = self.tables.bound(self.levels, lower[0])
        return bound is not None and not beats(bound, best_score)

    def improve(self) -> None:
        """Look beyond the tables that satisfy, and come back to a better one, while there is one."""
        while not self._is_out_of_time():
            better = self._round()
            if better is None:
                return
            self.levels, self.score = better, self.tables.score(better)
            self.tell("improved", levels=self.levels, score=self.score)

    def _round(self) -> Levels | None:
        """One step finer whatever is required, then steps back to a table that satisfies."""
        tables = self.tables
        beyond = self._best_beyond(own for _, own in tables.finer(self.levels))
        if beyond is None:
            return None
        self._tell_step("beyond", self.levels, beyond)
        while not tables.satisfies(beyond):
            if self._is_out_of_time():
                return None
            candidates = [own for _, own in tables.coarser(beyond)]
            better = self._winner(candidates)
            if better is not None:
                return better
            back = self._best_beyond(own for own in candidates if not tables.satisfies(own))
            if back is None:
                return None
            self._tell_step("back", beyond, back)
            beyond = back
        return beyond if beats(tables.score(beyond), self.score) else None

    def _best_beyond(self, candidates: Iterable[Levels]) -> Levels | None:
        """Of all tables that score higher than the best, satisfying or not, the best."""
        best, best_score = None, self.score
        for levels in candidates:
            score = self.tables.plain_score(levels)
            if beats(score, best_score):
                best, best_score = levels, score
        return best

    def _is_out_of_time(self) -> bool:
        if self.tables.problem.is_out_of_time:
            self.ended = "time"
        return self.ended == "time"

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Note what a phase gains."""
        before = self.score
        yield
        self.gains[name] = before, self.score
        problem = self.tables.problem
        if problem.trace is not None:
            problem.trace.add("phase", phase=name, before=before, after=self.score)

    def notes(self) -> Iterator[str]:
        """What each phase gained, in sentences."""
        for name, (before, after) in self.gains.items():
            if beats(after, before):
                yield f"{name.capitalize()} raised the score from {before:g} to {after:g}."
            else:
                yield f"{name.capitalize()} left the score at {after:g}."

    def _take(self, event: str, levels: Levels) -> None:
        reason = f"its score of {self.tables.score(levels):g}"
        self.tell(event, levels=levels, **self._changed(self.levels, levels), reason=reason)
        self.levels = levels

    def _tell_step(self, event: str, before: Levels, after: Levels) -> None:
        """Record a step whatever is required, and what the table would score."""
        score = self.tables.plain_score(after)
        self.tell(event, levels=after, **self._changed(before, after), score=score)

    def _changed(self, before: Levels, after: Levels) -> dict[str, str]:
        """The attribute that a step changes, and how."""
        place = int(np.flatnonzero(np.subtract(after, before))[0])
        attribute = self.tables.problem.attributes[place]
        first = attribute.first_level
        what = f"from level {first + before[place]} to level {first + after[place]}"
        return {"attribute": attribute.name, "what": what}

    def tell(self, event: str, *, levels: Levels, **facts: object) -> None:
        """Record what happened, with how many combinations fail and how many there are."""
        problem = self.tables.problem
        if problem.trace is None:
            return
        violating, rows = self.tables.rows(levels)
        named = {
            one.name: one.first_level + level
            for one, level in zip(problem.attributes, levels, strict=True)
        }
        problem.trace.add(event, **{"levels": named, **facts, "violating": violating, "rows": rows})
