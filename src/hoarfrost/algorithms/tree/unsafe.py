"""Unsafe combinations: values of a few attributes that too few records share.

Which attributes are looked at together follows from their identification ratings; beyond that,
whoever wants to be sure looks at all attributes of every shield. Of an unsafe combination that
contains a smaller unsafe one only the smaller one counts: it has to go in any case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.lattice.condemned import minimum_size

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Problem

RATINGS = ("most", "more", "identifying")
"""The parts that the attributes of a combination play, one each; "no" plays none."""


@dataclass(frozen=True)
class Tested:
    """Attributes that are looked at together, and how many records must share their values."""

    attributes: tuple[int, ...]
    minimum_size: int


@dataclass(frozen=True, eq=False)
class Unsafe:
    """The unsafe combinations of a table."""

    occurrences: NDArray[np.int64]
    """For each attribute: in how many of them it occurs, none of which contains another."""
    has_one: NDArray[np.bool_]
    """For each class: does it have any?"""


def called_for(problem: Problem) -> list[Tested]:
    """The combinations of one, two and three attributes that the ratings call for.

    Each attribute needs a part of its own: one most identifying, one at least more identifying,
    one at least identifying; smaller combinations go without the first parts. Where no attribute
    is rated "most", the highest rating given stands for it.
    """
    ranks = _ranks(problem)
    rated = [attribute for attribute, rank in enumerate(ranks) if rank < len(RATINGS)]
    return [
        Tested(attributes, size)
        for count in range(1, len(RATINGS) + 1)
        for attributes in combinations(rated, count)
        if _have_parts([ranks[attribute] for attribute in attributes])
        and (size := minimum_size(problem, attributes)) > 1
    ]


def whole_shields(problem: Problem) -> list[Tested]:
    """All attributes of every requirement's shield, once each."""
    shields = dict.fromkeys(demand.shield for demand in problem.demands)
    return [Tested(shield, minimum_size(problem, shield)) for shield in shields]


def _ranks(problem: Problem) -> list[int]:
    """0 for the highest rating that is given, else its place among the ratings."""
    ranks = [
        RATINGS.index(own.identifying) if own.identifying in RATINGS else len(RATINGS)
        for own in problem.attributes
    ]
    return [0 if rank == min(ranks) < len(RATINGS) else rank for rank in ranks]


def _have_parts(ranks: Sequence[int]) -> bool:
    """Can each of some attributes have a part of its own that is not above its rating?"""
    parts = range(len(RATINGS) - len(ranks), len(RATINGS))
    return all(rank <= part for rank, part in zip(sorted(ranks), parts, strict=True))


def unsafe_in(
    codes: NDArray[np.int32],
    sizes: NDArray[np.int64],
    radices: NDArray[np.int64],
    called: Sequence[Tested],
    whole: Sequence[Tested] = (),
) -> Unsafe:
    """The unsafe combinations of classes, each counted where it contains no smaller one.

    Of what the ratings call for, parts come before the whole, and no part is missing.
    """
    occurrences = np.zeros(len(codes), dtype=np.int64)
    nothing = np.zeros(len(sizes), dtype=np.bool_)
    marks_of: dict[tuple[int, ...], NDArray[np.bool_]] = {(): nothing}
    inside = {shield: nothing.copy() for shield in sorted(whole, key=_width)}
    has_one = nothing.copy()
    for test in (*called, *inside):
        marks = inside[test] if test in inside else _of_parts(test, marks_of)
        occurrences[list(test.attributes)] += mark(codes, sizes, radices, test, marks)
        has_one |= marks
        if _width(test) < len(RATINGS):
            marks_of[test.attributes] = marks
        for shield in inside:
            if set(test.attributes) < set(shield.attributes):
                inside[shield] |= marks
    return Unsafe(occurrences, has_one)


def _of_parts(
    test: Tested, marks_of: Mapping[tuple[int, ...], NDArray[np.bool_]]
) -> NDArray[np.bool_]:
    """Which classes have an unsafe part of a combination."""
    first, *others = combinations(test.attributes, _width(test) - 1)
    marks = marks_of[first].copy()
    for other in others:
        marks |= marks_of[other]
    return marks


def _width(test: Tested) -> int:
    return len(test.attributes)


def mark(
    codes: NDArray[np.int32],
    sizes: NDArray[np.int64],
    radices: NDArray[np.int64],
    test: Tested,
    marks: NDArray[np.bool_],
) -> int:
    """Mark the classes whose combination is unsafe; says how many such combinations are new."""
    # Imported late: loading compiled loops takes longer than `hoarfrost --version` may.
    from hoarfrost.kernels.combinations import mark_rare

    attributes = np.array(test.attributes, dtype=np.int64)
    return mark_rare(codes, sizes, attributes, radices, test.minimum_size, marks)
