"""L: Samarati and Incognito on the table of adults, search only, warm."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from adult import adult_problem, asking
from measuring import timed
from rows import Row

from hoarfrost.algorithms.lattice.incognito import incognito
from hoarfrost.algorithms.lattice.samarati import samarati

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Outcome
    from hoarfrost.problem import Problem

RUNS = 11
LIMITS = (0.0, 0.02)
SEARCHES: tuple[tuple[str, Callable[[Problem], Outcome], float], ...] = (
    ("samarati", partial(samarati, preference="loss", all_nodes=False), 0.1),
    ("incognito", incognito, 0.5),
)
"""Name, search, and the seconds that it has to stay under."""


def measure() -> Iterator[Row]:
    """One row for each search and suppression limit."""
    problem = adult_problem()
    for name, search, most_seconds in SEARCHES:
        for limit in LIMITS:
            outcome = search(asking(problem, "loss", limit))
            spent = timed(partial(asking, problem, "loss", limit), search, RUNS)
            yield Row(
                "L",
                f"{name}, limit {limit:g}: search",
                spent.median,
                most_seconds,
                notes=(
                    f"{outcome.evaluated} nodes tested, {len(outcome.alternatives)} alternatives;"
                    f" best {spent.best * 1000:.1f} ms, CPU {spent.median_cpu * 1000:.1f} ms"
                ),
            )
