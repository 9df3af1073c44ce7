"""The user's own levels: judged, suppressed up to the limit and verified like any other."""

from __future__ import annotations

from hoarfrost.algorithms.catalogue import Outcome, algorithm
from hoarfrost.algorithms.unreachable import explain_failure
from hoarfrost.errors import Flaw, PolicyError, raise_all
from hoarfrost.figures.base import View
from hoarfrost.naming import did_you_mean
from hoarfrost.options import option
from hoarfrost.problem import Problem
from hoarfrost.recoding import FullDomain


@algorithm("fixed", family="lattice", kind="full-domain")
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
    place = _levels(problem, levels)
    grouping = problem.grouping(place)
    verdict = problem.judge(grouping)
    if not verdict.is_accepted:
        raise explain_failure(problem, place)
    value = None
    if problem.objective is not None:
        value = problem.objective.value(View(problem, grouping, verdict.kept))
    return Outcome(FullDomain.of(problem, place), value=value, evaluated=1, space=1)


def _levels(problem: Problem, levels: dict[str, int]) -> list[int]:
    """The levels counted on the problem's hierarchies, or every reason why they cannot be."""
    known = {attribute.name: attribute for attribute in problem.attributes}
    flaws = [
        Flaw(f'algorithm.levels: there is no quasi attribute "{name}"', did_you_mean(name, known))
        for name in levels
        if name not in known
    ]
    for name, level in levels.items():
        if name in known:
            low = known[name].first_level
            high = low + known[name].top
            if not low <= level <= high:
                flaws.append(
                    Flaw(f"algorithm.levels.{name}: {level} is not between {low} and {high}")
                )
    raise_all(flaws, PolicyError)
    return [
        max(levels.get(attribute.name, 0) - attribute.first_level, 0)
        for attribute in problem.attributes
    ]
