"""t-closeness: the sensitive values of every class are spread as in the whole table."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from hoarfrost.errors import HierarchyGap, PolicyError
from hoarfrost.options import option
from hoarfrost.requirements.base import Classes, Exact, SensitiveRequirement, requirement
from hoarfrost.requirements.ratios import Ratios

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.hierarchy.tree import Hierarchy


@requirement("t-closeness")
class TCloseness(SensitiveRequirement):
    """In no class do the sensitive values lie further than t from those of the whole table.

    The distance is the least work that turns one distribution into the other (earth mover's
    distance, at most 1). What it costs to move a share from one value to another is 1 (*equal*),
    their distance in the attribute's order (*ordered*), or the level of their lowest common
    ancestor (*hierarchical*), each divided by the largest there is. Choose *ordered* for numbers
    and *hierarchical* where related values should count as alike.

    >>> from hoarfrost.frequency import Histogram
    >>> pay = Histogram(("low", "mid", "high"), np.array([0, 2, 3]),
    ...                 np.array([0, 1, 2], dtype=np.int32), np.array([1, 1, 1]))
    >>> classes = Classes(np.array([2, 1]), 4, pay, reference=np.array([2, 1, 1]))
    >>> TCloseness(0.3).achieved(classes).tolist()  # mid: 1/2 - 1/4 too much; high: 1 - 1/4
    [0.25, 0.75]
    >>> TCloseness(0.3, "ordered").achieved(classes).tolist()  # (0 + 1/4)/2, (1/2 + 3/4)/2
    [0.125, 0.625]
    >>> TCloseness(0.3).judge(classes).tolist()
    [True, False]

    Decided in whole numbers. The whole table is the input, suppressed records included.

    Paper: N. Li, T. Li, S. Venkatasubramanian, t-Closeness: Privacy Beyond k-Anonymity and
    l-Diversity (2007).
    """

    measure: ClassVar[str] = "t"
    larger_is_safer: ClassVar[bool] = False
    compares_with_table: ClassVar[bool] = True

    t: Exact = option(help="the largest distance from the whole table", at_least=0, at_most=1)
    distance: Literal["equal", "ordered", "hierarchical"] = option(
        "equal", help="what it costs to move between values"
    )

    @property
    def needs_hierarchy(self) -> bool:
        """The hierarchical distance reads the sensitive attribute's hierarchy."""
        return self.distance == "hierarchical"

    def judge(self, classes: Classes) -> NDArray[np.bool_]:
        """A distance of at most t."""
        distances, scale = self._scaled_distances(classes)
        return distances.at_most(Fraction(self.t) * scale)

    def achieved(self, classes: Classes) -> NDArray[np.float64]:
        """The distance of each class."""
        distances, scale = self._scaled_distances(classes)
        return distances.values / max(scale, 1)

    def _scaled_distances(self, classes: Classes) -> tuple[Ratios, int]:
        """Each class's distance times a whole number, exactly, and that number."""
        total = int(classes.sensitive_reference().sum())
        units, rests, scale = DISTANCES[self.distance](classes, total)
        return Ratios(rests, classes.sizes * total, units), scale

    def sentence(self) -> str:
        """What it demands, in words for a publisher."""
        return (
            f"In every {self.combination} the values of {self.subject} are distributed as in the"
            f" whole table, up to a distance of {self.t:f} ({self.distance})."
        )


# Kernels are imported late: loading compiled loops takes longer than `hoarfrost --version` may.


def _equal(classes: Classes, total: int) -> tuple[Any, Any, int]:
    from hoarfrost.kernels.distances import equal_distances

    return *equal_distances(*_rows(classes), classes.sensitive_reference(), total), 1


def _ordered(classes: Classes, total: int) -> tuple[Any, Any, int]:
    from hoarfrost.kernels.distances import ordered_distances

    reference = classes.sensitive_reference()
    return *ordered_distances(*_rows(classes), reference, total), len(reference) - 1


def _hierarchical(classes: Classes, total: int) -> tuple[Any, Any, int]:
    from hoarfrost.kernels.distances import hierarchical_distances

    if classes.hierarchy is None:
        raise PolicyError("the hierarchical distance needs a hierarchy of the sensitive attribute")
    leaves, parents = _tree(classes.hierarchy, classes.sensitive_histogram().values)
    reference, height = classes.sensitive_reference(), classes.hierarchy.height
    distances = hierarchical_distances(*_rows(classes), reference, total, leaves, parents, height)
    return *distances, height


DISTANCES = {"equal": _equal, "ordered": _ordered, "hierarchical": _hierarchical}
"""Each distance by its name in the policy."""


def _rows(
    classes: Classes,
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    histogram = classes.sensitive_histogram()
    return histogram.starts, histogram.codes, histogram.counts, classes.sizes


@lru_cache(maxsize=8)
def _tree(
    hierarchy: Hierarchy, values: tuple[str, ...]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The leaf of each value and the parent of each node; nodes numbered level by level."""
    unknown = sum(value not in hierarchy.code_of for value in values)
    if unknown:
        raise HierarchyGap(
            f"the hierarchy of the sensitive attribute lacks {unknown} values of the table"
        )
    leaves = np.array([hierarchy.code_of[value] for value in values], dtype=np.int32)
    firsts = np.cumsum([len(labels) for labels in hierarchy.labels], dtype=np.int64)
    above = [parents + first for parents, first in zip(hierarchy.parents, firsts, strict=False)]
    return leaves, np.concatenate([np.zeros(0, dtype=np.int64), *above])
