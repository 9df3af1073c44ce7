"""How likely a record is found again, from the sizes of the released classes.

A record in a class of n is found with probability 1/n by someone who knows that it is there.
Probabilities are compared with thresholds as fractions: 1/11 is above 0.09.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.report.facts import Report

THRESHOLDS = ("0.05", "0.075", "0.09", "0.2", "0.33")
"""The probabilities that guidance names."""
BOUNDARIES = (1, 2, 3, 5, 11, 20, 50, 100, 200, 500, 1000)
"""Where the bars of a histogram of class sizes begin; then every power of ten."""


def records_above(sizes: NDArray[np.int64], threshold: str) -> int:
    """How many records have a probability 1/n above the threshold, exactly.

    >>> records_above(np.array([11, 12]), "0.09")
    11
    """
    limit = Fraction(threshold)
    first_safe = -(-limit.denominator // limit.numerator)
    return int(sizes[sizes < first_safe].sum())


def risk_of(sizes: NDArray[np.int64]) -> Report:
    """Prosecutor and marketer risk of a table with classes of these sizes."""
    average = len(sizes) / int(sizes.sum())
    return {
        "prosecutor": {
            "highest": 1 / int(sizes.min()),
            "average": average,
            "records_above": {limit: records_above(sizes, limit) for limit in THRESHOLDS},
        },
        "marketer": average,
    }


def standing(sizes: NDArray[np.int64], boundaries: Sequence[int]) -> Report:
    """The classes of a table before or after: how many, how small, how spread."""
    unique = int(np.count_nonzero(sizes == 1))
    records = int(sizes.sum())
    return {
        "records": records,
        "classes": len(sizes),
        "smallest_class": int(sizes.min()),
        "largest_class": int(sizes.max()),
        "unique_records": unique,
        "unique_share": unique / records,
        **risk_of(sizes)["prosecutor"],
        "histogram": histogram(sizes, boundaries),
    }


def boundaries_up_to(largest: int, own: int) -> tuple[int, ...]:
    """Where bars begin, up to the largest class; one begins at the policy's `own` size."""
    starts = {*BOUNDARIES, own}
    power = BOUNDARIES[-1]
    while power <= largest:
        starts.add(power)
        power *= 10
    return tuple(sorted(start for start in starts if start <= largest))


def histogram(sizes: NDArray[np.int64], boundaries: Sequence[int]) -> list[dict[str, int]]:
    """Classes and records by class size; the last bar is open."""
    positions = np.searchsorted(np.array(boundaries), sizes, side="right") - 1
    bars = []
    for position, start in enumerate(boundaries):
        inside = sizes[positions == position]
        bar = {"from": start, "classes": len(inside), "records": int(inside.sum())}
        if position + 1 < len(boundaries):
            bar["to"] = boundaries[position + 1] - 1
        bars.append(bar)
    return bars
