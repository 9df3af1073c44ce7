"""Measure and write one table: `python benchmarks/run.py [P1 … growth profile]`.

Without names, everything; `growth:optimal` is the growth of one search. Results go to
`benchmarks/results/`. Rows that were not measured this time keep what the last run found.
"""

from __future__ import annotations

import importlib
import json
import os
import platform
import sys
from dataclasses import asdict
from pathlib import Path

from rows import Row, markdown

RESULTS = Path(__file__).with_name("results")
MEASURED = {
    "P1": "search",
    "P2": "command",
    "P3": "every_recoding",
    "P4": "privacy_frost",
    "P5": "partitions",
    "P6": "mondrian",
    "P8": "start",
    "L": "lattice",
    "TR": "tree",
    "P10": "refinement",
    "GA": "genetic",
    "mu-argus": "tree_mu_argus",
    "heuristic-min": "heuristic_min",
}
WRITTEN = {
    "growth": "growth",
    "growth-tree": "growth_tree",
    "growth-heuristic-min": "heuristic_min",
    "mondrian-targets": "mondrian_targets",
    "profile": "profiles",
    "frost-profile": "frost_profile",
}


def main(names: list[str]) -> int:
    """Run what is named, print the table and write it; 2 when a name is unknown."""
    known = [*MEASURED, *WRITTEN]
    unknown = [name for name in names if name.partition(":")[0] not in known]
    if unknown:
        print(f"error: {unknown[0]} is none of {', '.join(known)}", file=sys.stderr)
        return 2
    chosen = names or known
    RESULTS.mkdir(exist_ok=True)
    rows: list[Row] = []
    for name in chosen:
        print(f"measuring {name}", file=sys.stderr)
        if name in MEASURED:
            rows += importlib.import_module(MEASURED[name]).measure()
            _keep(rows)
        else:
            part, _, only = name.partition(":")
            module = importlib.import_module(WRITTEN[part])
            module.write(RESULTS, *filter(None, [only]))
    if rows:
        print(markdown(rows), end="")
    return 0


def _keep(rows: list[Row]) -> None:
    """Write the rows, with those of earlier runs that were not measured this time."""
    path = RESULTS / "results.json"
    known = json.loads(path.read_text("utf-8"))["rows"] if path.exists() else []
    measured = {row.number for row in rows}
    merged = [*(Row(**row) for row in known if row["number"] not in measured), *rows]
    merged.sort(key=lambda row: row.number)
    whole = {"machine": _machine(), "rows": [asdict(row) for row in merged]}
    path.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", "utf-8")
    heading = f"# Measured\n\n{', '.join(_machine().values())}\n\n"
    (RESULTS / "table.md").write_text(heading + markdown(merged), "utf-8")


def _machine() -> dict[str, str]:
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "processors": f"{os.cpu_count()} processors",
        "python": f"Python {platform.python_version()}",
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
