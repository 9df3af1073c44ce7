"""P8: what one waits for before anything happens, and a small table from end to end."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from measuring import MEGABYTE, Spent, timed_command
from rows import Row, amount

from hoarfrost.examples import teaching

RUNS = 11
MOST_FOR_VERSION, MOST_FOR_SMALL_TABLE = 0.15, 1.0
POLICY = """\
[attributes.Age]
role = "quasi"
hierarchy = "age.csv"

[attributes.Education]
role = "quasi"
hierarchy = "education.csv"

[attributes.Disease]
role = "plain"

[[requirements]]
type = "k-anonymity"
k = 2
"""


def measure() -> Iterator[Row]:
    """One row for the version, one for the teaching table."""
    nothing = timed_command([sys.executable, "-c", "pass"], RUNS)
    version = timed_command([*hoarfrost(), "--version"], RUNS)
    yield _row("hoarfrost --version", version, MOST_FOR_VERSION, nothing)
    with TemporaryDirectory() as name:
        folder = Path(name)
        small = timed_command(_small(folder), RUNS)
    yield _row("teaching table end to end, cold", small, MOST_FOR_SMALL_TABLE, nothing)


def hoarfrost() -> list[str]:
    """The installed command, or the same as a module where it is not installed."""
    installed = Path(sys.executable).with_name("hoarfrost")
    return [str(installed)] if installed.exists() else [sys.executable, "-m", "hoarfrost"]


def _row(work: str, spent: Spent, target: float, nothing: Spent) -> Row:
    notes = f"best of {len(spent.wall)}; median {amount(spent.median, 's')}"
    notes += f", CPU {amount(spent.median_cpu, 's')}, {spent.peak_bytes / MEGABYTE:.0f} MB"
    return Row(
        "P8", work, spent.best, target, nothing.best, "python -c pass, this run", notes=notes
    )


def _small(folder: Path) -> list[str]:
    """The command for the teaching table, its files written to a folder."""
    _write(folder / "records.csv", [("Age", "Education", "Disease"), *teaching.RECORDS])
    _write(folder / "age.csv", teaching.AGE)
    _write(folder / "education.csv", teaching.EDUCATION)
    (folder / "policy.toml").write_text(POLICY, encoding="utf-8")
    given = [*hoarfrost(), "anonymize", str(folder / "records.csv")]
    given += ["--policy", str(folder / "policy.toml"), "--out", str(folder / "release.csv")]
    given += ["--report", str(folder / "report.json"), "--report", str(folder / "report.html")]
    return [*given, "--force"]


def _write(path: Path, rows: object) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)  # type: ignore[arg-type]
