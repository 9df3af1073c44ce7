"""Spaces whose regions are told apart by a target, and what their two algorithms share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.fitness import Needs
from hoarfrost.algorithms.regions.by_size import Loop, is_by_size, split_all
from hoarfrost.algorithms.regions.releasing import released
from hoarfrost.algorithms.regions.space import Space
from hoarfrost.errors import NotApplicable
from hoarfrost.figures.regression_error import as_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.catalogue import Outcome
    from hoarfrost.algorithms.regions.process import RegionsProcess
    from hoarfrost.algorithms.regions.space import Boxes
    from hoarfrost.problem import Problem

AT_ONCE = 10_000
"""So many regions are split between two looks at the clock."""
NEEDS = Needs(target=True, monotone=True, classes=True, own_records=True)


@dataclass(frozen=True, eq=False)
class ClassSpace(Space):
    """A space whose regions are told apart by the class of their records."""


@dataclass(frozen=True, eq=False)
class NumberSpace(Space):
    """A space whose regions are told apart by a number of their records."""

    @cached_property
    def deviation(self) -> float:
        """The target's standard deviation in the table; 1 where all have the same."""
        numbers, totals, mean = self._known
        squares = float(((numbers - mean) ** 2 * totals).sum() / totals.sum())
        return float(np.sqrt(squares)) or 1.0

    @cached_property
    def amounts(self) -> NDArray[np.float64]:
        """The sum of each combination's targets, in standard deviations from the table's mean."""
        numbers, _, mean = self._known
        histogram = self.problem.frequency.histograms[target_of(self.problem)]
        own = histogram.counts * ((numbers - mean) / self.deviation)[histogram.codes]
        sums = np.zeros(histogram.group_count)
        np.add.at(sums, histogram.groups, own)
        return sums

    @cached_property
    def _known(self) -> tuple[NDArray[np.float64], NDArray[np.int64], float]:
        """The target's values, how often there is each, and their mean."""
        histogram = self.problem.frequency.histograms[target_of(self.problem)]
        numbers, totals = numbers_of(self.problem), histogram.totals
        return numbers, totals, float((numbers * totals).sum() / totals.sum())


def target_of(problem: Problem) -> str:
    """The target, which an algorithm that declares to need one has."""
    assert problem.target is not None  # noqa: S101 - refused before it runs
    return problem.target


def numbers_of(problem: Problem) -> NDArray[np.float64]:
    """The target's values as numbers, or an error that names the column."""
    target = target_of(problem)
    numbers = as_numbers(problem.frequency.histograms[target].values)
    if numbers is None:
        raise NotApplicable(
            f"lsd-mondrian needs a target of numbers; {target} has values that are missing or"
            " no numbers",
            hint="name another target, leave those records out of the data, or use"
            " infogain-mondrian, which takes any values",
        )
    return numbers


def split_up(process: RegionsProcess, space: ClassSpace | NumberSpace) -> Outcome:
    """The outcome of a process; where sizes alone decide, one compiled loop finds the same."""
    return released(space, _by_size(space) if is_by_size(space) else process.run(space))


def _by_size(space: ClassSpace | NumberSpace) -> Boxes:
    from hoarfrost.kernels.telling import split_where_it_tells

    histogram = space.problem.frequency.histograms[target_of(space.problem)]
    is_number = isinstance(space, NumberSpace)
    amounts = space.amounts if isinstance(space, NumberSpace) else np.empty(0)

    asked = (
        space.rows, space.weights, space.order, space.nodes, space.heights, space.least, is_number,
        histogram.starts, histogram.codes, histogram.counts, len(histogram.values), amounts,
    )  # fmt: skip
    return split_all(space, Loop(split_where_it_tells, AT_ONCE, asked))
