"""What a figure declares, what it is shown, and how it is registered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, TypeVar

import numpy as np

from hoarfrost.registry import Shelf

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.grouping import Grouping
    from hoarfrost.problem import Problem


@dataclass(frozen=True, eq=False)
class View:
    """A release as figures see it: a grouping, and which of its classes are released."""

    problem: Problem
    grouping: Grouping
    kept: NDArray[np.bool_]

    @cached_property
    def kept_tuples(self) -> NDArray[np.bool_]:
        """Which original combinations are released."""
        return self.kept[self.grouping.class_of]

    @cached_property
    def kept_records(self) -> int:
        """How many records are released."""
        return int(self.grouping.sizes[self.kept].sum())

    @property
    def record_count(self) -> int:
        """How many records the input has."""
        return self.grouping.frequency.record_count

    @property
    def suppressed_records(self) -> int:
        """How many records are left out."""
        return self.record_count - self.kept_records

    @property
    def kept_class_count(self) -> int:
        """How many classes are released."""
        return int(np.count_nonzero(self.kept))

    def records_under(self, attribute: int) -> NDArray[np.int64]:
        """For each block of an attribute: how many input records have a leaf under it."""
        blocks = self.grouping.blocks[attribute]
        per_leaf = self.leaf_records[attribute]
        running = np.concatenate(([0], np.cumsum(per_leaf[blocks.leaf_codes])))
        return running[blocks.leaf_starts[1:]] - running[blocks.leaf_starts[:-1]]

    @cached_property
    def leaf_records(self) -> tuple[NDArray[np.int64], ...]:
        """For each attribute and leaf: how many input records have it."""
        frequency = self.grouping.frequency
        counts = []
        for attribute, codes in zip(self.problem.attributes, frequency.codes, strict=True):
            of_leaf = np.zeros(len(attribute.hierarchy.leaves), dtype=np.int64)
            np.add.at(of_leaf, codes, frequency.counts)
            counts.append(of_leaf)
        return tuple(counts)


@dataclass(frozen=True, eq=False)
class LevelCosts:
    """A figure that is a sum over records (or combinations) and attributes: its summands.

    `of_leaf[attribute][level][leaf]` is what one record with that leaf costs at that level;
    a suppressed record costs `lost`. The value is the sum times `scale`, plus `offset`.
    """

    of_leaf: tuple[tuple[NDArray[np.float64], ...], ...]
    lost: float | tuple[NDArray[np.float64], ...]
    """One number, or for each attribute the cost of each leaf when it is suppressed."""
    counts_tuples: bool = False
    """True: summed over distinct combinations instead of records."""
    scale: float = 1.0
    offset: float = 0.0


class Figure:
    """A number from a grouping. Subclasses declare; nobody asks which concrete one it is."""

    name: ClassVar[str]
    title: ClassVar[str]
    """What a publisher calls it."""
    larger_is_better: ClassVar[bool] = False
    is_bound: ClassVar[bool] = True
    """With nothing suppressed, its value bounds every more general release."""
    is_slow: ClassVar[bool] = False
    """Too slow to be computed for every report unasked (cross-validated models)."""

    def value(self, view: View) -> float | None:
        """The figure of a release; None when it does not apply."""
        raise NotImplementedError

    def level_costs(self, problem: Problem) -> LevelCosts | None:  # noqa: ARG002
        """The summands for full-domain recodings, for figures that are such sums."""
        return None

    def sentence(self, value: float) -> str:
        """What the value says, in words for a publisher."""
        raise NotImplementedError


FIGURES: Shelf[Figure] = Shelf("figure", "hoarfrost.figures")
Kind = TypeVar("Kind", bound=type[Figure])


def figure(name: str) -> Callable[[Kind], Kind]:
    """Register a figure under its public name."""

    def register(kind: Kind) -> Kind:
        kind.name = name
        FIGURES.put(name, kind())
        return kind

    return register
