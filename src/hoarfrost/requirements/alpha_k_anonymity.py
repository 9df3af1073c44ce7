"""(alpha,k)-anonymity: large classes in which no sensitive value is too frequent."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from hoarfrost.options import option
from hoarfrost.requirements.base import (
    MOST_RECORDS,
    Classes,
    Exact,
    SensitiveRequirement,
    requirement,
)
from hoarfrost.requirements.ratios import Ratios

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@requirement("alpha-k-anonymity")
class AlphaKAnonymity(SensitiveRequirement):
    """Every class has at least k records, and no sensitive value has more than a share alpha.

    Who finds a person's class can be right about the sensitive value with a probability of alpha
    at most. Every value is protected alike, harmless ones too.

    >>> import numpy as np
    >>> from hoarfrost.frequency import Histogram
    >>> flu_cold = Histogram(("Cold", "Flu"), np.array([0, 2, 4]), np.array([0, 1, 0, 1]),
    ...                      np.array([2, 2, 1, 3]))  # 2 Cold 2 Flu | 1 Cold 3 Flu
    >>> AlphaKAnonymity(0.5, 4).judge(Classes(np.array([4, 4]), 8, flu_cold)).tolist()
    [True, False]

    Decided in whole numbers. A class achieves the share of its most frequent value.

    Paper: R. Wong, J. Li, A. Fu, K. Wang, (alpha, k)-Anonymity: An Enhanced k-Anonymity Model
    for Privacy Preserving Data Publishing (2006).
    """

    measure: ClassVar[str] = "alpha"
    larger_is_safer: ClassVar[bool] = False

    alpha: Exact = option(help="the largest share of one sensitive value", above=0, at_most=1)
    k: int = option(
        help="records that share each released combination", at_least=1, at_most=MOST_RECORDS
    )

    @property
    def minimum_size(self) -> int:
        """At least k records, and enough for a single one to be a share of alpha."""
        return min(max(self.k, math.ceil(1 / Fraction(self.alpha))), MOST_RECORDS)

    def judge(self, classes: Classes) -> NDArray[np.bool_]:
        """At least k records, and shares of at most alpha."""
        is_spread = self._largest_shares(classes).at_most(Fraction(self.alpha))
        return is_spread & (classes.sizes >= self.k)

    def achieved(self, classes: Classes) -> NDArray[np.float64]:
        """The share of each class's most frequent value."""
        return self._largest_shares(classes).values

    def _largest_shares(self, classes: Classes) -> Ratios:
        # Imported late: loading compiled loops takes longer than `hoarfrost --version` may.
        from hoarfrost.kernels.largest import sums_of_largest

        histogram = classes.sensitive_histogram()
        return Ratios(sums_of_largest(histogram.starts, histogram.counts, 1), classes.sizes)

    def sentence(self) -> str:
        """What it demands, in words for a publisher."""
        return (
            f"Every {self.combination} is shared by at least {self.k} records, and no value of"
            f" {self.subject} has a share above {self.alpha:f} among them."
        )
