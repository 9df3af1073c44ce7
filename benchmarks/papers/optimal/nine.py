"""All nine attributes: what is proven, and the gap where the time ends first."""

from __future__ import annotations

import sys

import experiments  # noqa: F401 - it finds the modules of the folder above
from cells import cost_cell, table
from partition_runs import NINE, OBJECTIVES, SCHEMES, Asked, search

K = 5
HEAD = """# Partition recoding of nine attributes

The table of adults, {count} attributes: {names}; k = {k}, any number of records may be left out, bottom-up, everything on.
A search that is not proven ends after {seconds:g} seconds, and the gap is the share of the value that may still be saved.

"""


def nine(seconds: float) -> str:
    """The table of all schemes under both objectives."""
    rows = [("scheme", "objective", "value", "gap", "states", "of", "CPU"), ("---",) * 7]
    for objective, title in OBJECTIVES.items():
        for scheme in SCHEMES:
            found = search(Asked(scheme, K, objective, names=NINE), seconds)
            gap = "proven" if found.is_proven else f"{found.gap:.2%}"
            rows.append((
                scheme.upper(), title, cost_cell(found), gap, f"{found.states:,}",
                f"{float(found.space):.2g}", f"{found.cpu:.2g} s",
            ))  # fmt: skip
            print(f"  {rows[-1]}", file=sys.stderr, flush=True)
    names = ", ".join(f"`{name}`" for name in NINE)
    return HEAD.format(count=len(NINE), names=names, k=K, seconds=seconds) + table(rows)
