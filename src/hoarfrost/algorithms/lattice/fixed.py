"""The user's own levels: judged, suppressed up to the limit and verified like any other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.catalogue import Outcome, algorithm
from hoarfrost.algorithms.charts import Described, done_by
from hoarfrost.algorithms.levels_by_name import levels_by_name
from hoarfrost.algorithms.unreachable import explain_failure
from hoarfrost.figures.base import View
from hoarfrost.options import option
from hoarfrost.recoding import FullDomain

if TYPE_CHECKING:
    from hoarfrost.grouping import Grouping
    from hoarfrost.judgement import Verdict
    from hoarfrost.problem import Problem

EVENTS = {
    "judged": "Levels {levels}: {violating} of {rows} combinations fail.",
    "suppressed": "{records} records in {classes} combinations are left out.",
}


def named_levels(problem: Problem, levels: dict[str, int]) -> list[int]:
    """Take the level that is named for each attribute, and 0 for those that are not named.

    Counted on the problem's hierarchies, unless there are reasons why they cannot be.
    """
    return levels_by_name(problem, levels, key="algorithm.levels", tops=problem.tops)


def generalised(problem: Problem, levels: Sequence[int]) -> Grouping:
    """Generalise every attribute to its level."""
    return problem.grouping(levels)


def left_out(problem: Problem, levels: Sequence[int], grouping: Grouping) -> Verdict:
    """Leave out the combinations that fail, or say why these are too many."""
    verdict = problem.judge(grouping)
    if problem.trace is not None:
        failing = int(np.count_nonzero(~verdict.kept))
        names = dict(FullDomain.of(problem, levels).levels)
        rows = grouping.class_count
        problem.trace.add("judged", levels=names, violating=failing, rows=rows)
        if verdict.is_accepted and failing:
            suppressed = verdict.suppressed_records
            problem.trace.add("suppressed", records=suppressed, classes=failing)
    if not verdict.is_accepted:
        raise explain_failure(problem, levels)
    return verdict


@algorithm(
    "fixed",
    family="lattice",
    kind="full-domain",
    process=Described((done_by(named_levels), done_by(generalised), done_by(left_out))),
    events=EVENTS,
)
def fixed(
    problem: Problem,
    *,
    levels: dict[str, int] = option(help="the level of each quasi attribute; 0 where not named"),
) -> Outcome:
    """The release at levels that the user names, if it meets the policy.

    The idea: nothing is searched. The table is generalised to the given levels, classes that
    fail a requirement are suppressed up to the limit, and the result is judged like any other.

    When to choose it: to repeat a recoding that was agreed on, or to look at one by hand.

    Cost: one grouping.

    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> outcome = fixed(teaching_problem(k=2), levels={"Age": 1, "Education": 1})
    >>> outcome.evaluated
    1
    """
    place = named_levels(problem, levels)
    grouping = generalised(problem, place)
    verdict = left_out(problem, place, grouping)
    value = None
    if problem.objective is not None:
        value = problem.objective.value(View(problem, grouping, verdict.kept))
    return Outcome(FullDomain.of(problem, place), value=value, evaluated=1, space=1)
