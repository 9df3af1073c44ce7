"""Limits on the probability that a record is recognised, at worst and on average.

Paper: K. El Emam, F. Dankar, Protecting Privacy Using k-Anonymity (2008): the risks to somebody
who is known to be in the data.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from hoarfrost.options import option
from hoarfrost.requirements.base import (
    MOST_RECORDS,
    Classes,
    Exact,
    Requirement,
    requirement,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@requirement("max-risk")
class MaxRisk(Requirement):
    """No record is recognised with a probability above the threshold: 1 / n in a class of n.

    k-anonymity in the unit that guidelines and regulators use.

    >>> import numpy as np
    >>> MaxRisk(0.09).judge(Classes(np.array([11, 12]), record_count=23)).tolist()
    [False, True]
    >>> MaxRisk(0.09).minimum_size
    12

    Decided in whole numbers. A class achieves 1 / n.
    """

    measure: ClassVar[str] = "threshold"
    larger_is_safer: ClassVar[bool] = False
    is_absorbing: ClassVar[bool] = True
    is_decided_by_size: ClassVar[bool] = True

    threshold: Exact = option(
        help="the largest probability that a record is recognised", above=0, at_most=1
    )

    @property
    def minimum_size(self) -> int:
        """The least n with 1 / n at most the threshold."""
        return min(math.ceil(1 / Fraction(self.threshold)), MOST_RECORDS)

    def judge(self, classes: Classes) -> NDArray[np.bool_]:
        """Large enough for the threshold."""
        return classes.sizes >= self.minimum_size

    def achieved(self, classes: Classes) -> NDArray[np.float64]:
        """The probability that a record of each class is recognised."""
        return 1.0 / classes.sizes

    def sentence(self) -> str:
        """What it demands, in words for a publisher."""
        return (
            f"No record is recognised with a probability above {self.threshold:f}: every"
            f" {self.combination} is shared by at least {self.minimum_size} records."
        )


@requirement("average-risk")
class AverageRisk(Requirement):
    """The average probability that a record is recognised is at most the threshold.

    Over all released records the mean of 1 / n is classes by records. Asked of the table as a
    whole: single classes may be small, and none is suppressed for it.

    >>> import numpy as np
    >>> classes = Classes(np.array([1, 9]), record_count=10)
    >>> AverageRisk(0.2).judge_table(classes), AverageRisk(0.19).judge_table(classes)
    (True, False)

    Decided in whole numbers.
    """

    measure: ClassVar[str] = "threshold"
    larger_is_safer: ClassVar[bool] = False

    threshold: Exact = option(
        help="the largest average probability that a record is recognised", above=0, at_most=1
    )

    def judge_table(self, classes: Classes) -> bool:
        """Few enough classes for the records."""
        records = int(classes.sizes.sum())
        return classes.class_count <= Fraction(self.threshold) * records

    def worst(self, classes: Classes) -> float:
        """Classes by records; 0 when there is no class."""
        return classes.class_count / max(int(classes.sizes.sum()), 1)

    def sentence(self) -> str:
        """What it demands, in words for a publisher."""
        return (
            "On average over all released records, the probability to be recognised is at most"
            f" {self.threshold:f}."
        )
