"""Judges for requirements from outside: what they say themselves of the released classes.

The verifier has a judge of its own for every requirement that hoarfrost brings. One that somebody
else wrote has none: it is asked once more, about the classes that were read back from the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.frequency import Histogram
from hoarfrost.preparing import in_order
from hoarfrost.requirements.base import Classes
from hoarfrost.verify import JUDGES, Judged

if TYPE_CHECKING:
    from hoarfrost.policy import Policy
    from hoarfrost.requirements.base import Requirement
    from hoarfrost.verify import Asked, Groups, OwnJudge


def own_judges(policy: Policy) -> dict[int, OwnJudge]:
    """By the place of a requirement in the policy: its own judgement, where nothing else can."""
    return {
        place: partial(_judged, policy, requirement)
        for place, requirement in enumerate(policy.requirements)
        if requirement.name not in JUDGES
    }


def _judged(
    policy: Policy, requirement: Requirement, asked: Asked, groups: Groups, record_count: int
) -> Judged:
    histogram = reference = None
    if asked.sensitive is not None:
        histogram = _histogram(policy, asked.sensitive, groups)
        counts = [groups.reference.get(value, 0) for value in histogram.values]
        reference = np.array(counts, dtype=np.int64)
    classes = Classes(
        groups.sizes,
        record_count,
        histogram,
        reference,
        groups.hierarchy,
        np.array(groups.population, dtype=np.int64) if requirement.reads_population else None,
        groups.uncovered,
    )
    return Judged(
        ~requirement.judge(classes), requirement.worst(classes), requirement.judge_table(classes)
    )


def _histogram(policy: Policy, name: str, groups: Groups) -> Histogram:
    values = tuple(dict.fromkeys(value for own in groups.histograms for value, _ in own))
    code_of = {value: code for code, value in enumerate(values)}
    found = Histogram(
        values,
        np.cumsum([0, *map(len, groups.histograms)], dtype=np.int64),
        np.array([code_of[value] for own in groups.histograms for value, _ in own], np.int32),
        np.array([count for own in groups.histograms for _, count in own], np.int64),
    )
    return in_order(policy, name, found, groups.hierarchy, tuple(groups.reference))


def judged_by_themselves(found: Mapping[str, object]) -> str:
    """What to add to a finding of the verifier, if anything."""
    return "" if found["type"] in JUDGES else "; judged by the requirement itself"
