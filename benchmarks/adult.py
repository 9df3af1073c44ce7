"""The bundled table of adults with nine quasi attributes, a lattice of 12,960 recodings."""

from __future__ import annotations

import shutil
from dataclasses import replace
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hoarfrost.figures.base import FIGURES
from hoarfrost.policy import Policy
from hoarfrost.running import Run, Settings

if TYPE_CHECKING:
    from hoarfrost.problem import Problem

INCOME = "salary-class"
LATTICE = 12_960
K = 5


def write_example(folder: Path, limit: float) -> tuple[Path, Path]:
    """The table and a policy for it in a folder: `(table, policy)`."""
    with as_file(files("hoarfrost.examples") / "adult") as example:
        shutil.copytree(example, folder, dirs_exist_ok=True)
    income = folder / "hierarchies" / f"{INCOME}.csv"
    income.write_text("<=50K,*\n>50K,*\n", encoding="utf-8")
    policy = Policy.load(folder / "policy.toml").to_dict()
    policy["attributes"][INCOME] = {"role": "quasi", "hierarchy": f"hierarchies/{INCOME}.csv"}
    policy["requirements"] = [{"type": "k-anonymity", "k": K}]
    policy["suppression"] = {"limit": limit}
    path = folder / "policy.toml"
    Policy(**policy, folder=folder).save(path)
    return folder / "adult.csv.gz", path


@cache
def adult_problem() -> Problem:
    """The problem of that table: k-anonymity with k = 5."""
    with TemporaryDirectory() as folder, Settings().engine() as engine:
        table, path = write_example(Path(folder), 0.0)
        run = Run(engine, str(table), Policy.load(path), Settings())
        return run.prepare().problem


def fresh(problem: Problem, **changes: object) -> Problem:
    """The same problem with nothing worked out yet."""
    attributes = tuple(
        replace(attribute, hierarchy=replace(attribute.hierarchy))
        for attribute in problem.attributes
    )
    given = {"attributes": attributes, "frequency": replace(problem.frequency), **changes}
    return replace(problem, **given)  # type: ignore[arg-type]


def asking(problem: Problem, objective: str, limit: float) -> Problem:
    """The same problem under an objective, with a share of the records that may be left out."""
    allowed = int(limit * problem.frequency.record_count)
    return fresh(problem, objective=FIGURES.get(objective), suppression_limit=allowed)
