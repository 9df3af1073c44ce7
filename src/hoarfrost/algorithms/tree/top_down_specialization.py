"""Top-down specialization: from the most general table to the finest that helps a classifier.

Fung, Wang, Yu: Top-down specialization for information and privacy preservation (2005).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.catalogue import Outcome
from hoarfrost.algorithms.tree.classifying import classifying
from hoarfrost.algorithms.tree.process import TreeProcess
from hoarfrost.algorithms.tree.specialising import Specialisation, Specialising

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.tree.ranking import Rank
    from hoarfrost.problem import Problem


def valid_and_beneficial(table: Specialising) -> bool:
    """Is there a value left that may be split and whose records are not all of one class?"""
    return table.has_candidates


def score(gain: NDArray[np.float64], loss: NDArray[np.float64]) -> NDArray[np.float64]:
    """Information gained for each record of anonymity lost; the gain alone where none is lost."""
    return gain / np.where(loss > 0, loss, 1.0)


def specialisations(table: Specialising) -> list[Specialisation]:
    """Look at every such value: what splitting it would tell about the target, and what it costs."""
    return table.best(score)


def best_trade(table: Specialising, step: Specialisation) -> Rank:  # noqa: ARG001 - a metric's form
    """The most information gained for each record that the smallest class loses."""
    return step.rank


def keeps_requirements(table: Specialising, step: Specialisation) -> bool:
    """Pass it over for ever if a requirement would fail."""
    return table.keeps_requirements(step)


def specialised(table: Specialising, step: Specialisation) -> Specialising:
    """Replace it by the values right below it, in the whole table."""
    table.specialise(step)
    return table


PROCESS = TreeProcess(
    direction="top-down",
    start=Specialising.of,
    goes_on=valid_and_beneficial,
    choices=specialisations,
    metric=best_trade,
    allows=keeps_requirements,
    perform=specialised,
)


@classifying("top-down-specialization", PROCESS)
def top_down_specialization(problem: Problem) -> Outcome:
    """Data to train a classifier on: detail goes where it tells most about the target.

    The idea: at first every value is hidden. Then, again and again, one value is replaced by
    the next finer ones below it, in the whole table: the one that tells most about the target
    for each record that the smallest combination shrinks by. Steps that would break a
    requirement, and steps that could not help a classifier because all records there are of
    one class, are never taken. When no step is left, that is the release.

    When to choose it: when the release shall serve to predict one attribute, the target. It
    may be stopped at any time, since every table on the way is safe. Numbers and dates need no
    hierarchy: they are split at the threshold that tells most. It leaves out no record.

    Cost: a step costs the combinations that it touches, not the table. Requirements other than
    k-anonymity are judged once for each step that is about to be taken.

    >>> from dataclasses import replace
    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> problem = replace(teaching_problem(k=2), target="Disease")
    >>> cut = top_down_specialization(problem).recoding
    >>> [lexicon.labels for lexicon in cut.lexicons]
    [('20', '23', '[27,30]'), ('Junior', 'Senior')]

    Deviations: anonymity is averaged over the k-anonymity requirements that look at the
    attribute; where there is none, the information gained decides alone. Other requirements
    decide which steps may be taken and nothing else. Steps of equal score: the one that lowers
    the most levels, then the first attribute of the policy. A missing value of an attribute
    without a hierarchy is a node of its own below the root.
    """
    table = PROCESS.run(problem)
    return Outcome(
        table.recoding(),
        ended="time" if valid_and_beneficial(table) else "complete",
        evaluated=table.steps + 1,
    )
