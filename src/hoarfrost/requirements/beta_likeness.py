"""beta-likeness: no class makes a sensitive value much more likely than the whole table does.

Paper: J. Cao, P. Karras, Publishing Microdata with a Robust Privacy Guarantee (2012).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hoarfrost.options import option
from hoarfrost.requirements.base import Classes, Exact, SensitiveRequirement, requirement
from hoarfrost.requirements.l_diversity import SLACK
from hoarfrost.requirements.ratios import Ratios

if TYPE_CHECKING:
    from numpy.typing import NDArray

BETA_HELP = "by how much of itself the share of a value may rise"


@requirement("basic-beta-likeness")
class BasicBetaLikeness(SensitiveRequirement):
    """No sensitive value's share in a class exceeds its share in the table by more than beta of it.

    With q the share in the class and p that in the whole table: (q - p) / p <= beta. Rare values
    are protected as well as frequent ones, which t-closeness does not do; shares may fall freely.

    >>> from hoarfrost.frequency import Histogram
    >>> flu_cold = Histogram(("Cold", "Flu"), np.array([0, 2, 4]), np.array([0, 1, 0, 1]),
    ...                      np.array([2, 2, 1, 3]))  # 2 Cold 2 Flu | 1 Cold 3 Flu
    >>> classes = Classes(np.array([4, 4]), 8, flu_cold, reference=np.array([3, 5]))
    >>> BasicBetaLikeness(0.3).judge(classes).tolist()  # Cold: (1/2 - 3/8) / (3/8) = 1/3
    [False, True]

    Decided in whole numbers. A class achieves the largest (q - p) / p of its values.
    """

    measure: ClassVar[str] = "beta"
    larger_is_safer: ClassVar[bool] = False
    compares_with_table: ClassVar[bool] = True

    beta: Exact = option(help=BETA_HELP, above=0)

    def judge(self, classes: Classes) -> NDArray[np.bool_]:
        """No value of the class gains more than beta."""
        ratios = share_ratios(classes)
        return holds_everywhere(classes, ratios.at_most(1 + Fraction(self.beta)))

    def achieved(self, classes: Classes) -> NDArray[np.float64]:
        """The largest gain of a value of each class."""
        return largest_in_classes(classes, share_ratios(classes).values) - 1

    def sentence(self) -> str:
        """What it demands, in words for a publisher."""
        return (
            f"In no {self.combination} is a value of {self.subject} more than {self.beta:f} times"
            " its share in the whole table above that share."
        )


@requirement("enhanced-beta-likeness")
class EnhancedBetaLikeness(SensitiveRequirement):
    """As basic beta-likeness, and frequent values may gain less: at most -ln p of their share.

    (q - p) / p <= min(beta, -ln p). Without the second bound a value with a large share could
    come to fill a class.

    >>> from hoarfrost.frequency import Histogram
    >>> flu_cold = Histogram(("Cold", "Flu"), np.array([0, 1, 3]), np.array([1, 0, 1]),
    ...                      np.array([2, 1, 1]))  # 2 Flu | 1 Cold 1 Flu
    >>> classes = Classes(np.array([2, 2]), 4, flu_cold, reference=np.array([1, 3]))
    >>> EnhancedBetaLikeness(1).judge(classes).tolist()  # Flu: 1/3 > -ln 3/4 = 0.288
    [False, True]

    The bound with beta is decided in whole numbers, the other with a slack of 1e-12 in favour of
    the class. A class achieves the least beta that would do; when none would, infinity.
    """

    measure: ClassVar[str] = "beta"
    larger_is_safer: ClassVar[bool] = False
    compares_with_table: ClassVar[bool] = True

    beta: Exact = option(help=BETA_HELP, above=0)

    def judge(self, classes: Classes) -> NDArray[np.bool_]:
        """No value of the class gains more than beta, nor more than its share allows."""
        ratios = share_ratios(classes)
        is_within_beta = ratios.at_most(1 + Fraction(self.beta))
        return holds_everywhere(classes, is_within_beta & _is_allowed(classes, ratios.values - 1))

    def achieved(self, classes: Classes) -> NDArray[np.float64]:
        """The least beta that would do for each class."""
        gains = share_ratios(classes).values - 1
        return largest_in_classes(classes, np.where(_is_allowed(classes, gains), gains, np.inf))

    def sentence(self) -> str:
        """What it demands, in words for a publisher."""
        return (
            f"In no {self.combination} is a value of {self.subject} more than {self.beta:f} times"
            " its share in the whole table above that share, and frequent values less than that."
        )


def share_ratios(classes: Classes) -> Ratios:
    """Share in the class by share in the table, q / p, for each value of each class."""
    histogram, reference = classes.sensitive_histogram(), classes.sensitive_reference()
    expected = reference[histogram.codes] * classes.sizes[histogram.groups]
    return Ratios(histogram.counts * int(reference.sum()), expected)


def holds_everywhere(classes: Classes, holds: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each class: does it hold for each of its values?"""
    satisfied = np.ones(classes.class_count, dtype=np.bool_)
    satisfied[classes.sensitive_histogram().groups[~holds]] = False
    return satisfied


def largest_in_classes(classes: Classes, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """The largest number of each class, one being given for each of its values."""
    starts = classes.sensitive_histogram().starts
    return np.maximum.reduceat(numbers, starts[:-1]) if len(numbers) else numbers


def _is_allowed(classes: Classes, gains: NDArray[np.float64]) -> NDArray[np.bool_]:
    """For each value of each class: is its gain (q - p) / p at most -ln p?"""
    reference = classes.sensitive_reference()
    with np.errstate(divide="ignore"):
        allowed = -np.log(reference / reference.sum()) + SLACK
    is_small: NDArray[np.bool_] = gains <= allowed[classes.sensitive_histogram().codes]
    # A value that the table lacks gains without end, and may: that does not hold.
    return is_small & np.isfinite(gains)
