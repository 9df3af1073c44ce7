"""mu-Argus: generalise what occurs in most unsafe combinations, then suppress single cells.

Hundepool and Willenborg: Mu-Argus and tau-Argus, software for statistical disclosure control
(1996); as an algorithm in Sweeney: Achieving k-anonymity privacy protection using generalization
and suppression (2002), section 5. Combinations that contain no smaller unsafe one: Willenborg and
de Waal: Elements of statistical disclosure control (2001).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import ROUND_CEILING, Decimal
from fractions import Fraction
from functools import partial
from math import floor
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.catalogue import Outcome, algorithm
from hoarfrost.algorithms.fitness import Needs
from hoarfrost.algorithms.tree import suppressing
from hoarfrost.algorithms.tree.columns import Columns
from hoarfrost.algorithms.tree.examined import Choice, Examined
from hoarfrost.algorithms.tree.process import EVENTS, TreeProcess
from hoarfrost.algorithms.tree.suppressing import Suppression
from hoarfrost.algorithms.tree.unsafe import called_for, whole_shields
from hoarfrost.algorithms.unreachable import explain_unreachable
from hoarfrost.errors import Flaw, PolicyNotReachable
from hoarfrost.options import option
from hoarfrost.recoding import Cells
from hoarfrost.requirements.base import Exact

if TYPE_CHECKING:
    from hoarfrost.problem import Problem

UNSAFE_SHARE = Decimal("0.1")
INCOMPLETE = (
    "Only the combinations of up to three attributes that the ratings call for were looked at"
    " (complete = false). Nothing that the policy asks for was missed by it this time."
)
COMPLETE = "set complete = true in [algorithm], which checks every combination"


def examined(
    problem: Problem, *, complete: bool = True, unsafe_share: Decimal = UNSAFE_SHARE
) -> Examined:
    """Look for unsafe combinations in the table as it is."""
    whole = whole_shields(problem) if complete else []
    tolerated = floor(Fraction(unsafe_share) * problem.frequency.record_count)
    return Examined(Columns.of(problem), called_for(problem), whole, tolerated)


def too_many_unsafe(table: Examined) -> bool:
    """Have more records unsafe combinations than may lose cells?"""
    return table.unsafe_records > table.tolerated


def choices(table: Examined) -> Iterator[Choice]:
    """Count the unsafe combinations of every attribute that may still become more general."""
    occurrences = table.unsafe.occurrences.tolist()
    for step in table.columns.raises():
        if occurrences[step.position]:
            yield Choice(step, occurrences[step.position])


def most_unsafe(table: Examined, choice: Choice) -> tuple[int, int, int, int]:
    """The attribute that occurs in most unsafe combinations; of several, the least important."""
    rivals = [own for own in choices(table) if own.occurrences == choice.occurrences]
    place = choice.step.position
    failing = 0
    if len(rivals) > 1:
        failing = table.columns.raised(choice.step).verdict.suppressed_records
    # Ties: fewest that would fail, then the least vector of levels, which raises the last one.
    return -choice.occurrences, table.problem.attributes[place].priority, failing, -place


def raised(table: Examined, choice: Choice) -> Examined:
    """Generalise that whole attribute by one level."""
    return replace(table, columns=table.columns.raised(choice.step))


def suppress(table: Examined) -> Suppression:
    """Suppress the rarest value of each combination that is still unsafe."""
    is_complete = bool(table.whole)
    suppression = Suppression(
        table.problem,
        table.columns.grouping,
        table.whole or table.called,
        stars_are_values=is_complete,
    )
    suppression.remove_unsafe()
    if is_complete:
        suppression.give_back()
    return suppression


PROCESS = TreeProcess(
    direction="bottom-up",
    start=examined,
    goes_on=too_many_unsafe,
    choices=choices,
    metric=most_unsafe,
    perform=raised,
    finish=suppress,
)


@algorithm(
    "mu-argus",
    family="tree",
    kind="cells",
    needs=Needs(sizes=True),
    suppresses=False,
    process=PROCESS,
    events=EVENTS | suppressing.EVENTS,
)
def mu_argus(
    problem: Problem,
    *,
    complete: bool = option(
        True,
        help="check every combination; false: only those that the ratings call for, as published",
    ),
    unsafe_share: Exact = option(
        UNSAFE_SHARE,
        at_least=0,
        at_most=1,
        help="the share of records with unsafe combinations that may lose cells instead",
    ),
) -> Outcome:
    """Generalisation of whole attributes as far as needed, then suppression of single cells.

    The idea: what gives people away is a rare combination of a few values. Attributes are rated
    by how well they identify (`identifying` in the policy), and the ratings say which pairs and
    triples to look at. As long as too many records have unsafe combinations, which fewer than k
    records share, the attribute that occurs in most of them becomes one level more general. Of
    what is unsafe then, only the rarest value is suppressed, record by record; no record is lost.

    When to choose it: when every record must stay in the release and single missing values
    do no harm. It often keeps more detail than any full-domain recoding.

    Cost: counting the pairs and triples once for each step; the steps are at most as many as the
    levels. Suppressing takes about as many rounds as there are attributes.

    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> problem = teaching_problem(k=2)
    >>> recoding = mu_argus(problem, complete=True, unsafe_share=Decimal("0.5")).recoding
    >>> released = recoding.grouping(problem)
    >>> for codes, records in zip(released.codes.T, released.sizes):
    ...     print(*(own.labels[code] for own, code in zip(released.blocks, codes)), records)
    [19,23] * 2
    [19,23] 11th 2
    [27,30] 9th 2

    Deviations: mu-Argus leaves it to the data holder when to stop generalising; here it stops
    once no larger share of the records than `unsafe_share` has unsafe combinations. It looks at
    combinations of three attributes at most and can miss unsafe larger ones. With
    `complete = true` all attributes of every shield are looked at together as well, however they
    are rated; if their combination is safe, so is each part of it. A suppressed cell then counts as a value that
    others must share too: where what was suppressed is left with too few records, the combination
    that loses the fewest cells by it joins them, and where all records of a combination share a
    suppressed value it is released again. With `complete = false` the release is refused if it
    misses what the policy asks. Every requirement that the size of a class decides is served, with
    shields of its own. `priority` decides ties: the attribute with the least is generalised and
    suppressed first. Suppressed cells are released as the root, also above `max_level`. The policy's
    suppression limit is about whole records and plays no part.
    """
    if _largest_minimum(problem) > problem.frequency.record_count:
        raise explain_unreachable(problem, suppresses=False)
    start = partial(examined, complete=complete, unsafe_share=unsafe_share)
    table = replace(PROCESS, start=start).run(problem)
    if too_many_unsafe(table):
        raise _too_general(table)
    recoding = _recoding(table, suppress(table))
    if not complete:
        _refuse_missed(problem, recoding)
    return Outcome(
        recoding,
        evaluated=1 + sum(table.columns.levels),
        notes=() if complete else (INCOMPLETE,),
    )


def _largest_minimum(problem: Problem) -> int:
    return max((own.requirement.minimum_size for own in problem.demands), default=1)


def _recoding(table: Examined, suppression: Suppression) -> Cells:
    class_of = table.columns.grouping.class_of
    levels = np.repeat(np.array([table.columns.levels]).T, len(class_of), axis=1)
    return Cells.of(table.problem, levels, suppression.is_suppressed[:, class_of])


def _too_general(table: Examined) -> PolicyNotReachable:
    """Nothing can be generalised any more, and too many records are still unsafe."""
    problem, unsafe = table.problem, table.unsafe_records
    records = problem.frequency.record_count
    blocked = [
        own.name
        for own, occurrences in zip(problem.attributes, table.unsafe.occurrences, strict=True)
        if occurrences and own.top < own.hierarchy.height
    ]
    enough = (Decimal(unsafe) / records).quantize(Decimal("0.0001"), ROUND_CEILING)
    return PolicyNotReachable(
        f"with all attributes in unsafe combinations at their highest allowed levels, {unsafe} of"
        f" {records} records have such a combination, and {table.tolerated} of them may lose cells",
        hint=f"raise max_level of {', '.join(blocked)}, or unsafe_share to {enough}",
    )


def _refuse_missed(problem: Problem, recoding: Cells) -> None:
    """Refuse a release with unsafe combinations that the ratings did not call for."""
    grouping = recoding.grouping(problem)
    everything = np.ones(grouping.class_count, dtype=np.bool_)
    flaws = []
    for demand in problem.demands:
        sizes = demand.classes(grouping, everything)[0].sizes
        missed = np.count_nonzero(sizes < demand.requirement.minimum_size)
        if missed:
            names = ", ".join(problem.attributes[place].name for place in demand.shield)
            flaws.append(
                f"mu-argus has not looked at all combinations: {missed} of {names} are still"
                f" shared by fewer than {demand.requirement.minimum_size} records"
            )
    if flaws:
        raise PolicyNotReachable(*flaws[:-1], Flaw(flaws[-1], hint=COMPLETE))
