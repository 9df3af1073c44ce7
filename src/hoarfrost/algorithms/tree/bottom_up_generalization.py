"""Bottom-up generalization: as general as safety takes, at the least cost to a classifier.

Wang, Yu, Chakraborty: Bottom-up generalization, a data mining solution to privacy protection (2004).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.catalogue import Outcome
from hoarfrost.algorithms.tree.classifying import classifying
from hoarfrost.algorithms.tree.generalising import Generalisation, Generalising
from hoarfrost.algorithms.tree.process import TreeProcess
from hoarfrost.algorithms.unreachable import explain_unreachable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.tree.ranking import Rank
    from hoarfrost.problem import Problem


def fails(table: Generalising) -> bool:
    """Does a requirement fail?"""
    return table.fails


def score(loss: NDArray[np.float64], gain: NDArray[np.float64]) -> NDArray[np.float64]:
    """Information lost for each record of anonymity gained, among the steps that gain any.

    Where no step gains any, the information lost alone.
    """
    is_critical = gain > 0
    if not is_critical.any():
        return loss
    return np.where(is_critical, loss / np.where(is_critical, gain, 1.0), np.inf)


def generalisations(table: Generalising) -> list[Generalisation]:
    """Look at every more general value that can take the place of all those right below it.

    Those of attributes that no failing requirement looks at are left out.
    """
    return table.best(score)


def best_trade(table: Generalising, step: Generalisation) -> Rank:  # noqa: ARG001 - a metric's form
    """The least information lost for each record that the smallest class gains, if any gains."""
    return step.rank


def generalised(table: Generalising, step: Generalisation) -> Generalising:
    """Put that value in the place of those below it, in the whole table."""
    table.generalise(step)
    return table


PROCESS = TreeProcess(
    direction="bottom-up",
    start=Generalising.of,
    goes_on=fails,
    choices=generalisations,
    metric=best_trade,
    perform=generalised,
)


@classifying("bottom-up-generalization", PROCESS)
def bottom_up_generalization(problem: Problem) -> Outcome:
    """Data to train a classifier on: made coarser only until it is safe, where it hurts least.

    The idea: start from the table as it is. As long as a requirement fails, put one node of a
    hierarchy in the place of all its children, in the whole table. Of the nodes that make the
    smallest combination larger it is the one that loses least about the target for each record
    gained; where none does, the one that loses least.

    When to choose it: when the release shall serve to predict one attribute, the target, and
    little has to be generalised. `top-down-specialization` comes from the other end, is
    faster where much has to be, and may be stopped at any time. It leaves out no record.

    Cost: for each step and each attribute at most one pass over the combinations that are left.
    There are at most as many steps as nodes above the leaves.

    >>> from dataclasses import replace
    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> problem = replace(teaching_problem(k=2), target="Disease")
    >>> cut = bottom_up_generalization(problem).recoding
    >>> [lexicon.labels for lexicon in cut.lexicons]
    [('20', '23', '[27,30]'), ('Junior', 'Senior')]

    Deviations: anonymity is averaged over the k-anonymity requirements that look at the
    attribute. Other requirements decide when the table is safe and nothing else. Only attributes
    that a failing requirement looks at are generalised: no other step can ever help. Steps of
    equal score: the one that raises the fewest levels, then the last attribute of the policy.
    """
    table = PROCESS.run(problem)
    if fails(table):
        raise explain_unreachable(problem)
    return Outcome(table.recoding(), evaluated=table.steps + 1)
