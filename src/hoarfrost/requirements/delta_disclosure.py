"""delta-disclosure privacy: no class makes any sensitive value much more or less likely."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hoarfrost.options import option
from hoarfrost.requirements.base import Classes, Exact, SensitiveRequirement, requirement
from hoarfrost.requirements.beta_likeness import largest_in_classes, share_ratios
from hoarfrost.requirements.l_diversity import SLACK

if TYPE_CHECKING:
    from numpy.typing import NDArray


@requirement("delta-disclosure")
class DeltaDisclosure(SensitiveRequirement):
    """Every sensitive value of the table has nearly the same share in every class.

    With q the share in the class and p that in the whole table, ln(q / p) lies between -delta and
    delta. A value that a class lacks fails it, so this asks for large classes.

    >>> from hoarfrost.frequency import Histogram
    >>> flu_cold = Histogram(("Cold", "Flu"), np.array([0, 2, 3]), np.array([0, 1, 1]),
    ...                      np.array([1, 2, 1]))  # 1 Cold 2 Flu | 1 Flu
    >>> classes = Classes(np.array([3, 1]), 4, flu_cold, reference=np.array([1, 3]))
    >>> DeltaDisclosure(0.3).judge(classes).tolist()  # ln 4/3 = 0.288; no Cold in the second
    [True, False]

    Decided with a slack of 1e-12 in favour of the class. A class achieves the largest
    |ln(q / p)|, and delta must be above it; infinity when it lacks a value.

    Paper: J. Brickell, V. Shmatikov, The Cost of Privacy: Destruction of Data-Mining Utility in
    Anonymized Data Publishing (2008).
    """

    measure: ClassVar[str] = "delta"
    larger_is_safer: ClassVar[bool] = False
    compares_with_table: ClassVar[bool] = True

    delta: Exact = option(help="what |ln(q / p)| must stay below", above=0)

    def judge(self, classes: Classes) -> NDArray[np.bool_]:
        """All values of the table, with shares like the table's."""
        return self.achieved(classes) < float(self.delta) + SLACK

    def achieved(self, classes: Classes) -> NDArray[np.float64]:
        """The largest |ln(q / p)| of a value of each class."""
        largest = largest_in_classes(classes, np.abs(np.log(share_ratios(classes).values)))
        value_counts = np.diff(classes.sensitive_histogram().starts)
        largest[value_counts < np.count_nonzero(classes.sensitive_reference())] = np.inf
        return largest

    def sentence(self) -> str:
        """What it demands, in words for a publisher."""
        factor = np.exp(min(float(self.delta), 700.0))
        return (
            f"In every {self.combination} every value of {self.subject} has its share in the whole"
            f" table up to a factor of {factor:.3g}."
        )
