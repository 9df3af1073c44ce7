"""P1: `optimal` on the table of adults, search only, warm."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from adult import adult_problem, asking
from measuring import timed
from rows import Row

from hoarfrost.algorithms.lattice.optimal import optimal

RUNS = 11
FASTER = 5
YARDSTICK = "ARX 3.9.2, warm median"
CASES = (
    ("loss", 0.0, 0.031),
    ("loss", 0.02, 0.59),
    ("loss", 1.0, 2.2),
    ("discernibility", 1.0, 2.8),
    ("entropy", 1.0, 4.1),
)
"""Objective, suppression limit, and the seconds of the yardstick."""


def measure() -> Iterator[Row]:
    """One row for each objective and limit."""
    problem = adult_problem()
    for objective, limit, yardstick in CASES:
        outcome = optimal(asking(problem, objective, limit))
        spent = timed(partial(asking, problem, objective, limit), optimal, RUNS)
        yield Row(
            "P1",
            f"optimal, {objective}, limit {limit:g}: search",
            spent.median,
            yardstick / FASTER,
            yardstick,
            YARDSTICK,
            notes=(
                f"{outcome.evaluated} of {outcome.space} recodings weighed, value"
                f" {outcome.value:.6g}; CPU {spent.median_cpu * 1000:.1f} ms"
            ),
        )
