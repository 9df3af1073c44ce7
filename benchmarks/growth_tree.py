"""How the time of tree recoding grows: with records, attributes and k."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from adult import INCOME, K
from charts import Series
from growth import SIZES, Grown, Point, by_k, draw, measured
from tree import predicting_income, resampled, with_records

from hoarfrost.algorithms.tree.bottom_up_generalization import bottom_up_generalization
from hoarfrost.algorithms.tree.top_down_specialization import top_down_specialization
from hoarfrost.judgement import Demand
from hoarfrost.requirements.k_anonymity import KAnonymity

GROWN = (
    Grown("bottom-up-generalization", bottom_up_generalization),
    Grown("top-down-specialization", top_down_specialization),
)


def write(folder: Path) -> None:
    """Measure every kind of growth; one picture each, and all numbers in `growth-tree.json`."""
    whole = {
        grown.name: draw(grown.name, _series(grown), f"search of {grown.name}", folder)
        for grown in GROWN
    }
    (folder / "growth-tree.json").write_text(json.dumps(whole, indent=1) + "\n", "utf-8")


def _series(grown: Grown) -> Iterator[Series]:
    axis = "quasi attributes beside the target"
    yield Series("records", "records, resampled with jitter", *measured(grown, by_records()))
    yield Series("attributes", axis, *measured(grown, by_attributes()))
    yield Series("k", "k", *measured(grown, by_k(predicting_income())))


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
