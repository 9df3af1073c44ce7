"""Datafly: generalise the attribute with the most different values, and leave out a few records.

Sweeney: Guaranteeing anonymity when sharing medical data, the Datafly system (1997); Achieving
k-anonymity privacy protection using generalization and suppression (2002), section 5.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hoarfrost.algorithms.catalogue import Outcome, algorithm
from hoarfrost.algorithms.tree.columns import Columns, Raise
from hoarfrost.algorithms.tree.process import EVENTS, TreeProcess
from hoarfrost.algorithms.unreachable import explain_unreachable
from hoarfrost.recoding import FullDomain

if TYPE_CHECKING:
    from hoarfrost.problem import Problem


def largest_k(problem: Problem) -> int:
    """As many records as the largest k that is asked for; none where nothing has a k."""
    sizes = [demand.requirement.minimum_size for demand in problem.demands]
    return max((size for size in sizes if size > 1), default=0)


def too_many_outliers(table: Columns) -> bool:
    """Do the records whose combinations fail outnumber what may be left out?"""
    return not table.verdict.is_accepted


def raises(table: Columns) -> Iterator[Raise]:
    """Look at every attribute that may still become more general."""
    return table.raises()


def most_distinct(table: Columns, step: Raise) -> tuple[int, int, int]:
    """The attribute with the most different values in the table as it is now."""
    others = [own.distinct for own in table.raises() if own != step]
    left_out = 0
    # Ties: fewest suppressed, then the least vector of levels, which raises the last attribute.
    if step.distinct == max(others, default=None):
        left_out = table.raised(step).verdict.suppressed_records
    return -step.distinct, left_out, -step.position


def raised(table: Columns, step: Raise) -> Columns:
    """Generalise that whole attribute by one level."""
    return table.raised(step)


def leave_out(table: Columns) -> int:
    """Leave out the records whose combinations still fail."""
    verdict = table.verdict
    if table.problem.trace is not None and verdict.suppressed_records:
        failing, _ = table.rows()
        table.problem.trace.add("suppressed", records=verdict.suppressed_records, classes=failing)
    return verdict.suppressed_records


PROCESS = TreeProcess(
    direction="bottom-up",
    start=Columns.of,
    goes_on=too_many_outliers,
    choices=raises,
    metric=most_distinct,
    perform=raised,
    finish=leave_out,
)


@algorithm(
    "datafly",
    family="tree",
    kind="full-domain",
    own_allowance=largest_k,
    process=PROCESS,
    events=EVENTS,
)
def datafly(problem: Problem) -> Outcome:
    """Fast full-domain generalisation, one attribute at a time, with a few records left out.

    The idea: an attribute with many different values tells people apart best. As long as more
    records stand out than may be left out, the attribute with the most different values
    becomes one level more general. Those that still stand out in the end are suppressed.

    When to choose it: for a first look, or when a simple rule is wanted that everybody can repeat by
    hand. It often generalises more than needed, since it never asks what a step costs;
    `optimal` finds the best release of the same kind.

    Cost: one grouping for each step; there are at most as many steps as levels.

    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> dict(datafly(teaching_problem(k=2, limit=2)).recoding.levels)
    {'Age': 1, 'Education': 0}

    Deviations: where the policy has a suppression limit, that counts instead of the paper's k
    records. Besides k-anonymity, any requirement decides which records stand out. Suppressed
    records are left out, or released as one class with `suppressed = "star"`.
    """
    table = PROCESS.run(problem)
    if too_many_outliers(table):
        raise explain_unreachable(problem)
    leave_out(table)
    steps = sum(table.levels)
    return Outcome(FullDomain.of(problem, table.levels), evaluated=steps + 1)
