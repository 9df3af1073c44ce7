"""How many partitions there are, without making them."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod
from typing import Literal


def count_groupings(alone: Sequence[int], rule: Literal["sets", "runs", "all"]) -> int:
    """The ways to group children, of which each that is alone has so many ways of its own.

    >>> count_groupings([1] * 8, "sets"), count_groupings([1] * 8, "runs")
    (4140, 128)
    >>> count_groupings([2, 1, 2, 2], "all")
    9
    """
    if rule == "all":
        return 1 + prod(alone) if len(alone) > 1 else prod(alone)
    return _sets(alone) if rule == "sets" else _runs(alone)


def _sets(alone: Sequence[int]) -> int:
    """Some children stay alone, the others are in groups of two or more."""
    count = len(alone)
    # The coefficient of x^s is the sum over all s children that stay alone of their own ways.
    staying = [1] + [0] * count
    for own in alone:
        for size in range(count, 0, -1):
            staying[size] += own * staying[size - 1]
    return sum(ways * _without_singles(count - size) for size, ways in enumerate(staying))


def _without_singles(count: int) -> int:
    """The partitions of a set in which no block has a single element."""
    found = [1]
    for total in range(1, count + 1):
        # The block of the first element takes `others` of the rest.
        found.append(
            sum(comb(total - 1, others) * found[total - 1 - others] for others in range(1, total))
        )
    return found[count]


def _runs(alone: Sequence[int]) -> int:
    found = [1]
    for place, own in enumerate(alone):
        found.append(own * found[place] + sum(found[:place]))
    return found[-1]
