"""p-sensitive k-anonymity: large classes with several sensitive values."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hoarfrost.options import option
from hoarfrost.requirements.base import (
    MOST_RECORDS,
    Classes,
    SensitiveRequirement,
    requirement,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


@requirement("p-sensitive-k-anonymity")
class PSensitiveKAnonymity(SensitiveRequirement):
    """Every class has at least k records and at least p different sensitive values.

    k-anonymity and distinct p-diversity in one.

    >>> from hoarfrost.frequency import Histogram
    >>> flu_cold = Histogram(("Cold", "Flu"), np.array([0, 1, 3]), np.array([1, 0, 1]),
    ...                      np.array([3, 1, 1]))  # Flu Flu Flu | Cold Flu
    >>> PSensitiveKAnonymity(2, 2).judge(Classes(np.array([3, 2]), 5, flu_cold)).tolist()
    [False, True]

    A class achieves the number of its values.

    Paper: T. Truta, B. Vinay, Privacy Protection: p-Sensitive k-Anonymity Property (2006).
    """

    measure: ClassVar[str] = "p"
    is_absorbing: ClassVar[bool] = True

    p: int = option(
        help="different sensitive values in each class", at_least=1, at_most=MOST_RECORDS
    )
    k: int = option(
        help="records that share each released combination", at_least=1, at_most=MOST_RECORDS
    )

    @property
    def minimum_size(self) -> int:
        """At least k records, and at least one for each value."""
        return max(self.k, self.p)

    def judge(self, classes: Classes) -> NDArray[np.bool_]:
        """At least k records and p values."""
        return (classes.sizes >= self.k) & (self.achieved(classes) >= self.p)

    def achieved(self, classes: Classes) -> NDArray[np.int64]:
        """The different values of each class."""
        return np.diff(classes.sensitive_histogram().starts)

    def sentence(self) -> str:
        """What it demands, in words for a publisher."""
        return (
            f"Every {self.combination} is shared by at least {self.k} records"
            f" with at least {self.p} different values of {self.subject}."
        )
