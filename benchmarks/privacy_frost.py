"""P4: every setting of PrivacyFrost2's tables, search only, warm, on the paper's data."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rows import Row

sys.path.append(str(Path(__file__).parent / "papers" / "privacyfrost2"))

from hierarchies import DataMissing, data_sets
from settings import Bench

if TYPE_CHECKING:
    from settings import Measured

MOST_SECONDS = {"adult": 0.06, "census-income": 1.5}
MOST_FOR_PRESAMPLING = {"adult": 0.02, "census-income": 0.12}
YARDSTICK = "the paper's PC of 2009"


def measure() -> Iterator[Row]:
    """For each table of data the slowest pre-sampling and the slowest setting; none without it."""
    try:
        benches = [Bench(data) for data in data_sets() if data.path]
    except DataMissing as error:
        print(f"P4 is skipped: {error}", file=sys.stderr)
        return
    for bench in benches:
        name = bench.data.name
        yield _slowest(list(bench.presamplings()), MOST_FOR_PRESAMPLING[name])
        yield _slowest(list(bench.settings()), MOST_SECONDS[name])


def _slowest(measured: Sequence[Measured], target: float) -> Row:
    slowest = max(measured, key=lambda one: one.spent.median)
    asked = ", ".join(f"{name} = {value}" for name, value in slowest.asked.items())
    found = ", ".join(f"{name}: {value}" for name, value in slowest.found.items())
    return Row(
        "P4",
        f"privacy-frost, {slowest.data}, {slowest.work}, the slowest of {len(measured)}: search",
        slowest.spent.median,
        target,
        slowest.paper / 1000,
        YARDSTICK,
        notes=f"{asked}; {found}; CPU {slowest.spent.median_cpu * 1000:.0f} ms",
    )
