"""Every requirement, one class at a time, in fractions: slow and obvious."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

SLACK = 1e-12


@dataclass
class Shown:
    """One class, and what it is compared with."""

    values: list[str]
    """The sensitive value of each record of the class."""
    table: list[str]
    """The sensitive value of each record of the input."""
    order: list[str] = field(default_factory=list)
    """All values of the input and of what it is compared with, in the attribute's order."""
    paths: dict[str, list[str]] = field(default_factory=dict)
    """For each sensitive value, its ancestors from itself to the root."""
    population: int = 0
    """The population rows under the class's labels."""

    @property
    def counts(self) -> list[int]:
        return sorted(Counter(self.values).values(), reverse=True)

    def share(self, value: str) -> Fraction:
        return Fraction(self.values.count(value), len(self.values))

    def table_share(self, value: str) -> Fraction:
        return Fraction(self.table.count(value), len(self.table))

    def extra(self, value: str) -> Fraction:
        return self.share(value) - self.table_share(value)


def k_anonymity(shown, *, k):
    return len(shown.values) >= k


def max_risk(shown, *, threshold):
    return Fraction(1, len(shown.values)) <= Fraction(threshold)


def average_risk(shown, *, threshold):  # asks nothing of a single class
    return True


def average_risk_of_table(classes, *, threshold):
    records = sum(len(shown.values) for shown in classes)
    return Fraction(len(classes), records) <= Fraction(threshold)


def distinct_l_diversity(shown, *, l):  # noqa: E741
    return len(set(shown.values)) >= l


def entropy_l_diversity(shown, *, l):  # noqa: E741
    shares = [shown.share(value) for value in set(shown.values)]
    entropy = math.fsum(-share * math.log(share) for share in shares)
    return entropy >= math.log(l) - SLACK


def recursive_l_diversity(shown, *, c, l):  # noqa: E741
    counts = shown.counts
    return len(counts) >= l and counts[0] < Fraction(c) * sum(counts[l - 1 :])


def t_closeness(shown, *, t, distance):
    measured = {"equal": equal, "ordered": ordered, "hierarchical": hierarchical}
    return measured[distance](shown) <= Fraction(t)


def equal(shown):
    return sum(abs(shown.extra(value)) for value in {*shown.values, *shown.table}) / 2


def ordered(shown):
    if len(shown.order) == 1:
        return Fraction(0)
    total = cumulated = Fraction(0)
    for value in shown.order:
        cumulated += shown.extra(value)
        total += abs(cumulated)
    return total / (len(shown.order) - 1)


def hierarchical(shown):
    """Move what is too much to where it lacks, as far down in the tree as possible."""
    extras = {value: shown.extra(value) for value in shown.paths}
    height = len(next(iter(shown.paths.values()))) - 1
    work = Fraction(0)
    for level in range(1, height + 1):
        for node in {path[level] for path in shown.paths.values()}:
            under = [value for value, path in shown.paths.items() if path[level] == node]
            work += Fraction(level, height) * moved(extras, under)
    return work


def moved(extras, values):
    """Move as much as possible between some values; says how much it was."""
    done = Fraction(0)
    for giver in values:
        for taker in values:
            amount = max(min(extras[giver], -extras[taker]), Fraction(0))
            extras[giver] -= amount
            extras[taker] += amount
            done += amount
    return done


def alpha_k_anonymity(shown, *, alpha, k):
    largest = max(shown.share(value) for value in shown.values)
    return len(shown.values) >= k and largest <= Fraction(alpha)


def p_sensitive_k_anonymity(shown, *, p, k):
    return len(shown.values) >= k and len(set(shown.values)) >= p


def gain(shown, value):
    own, whole = shown.share(value), shown.table_share(value)
    return (own - whole) / whole if whole else math.inf


def basic_beta_likeness(shown, *, beta):
    return all(gain(shown, value) <= Fraction(beta) for value in shown.values)


def enhanced_beta_likeness(shown, *, beta):
    return basic_beta_likeness(shown, beta=beta) and all(
        gain(shown, value) <= -math.log(shown.table_share(value)) + SLACK
        for value in shown.values
        if gain(shown, value) > 0
    )


def delta_disclosure(shown, *, delta):
    return all(
        value in shown.values
        and value in shown.table
        and abs(math.log(shown.share(value) / shown.table_share(value))) < float(delta) + SLACK
        for value in {*shown.table, *shown.values}
    )


def k_map(shown, *, k, population):
    return shown.population >= k


def delta_presence(shown, *, dmin, dmax, population):
    share = Fraction(len(shown.values), shown.population)
    return Fraction(dmin) <= share <= Fraction(dmax)


JUDGEMENTS = {
    "k-anonymity": k_anonymity,
    "max-risk": max_risk,
    "average-risk": average_risk,
    "distinct-l-diversity": distinct_l_diversity,
    "entropy-l-diversity": entropy_l_diversity,
    "recursive-l-diversity": recursive_l_diversity,
    "t-closeness": t_closeness,
    "alpha-k-anonymity": alpha_k_anonymity,
    "p-sensitive-k-anonymity": p_sensitive_k_anonymity,
    "basic-beta-likeness": basic_beta_likeness,
    "enhanced-beta-likeness": enhanced_beta_likeness,
    "delta-disclosure": delta_disclosure,
    "k-map": k_map,
    "delta-presence": delta_presence,
}


def parameters(requirement):
    """What a requirement was given, without what it looks at."""
    given = dict(vars(requirement))
    return {key: value for key, value in given.items() if key not in {"on", "sensitive"}}


def judge(requirement, shown):
    """Does one class satisfy?"""
    return JUDGEMENTS[requirement.name](shown, **parameters(requirement))
