"""mu-Argus on the table of adults, nine quasi attributes: search only, warm."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import partial

import numpy as np
from adult import adult_problem
from measuring import timed
from rows import Row

from hoarfrost.algorithms.tree.mu_argus import UNSAFE_SHARE, mu_argus
from hoarfrost.figures.base import FIGURES, View

RUNS = 11
TARGET = 0.05
SHARES = (Decimal(0), UNSAFE_SHARE, Decimal("0.5"))


def measure() -> Iterator[Row]:
    """One row for each share of the records that may lose cells."""
    problem = adult_problem()
    everything = np.ones(problem.frequency.tuple_count, dtype=np.bool_)
    for share in SHARES:
        work = partial(mu_argus, complete=True, unsafe_share=share)
        recoding = work(problem).recoding
        grouping = recoding.grouping(problem)
        kept = np.ones(grouping.class_count, dtype=np.bool_)
        loss = FIGURES.get("loss").value(View(problem, grouping, kept))
        cells = sum((recoding.suppressed_cells(problem, everything) or {}).values())
        spent = timed(lambda: problem, work, RUNS)
        yield Row(
            "mu-argus",
            f"mu-argus, unsafe share {share}: search",
            spent.median,
            TARGET,
            notes=(
                f"loss {loss:.4f}, {cells} cells suppressed; CPU {spent.median_cpu * 1000:.1f} ms"
            ),
        )
