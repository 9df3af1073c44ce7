"""Requirements about how many records a class has."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.verify.judges.judging import Judged

if TYPE_CHECKING:
    from hoarfrost.verify.asked import Asked
    from hoarfrost.verify.judges.judging import Groups


def k_anonymity(asked: Asked, groups: Groups) -> Judged:
    """At least k records."""
    fails = groups.sizes < int(asked.number("k"))
    return Judged(fails, int(groups.sizes.min()))


def max_risk(asked: Asked, groups: Groups) -> Judged:
    """1 / n at most the threshold, that is n times the threshold at least 1."""
    threshold = asked.number("threshold")
    distinct, place = np.unique(groups.sizes, return_inverse=True)
    fails = np.array([size * threshold < 1 for size in distinct.tolist()], dtype=np.bool_)
    return Judged(fails[place], Fraction(1, int(distinct[0])))


def average_risk(asked: Asked, groups: Groups) -> Judged:
    """Classes by records at most the threshold, for the table as a whole."""
    average = Fraction(len(groups.sizes), int(groups.sizes.sum()))
    fails = np.zeros(len(groups.sizes), dtype=np.bool_)
    return Judged(fails, average, holds_for_table=average <= asked.number("threshold"))
