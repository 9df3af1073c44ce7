"""InfoGain and LSD Mondrian beside the median, on the targets that they know: Adult as it was published.

The folder with the raw file `adult.data` (or `adult.data.gz`) is the environment variable
HOARFROST_DATA. Quasi attributes are age, work class, education, marital status, occupation, race
and sex, the texts without a hierarchy but their values and the root, split in their order.
"""

from __future__ import annotations

import csv
import gzip
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.figures import View
from hoarfrost.figures.accuracy import accuracy_details
from hoarfrost.figures.regression_error import estimation_errors, estimation_limits
from hoarfrost.judgement import Demand
from hoarfrost.policy import Policy
from hoarfrost.requirements.k_anonymity import KAnonymity
from hoarfrost.running import Run, Settings

if TYPE_CHECKING:
    from hoarfrost.problem import Problem

COLUMNS = (
    "age", "workclass", "fnlwgt", "education", "education-num", "marital-status", "occupation",
    "relationship", "race", "sex", "capital-gain", "capital-loss", "hours-per-week",
    "native-country", "salary-class",
)  # fmt: skip
NUMBER, TEXTS = "age", ("workclass", "education", "marital-status", "occupation", "race", "sex")
OF_TARGET = {"hours-per-week": "lsd-mondrian", "salary-class": "infogain-mondrian"}
KS = (10, 25, 50)
CAVEAT = (
    "The regions were chosen with the targets of all records, those that a model is tested on among them:"
    " so a release can come out better than the original."
)
"""Stands below the table."""


def write(folder: Path) -> None:
    """Measure both targets at each k and write one table."""
    lines = ["| target | k | algorithm | classes | search | boosted trees | other model |"]
    lines.append("|---" * 7 + "|")
    notes = []
    for target, own in OF_TARGET.items():
        problem = adult(target)
        for k in KS:
            for name in (own, "median-mondrian"):
                lines.append(measured(problem, k, name))
                print(lines[-1], file=sys.stderr, flush=True)
        notes.append(reachable(problem))
    text = "# Mondrians on their own targets, Adult\n\n" + "\n".join(lines) + "\n\n"
    text += "Hours: root mean squared error, less is better; the other model is linear regression."
    text += " Class: share predicted rightly, more is better; the other model is naive Bayes.\n"
    (folder / "mondrian-targets.md").write_text(text + "\n".join([*notes, CAVEAT]) + "\n", "utf-8")


def measured(problem: Problem, k: int, name: str) -> str:
    """One line of the table."""
    everything = tuple(range(len(problem.attributes)))
    asked = replace(
        problem, demands=(Demand(KAnonymity(k), everything),), options={"categorical": "order"}
    )
    start = time.perf_counter()
    outcome = ALGORITHMS.get(name).solve(asked)
    seconds = time.perf_counter() - start
    grouping = outcome.recoding.grouping(asked)
    view = View(asked, grouping, asked.judge(grouping).kept)
    return (
        f"| {problem.target} | {k} | {name} | {grouping.class_count:,} | {seconds:.2f} s |"
        f" {' | '.join(f'{own:.4f}' for own in learnt(view))} |"
    )


def learnt(view: View) -> tuple[float, float]:
    """What boosted trees and the plainer model reach."""
    if view.problem.target == "hours-per-week":
        found, other = estimation_errors(view), "linear"
    else:
        found, other = accuracy_details(view), "naive_bayes"
    assert found is not None  # noqa: S101 - both targets have models
    return found["strong"], found[other]


def reachable(problem: Problem) -> str:
    """What there is to be reached for a number, in words."""
    limits = estimation_limits(problem) if problem.target == "hours-per-week" else None
    if limits is None:
        return ""
    return (
        f"Hours from the original: {limits['original']:.4f}; always the mean: {limits['mean']:.4f}."
    )


def adult(target: str) -> Problem:
    """The problem of the raw table with a target."""
    rows = [row for row in _rows() if len(row) == len(COLUMNS) and "?" not in row]
    with TemporaryDirectory() as place, Settings().engine() as engine:
        folder = Path(place)
        with (folder / "adult.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([COLUMNS, *rows])
        attributes: dict[str, object] = {
            name: {"role": "identifier"} for name in COLUMNS if name not in (NUMBER, *TEXTS, target)
        }
        attributes[NUMBER] = {"role": "quasi", "type": "integer"}
        for name in TEXTS:
            values = sorted({row[COLUMNS.index(name)] for row in rows})
            path = folder / f"{name}.csv"
            path.write_text("".join(f"{value},*\n" for value in values), "utf-8")
            attributes[name] = {"role": "quasi", "hierarchy": path.name}
        attributes[target] = {"role": "target"}
        policy = Policy(
            attributes=attributes, requirements=[{"type": "k-anonymity", "k": KS[0]}], folder=folder
        )
        return Run(engine, str(folder / "adult.csv"), policy, Settings()).prepare().problem


def _rows() -> list[list[str]]:
    folder = Path(os.environ["HOARFROST_DATA"])
    packed = folder / "adult.data.gz"
    if packed.exists():
        text = gzip.decompress(packed.read_bytes()).decode()
    else:
        text = (folder / "adult.data").read_text("utf-8")
    return list(csv.reader(text.splitlines(), skipinitialspace=True))
