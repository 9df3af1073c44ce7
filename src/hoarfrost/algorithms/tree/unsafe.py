"""Unsafe combinations: values of a few attributes that too few records share.

Which attributes are looked at together follows from their identification ratings; beyond that,
whoever wants to be sure looks at all attributes of every shield. Of an unsafe combination that
contains a smaller unsafe one only the smaller one counts: it has to go in any case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
        if _find_parts([ranks[attribute] for attribute in attributes])
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


def _find_parts(ranks: Sequence[int]) -> bool:
    """Can each of some attributes have a part of its own that is not above its rating?"""
    parts = range(len(RATINGS) - len(ranks), len(RATINGS))
    return all(rank <= part for rank, part in zip(sorted(ranks), parts, strict=True))


def unsafe_in(
    codes: NDArray[np.int32],
    sizes: NDArray[np.int64],
    radices: NDArray[np.int64],
    tested: Sequence[Tested],
) -> Unsafe:
    """The unsafe combinations of classes, each counted where it contains no smaller one."""
    occurrences = np.zeros(len(codes), dtype=np.int64)
    has_one = np.zeros(len(sizes), dtype=np.bool_)
    of_small: dict[tuple[int, ...], NDArray[np.bool_]] = {}
    inside_large = {
        test.attributes: np.zeros_like(has_one)
        for test in tested
        if len(test.attributes) > len(RATINGS)
    }
    for test in sorted(tested, key=lambda own: len(own.attributes)):
        marks = inside_large.get(test.attributes)
        if marks is None:
            marks = np.zeros_like(has_one)
            for smaller in _smaller(test.attributes):
                if smaller in of_small:
                    marks |= of_small[smaller]
        occurrences[list(test.attributes)] += mark(codes, sizes, radices, test, marks)
        has_one |= marks
        if len(test.attributes) < len(RATINGS):
            of_small[test.attributes] = marks
        for large in inside_large:
            if set(test.attributes) < set(large):
                inside_large[large] |= marks
    return Unsafe(occurrences, has_one)


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


def _smaller(attributes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every smaller combination of a few attributes."""
    for count in range(1, len(attributes)):
        yield from combinations(attributes, count)
