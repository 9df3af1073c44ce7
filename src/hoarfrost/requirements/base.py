"""What a requirement declares, what it is shown, and how it is registered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeVar, dataclass_transform

import numpy as np

from hoarfrost.options import declared, option
from hoarfrost.registry import Shelf

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.frequency import Histogram
    from hoarfrost.hierarchy.tree import Hierarchy


@dataclass(frozen=True, eq=False)
class Classes:
    """The classes over one requirement's shield, as far as they are (still) released."""

    sizes: NDArray[np.int64]
    """How many records each class has."""
    record_count: int
    """How many records the whole input table has."""
    histogram: Histogram | None = None
    """The requirement's sensitive attribute in each class; values in the attribute's order."""
    reference: NDArray[np.int64] | None = None
    """How often each sensitive value occurs in the whole input table."""
    hierarchy: Hierarchy | None = None
    """The sensitive attribute's hierarchy, when it has one."""
    population: NDArray[np.int64] | None = None
    """How many rows of the population table lie under the released labels of each class."""
    uncovered_population: int = 0
    """How many rows of the population table lie under no class."""

    @property
    def class_count(self) -> int:
        """How many classes there are."""
        return len(self.sizes)


@declared
class Requirement:
    """A predicate on classes. Subclasses declare; nobody asks which concrete one it is."""

    name: ClassVar[str]
    is_monotone: ClassVar[bool] = True
    """A union of satisfying classes satisfies."""
    is_absorbing: ClassVar[bool] = False
    """A class that contains a satisfying one satisfies."""
    is_decided_by_size: ClassVar[bool] = False
    """A class satisfies exactly when it has at least `minimum_size` records."""
    reads_sensitive: ClassVar[bool] = False
    reads_population: ClassVar[bool] = False
    compares_with_table: ClassVar[bool] = False
    """Needs the distribution of the sensitive values in the whole table."""

    on: tuple[str, ...] | None = option(
        None, kw_only=True, help="the shield: the attributes to look at; default: every quasi one"
    )
    sensitive: str | None = option(
        None, kw_only=True, help="the sensitive attribute; needed when there is more than one"
    )

    @property
    def minimum_size(self) -> int:
        """No class with fewer records can satisfy."""
        return 1

    def judge(self, classes: Classes) -> NDArray[np.bool_]:
        """For each class: does it satisfy?"""
        return np.ones(classes.class_count, dtype=np.bool_)

    def judge_table(self, classes: Classes) -> bool:  # noqa: ARG002 - for table-wide ones
        """Does the table as a whole satisfy, given that each class does?"""
        return True

    def worst(self, classes: Classes) -> float | int:
        """The value that the worst class achieves, in the requirement's own unit."""
        raise NotImplementedError

    def sentence(self) -> str:
        """What it demands, in words for a publisher."""
        raise NotImplementedError


REQUIREMENTS: Shelf[type[Requirement]] = Shelf("requirement type", "hoarfrost.requirements")
Kind = TypeVar("Kind", bound=type[Requirement])


@dataclass_transform(frozen_default=True, field_specifiers=(option,))
def requirement(name: str) -> Callable[[Kind], Kind]:
    """Register a requirement; its annotated options become parameters and policy keys."""

    def register(kind: Kind) -> Kind:
        made = declared(kind)
        made.name = name
        REQUIREMENTS.put(name, made)
        return made

    return register
