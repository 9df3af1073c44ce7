"""Requirements about how many sensitive values a class has, and how they are spread."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from hoarfrost.verify.judges.judging import SLACK, Counts, Judged, Number, judge_each

if TYPE_CHECKING:
    from hoarfrost.verify.asked import Asked
    from hoarfrost.verify.judges.judging import Groups


def distinct_l_diversity(asked: Asked, groups: Groups) -> Judged:
    """At least l different values."""
    least = asked.number("l")
    return judge_each(groups.histograms, len, lambda values: values >= least, larger_is_safer=True)


def entropy_l_diversity(asked: Asked, groups: Groups) -> Judged:
    """An entropy of at least ln l; the worst class has that of so many equal shares."""
    least = math.log(asked.number("l")) - SLACK
    judged = judge_each(
        groups.histograms, _entropy, lambda found: found >= least, larger_is_safer=True
    )
    return Judged(judged.fails, math.exp(judged.worst))


def recursive_l_diversity(asked: Asked, groups: Groups) -> Judged:
    """r1 < c (r_l + … + r_m); the worst class has the largest r1 / (r_l + … + r_m)."""
    rank, limit = int(asked.number("l")), asked.number("c")

    def dominance(counts: Counts) -> Number:
        ranked = sorted((count for _, count in counts), reverse=True)
        rest = sum(ranked[rank - 1 :])
        return Fraction(ranked[0], rest) if rest else math.inf

    return judge_each(groups.histograms, dominance, lambda found: found < limit)


def alpha_k_anonymity(asked: Asked, groups: Groups) -> Judged:
    """At least k records, and no value with a share above alpha."""
    alpha, least = asked.number("alpha"), int(asked.number("k"))
    judged = judge_each(groups.histograms, _largest_share, lambda share: share <= alpha)
    return Judged(judged.fails | (groups.sizes < least), judged.worst)


def p_sensitive_k_anonymity(asked: Asked, groups: Groups) -> Judged:
    """At least k records and at least p different values."""
    least_values, least = asked.number("p"), int(asked.number("k"))
    judged = judge_each(
        groups.histograms, len, lambda values: values >= least_values, larger_is_safer=True
    )
    return Judged(judged.fails | (groups.sizes < least), judged.worst)


def _entropy(counts: Counts) -> float:
    size = sum(count for _, count in counts)
    return -math.fsum(count / size * math.log(count / size) for _, count in counts)


def _largest_share(counts: Counts) -> Fraction:
    return Fraction(max(count for _, count in counts), sum(count for _, count in counts))
