"""What a figure declares, what it is shown, and how it is registered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

import numpy as np

from hoarfrost.registry import Shelf

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.figures.cells import Cells
    from hoarfrost.grouping import Blocks, Grouping
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

    @cached_property
    def distinct_values(self) -> tuple[int, ...]:
        """For each attribute: how many different values are released."""
        released = self.grouping.codes[:, self.kept]
        return tuple(int(np.count_nonzero(np.bincount(codes))) for codes in released)

    @cached_property
    def original_values(self) -> tuple[int, ...]:
        """For each attribute: how many different values the input has."""
        return tuple(int(np.count_nonzero(records)) for records in self.leaf_records)

    @cached_property
    def leaf_records(self) -> tuple[NDArray[np.int64], ...]:
        """For each attribute and leaf: how many input records have it."""
        return self.problem.leaf_records

    def records_under(self, attribute: int) -> NDArray[np.int64]:
        """For each block of an attribute: how many input records have a leaf under it."""
        return records_of_blocks(self.grouping.blocks[attribute], self.leaf_records[attribute])


def records_of_blocks(blocks: Blocks, leaf_records: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each block: how many input records have a leaf under it."""
    running = np.concatenate(([0], np.cumsum(leaf_records[blocks.leaf_codes])))
    return running[blocks.leaf_starts[1:]] - running[blocks.leaf_starts[:-1]]


@dataclass(frozen=True, eq=False)
class LevelCosts:
    """A figure that is a sum over records (or combinations) and attributes: its summands.

    `of_leaf[attribute][level][leaf]` is what one record with that leaf costs at that level;
    a suppressed record costs `lost`. The value is the sum times `scale`, plus `offset`.
    Costs never fall with the level and never exceed `lost`; a smaller sum is always the better
    release, so that `scale` is negative where a larger value is better.
    """

    of_leaf: tuple[tuple[NDArray[np.float64], ...], ...]
    lost: float | tuple[NDArray[np.float64], ...]
    """One number, or for each attribute the cost of each leaf when it is suppressed."""
    counts_tuples: bool = False
    """True: summed over distinct combinations instead of records."""
    scale: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True)
class ClassCosts:
    """A figure that is a sum over released classes; the value is the sum times `scale`.

    A smaller sum is always the better release, so that `scale` is negative where a larger value is.
    """

    square: float = 0.0
    """What a class adds, times the square of its records."""
    each: float = 0.0
    """What every class adds."""
    lost: float = 0.0
    """What every suppressed record adds."""
    scale: float = 1.0


Amount = TypeVar("Amount", int, float, "NDArray[np.float64]")


@dataclass(frozen=True, eq=False)
class Sizes(Generic[Amount]):
    """What some figures need to know of a release, and no more: numbers, or arrays of them."""

    classes: Amount
    """How many classes are released."""
    squares: Amount
    """The sum of the squares of their sizes."""
    suppressed_records: Amount


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

    def cell_costs(
        self,
        problem: Problem,  # noqa: ARG002
        attribute: int,  # noqa: ARG002
        cells: Cells,  # noqa: ARG002
    ) -> NDArray[np.float64] | None:
        """The summands of `level_costs` for an attribute's cells in any blocks."""
        return None

    def class_costs(self, problem: Problem) -> ClassCosts | None:  # noqa: ARG002
        """The summands for figures that are sums over classes."""
        return None

    def value_of_sizes(
        self,
        problem: Problem,  # noqa: ARG002
        sizes: Sizes[Amount],  # noqa: ARG002
    ) -> Amount | float | None:
        """The figure, when it follows from the sizes of the released classes alone."""
        return None

    def toll(self, problem: Problem, suppressed: NDArray[np.float64]) -> NDArray[np.float64]:  # noqa: ARG002
        """What leaving out so many records adds at least, for figures that follow from sizes."""
        return np.zeros(suppressed.shape)

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
