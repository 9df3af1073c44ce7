"""Median Mondrian: split at the median of the widest attribute, as long as the parts stay safe.

LeFevre, DeWitt, Ramakrishnan: Mondrian multidimensional k-anonymity (2006).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.catalogue import Outcome, algorithm
from hoarfrost.algorithms.fitness import Needs
from hoarfrost.algorithms.regions.by_size import Loop, is_by_size, split_all
from hoarfrost.algorithms.regions.process import EVENTS, RegionsProcess, started
from hoarfrost.algorithms.regions.releasing import released
from hoarfrost.algorithms.regions.space import CATEGORICAL, Boxes, Categorical, Region, Space, Split
from hoarfrost.options import option

if TYPE_CHECKING:
    from hoarfrost.problem import Problem

AT_ONCE = 100_000
"""So many regions are split between two looks at the clock."""


def whole_table(problem: Problem, categorical: Categorical) -> Space:
    """Begin with the whole table as one region, or with what max_level keeps apart."""
    started(problem)
    return Space.of(problem, categorical)


def medians(space: Space, region: Region, *, is_relaxed: bool = False) -> Iterator[Split]:
    """At the median of the widest attribute, or by its hierarchy; then of the next widest."""
    from hoarfrost.kernels.regions import median_bound

    widths = space.widths(region)
    for axis in np.argsort(-widths, kind="stable").tolist():
        if widths[axis] <= 0:
            return
        reason = f"a width of {widths[axis]:.3g}"
        counts = space.counts(region, axis)
        if not space.axes[axis].is_ordered:
            yield Split(axis, space.children(region, axis, counts), reason)
            continue
        for choice in (0, 1):
            bound = median_bound(counts, is_relaxed, choice)
            if bound:
                yield Split(axis, np.array([region.lows[axis] + bound], dtype=np.int64), reason)


PROCESS = RegionsProcess(start=whole_table, ranked=medians)


@algorithm(
    "median-mondrian",
    family="regions",
    kind="regions",
    needs=Needs(monotone=True, classes=True, own_records=True),
    suppresses=False,
    process=PROCESS,
    events=EVENTS,
)
def median_mondrian(
    problem: Problem,
    *,
    relaxed: bool = option(
        default=False, help="records at the median go to the smaller side, not to the lower one"
    ),
    categorical: Categorical = CATEGORICAL,
) -> Outcome:
    """Small regions of records that are alike in all attributes together.

    The idea: the whole table is one region. Again and again, a region is split in the attribute
    in which it is widest, at the median, so that both parts have about as many records. Where a
    part would fail a requirement, the next widest attribute is tried; where all fail, the
    region stays. Each region is released as one combination: intervals of what lies in it, the
    lowest node of a hierarchy over it, or the set of the values that occur in it (`labels` in
    `[release]`).

    When to choose it: when records should stay as detailed as possible and it does not matter
    that the same value is released differently in different places. It leaves out no
    record, it is fast, and no target needs to be known.

    Cost: the combinations are looked at once for each time that their region is split, and a
    table of n records at k takes about log(n / k) of those.

    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> problem = teaching_problem(k=2)
    >>> outcome = median_mondrian(problem, relaxed=False, categorical="order")
    >>> grouping = outcome.recoding.grouping(problem)
    >>> for codes, size in zip(grouping.codes.T.tolist(), grouping.sizes.tolist(), strict=True):
    ...     names = [blocks.labels[code] for blocks, code in zip(grouping.blocks, codes)]
    ...     print(*names, size)
    20 [9th,10th] 2
    23 11th 2
    [28,30] 9th 2

    Deviations: the paper's relaxed splitting gives equal records to both sides; here all records
    with the median's value go to the smaller side, since a recoding releases equal combinations
    alike. Where the split after the median is not allowed, the one before it is tried. The
    width of an attribute is what its figure `loss` would be, times its weight. Numbers, dates
    and attributes with an order are split between two values, whatever their hierarchy is.
    """
    space = whole_table(problem, categorical)
    if is_by_size(space):
        return released(space, _by_size(space, is_relaxed=relaxed))
    process = replace(PROCESS, ranked=partial(medians, is_relaxed=relaxed))
    return released(space, process.run(space))


def _by_size(space: Space, *, is_relaxed: bool) -> Boxes:
    from hoarfrost.kernels.regions import split_at_medians

    asked = (
        space.rows, space.weights, space.order, space.nodes, space.covered, space.heights,
        space.factors, space.divisors, is_relaxed, space.least,
    )  # fmt: skip
    return split_all(space, Loop(split_at_medians, AT_ONCE, asked))
