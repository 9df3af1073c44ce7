"""LSD Mondrian: split where a number deviates least within the parts, as long as they stay safe.

LeFevre, DeWitt, Ramakrishnan: Workload-aware anonymization (2006), least squared deviance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoarfrost.algorithms.catalogue import Outcome, algorithm
from hoarfrost.algorithms.regions.process import EVENTS, RegionsProcess, started
from hoarfrost.algorithms.regions.space import CATEGORICAL, Categorical
from hoarfrost.algorithms.regions.targets import NEEDS, NumberSpace, numbers_of, split_up
from hoarfrost.algorithms.regions.telling import most_telling

if TYPE_CHECKING:
    from hoarfrost.problem import Problem


def whole_table(problem: Problem, categorical: Categorical) -> NumberSpace:
    """Begin with the whole table as one region, or with what max_level keeps apart."""
    numbers_of(problem)
    started(problem)
    return NumberSpace.of(problem, categorical)


PROCESS = RegionsProcess(start=whole_table, ranked=most_telling)


@algorithm(
    "lsd-mondrian",
    family="regions",
    kind="regions",
    needs=NEEDS,
    suppresses=False,
    process=PROCESS,
    events=EVENTS,
)
def lsd_mondrian(
    problem: Problem,
    *,
    categorical: Categorical = CATEGORICAL,
) -> Outcome:
    """Small regions of records whose target is about the same number.

    The idea: the whole table is one region. Again and again, a region is split where the squared
    deviations of the target from the means of the parts are least, over all attributes and
    all thresholds (or children of a node) at once. Where a part would fail a requirement, the
    next best split is tried; where all fail, the region stays.

    When to choose it: when a model should learn from the release to estimate one column of
    numbers, and detail in what has nothing to do with that column may go. It leaves out no
    record.

    Cost: a region is looked at once for each attribute when it is split, so that a table of n
    records at k takes about log(n / k) times the number of attributes of those.

    Say that cancer costs 90, diabetes 30 and flu 10. Those of 20 years cost 10 each, so that
    splitting there leaves the squared deviations of 30, 90, 90, 90, which are 2,700; splitting
    in the middle would leave 8,200:

    >>> from dataclasses import replace
    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> problem = teaching_problem(k=2)
    >>> costs = replace(problem.frequency.histograms["Disease"], values=("90", "30", "10"))
    >>> frequency = replace(problem.frequency, histograms={"Cost": costs})
    >>> problem = replace(problem, frequency=frequency, target="Cost")
    >>> grouping = lsd_mondrian(problem, categorical="order").recoding.grouping(problem)
    >>> for codes, size in zip(grouping.codes.T.tolist(), grouping.sizes.tolist(), strict=True):
    ...     names = [blocks.labels[code] for blocks, code in zip(grouping.blocks, codes)]
    ...     print(*names, size)
    20 [9th,10th] 2
    23 11th 2
    [28,30] 9th 2

    Deviations: of splits that are as good, the paper names none; here the one with the most even
    parts is taken, then the first attribute and the smallest threshold. Regions in which all
    have the same number are split on for as long as they may be, since detail costs nothing
    there. What splits gain is compared with nine digits.
    """
    return split_up(PROCESS, whole_table(problem, categorical))
