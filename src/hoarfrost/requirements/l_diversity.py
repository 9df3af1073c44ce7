"""l-diversity: every class holds different sensitive values, counted in three ways.

Paper: A. Machanavajjhala, J. Gehrke, D. Kifer, M. Venkitasubramaniam, l-Diversity: Privacy
Beyond k-Anonymity (2006). Distinct l-diversity is the simplest reading of its principle.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np

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
    from numpy.typing import NDArray

    from hoarfrost.frequency import Histogram

SLACK = 1e-12
"""By how much a logarithm may miss its limit and still hold."""
LONG_SUM = 64
"""Sums of more terms than this are too inexact to be compared with a slack of 1e-12."""


@requirement("distinct-l-diversity")
class DistinctLDiversity(SensitiveRequirement):
    """Every class has at least l different sensitive values.

    Who finds a person's class cannot tell which of l values is that person's. One of them may be
    far more frequent than the others; entropy and recursive l-diversity see to that.

    >>> from hoarfrost.frequency import Histogram
    >>> flu_cold = Histogram(("Cold", "Flu"), np.array([0, 1, 3]), np.array([1, 0, 1]),
    ...                      np.array([2, 1, 1]))  # Flu Flu | Cold Flu
    >>> DistinctLDiversity(2).judge(Classes(np.array([2, 2]), 4, flu_cold)).tolist()
    [False, True]
    """

    measure: ClassVar[str] = "l"
    is_absorbing: ClassVar[bool] = True

    l: int = option(  # noqa: E741 - the literature's name
        help="different sensitive values in each class", at_least=1, at_most=MOST_RECORDS
    )

    @property
    def minimum_size(self) -> int:
        """As many records as values."""
        return self.l

    def judge(self, classes: Classes) -> NDArray[np.bool_]:
        """At least l values."""
        return self.achieved(classes) >= self.l

    def achieved(self, classes: Classes) -> NDArray[np.int64]:
        """The different values of each class."""
        return np.diff(classes.sensitive_histogram().starts)

    def sentence(self) -> str:
        """What it demands, in words for a publisher."""
        return f"Every {self.combination} has at least {self.l} different values of {self.subject}."


@requirement("entropy-l-diversity")
class EntropyLDiversity(SensitiveRequirement):
    """The sensitive values of every class are as spread as l equally frequent ones.

    The entropy of the values' shares is at least that of l equal shares, ln l. A value that is
    very frequent in the whole table puts this out of reach.

    >>> from hoarfrost.frequency import Histogram
    >>> flu_cold = Histogram(("Cold", "Flu"), np.array([0, 2, 4]), np.array([0, 1, 0, 1]),
    ...                      np.array([2, 2, 1, 3]))  # 2 Cold 2 Flu | 1 Cold 3 Flu
    >>> EntropyLDiversity(2).judge(Classes(np.array([4, 4]), 8, flu_cold)).tolist()
    [True, False]

    Decided with a slack of 1e-12 in favour of the class. A class achieves the number of equally
    frequent values that would have its entropy.
    """

    measure: ClassVar[str] = "l"

    l: int = option(  # noqa: E741 - the literature's name
        help="equally frequent values with the entropy asked for",
        at_least=1,
        at_most=MOST_RECORDS,
    )

    @property
    def minimum_size(self) -> int:
        """As many records as values."""
        return self.l

    def judge(self, classes: Classes) -> NDArray[np.bool_]:
        """An entropy of at least ln l."""
        found = entropies(classes.sensitive_histogram(), classes.sizes)
        return found >= math.log(self.l) - SLACK

    def achieved(self, classes: Classes) -> NDArray[np.float64]:
        """The equally frequent values that have the entropy of each class."""
        found = entropies(classes.sensitive_histogram(), classes.sizes)
        return np.exp(found).round(9)

    def sentence(self) -> str:
        """What it demands, in words for a publisher."""
        return (
            f"In every {self.combination} the values of {self.subject} are at least as varied"
            f" as {self.l} equally frequent ones."
        )


def entropies(histogram: Histogram, sizes: NDArray[np.int64]) -> NDArray[np.float64]:
    """The entropy of each class in nats, to about 1e-14."""
    shares = histogram.counts / sizes[histogram.groups]
    terms = shares * -np.log(shares)
    starts = histogram.starts
    found = np.add.reduceat(terms, starts[:-1]) if len(terms) else np.zeros(len(sizes))
    for group in np.flatnonzero(np.diff(starts) > LONG_SUM):
        found[group] = math.fsum(terms[starts[group] : starts[group + 1]])
    return found


@requirement("recursive-l-diversity")
class RecursiveLDiversity(SensitiveRequirement):
    """In every class the most frequent sensitive value is not much more frequent than the rare.

    With the counts of the values sorted r1 >= r2 >= …, r1 is below c times the sum from r_l on,
    and there are at least l values. So l - 2 values can be ruled out by other knowledge, and the
    most frequent one still does not stand out.

    >>> from hoarfrost.frequency import Histogram
    >>> counts = Histogram(("a", "b", "c"), np.array([0, 3, 6]), np.array([0, 1, 2, 0, 1, 2]),
    ...                    np.array([3, 2, 2, 4, 1, 2]))
    >>> rule = RecursiveLDiversity(2, 3)  # 3 < 2 * 2 holds, 4 < 2 * 1 does not
    >>> rule.judge(Classes(np.array([7, 7]), 14, counts)).tolist()
    [True, False]

    A class achieves r1 / (r_l + … + r_m): c must be above it. Without l values no c will do.
    """

    measure: ClassVar[str] = "c"
    larger_is_safer: ClassVar[bool] = False

    c: Exact = option(help="how far the most frequent value may stand out", above=0)
    l: int = option(  # noqa: E741 - the literature's name
        help="different sensitive values in each class", at_least=1, at_most=MOST_RECORDS
    )

    @property
    def minimum_size(self) -> int:
        """One record for each of l - 1 values, and more than 1 / c that are rarer."""
        return min(self.l + math.floor(1 / Fraction(self.c)), MOST_RECORDS)

    def judge(self, classes: Classes) -> NDArray[np.bool_]:
        """Is r1 below c times the sum from r_l on?"""
        return self._dominance(classes).below(Fraction(self.c))

    def achieved(self, classes: Classes) -> NDArray[np.float64]:
        """What c must be above, in each class."""
        return self._dominance(classes).values

    def _dominance(self, classes: Classes) -> Ratios:
        # Imported late: loading compiled loops takes longer than `hoarfrost --version` may.
        from hoarfrost.kernels.largest import sums_of_largest

        histogram = classes.sensitive_histogram()
        tops = sums_of_largest(histogram.starts, histogram.counts, 1)
        ahead = sums_of_largest(histogram.starts, histogram.counts, self.l - 1)
        return Ratios(tops, classes.sizes - ahead)

    def sentence(self) -> str:
        """What it demands, in words for a publisher."""
        return (
            f"In every {self.combination} there are at least {self.l} values of {self.subject},"
            f" and the most frequent one has fewer than {self.c:f} times the records of all"
            f" values from rank {self.l} on."
        )
