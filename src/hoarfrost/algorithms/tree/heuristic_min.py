"""HeuristicMin: the satisfying table that keeps the most rows.

Arca and Hewett: Data privacy with heuristic anonymisation, sections 4.2 and 4.3; first as Realizing
data anonymization as search with optimal guarantee, workshop AI for Privacy (2020).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from hoarfrost.algorithms.catalogue import Outcome, algorithm
from hoarfrost.algorithms.charts import Described, While, done_by, said_by
from hoarfrost.algorithms.fitness import Needs
from hoarfrost.algorithms.tree.cut_space import CutSpace, Largest
from hoarfrost.algorithms.tree.span_search import SpanSearch
from hoarfrost.algorithms.tree.table_search import TableSearch
from hoarfrost.algorithms.unreachable import explain_unreachable
from hoarfrost.options import option
from hoarfrost.problem import Problem

MOST_SPANS = 1000
"""To bound what the paper's steps can find, so many spans are looked at …"""
BOUNDING_SHARE = 0.25
"""… in this share of the time."""

PROCESS = Described(
    (
        done_by(TableSearch.begin),
        While(
            said_by(TableSearch.is_worth_going_on),
            (done_by(TableSearch.take_largest), done_by(TableSearch.expand)),
        ),
        done_by(TableSearch.settle),
    )
)

EVENTS = {
    "began": "The table has {rows} rows, of which {violating} violate a requirement.",
    "tried": "{attribute} of table {after} {what}: table {table}, {violating} of {rows} rows violate.",
    "met again": "{attribute} of table {after} {what}: that is table {table} again.",
    "chosen": "Of the tables that satisfy, one with {rows} rows is the largest.",
    "whole": (
        "No table that satisfies has more than {most} rows: without values that violate whatever"
        " is done elsewhere, {violating} of {rows} rows violate."
    ),
    "generalised": (
        "With {attribute} generalised {what}, none has more than {most}: of the {rows} rows that the"
        " finest table has, {violating} violate."
    ),
    "kept apart": (
        "With {attribute} not generalised {what}, none has more than {most}: of the {rows} rows that"
        " the finest table has, {violating} violate."
    ),
}


@dataclass(frozen=True)
class Answer:
    """What a search found."""

    largest: Largest
    bound: int
    """No satisfying table over all cuts has more rows."""
    ended: Literal["complete", "time", "nodes"]
    evaluated: int
    pruned: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@algorithm(
    "heuristic-min",
    family="tree",
    kind="cut",
    is_exact=True,
    own_objective="rows",
    needs=Needs(monotone=True, classes=True),
    suppresses=False,
    process=PROCESS,
    events=EVENTS,
)
def heuristic_min(
    problem: Problem,
    *,
    steps: Literal["all", "one"] = option(
        "all",
        help="all violating values of an attribute at once, as in the paper, or one parent at a time",
    ),
) -> Outcome:
    """The cuts that keep the most different rows, with no record left out.

    The idea: the more different rows a release has, the more it still tells. A table that is
    generalised never gains rows. So the search always takes the largest table that violates a
    requirement and generalises, for each attribute in turn, the values of its violating rows
    together with their siblings. When no violating table is larger than the largest satisfying one,
    that is the answer: nothing that these steps lead to has more rows.

    When to choose it: when no record may be left out and values that are common should stay as they
    are where rare ones are generalised. `steps = "one"` finds the best of all tables that any cuts
    make, mostly sooner. `optimal` with the objective `rows` is for one level for each attribute.

    Cost: with `"all"`, one grouping for each table met, some ten thousand for nine attributes of a
    census; with `"one"`, a few groupings for each attribute and span, often a hundred spans. Either
    search can be long; ended by a time limit it still has a valid release, a bound and the gap.

    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> outcome = heuristic_min(teaching_problem(k=2), steps="all")
    >>> outcome.value, outcome.bound, outcome.evaluated
    (3, 3, 7)

    Deviations: everything below a new parent is mapped to it, so that the cut stays valid. In the
    paper's second example the same steps lead to 6 rows, where the paper reports 5. `optimal` is
    said of the paper's steps only if no cuts at all give more rows, which a search of its own
    bounds beforehand. For one parent at a time there are far too many tables to take one by one:
    they are taken as spans, all tables between a finest and a coarsest one, of which the finest
    has the most rows (`span_search`). Any monotone requirement that judges classes will do, not
    only k-anonymity.
    """
    if not problem.judge(problem.grouping(problem.tops)).is_accepted:
        raise explain_unreachable(problem)
    space = CutSpace(problem)
    answer = _by_tables(space) if steps == "all" else _by_spans(space)
    largest = answer.largest
    assert largest.cuts is not None  # noqa: S101 - the coarsest table satisfies
    return Outcome(
        recoding=space.recoding(largest.cuts),
        is_optimal=answer.bound == largest.rows,
        value=largest.rows,
        bound=answer.bound,
        ended=answer.ended,
        evaluated=answer.evaluated,
        space=space.size,
        pruned=answer.pruned,
        notes=answer.notes,
    )


def _by_tables(space: CutSpace) -> Answer:
    """The paper's search, and before it a bound over all cuts."""
    bounding = SpanSearch(CutSpace(_sooner(space.problem)), most=MOST_SPANS)
    is_proven = bounding.run() == "complete"
    search = TableSearch(space)
    ended = search.run()
    search.settle()
    rows = search.largest.rows
    bound = max(bounding.bound, rows)
    pruned = {"met again": search.again, "too small": search.too_small}
    notes: tuple[str, ...] = ()
    if bound > rows:
        cut_short = "The search by these steps was cut short."
        done = "No table that these steps lead to has more rows."
        there_is = "there is one with" if is_proven else "there may be one with up to"
        note = (
            f"{done if ended == 'complete' else cut_short} Over all cuts {there_is} {bound};"
            ' steps = "one" looks for it.'
        )
        notes = (note,)
    return Answer(search.largest, bound, ended, search.evaluated, pruned, notes)


def _sooner(problem: Problem) -> Problem:
    """The same problem with a share of the time."""
    if problem.deadline is None:
        return problem
    now = time.monotonic()
    return replace(problem, deadline=now + BOUNDING_SHARE * (problem.deadline - now))


def _by_spans(space: CutSpace) -> Answer:
    """The best over all cuts."""
    search = SpanSearch(space, trace=space.problem.trace)
    ended = search.run()
    search.settle()
    pruned = {"too small": search.too_small}
    return Answer(search.largest, search.bound, ended, search.evaluated, pruned)
