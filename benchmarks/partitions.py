"""P5: partition recoding on four attributes of the table of adults, every scheme to its proof."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from partition_runs import DIRECTIONS, KS, OBJECTIVES, SCHEMES, Asked, Found, peak_bytes, search
from rows import Row

MOST_SECONDS = 60.0
SECONDS_TRACED = 20.0
KILOBYTE = 1000


def measure() -> Iterator[Row]:
    """One row for each scheme, objective and direction: the slowest k."""
    search(Asked("ops", 2), MOST_SECONDS)
    for scheme in SCHEMES:
        for objective in OBJECTIVES:
            for direction in DIRECTIONS:
                found = list(_over_k(scheme, objective, direction))
                yield _row(max(found, key=lambda one: one.wall), len(found))


def _over_k(scheme: str, objective: str, direction: str) -> Iterator[Found]:
    """The largest k first; after one that is not proven the others are not tried."""
    for k in reversed(KS):
        found = search(Asked(scheme, k, objective, direction), MOST_SECONDS)
        print(f"  {scheme} {objective} {direction} {k}: {found.wall:.2f} s", file=sys.stderr)
        yield found
        if not found.is_proven:
            return


def _row(slowest: Found, tried: int) -> Row:
    asked = slowest.asked
    peak, states = peak_bytes(asked, SECONDS_TRACED)
    ended = "proven" if slowest.is_proven else f"not proven, gap {slowest.gap:.2%}"
    notes = (
        f"k = {asked.k} is the slowest of {tried}: {ended}; {slowest.states} states,"
        f" {slowest.speed:.0f} in a second of CPU ({slowest.cpu:.2f} s);"
        f" at most {peak / 1e6:.1f} MB, {peak / states / KILOBYTE:.1f} kB for each state"
    )
    return Row(
        "P5",
        f"partition, {asked.scheme}, {OBJECTIVES[asked.objective]}, {asked.direction}: search",
        slowest.wall,
        MOST_SECONDS,
        notes=notes,
    )
