"""What a judge is shown, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.hierarchy.tree import Hierarchy

Counts: TypeAlias = tuple[tuple[str, int], ...]
"""Sensitive values of a class, each with how often it occurs."""
Number: TypeAlias = int | float | Fraction
Thing = TypeVar("Thing")

SLACK = 1e-12
"""What tests with logarithms allow in favour of the class."""


@dataclass(frozen=True, eq=False)
class Groups:
    """The released classes over the shield of one requirement."""

    sizes: NDArray[np.int64]
    histograms: tuple[Counts, ...] = ()
    reference: Mapping[str, int] = field(default_factory=dict)
    """How often each sensitive value occurs in the whole input table."""
    order: tuple[str, ...] = ()
    """The values of the reference, in the attribute's order."""
    hierarchy: Hierarchy | None = None
    """Of the sensitive attribute."""
    population: tuple[int, ...] = ()
    """How many rows of the population lie under the labels of each class."""
    uncovered: int = 0
    """How many rows of the population lie under no class."""


@dataclass(frozen=True, eq=False)
class Judged:
    """Whether a requirement holds, and how well."""

    fails: NDArray[np.bool_]
    """For each class."""
    worst: Number
    """What the worst class achieves, in the requirement's own unit."""
    holds_for_table: bool = True

    @property
    def holds(self) -> bool:
        """Does every class satisfy, and the table as a whole?"""
        return self.holds_for_table and not self.fails.any()


def judge_each(
    things: Iterable[Thing],
    achieved: Callable[[Thing], Number],
    holds: Callable[[Number], bool],
    *,
    larger_is_safer: bool = False,
) -> Judged:
    """Judge classes one by one; those that look alike are judged once."""
    found: dict[Thing, tuple[Number, bool]] = {}
    fails = []
    for thing in things:
        if thing not in found:
            value = achieved(thing)
            found[thing] = (value, holds(value))
        fails.append(not found[thing][1])
    best_first = min if larger_is_safer else max
    worst = best_first((value for value, _ in found.values()), default=0)
    return Judged(np.array(fails, dtype=np.bool_), worst)
