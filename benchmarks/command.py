"""P2: the whole command from a cold start: read, search, write, verify, report."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from adult import write_example
from measuring import MEGABYTE, Spent, timed_command
from rows import Row, amount

RUNS = 7
YARDSTICK = "ARX 3.9.2, cold best"
CASES = ((0.0, 1.05), (0.02, 2.0), (1.0, 3.5))
"""Suppression limit and the seconds of the yardstick."""
LEAST_YARDSTICK_MEMORY = 360
MOST_SECONDS, MOST_MEMORY = 1.0, 300


def measure() -> Iterator[Row]:
    """Rows of time with and without reports for each limit, and one of memory."""
    peaks = []
    for limit, yardstick in CASES:
        with TemporaryDirectory() as folder:
            bare, reports = command(Path(folder), limit)
            for name, given in (("no reports", bare), ("with reports", [*bare, *reports])):
                spent = timed_command(given, RUNS)
                peaks.append(spent.peak_bytes)
                yield _row(f"anonymize, limit {limit:g}, {name}: cold", spent, yardstick)
    yield Row(
        "P2",
        "anonymize: peak memory, worst of these",
        max(peaks) / MEGABYTE,
        MOST_MEMORY,
        LEAST_YARDSTICK_MEMORY,
        "ARX 3.9.2, least of 360-625 MB",
        unit="MB",
    )


def _row(work: str, spent: Spent, yardstick: float) -> Row:
    notes = f"best of {len(spent.wall)}; median {amount(spent.median, 's')}"
    notes += f", CPU {amount(spent.median_cpu, 's')}, {spent.peak_bytes / MEGABYTE:.0f} MB"
    return Row("P2", work, spent.best, MOST_SECONDS, yardstick, YARDSTICK, notes=notes)


def command(folder: Path, limit: float) -> tuple[list[str], list[str]]:
    """The command without reports, and the arguments that ask for every file beside the release."""
    table, policy = write_example(folder, limit)
    whole = [sys.executable, "-m", "hoarfrost", "anonymize", str(table), "--policy", str(policy)]
    whole += ["--out", str(folder / "release.csv"), "--force"]
    reports = ["--report", str(folder / "report.json"), "--report", str(folder / "report.html")]
    return whole, [*reports, "--recoding", str(folder / "recoding.json")]
