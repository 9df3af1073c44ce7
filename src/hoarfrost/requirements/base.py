"""What a requirement declares, what it is shown, and how it is registered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, ClassVar, TypeVar, dataclass_transform

import numpy as np
from pydantic import Field

from hoarfrost.errors import LimitReached, PolicyError
from hoarfrost.options import declared, option
from hoarfrost.registry import Shelf

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.frequency import Histogram
    from hoarfrost.hierarchy.tree import Hierarchy

Kind = TypeVar("Kind", bound=type["Requirement"])

MOST_RECORDS = 10**18
"""The largest number that counts of records and values are compared with."""
COMPARABLE_RECORDS = 2**31
"""Up to this many records, products of two counts are exact in 64 bits."""

Exact = Annotated[Decimal, Field(max_digits=60, decimal_places=40)]
"""A decimal number as it was written; the digits keep exact arithmetic small."""


@dataclass(frozen=True, eq=False)
class Classes:
    """The classes over one requirement's shield, as far as they are (still) released.

    Every class has at least one record, and as many sensitive values as records.
    """

    sizes: NDArray[np.int64]
    """How many records each class has."""
    record_count: int
    """How many records the whole input table has."""
    histogram: Histogram | None = None
    """The requirement's sensitive attribute in each class.

    Its values are those that occur in the input or in the reference, in the attribute's order.
    """
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

    def sensitive_histogram(self) -> Histogram:
        """The histogram, or an error when no sensitive attribute is given."""
        if self.histogram is None:
            raise PolicyError("a requirement about sensitive values has no sensitive attribute")
        return self.histogram

    def sensitive_reference(self) -> NDArray[np.int64]:
        """The reference, or an error when there is none or it is too large to compare with."""
        if self.reference is None:
            raise PolicyError("a requirement that compares with the whole table has no reference")
        largest = max(int(self.reference.sum()), int(self.sizes.sum()))
        if largest > COMPARABLE_RECORDS:
            raise LimitReached(
                f"shares are compared exactly up to {COMPARABLE_RECORDS} records;"
                f" this table has {largest}"
            )
        return self.reference

    def population_rows(self) -> NDArray[np.int64]:
        """The population rows of each class, or an error when there is no population table."""
        if self.population is None:
            raise PolicyError("a requirement about the population has no population table")
        return self.population


@declared
class Requirement:
    """A predicate on classes. Subclasses declare; nobody asks which concrete one it is."""

    name: ClassVar[str]
    measure: ClassVar[str] = "satisfied"
    """The parameter in whose unit classes are measured."""
    larger_is_safer: ClassVar[bool] = True
    """Of two measured values, the larger one protects better."""
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

    sensitive: ClassVar[str | None] = None
    on: tuple[str, ...] | None = option(
        default=None,
        kw_only=True,
        help="the shield: the attributes to look at; default: every quasi one",
    )

    @property
    def minimum_size(self) -> int:
        """No class with fewer records can satisfy."""
        return 1

    @property
    def needs_hierarchy(self) -> bool:
        """Does the sensitive attribute need a hierarchy?"""
        return False

    @property
    def judges_table(self) -> bool:
        """Does it ask anything of the table as a whole?"""
        return type(self).judge_table is not Requirement.judge_table

    def judge(self, classes: Classes) -> NDArray[np.bool_]:
        """For each class, whatever the others are: does it satisfy?"""
        return np.ones(classes.class_count, dtype=np.bool_)

    def judge_table(self, classes: Classes) -> bool:  # noqa: ARG002 - for table-wide ones
        """Does the table as a whole satisfy, given that each class does?"""
        return True

    def achieved(self, classes: Classes) -> NDArray[np.float64] | NDArray[np.int64]:
        """What each class achieves, in the unit of `measure`."""
        return self.judge(classes).astype(np.int64)

    def worst(self, classes: Classes) -> float | int:
        """What the worst class achieves; 0 when there is no class."""
        if not classes.class_count:
            return 0
        values = self.achieved(classes)
        found: float | int = (values.min() if self.larger_is_safer else values.max()).item()
        return found

    def sentence(self) -> str:
        """What it demands, in words for a publisher."""
        return f'Every {self.combination} satisfies "{self.name}".'

    @property
    def combination(self) -> str:
        """A class in a publisher's words."""
        if self.on is None:
            return "released combination"
        return f"released combination of {in_words(self.on)}"


@declared
class SensitiveRequirement(Requirement):
    """A requirement about the values of a sensitive attribute."""

    reads_sensitive: ClassVar[bool] = True

    sensitive: str | None = option(  # type: ignore[misc]
        default=None,
        kw_only=True,
        help="the sensitive attribute; needed when there is more than one",
    )

    @property
    def subject(self) -> str:
        """The sensitive attribute in a publisher's words."""
        return self.sensitive or "the sensitive attribute"


def in_words(names: Sequence[str]) -> str:
    """Names as a sentence lists them: a, b and c."""
    *others, last = names or ("no attribute",)
    return f"{', '.join(others)} and {last}" if others else last


REQUIREMENTS: Shelf[type[Requirement]] = Shelf("requirement type", "hoarfrost.requirements")


@dataclass_transform(frozen_default=True, field_specifiers=(option,))
def requirement(name: str) -> Callable[[Kind], Kind]:
    """Register a requirement; its annotated options become parameters and policy keys."""

    def register(kind: Kind) -> Kind:
        made = declared(kind)
        made.name = name
        REQUIREMENTS.put(name, made)
        return made

    return register
