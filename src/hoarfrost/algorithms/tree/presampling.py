"""Leave out beforehand the records that almost nobody resembles, even at coarse levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.levels_by_name import levels_by_name
from hoarfrost.errors import Flaw, PolicyError, PolicyNotReachable
from hoarfrost.frequency import FrequencySet
from hoarfrost.options import declared, option
from hoarfrost.recoding import FullDomain
from hoarfrost.requirements.base import MOST_RECORDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.judgement import Demand
    from hoarfrost.problem import Problem
    from hoarfrost.recoding import Recoding


@declared
class Presample:
    """At which levels records must have how many like them."""

    k: int = option(
        2, at_least=1, at_most=MOST_RECORDS, help="so many records must share a combination"
    )
    levels: int | dict[str, int] = option(
        2,
        help=(
            "at these levels: one for all attributes (their roots where it is higher), or one for"
            " each that is named"
        ),
    )


@dataclass(frozen=True, eq=False)
class Sample:
    """A problem without the records that stand out, and how to leave them out of the release."""

    problem: Problem
    recoding: Recoding | None = None
    """Suppresses the records that stand out; None: there are none."""
    is_kept: NDArray[np.bool_] | None = None
    """For each combination of the whole problem: is it in the sample? None: all are."""
    records: int = 0
    """How many records were left out."""

    def leave_out(self, recoding: Recoding) -> Recoding:
        """The same recoding, which leaves out the records that stood out."""
        return replace(recoding, sampling=self.recoding)


def sampled(problem: Problem, asked: Presample | None) -> Sample:
    """Leave out the records that few resemble at coarse levels, where that is asked for."""
    if asked is None:
        return Sample(problem)
    levels = _levels(problem, asked.levels)
    grouping = problem.grouping(levels)
    is_large = grouping.sizes >= asked.k
    gone = problem.frequency.record_count - int(grouping.sizes[is_large].sum())
    if not gone:
        return Sample(problem)
    if gone > problem.suppression_limit or not is_large.any():
        raise PolicyNotReachable(
            Flaw(
                f"pre-sampling leaves out {gone} of {problem.frequency.record_count} records,"
                f" which is more than the suppression limit of {problem.suppression_limit}"
                if is_large.any()
                else "pre-sampling leaves out every record",
                "raise presample.levels or the suppression limit, or lower presample.k",
            )
        )
    is_kept = is_large[grouping.class_of]
    recoding = FullDomain.of(problem, levels)
    rest = replace(
        problem,
        frequency=_part(problem.frequency, is_kept),
        demands=tuple(referring_to(problem, demand) for demand in problem.demands),
        suppression_limit=problem.suppression_limit - gone,
    )
    if problem.trace is not None:
        combinations = int(np.count_nonzero(~is_kept))
        problem.trace.add("sampled", records=gone, combinations=combinations, k=asked.k)
    return Sample(rest, recoding.leaving_out(grouping, is_large), is_kept, gone)


def _levels(problem: Problem, asked: int | dict[str, int]) -> Sequence[int]:
    """The level of each attribute on the problem's hierarchies."""
    roots = [attribute.hierarchy.height for attribute in problem.attributes]
    if isinstance(asked, dict):
        return levels_by_name(problem, asked, key="algorithm.presample.levels", tops=roots)
    if asked < 0:
        raise PolicyError(f"algorithm.presample.levels: {asked} is too small, expected at least 0")
    return [
        min(max(asked - attribute.first_level, 0), root)
        for attribute, root in zip(problem.attributes, roots, strict=True)
    ]


def _part(frequency: FrequencySet, is_kept: NDArray[np.bool_]) -> FrequencySet:
    """Some of the combinations."""
    chosen = np.flatnonzero(is_kept)
    return FrequencySet(
        frequency.names,
        np.ascontiguousarray(frequency.codes[:, chosen]),
        frequency.counts[chosen],
        {name: histogram.rows(chosen) for name, histogram in frequency.histograms.items()},
    )


def referring_to(problem: Problem, demand: Demand) -> Demand:
    """The demand, which goes on comparing with all input records."""
    if demand.sensitive is None or demand.reference is not None:
        return demand
    return replace(demand, reference=problem.frequency.histograms[demand.sensitive].totals)
