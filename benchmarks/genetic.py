"""GA: the genetic search on the table of adults, warm: what it takes and what it finds.

It proves nothing, so what it finds stands beside `optimal`'s proven best with one level for each
attribute, and beside the best that is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from adult import K, adult_problem, asking
from measuring import timed
from rows import Row

from hoarfrost.algorithms.lattice.optimal import optimal
from hoarfrost.algorithms.partitions.genetic import genetic

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Outcome
    from hoarfrost.problem import Problem

SEEDS = range(3)
POPULATION, GENERATIONS = 100, 100
MOST_SECONDS = 10.0


@dataclass(frozen=True)
class Question:
    """What is to be made best."""

    scheme: str
    objective: str
    limit: float
    best_known: float
    """Of three searches with a population of 400 and 100 generations."""


QUESTIONS = (
    Question("ghs", "loss", 1.0, 0.218013),
    Question("ops", "loss", 1.0, 0.162646),
    Question("ghs", "discernibility", 1.0, 4_225_088),
)


def measure() -> Iterator[Row]:
    """One row for each question: CPU time of one search, the best of those with several seeds."""
    for question in QUESTIONS:
        ask = partial(asking, adult_problem(), question.objective, question.limit)
        found: list[Outcome] = []
        seconds = []
        for seed in SEEDS:
            search = partial(_solved, question.scheme, seed, found)
            seconds.append(min(timed(ask, search, 1).cpu))
        values = ", ".join(f"{outcome.value:.6g}" for outcome in found[1::2])
        levels = optimal(ask()).value
        yield Row(
            "GA",
            f"genetic, {question.scheme}, {question.objective}, k = {K}, limit {question.limit:g}",
            min(seconds),
            MOST_SECONDS,
            notes=(
                f"CPU; {found[-1].evaluated} recodings; seeds {SEEDS[0]} to {SEEDS[-1]} find {values};"
                f" best known {question.best_known:.6g}, best levels (optimal) {levels:.6g}"
            ),
        )


def _solved(scheme: str, seed: int, found: list[Outcome], problem: Problem) -> None:
    found.append(
        genetic(problem, scheme=scheme, population=POPULATION, generations=GENERATIONS, seed=seed)
    )
