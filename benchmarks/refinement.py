"""P10: recodings of the table of adults refined class by class, search and refinement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from adult import adult_problem, asking
from measuring import timed
from rows import Row

from hoarfrost.algorithms.catalogue import ALGORITHMS, Outcome
from hoarfrost.problem import Problem

RUNS = 7
REACH = 0.25
LOSS = 0.052
YARDSTICK, SECONDS = "ARX 3.9.2, local recoding to loss 0.052", 25.0
CASES = (("fixed", 0.0), ("optimal", 0.0), ("optimal", 0.02), ("optimal", 1.0), ("datafly", 0.0))
"""Algorithm and suppression limit; `fixed` begins with every attribute at its root."""


def measure() -> Iterator[Row]:
    """One row for each start."""
    problem = adult_problem()
    for name, limit in CASES:
        solve = ALGORITHMS.get(name).solve
        outcome = solve(_refining(problem, name, limit))
        spent = timed(partial(_refining, problem, name, limit), solve, RUNS)
        yield Row(
            "P10",
            f"{_start(name)}, limit {limit:g}, refined: search and refinement",
            spent.median,
            REACH,
            SECONDS,
            YARDSTICK,
            notes=f"{_reached(outcome)}; CPU {spent.median_cpu * 1000:.0f} ms",
        )


def _refining(problem: Problem, name: str, limit: float) -> Problem:
    roots = {attribute.name: attribute.top for attribute in problem.attributes}
    options = {"levels": roots} if name == "fixed" else {}
    return replace(asking(problem, "loss", limit), options=options, refine=True)


def _start(name: str) -> str:
    return "every attribute at its root" if name == "fixed" else name


def _reached(outcome: Outcome) -> str:
    changed = outcome.refined or {}
    loss = changed["after"]
    reached = "below" if loss < LOSS else "not below"
    return f"loss {changed['before']:.4f} to {loss:.4f}, {reached} {LOSS}"
