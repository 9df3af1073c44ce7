"""InfoGain Mondrian: split where it tells most about a class, as long as the parts stay safe.

LeFevre, DeWitt, Ramakrishnan: Workload-aware anonymization (2006).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoarfrost.algorithms.catalogue import Outcome, algorithm
from hoarfrost.algorithms.regions.process import EVENTS, RegionsProcess, started
from hoarfrost.algorithms.regions.space import CATEGORICAL, Categorical
from hoarfrost.algorithms.regions.targets import NEEDS, ClassSpace, split_up
from hoarfrost.algorithms.regions.telling import most_telling

if TYPE_CHECKING:
    from hoarfrost.problem import Problem


def whole_table(problem: Problem, categorical: Categorical) -> ClassSpace:
    """Begin with the whole table as one region, or with what max_level keeps apart."""
    started(problem)
    return ClassSpace.of(problem, categorical)


PROCESS = RegionsProcess(start=whole_table, ranked=most_telling)


@algorithm(
    "infogain-mondrian",
    family="regions",
    kind="regions",
    needs=NEEDS,
    suppresses=False,
    process=PROCESS,
    events=EVENTS,
)
def infogain_mondrian(
    problem: Problem,
    *,
    categorical: Categorical = CATEGORICAL,
) -> Outcome:
    """Small regions of records that belong to the same class of a target.

    The idea: the whole table is one region. Again and again, a region is split where the split
    tells most about the class of its records, over all attributes and all thresholds (or
    children of a node) at once. Where a part would fail a requirement, the split that tells
    next most is tried; where all fail, the region stays.

    When to choose it: when a model should learn from the release to predict one column with
    few different values, and detail in what has nothing to do with that column may go. It
    leaves out no record.

    Cost: a region is looked at once for each attribute when it is split, so that a table of n
    records at k takes about log(n / k) times the number of attributes of those.

    The two of 20 years are those with flu, so an age of 23 is the threshold that tells most. Of
    the other four, the two of 23 years have cancer and the older ones have not both:

    >>> from dataclasses import replace
    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> problem = replace(teaching_problem(k=2), target="Disease")
    >>> grouping = infogain_mondrian(problem, categorical="order").recoding.grouping(problem)
    >>> for codes, size in zip(grouping.codes.T.tolist(), grouping.sizes.tolist(), strict=True):
    ...     names = [blocks.labels[code] for blocks, code in zip(grouping.blocks, codes)]
    ...     print(*names, size)
    20 [9th,10th] 2
    23 11th 2
    [28,30] 9th 2

    Deviations: of splits that tell the same, the paper names none; here the one with the most even
    parts is taken, then the first attribute and the smallest threshold. Regions in which nothing
    is left to tell are split on for as long as they may be, since detail costs nothing there.
    Gains are compared with nine digits.
    """
    return split_up(PROCESS, whole_table(problem, categorical))
