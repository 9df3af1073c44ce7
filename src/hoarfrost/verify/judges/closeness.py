"""Requirements that compare the sensitive values of a class with those of the whole input."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from hoarfrost.verify.judges.judging import SLACK, Counts, Judged, Number, judge_each

if TYPE_CHECKING:
    from hoarfrost.hierarchy.tree import Hierarchy
    from hoarfrost.verify.asked import Asked
    from hoarfrost.verify.judges.judging import Groups


def t_closeness(asked: Asked, groups: Groups) -> Judged:
    """A distance of at most t between the shares in the class and in the table."""
    limit = asked.number("t")
    distance = DISTANCES[asked.parameters["distance"]](groups)
    return judge_each(groups.histograms, distance, lambda found: found <= limit)


def basic_beta_likeness(asked: Asked, groups: Groups) -> Judged:
    """No share exceeds the table's by more than beta of it."""
    limit = asked.number("beta")

    def largest_gain(counts: Counts) -> Number:
        return max(_gains(counts, groups.reference).values())

    return judge_each(groups.histograms, largest_gain, lambda gain: gain <= limit)


def enhanced_beta_likeness(asked: Asked, groups: Groups) -> Judged:
    """As the basic one, and no share exceeds the table's p by more than -ln p of it."""
    limit, total = asked.number("beta"), sum(groups.reference.values())

    def least_beta(counts: Counts) -> Number:
        gains = _gains(counts, groups.reference)
        for value, gain in gains.items():
            if gain == math.inf or gain > SLACK - math.log(groups.reference[value] / total):
                return math.inf
        return max(gains.values())

    return judge_each(groups.histograms, least_beta, lambda found: found <= limit)


def delta_disclosure(asked: Asked, groups: Groups) -> Judged:
    """|ln (q / p)| below delta for every value of the table."""
    limit = float(asked.number("delta")) + SLACK

    def largest_logarithm(counts: Counts) -> Number:
        gains = _gains(counts, groups.reference)
        if math.inf in gains.values() or len(gains) < len(groups.reference):
            return math.inf
        return max(abs(math.log(1 + gain)) for gain in gains.values())

    return judge_each(groups.histograms, largest_logarithm, lambda found: found < limit)


def _gains(counts: Counts, reference: Mapping[str, int]) -> dict[str, Number]:
    """(q - p) / p of each value of the class; infinite for one that the table lacks."""
    size, total = sum(count for _, count in counts), sum(reference.values())
    return {
        value: Fraction(count * total, size * reference[value]) - 1
        if reference.get(value)
        else math.inf
        for value, count in counts
    }


def _surpluses(counts: Counts, reference: Mapping[str, int]) -> dict[str, int]:
    """By how much each value's share exceeds the table's, times both totals."""
    size, total = sum(count for _, count in counts), sum(reference.values())
    found = {value: -own * size for value, own in reference.items()}
    for value, count in counts:
        found[value] = found.get(value, 0) + count * total
    return found


def _scale(counts: Counts, reference: Mapping[str, int]) -> int:
    return sum(count for _, count in counts) * sum(reference.values())


def _equal(groups: Groups) -> Callable[[Counts], Number]:
    """Half the sum of the differences."""

    def distance(counts: Counts) -> Number:
        differences = _surpluses(counts, groups.reference).values()
        return Fraction(sum(map(abs, differences)), 2 * _scale(counts, groups.reference))

    return distance


def _ordered(groups: Groups) -> Callable[[Counts], Number]:
    """What is carried from each value to the next, over the number of steps."""

    def distance(counts: Counts) -> Number:
        surplus = _surpluses(counts, groups.reference)
        if set(surplus) - set(groups.order):
            return math.inf
        if len(groups.order) == 1:
            return 0
        carried = work = 0
        for value in groups.order:
            carried += surplus[value]
            work += abs(carried)
        return Fraction(work, _scale(counts, groups.reference) * (len(groups.order) - 1))

    return distance


def _hierarchical(groups: Groups) -> Callable[[Counts], Number]:
    """At every inner node, what can be settled between its children, weighed by its level."""
    if groups.hierarchy is None:
        raise ValueError("the hierarchical distance needs the hierarchy of the sensitive attribute")
    hierarchy = groups.hierarchy

    def distance(counts: Counts) -> Number:
        surplus = _surpluses(counts, groups.reference)
        if any(value not in hierarchy.code_of for value in surplus):
            return math.inf
        work = _work_in_tree(hierarchy, surplus)
        return Fraction(work, _scale(counts, groups.reference) * hierarchy.height)

    return distance


def _work_in_tree(hierarchy: Hierarchy, surplus: Mapping[str, int]) -> int:
    """The sum of level * min(surpluses of the children, deficits of the children)."""
    below = {hierarchy.code_of[value]: extra for value, extra in surplus.items()}
    work = 0
    for level in range(1, hierarchy.height + 1):
        parent_of = hierarchy.parents[level - 1]
        total: dict[int, int] = {}
        positive: dict[int, int] = {}
        negative: dict[int, int] = {}
        for child, extra in below.items():
            parent = int(parent_of[child])
            total[parent] = total.get(parent, 0) + extra
            positive[parent] = positive.get(parent, 0) + max(extra, 0)
            negative[parent] = negative.get(parent, 0) + max(-extra, 0)
        work += level * sum(min(positive[parent], negative[parent]) for parent in total)
        below = total
    return work


DISTANCES = {"equal": _equal, "ordered": _ordered, "hierarchical": _hierarchical}
"""Each distance by its name in the policy."""
