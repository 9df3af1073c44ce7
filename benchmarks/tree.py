"""TR: tree recoding on the table of adults, search only, warm; and on a million records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np
from adult import INCOME, K, adult_problem, fresh
from growth import _position, _varied
from measuring import timed
from rows import Row

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.algorithms.tree.bottom_up_generalization import bottom_up_generalization
from hoarfrost.algorithms.tree.datafly import datafly
from hoarfrost.algorithms.tree.top_down_specialization import top_down_specialization
from hoarfrost.frequency import FrequencySet, Histogram
from hoarfrost.judgement import Demand
from hoarfrost.requirements.k_anonymity import KAnonymity

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from hoarfrost.algorithms.catalogue import Outcome
    from hoarfrost.problem import Problem

RUNS, RUNS_OF_MANY = 11, 3
MANY = 1_000_000
MOST_SECONDS, MOST_FOR_DATAFLY, MOST_FOR_MANY = 0.15, 0.05, 3.0


def measure() -> Iterator[Row]:
    """One row for each algorithm, and one for top-down specialization of many records."""
    own = ALGORITHMS.get("datafly").own_limit(replace(adult_problem(), has_own_limit=False))
    nine = replace(adult_problem(), suppression_limit=own)
    yield _row("datafly, nine attributes", nine, datafly, RUNS, MOST_FOR_DATAFLY)
    eight = predicting_income()
    for name, solve in (
        ("bottom-up-generalization", bottom_up_generalization),
        ("top-down-specialization", top_down_specialization),
    ):
        yield _row(f"{name}, eight and a target", eight, solve, RUNS, MOST_SECONDS)
    many = resampled(MANY)
    work = f"top-down-specialization, {MANY} records"
    yield _row(work, many, top_down_specialization, RUNS_OF_MANY, MOST_FOR_MANY)


def _row(
    work: str, problem: Problem, solve: Callable[[Problem], Outcome], runs: int, target: float
) -> Row:
    outcome = solve(fresh(problem))
    spent = timed(partial(fresh, problem), solve, runs)
    notes = (
        f"{outcome.evaluated - 1} steps, {problem.frequency.tuple_count} combinations;"
        f" best {spent.best * 1000:.1f} ms, CPU {spent.median_cpu * 1000:.1f} ms"
    )
    return Row("TR", f"{work}, k = {K}: search", spent.median, target, notes=notes)


@cache
def predicting_income() -> Problem:
    """The table of adults with eight quasi attributes, its income to be predicted."""
    whole = adult_problem()
    place = _position(whole, INCOME)
    kept = [other for other in range(len(whole.attributes)) if other != place]
    codes = np.repeat(whole.frequency.codes, whole.frequency.counts, axis=1)
    incomes = whole.attributes[place].hierarchy.leaves
    attributes = tuple(whole.attributes[other] for other in kept)
    problem = replace(
        whole,
        attributes=attributes,
        demands=(Demand(KAnonymity(K), tuple(range(len(attributes)))),),
        target=INCOME,
    )
    return with_records(problem, codes[kept], codes[place], incomes)


def resampled(size: int) -> Problem:
    """The same with so many records, which are varied so that new combinations arise."""
    problem = predicting_income()
    histogram = problem.frequency.histograms[INCOME]
    codes = np.vstack((problem.frequency.codes[:, histogram.groups], histogram.codes))
    records = np.repeat(codes, histogram.counts, axis=1)
    age = _position(problem, "age")
    varied = _varied(records, size, np.random.default_rng(size), age)
    return with_records(problem, varied[:-1], varied[-1], histogram.values)


def with_records(
    problem: Problem, codes: NDArray[np.int32], classes: NDArray[np.int32], values: tuple[str, ...]
) -> Problem:
    """The problem of other records, each with the class that is to be predicted."""
    radices = [len(hierarchy.leaves) for hierarchy in problem.hierarchies]
    keys = np.ravel_multi_index(tuple(codes), radices)
    _, firsts, tuple_of = np.unique(keys, return_index=True, return_inverse=True)
    pairs, counts = np.unique(tuple_of * len(values) + classes, return_counts=True)
    starts = np.searchsorted(pairs // len(values), np.arange(len(firsts) + 1))
    histogram = Histogram(
        values, starts, (pairs % len(values)).astype(np.int32), counts.astype(np.int64)
    )
    own = np.ascontiguousarray(codes[:, firsts])
    names = tuple(attribute.name for attribute in problem.attributes)
    frequency = FrequencySet(names, own, np.bincount(tuple_of), {INCOME: histogram})
    return replace(problem, frequency=frequency)
