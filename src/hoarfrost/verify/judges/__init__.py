"""The verifier's own judgement of every requirement type: plain, exact, one function each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from hoarfrost.verify.asked import Asked
from hoarfrost.verify.judges import closeness, diversity, population, size
from hoarfrost.verify.judges.judging import Groups, Judged

OwnJudge: TypeAlias = Callable[[Asked, Groups, int], Judged]
"""The judgement of a requirement that has no judge here; also told the input's record count."""

JUDGES: dict[str, Callable[[Asked, Groups], Judged]] = {
    "k-anonymity": size.k_anonymity,
    "max-risk": size.max_risk,
    "average-risk": size.average_risk,
    "distinct-l-diversity": diversity.distinct_l_diversity,
    "entropy-l-diversity": diversity.entropy_l_diversity,
    "recursive-l-diversity": diversity.recursive_l_diversity,
    "alpha-k-anonymity": diversity.alpha_k_anonymity,
    "p-sensitive-k-anonymity": diversity.p_sensitive_k_anonymity,
    "t-closeness": closeness.t_closeness,
    "basic-beta-likeness": closeness.basic_beta_likeness,
    "enhanced-beta-likeness": closeness.enhanced_beta_likeness,
    "delta-disclosure": closeness.delta_disclosure,
    "k-map": population.k_map,
    "delta-presence": population.delta_presence,
}
COMPARES_WITH_TABLE = frozenset(
    {"t-closeness", "basic-beta-likeness", "enhanced-beta-likeness", "delta-disclosure"}
)

__all__ = ["COMPARES_WITH_TABLE", "JUDGES", "Groups", "Judged", "OwnJudge"]
