"""P3: every recoding of the lattice classified and scored under every figure that is not slow."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from adult import LATTICE, adult_problem, asking, fresh
from measuring import timed
from rows import Row

from hoarfrost.algorithms.lattice.survey import survey_lattice
from hoarfrost.figures.base import FIGURES, View

if TYPE_CHECKING:
    from hoarfrost.problem import Problem

RUNS = 9
SAMPLED = 60
MOST_SECONDS = 0.3


def measure() -> Iterator[Row]:
    """One row for each of two references, both made in this run and extrapolated."""
    problem = asking(adult_problem(), "loss", 0.02)
    found = survey_lattice(fresh(problem))
    spent = timed(lambda: fresh(problem), survey_lattice, RUNS)
    counted, measured = _one_by_one(problem)
    notes = (
        f"{int(found.is_accepted.sum())} of {LATTICE} meet the policy, {len(found.figures)} figures;"
        f" CPU {spent.median_cpu * 1000:.0f} ms"
    )
    for name, seconds in (("one pass", counted), ("one pass and its figures", measured)):
        source = f"{name} per recoding, {SAMPLED} sampled in this run"
        work = "survey_lattice: every recoding under every figure"
        yield Row("P3", work, spent.median, MOST_SECONDS, seconds * LATTICE, source, notes=notes)


def _one_by_one(problem: Problem) -> tuple[float, float]:
    """Seconds for one recoding from the table: grouped and judged; and measured besides."""
    counting = measuring = 0.0
    for levels in _sample(problem):
        start = time.perf_counter()
        grouping = problem.grouping(levels)
        verdict = problem.judge(grouping)
        middle = time.perf_counter()
        for _, figure in FIGURES:
            if not figure.is_slow:
                figure.value(View(problem, grouping, verdict.kept))
        counting += middle - start
        measuring += time.perf_counter() - start
    return counting / SAMPLED, measuring / SAMPLED


def _sample(problem: Problem) -> Sequence[tuple[int, ...]]:
    """Recodings evenly spread over the lattice."""
    every = list(product(*(range(top + 1) for top in problem.tops)))
    return [every[(2 * place + 1) * len(every) // (2 * SAMPLED)] for place in range(SAMPLED)]
