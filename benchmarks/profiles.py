"""Where the time goes: the searches of P1 and the command of P2, function by function."""

from __future__ import annotations

import cProfile
import io
import pstats
import re
import subprocess
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from adult import adult_problem, asking
from command import command
from measuring import environment
from search import CASES

from hoarfrost.algorithms.lattice.optimal import optimal

LINES = 40
LIMIT = 0.02
IMPORTED = re.compile(r"import time:\s+(\d+) \|\s+(\d+) \|( +)(\S+)")


def write(folder: Path) -> None:
    """Profiles of P1 and P2 and the imports of P2, as text."""
    (folder / "profile-search.txt").write_text(_searches(), "utf-8")
    with TemporaryDirectory() as name:
        bare, reports = command(Path(name), LIMIT)
        whole = [*bare, *reports, "--quiet"]
        (folder / "profile-command.txt").write_text(_command(whole, Path(name)), "utf-8")
        (folder / "imports.txt").write_text(_imports(whole), "utf-8")
    print("profiles written")


def _searches() -> str:
    problem = adult_problem()
    parts = []
    for objective, limit, _ in CASES:
        given = asking(problem, objective, limit)
        optimal(asking(problem, objective, limit))
        profile = cProfile.Profile()
        profile.runcall(optimal, given)
        parts.append(f"optimal, {objective}, limit {limit:g}\n{_listed(pstats.Stats(profile))}")
    return "\n".join(parts)


def _command(whole: list[str], folder: Path) -> str:
    """The profile of a cold process."""
    kept = str(folder / "profile")
    python, *arguments = whole
    _run([python, "-m", "cProfile", "-o", kept, *arguments])
    return f"{_title(arguments)}\n{_listed(pstats.Stats(kept))}"


def _listed(stats: pstats.Stats) -> str:
    """Functions by the time spent in and below them, then by the time spent in them alone."""
    written = io.StringIO()
    stats.stream = written  # type: ignore[attr-defined]
    stats.strip_dirs()
    for order in ("cumulative", "tottime"):
        stats.sort_stats(order).print_stats(LINES)
    rows = (row.rstrip() for row in written.getvalue().splitlines())
    return "\n".join(row for row in rows if row and not row.endswith("profile")) + "\n"


def _imports(whole: list[str]) -> str:
    """What is imported and how long it takes, by package and by module."""
    python, *arguments = whole
    told = _run([python, "-X", "importtime", *arguments]).stderr
    found = [(int(own), int(all_), name) for own, all_, _, name in IMPORTED.findall(told)]
    packages: Counter[str] = Counter()
    for own, _, name in found:
        packages[name.partition(".")[0]] += own
    lines = [_title(arguments), "", f"{len(found)} modules, {_milliseconds(packages.total())}"]
    lines += ["", "by package, without what they import from others"]
    lines += [f"{_milliseconds(own)}  {name}" for name, own in packages.most_common(LINES)]
    lines += ["", "by module, with all that they import"]
    longest = sorted(found, key=lambda module: -module[1])[: 2 * LINES]
    lines += [f"{_milliseconds(all_)}  {name}" for _, all_, name in longest]
    return "\n".join(lines) + "\n"


def _milliseconds(microseconds: int) -> str:
    return f"{microseconds / 1000:8.1f} ms"


def _title(arguments: list[str]) -> str:
    """The command with the names of its files alone."""
    return " ".join(Path(part).name if "/" in part else part for part in ["python", *arguments])


def _run(whole: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(whole, capture_output=True, text=True, check=True, env=environment())
