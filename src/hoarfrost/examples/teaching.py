"""The small teaching table: six records that fit on a blackboard.

Age and education of six people and what they suffer from, after the running example of the
literature on these algorithms.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.frequency import FrequencySet, Histogram
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.judgement import Demand
from hoarfrost.problem import Attribute, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

RECORDS = (
    ("20", "10th", "Flu"),
    ("20", "9th", "Flu"),
    ("28", "9th", "Diabetes"),
    ("30", "9th", "Cancer"),
    ("23", "11th", "Cancer"),
    ("23", "11th", "Cancer"),
)
AGE = (
    ("20", "[19,23]", "*"),
    ("23", "[19,23]", "*"),
    ("28", "[27,30]", "*"),
    ("30", "[27,30]", "*"),
)
EDUCATION = (
    ("9th", "Junior", "*"),
    ("10th", "Junior", "*"),
    ("11th", "Senior", "*"),
    ("12th", "Senior", "*"),
)


def teaching_problem(k: int = 2, limit: int = 0, objective: str = "loss") -> Problem:
    """The teaching table, to be made k-anonymous, with `limit` records that may be left out."""
    from hoarfrost.figures import FIGURES
    from hoarfrost.requirements.k_anonymity import KAnonymity

    ages, educations = Hierarchy.from_rows(AGE), Hierarchy.from_rows(EDUCATION)
    return Problem(
        attributes=(Attribute("Age", ages), Attribute("Education", educations)),
        frequency=_frequency(ages, educations),
        demands=(Demand(KAnonymity(k), (0, 1)),),
        suppression_limit=limit,
        objective=FIGURES.get(objective),
    )


def _frequency(ages: Hierarchy, educations: Hierarchy) -> FrequencySet:
    diseases = tuple(sorted({disease for _, _, disease in RECORDS}))
    coded = sorted(
        (ages.code_of[age], educations.code_of[education], diseases.index(disease))
        for age, education, disease in RECORDS
    )
    tuples = [(key, list(group)) for key, group in groupby(coded, key=lambda row: row[:2])]
    return FrequencySet(
        names=("Age", "Education"),
        codes=np.array([key for key, _ in tuples], dtype=np.int32).T.copy(),
        counts=np.array([len(group) for _, group in tuples], dtype=np.int64),
        histograms={"Disease": _histogram(diseases, [group for _, group in tuples])},
    )


def _histogram(
    values: tuple[str, ...], groups: Sequence[Sequence[tuple[int, int, int]]]
) -> Histogram:
    entries = [
        [(code, len(list(same))) for code, same in groupby(row[2] for row in group)]
        for group in groups
    ]
    return Histogram(
        values,
        starts=np.cumsum([0, *map(len, entries)], dtype=np.int64),
        codes=np.array([code for group in entries for code, _ in group], dtype=np.int32),
        counts=np.array([count for group in entries for _, count in group], dtype=np.int64),
    )
