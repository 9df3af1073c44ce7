"""`heuristic-min` on the table of adults, search only, warm; and how its time grows."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from adult import adult_problem, fresh
from growth import by_attributes, by_k, resampled, under_loss
from measuring import timed
from rows import Row, amount

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.frequency import FrequencySet
from hoarfrost.judgement import Demand
from hoarfrost.requirements.k_anonymity import KAnonymity

if TYPE_CHECKING:
    from growth import Point

    from hoarfrost.algorithms.catalogue import Outcome
    from hoarfrost.problem import Problem

FOUR = ("age", "education", "race", "sex")
K = 5
RUNS = 5
SECONDS_FOR_FOUR = 5.0
SECONDS_FOR_NINE = 60.0
"""Then the search of all nine attributes ends, with a bound and the gap to it."""
SECONDS_EACH = 20.0
"""So long each search of a table of growth may take."""
LARGEST = 300_000
STEPS = ("all", "one")


def measure() -> Iterator[Row]:
    """One row for each way to step, with four attributes and with nine."""
    nine = replace(adult_problem(), suppression_limit=0)
    chosen = (("four", four_attributes(nine), SECONDS_FOR_FOUR), ("nine", nine, SECONDS_FOR_NINE))
    for words, problem, target in chosen:
        for steps in STEPS:
            found: list[Outcome] = []
            spent = timed(
                lambda problem=problem, steps=steps: asking(problem, steps, SECONDS_FOR_NINE),
                lambda problem, found=found: found.append(solved(problem)),
                RUNS if words == "four" else 2,
            )
            yield Row(
                "heuristic-min",
                f'{words} attributes, k = {K}, steps = "{steps}": search',
                spent.best,
                target,
                notes=f"{told(found[-1])}; CPU {amount(min(spent.cpu), 's')}",
            )


def four_attributes(problem: Problem) -> Problem:
    """The same records with four of their attributes."""
    names = [attribute.name for attribute in problem.attributes]
    places = [names.index(name) for name in FOUR]
    codes, inverse = np.unique(problem.frequency.codes[places], axis=1, return_inverse=True)
    counts = np.zeros(codes.shape[1], dtype=np.int64)
    np.add.at(counts, inverse.ravel(), problem.frequency.counts)
    return replace(
        problem,
        attributes=tuple(problem.attributes[place] for place in places),
        frequency=FrequencySet(FOUR, np.ascontiguousarray(codes), counts, {}),
        demands=(Demand(KAnonymity(K), tuple(range(len(FOUR)))),),
    )


def asking(problem: Problem, steps: str, seconds: float) -> Problem:
    """The same problem with nothing worked out yet, and so many seconds to solve it."""
    deadline = time.monotonic() + seconds
    return fresh(problem, suppression_limit=0, options={"steps": steps}, deadline=deadline)


def solved(problem: Problem) -> Outcome:
    """What the algorithm finds."""
    return ALGORITHMS.get("heuristic-min").solve(problem)


def told(outcome: Outcome) -> str:
    """What came of a search."""
    proof = "proven best" if outcome.is_optimal else f"bound {outcome.bound}, gap {outcome.gap}"
    return f"{outcome.value} rows, {proof}; {outcome.evaluated} looked at, ended: {outcome.ended}"


def write(folder: Path) -> None:
    """Measure how time grows with records, attributes and k; one small table for each."""
    parts = (
        ("records, resampled with jitter", _up_to(resampled(), LARGEST)),
        ("attributes", by_attributes()),
        ("k", by_k(under_loss())),
    )
    text = f"# heuristic-min on Adult\n\nAt most {SECONDS_EACH:g} s for each search.\n"
    for name, points in parts:
        text += f"\n## Growth with {name}\n\n{_table(points)}"
    (folder / "growth-heuristic-min.md").write_text(text, "utf-8")
    print(text)


def _up_to(points: Iterable[Point], most: float) -> Iterator[Point]:
    return (point for point in points if point.size <= most)


def _table(points: Iterable[Point]) -> str:
    """One line for each size: what each way to step takes and finds."""
    head = ["size", "combinations"]
    for steps in STEPS:
        head += [f"{steps}: time", "looked at", "rows", "bound"]
    lines = [head, ["---"] * len(head)]
    for point in points:
        cells = [f"{point.size:g}", str(point.problem.frequency.tuple_count)]
        for steps in STEPS:
            start = time.perf_counter()
            outcome = solved(asking(point.problem, steps, SECONDS_EACH))
            spent = amount(time.perf_counter() - start, "s")
            cells += [spent, *map(str, (outcome.evaluated, outcome.value, outcome.bound))]
        lines.append(cells)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
