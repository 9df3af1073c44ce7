"""Why a policy cannot be met, how far one can get, and what to relax."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.errors import Flaw, PolicyNotReachable
from hoarfrost.judgement import survivors

if TYPE_CHECKING:
    from hoarfrost.problem import Problem
    from hoarfrost.requirements.base import Requirement


def explain_unreachable(problem: Problem) -> PolicyNotReachable:
    """No node meets the policy: tell what the most general one achieves."""
    return _explain(problem, problem.tops, "even with every attribute at its highest level")


def explain_failure(problem: Problem, levels: Sequence[int]) -> PolicyNotReachable:
    """These levels do not meet the policy: tell what they achieve."""
    return _explain(problem, levels, "at the levels given")


def _explain(problem: Problem, levels: Sequence[int], where: str) -> PolicyNotReachable:
    grouping = problem.grouping(levels)
    everything = np.ones(grouping.class_count, dtype=np.bool_)
    flaws = []
    for demand in problem.demands:
        verdict = survivors((demand,), grouping, problem.suppression_limit)
        if verdict.suppressed_records > problem.suppression_limit or not verdict.is_accepted:
            achieved = demand.worst(grouping, everything)
            flaws.append(
                f"{_words(demand.requirement)} cannot be met: {where} the best achievable"
                f" {demand.requirement.measure} is {achieved:.6g}"
            )
    if not flaws:
        suppressed = problem.judge(grouping).suppressed_records
        flaws.append(
            f"the requirements cannot be met together: {where} {suppressed} records would have to"
            f" be suppressed, and the limit is {problem.suppression_limit}"
        )
    hint = _way_out(problem, levels)
    return PolicyNotReachable(*(Flaw(flaw) for flaw in flaws[:-1]), Flaw(flaws[-1], hint))


def _way_out(problem: Problem, levels: Sequence[int]) -> str:
    """What to relax: levels that stand in the way, else suppression, else the requirement."""
    blocked = [
        attribute.name
        for attribute, level in zip(problem.attributes, levels, strict=True)
        if level < attribute.hierarchy.height
    ]
    roots = [attribute.hierarchy.height for attribute in problem.attributes]
    if blocked and problem.judge(problem.grouping(roots)).is_accepted:
        return f"raise max_level (or the level) of {', '.join(blocked)}"
    suppressed = problem.judge(problem.grouping(levels)).suppressed_records
    if problem.suppression_limit < suppressed < problem.frequency.record_count:
        return (
            f"raise the suppression limit from {problem.suppression_limit} to"
            f" {suppressed} records, or relax the requirement"
        )
    return "relax the requirement: no level and no suppression limit can meet it"


def _words(requirement: Requirement) -> str:
    """The requirement as the policy names it: k-anonymity (k = 5)."""
    values = [
        f"{field.name} = {getattr(requirement, field.name)}"
        for field in fields(requirement)
        if field.name not in {"on", "sensitive", "population"}
    ]
    return f"{requirement.name} ({', '.join(values)})"
