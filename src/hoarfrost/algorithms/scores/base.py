"""What a score is shown, and how it is registered."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from pydantic import AfterValidator

from hoarfrost.errors import UsageError
from hoarfrost.naming import did_you_mean
from hoarfrost.registry import Shelf

Options: TypeAlias = Mapping[str, object]
Formula: TypeAlias = Callable[[Sequence[int], Sequence[int], Sequence[int], Options], float]
"""Different values kept, different values before, priorities, options: the score, larger is better.

One entry for each attribute, in policy order; the options are the algorithm's parameters for
scores, `d` for one.
"""
Bound: TypeAlias = Callable[[Sequence[int], int, int, Sequence[int], Sequence[int], Options], float]
"""Values kept, the place of an attribute, at most how many it will keep, and the rest as above:
no table scores more in which only that attribute becomes finer, up to so many values."""

TIE = 1e-12
"""Scores that are this near to each other, relatively, are equal."""


@dataclass(frozen=True)
class Score:
    """A registered score."""

    name: str
    formula: Formula
    bound: Bound | None = None

    def value(
        self,
        kept: Sequence[int],
        before: Sequence[int],
        priorities: Sequence[int],
        options: Options,
    ) -> float:
        """The score of a table; one that is no number is refused."""
        found = self.formula(kept, before, priorities, options)
        if not math.isfinite(found):
            raise UsageError(f'the score "{self.name}" gave {found}, expected a finite number')
        return found


SCORES: Shelf[Score] = Shelf("score", "hoarfrost.algorithms.scores")


def score(
    name: str, *, rises: bool = False, bound: Bound | None = None
) -> Callable[[Formula], Formula]:
    """Register a score, which policies then know by name.

    `rises`: it never falls when an attribute keeps more values, so that its value with the most
    that an attribute can keep is a bound. A bound of another kind is a function of its own.
    With neither, no table is skipped before it is checked.

    >>> @score("first-only", rises=True)
    ... def first_only(kept, before, priorities, options):
    ...     return kept[0]
    >>> SCORES.get("first-only").value((3, 2), (5, 8), (1, 1), {})
    3
    """

    def register(formula: Formula) -> Formula:
        own = bound or (_at_most(formula) if rises else None)
        SCORES.put(name, Score(name, formula, own))
        return formula

    return register


def _at_most(formula: Formula) -> Bound:
    """The score if the attribute kept as many values as it can."""

    def bounded(  # noqa: PLR0913, PLR0917 - what a bound is shown
        kept: Sequence[int],
        place: int,
        most: int,
        before: Sequence[int],
        priorities: Sequence[int],
        options: Options,
    ) -> float:
        return formula([*kept[:place], most, *kept[place + 1 :]], before, priorities, options)

    return bounded


def beats(one: float, other: float) -> bool:
    """Is a score higher, by more than the rounding of logarithms?

    >>> beats(0.3, 0.1 + 0.2), beats(0.1 + 0.2, 0.3), beats(2, 1)
    (False, False, True)
    """
    return one - other > TIE * max(abs(one), abs(other))


def _known(name: str) -> str:
    if name not in SCORES:
        raise ValueError(f'unknown score "{name}"; {did_you_mean(name, SCORES.names())}')
    return name


ScoreName = Annotated[str, AfterValidator(_known)]
"""The name of a registered score."""
