"""P6: median Mondrian on 30,000, a million and ten million records, beside a sort of their keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from adult import adult_problem, fresh
from measuring import timed
from rows import Row

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.figures.base import FIGURES, View
from hoarfrost.frequency import FrequencySet
from hoarfrost.grouping import group_columns
from hoarfrost.problem import Problem

SIZES = (30_000, 1_000_000, 10_000_000)
TIMES_A_SORT = 10
JITTER, FROM_LEAVES = 3, 10
"""Values of attributes with more leaves than that move by up to so many places."""
YARDSTICKS = (
    ("order", "set", 30.0, "anonypy 0.2.1"),
    ("hierarchy", "interval", 123.0, "a research script"),
)
"""How categories are split and what is released; a loss in thousandths, and whose it is.

What anonypy releases of a region are the values that occur in it.
"""
LEAST_DM, LEAST_DM_OF = 294_000, "anonypy 0.2.1"


def measure() -> Iterator[Row]:
    """One row for each size; then loss and discernibility on the table of adults."""
    for size in SIZES:
        problem, keys = jittered(size)
        ours = timed(partial(fresh, problem), ALGORITHMS.get("median-mondrian").solve, 3)
        sort = timed(keys.copy, np.ndarray.sort, 3)
        notes = (
            f"{problem.frequency.tuple_count} combinations; CPU {ours.median_cpu:.3g} s;"
            f" ratio to the sort {ours.best / sort.best:.3g}"
        )
        target = TIMES_A_SORT * sort.best
        work = f"median-mondrian, {size} records, 9 attributes, k = 5"
        yield Row("P6", work, ours.best, target, sort.best, "numpy sort, this run", notes=notes)
    for categorical, labels, loss, whose in YARDSTICKS:
        options = {"categorical": categorical}
        problem = replace(adult_problem(), options=options, labels=labels)
        grouping = ALGORITHMS.get("median-mondrian").solve(problem).recoding.grouping(problem)
        view = View(problem, grouping, np.ones(grouping.class_count, dtype=np.bool_))
        own, dm = (FIGURES.get(name).value(view) for name in ("loss", "discernibility"))
        work = f"of median-mondrian on adults, categories by {categorical}, labels = {labels}"
        yield Row("P6", f"loss {work}", 1000 * own, loss, loss, whose, "/ 1000")
        yield Row("P6", f"discernibility {work}", dm, LEAST_DM, LEAST_DM, LEAST_DM_OF, "")


def jittered(size: int) -> tuple[Problem, np.ndarray]:
    """Adults drawn with repetition, moved a little, and the key of each record."""
    problem = adult_problem()
    source = np.random.default_rng(1)
    radices = [len(attribute.hierarchy.leaves) for attribute in problem.attributes]
    counts = problem.frequency.counts
    picked = source.choice(len(counts), size, p=counts / counts.sum())
    codes = problem.frequency.codes[:, picked]
    for number, radix in enumerate(radices):
        if radix > FROM_LEAVES:
            moved = codes[number] + source.integers(-JITTER, JITTER + 1, size)
            codes[number] = moved.clip(0, radix - 1)
    keys = np.ravel_multi_index(tuple(codes), radices)
    numbers, firsts = group_columns(codes, radices)
    frequency = FrequencySet(
        problem.frequency.names,
        np.ascontiguousarray(codes[:, firsts]),
        np.bincount(numbers).astype(np.int64),
        {},
    )
    return replace(problem, frequency=frequency), keys
