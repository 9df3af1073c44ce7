"""How the time of tree recoding grows: with records, attributes and k."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from adult import INCOME, K, fresh
from charts import Series, log_log
from growth import KS, RUNS, SIZES, Point
from measuring import timed
from tree import predicting_income, resampled, with_records

from hoarfrost.algorithms.tree.bottom_up_generalization import bottom_up_generalization
from hoarfrost.algorithms.tree.top_down_specialization import top_down_specialization
from hoarfrost.judgement import Demand
from hoarfrost.requirements.k_anonymity import KAnonymity

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Outcome
    from hoarfrost.problem import Problem

Solve = Callable[["Problem"], "Outcome"]
ALGORITHMS: dict[str, Solve] = {
    "bottom-up-generalization": bottom_up_generalization,
    "top-down-specialization": top_down_specialization,
}


def write(folder: Path) -> None:
    """Measure every kind of growth; one picture each, and all numbers in `growth-tree.json`."""
    whole = {}
    for name, solve in ALGORITHMS.items():
        for kind, axis, points in (
            ("records", "records, resampled with jitter", by_records()),
            ("attributes", "quasi attributes beside the target", by_attributes()),
            ("k", "k", by_k()),
        ):
            series = _measured(kind, axis, points, solve)
            picture = log_log(series, f"search of {name}")
            (folder / f"growth-{name}-{kind}.svg").write_text(picture, "utf-8")
            print(f"growth of {name} with {kind}: time ~ size^{series.slope:.2f}")
            told = {"sizes": series.sizes, "seconds": series.seconds, "slope": series.slope}
            whole.setdefault(name, {})[kind] = told
    (folder / "growth-tree.json").write_text(json.dumps(whole, indent=1) + "\n", "utf-8")


def _measured(kind: str, axis: str, points: Iterator[Point], solve: Solve) -> Series:
    sizes, seconds = [], []
    for point in points:
        spent = timed(partial(fresh, point.problem), solve, RUNS)
        sizes.append(point.size)
        seconds.append(spent.median)
        print(f"  {point.size:>9g}  {spent.median:.4f} s", file=sys.stderr)
    return Series(kind, axis, sizes, seconds)


def by_records() -> Iterator[Point]:
    """The table of adults at other sizes."""
    for size in SIZES:
        yield Point(size, resampled(size))


def by_attributes() -> Iterator[Point]:
    """The first two, three, … attributes of the table of adults."""
    whole = predicting_income()
    histogram = whole.frequency.histograms[INCOME]
    classes = np.repeat(histogram.codes, histogram.counts)
    tuples = np.repeat(histogram.groups, histogram.counts)
    for count in range(2, len(whole.attributes) + 1):
        demands = (Demand(KAnonymity(K), tuple(range(count))),)
        fewer = replace(whole, attributes=whole.attributes[:count], demands=demands)
        codes = whole.frequency.codes[:count, tuples]
        yield Point(count, with_records(fewer, codes, classes, histogram.values))


def by_k() -> Iterator[Point]:
    """The table of adults with classes of two to a thousand records."""
    problem = predicting_income()
    shield = problem.demands[0].shield
    for k in KS:
        yield Point(k, replace(problem, demands=(Demand(KAnonymity(k), shield),)))
