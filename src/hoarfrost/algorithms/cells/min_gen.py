"""MinGen: the fewest generalisation steps, every combination of values by itself.

Sweeney: Achieving k-anonymity privacy protection using generalization and suppression (2002),
section 4; with an example in Arca and Hewett: Data privacy with heuristic anonymisation, 5.1.1.
"""

from __future__ import annotations

from math import log10, prod
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.catalogue import Outcome, algorithm
from hoarfrost.algorithms.cells.merging import Merging
from hoarfrost.algorithms.cells.options import LONGEST, Options, amount
from hoarfrost.algorithms.cells.prices import Prices
from hoarfrost.algorithms.cells.searching import Search, Table
from hoarfrost.algorithms.cells.ties import Ties
from hoarfrost.algorithms.charts import Described, Do, While
from hoarfrost.algorithms.fitness import Needs
from hoarfrost.algorithms.unreachable import explain_unreachable
from hoarfrost.errors import NotApplicable
from hoarfrost.figures.base import FIGURES, View
from hoarfrost.recoding import Local

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Problem

PROCESS = Described(
    (
        Do("List the levels that each combination of values may be released at."),
        Do("Merge the smallest groups until all are large enough: a first table that will do."),
        While(
            "Could a choice that is still open lead to a table with fewer steps?",
            (
                Do(
                    "Find out how many steps every such table takes at least: let combinations and"
                    " classes choose each other, at prices that bring them to agree."
                ),
                Do("Leave out every choice with which it would take too many."),
                Do("Decide for one combination: its best choice alone, and all others later."),
            ),
        ),
        Do(
            "Of several best tables take the one with the least levels, combination by combination."
        ),
    )
)
EVENTS = {
    "began": "The table has {rows} different combinations, of which {violating} fail.",
    "found": (
        "A table that meets the policy takes {steps} generalisation steps over all records; its"
        " precision is {precision:.4f}. It has {rows} combinations, of which {violating} fail."
    ),
    "proven": "No table takes fewer steps: {decisions} decisions were enough to rule them out.",
    "stopped": "The time is up. No table takes fewer than {bound} steps.",
}
LEAST_PROGRESS = 1e-300
OPEN_TIE = (
    "Time ended the search: there may be a table with as few steps and a better precision, or one"
    " with as few steps whose levels come first."
)


@algorithm(
    "min-gen",
    family="cells",
    kind="local",
    is_exact=True,
    own_objective="cell-generalizations",
    needs=Needs(sizes=True),
    suppresses=False,
    process=PROCESS,
    events=EVENTS,
)
def min_gen(problem: Problem) -> Outcome:
    """The fewest generalisation steps there can be, for small tables, with proof.

    The idea: every different combination of values gets levels of its own. Of all tables that
    meet the policy, the best is the one in which the records' cells were generalised by the
    fewest steps in all; of several, the most precise. The search decides for one combination
    after the other and leaves out whatever cannot lead to a better table any more.

    When to choose it: to know how good a release of a small table can be at all, and as a yardstick
    for faster algorithms. Equal values may be released at different levels; some analyses cannot
    use that.

    Cost: it grows exponentially with the combinations. About sixty with one shield take seconds,
    a hundred about a minute. Larger tables are refused, with an estimate of what they would take;
    with a time limit, the best table found is released with a bound for what is possible.

    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> problem = teaching_problem(k=2)
    >>> outcome = min_gen(problem)
    >>> outcome.value, outcome.is_optimal
    (4, True)
    >>> released = outcome.recoding.grouping(problem)
    >>> for codes, records in zip(released.codes.T, released.sizes):
    ...     print(*(own.labels[code] for own, code in zip(released.blocks, codes)), records)
    20 Junior 2
    23 11th 2
    [27,30] 9th 2

    Deviations: the paper lists all tables; here most are ruled out without being looked at, by a
    bound from prices (Lagrangian relaxation, as by Held and Karp). No record is ever left out, as
    in the paper, where suppressing means to generalise to the root. Records with the same
    combination are never released differently.
    """
    if not problem.judge(problem.grouping(problem.tops)).is_accepted:
        raise explain_unreachable(problem, suppresses=False)
    options = Options.of(problem)
    if not options.needs:
        return Outcome(
            Local.of(problem, _lowest(problem)),
            is_optimal=True,
            value=0,
            bound=0,
            space=_space(problem),
        )
    merging, prices = Merging(options), Prices(options)
    _tell_start(problem)
    best = _first_table(options, merging)
    _tell_found(options, best)
    search = Search(options, prices, merging)
    for table in search.tables(search.start(), best.cost - 1):
        best = table
        _tell_found(options, best)
    if search.ended == "nodes":
        raise _beyond_reach(search)
    return _outcome(options, prices, search, best)


def _outcome(options: Options, prices: Prices, search: Search, best: Table) -> Outcome:
    """What was found, settled between equals if there was time, and how sure it is."""
    problem = options.problem
    is_complete = search.ended == "complete"
    if is_complete:
        ties = Ties(options, prices, best)
        best, is_complete = ties.least(), ties.are_settled
    steps = options.scale.steps(best.cost)
    bound = options.scale.steps(search.least_left(best.cost))
    if problem.trace is not None:
        facts = {"decisions": search.visits, "bound": bound}
        problem.trace.add("proven" if bound == steps else "stopped", **facts)
    return Outcome(
        Local.of(problem, best.levels),
        is_optimal=bound == steps,
        value=steps,
        bound=bound,
        ended=search.ended,
        evaluated=search.visits,
        space=_space(problem),
        notes=(OPEN_TIE,) if bound == steps and not is_complete else (),
    )


def _space(problem: Problem) -> int:
    """How many tables there are; 0 where that is more than anyone can imagine."""
    vectors = prod(top + 1 for top in problem.tops)
    power = log10(vectors) * problem.frequency.tuple_count
    return vectors**problem.frequency.tuple_count if power < LONGEST else 0


def _lowest(problem: Problem) -> NDArray[np.int64]:
    """Every combination as it is."""
    return np.zeros(problem.frequency.codes.shape, dtype=np.int64)


def _first_table(options: Options, merging: Merging) -> Table:
    """A table that will do: merged groups, or at worst everything at the highest levels."""
    problem = options.problem
    levels = merging.completed(_lowest(problem))
    if levels is None:
        levels = _lowest(problem) + np.array([problem.tops]).T
    return Table(levels, options.cost_of(levels))


def _beyond_reach(search: Search) -> NotApplicable:
    """The whole search would take too long: so long, if its parts are as long as those done."""
    power = log10(search.visits) - log10(max(search.progress, LEAST_PROGRESS))
    return NotApplicable(
        f"min-gen cannot search this table to the end: it made {search.visits:,} decisions, and"
        f" would need about {amount(power)}",
        hint='use "optimal", which gives every attribute one level, or set a time limit for the'
        " best table that is found in it",
    )


def _tell_start(problem: Problem) -> None:
    if problem.trace is not None:
        grouping = problem.grouping([0] * len(problem.tops))
        failing = int(np.count_nonzero(~problem.judge(grouping).kept))
        problem.trace.add("began", violating=failing, rows=grouping.class_count)


def _tell_found(options: Options, table: Table) -> None:
    problem = options.problem
    if problem.trace is not None:
        grouping = Local.of(problem, table.levels).grouping(problem)
        everything = np.ones(grouping.class_count, dtype=np.bool_)
        problem.trace.add(
            "found",
            steps=options.scale.steps(table.cost),
            precision=FIGURES.get("precision").value(View(problem, grouping, everything)),
            violating=0,
            rows=grouping.class_count,
        )
