"""The best recoding of Adult is the best of all 12,960, under every objective and limit."""

from __future__ import annotations

import csv
import gzip
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

import hoarfrost.examples
from hoarfrost.algorithms.lattice.optimal import optimal
from hoarfrost.figures import FIGURES
from hoarfrost.judgement import Demand
from hoarfrost.policy import Policy
from hoarfrost.requirements import REQUIREMENTS
from hoarfrost.running import Run, Settings
from tests.naive.exhaustive import Lattice

ADULT = Path(hoarfrost.examples.__file__).parent / "adult"
RECORDS = 30_162
NO_SUPPRESSION, SOME, ANY = Decimal(0), Decimal("0.02"), Decimal(1)
OBJECTIVES = [name for name, figure in FIGURES if not figure.is_slow]
WEIGHED_ONE_BY_ONE = {"ambiguity", "frost-basic", "frost-eta", "frost-log"}
"""With any suppression allowed these leave almost no node unweighed, which takes long."""
SALARIES = [["<=50K", "*"], [">50K", "*"]]


@pytest.fixture(scope="module")
def table():
    """The columns, and the hierarchy of each."""
    with gzip.open(ADULT / "adult.csv.gz", "rt", encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    hierarchies = []
    for name in names:
        path = ADULT / "hierarchies" / f"{name}.csv"
        text = path.read_text("utf-8").splitlines() if path.exists() else []
        hierarchies.append(list(csv.reader(text)) or SALARIES)
    return list(zip(*rows, strict=True)), hierarchies


@pytest.fixture(scope="module")
def problem(tmp_path_factory):
    """All nine attributes, as hoarfrost prepares them."""
    salaries = tmp_path_factory.mktemp("hierarchies") / "salary-class.csv"
    salaries.write_text("\n".join(map(",".join, SALARIES)), "utf-8")
    policy = Policy.load(ADULT / "policy.toml")
    nine = {"salary-class": {"role": "quasi", "hierarchy": str(salaries)}}
    wider = policy.changed(attributes={**policy.attributes, **nine})
    with Settings().engine() as engine:
        return Run(engine, str(ADULT / "adult.csv.gz"), wider, Settings()).prepare().problem


def proven(problem, k, objective, share):
    """The value and levels that `optimal` proves."""
    asked = replace(
        problem,
        demands=(Demand(REQUIREMENTS.get("k-anonymity")(k), tuple(range(9))),),
        objective=FIGURES.get(objective),
        suppression_limit=int(share * RECORDS),
    )
    outcome = optimal(asked)
    assert outcome.is_optimal
    return outcome.value, tuple(outcome.recoding.levels.values())


def tried(lattice, k, objective, share):
    """The value and levels of the best of all recodings."""
    larger_is_better = FIGURES.get(objective).larger_is_better
    limit = int(share * RECORDS)
    value, levels = lattice.best(k, objective, limit, larger_is_better=larger_is_better)
    return pytest.approx(value, rel=1e-9, abs=1e-12), levels


@pytest.mark.slow
def test_every_objective_under_every_limit(table, problem):
    lattice = Lattice(*table, ks=(5,))
    asked = [
        (5, name, share)
        for name in OBJECTIVES
        for share in (NO_SUPPRESSION, SOME, ANY)
        if share != ANY or name not in WEIGHED_ONE_BY_ONE
    ]
    for question in asked:
        assert (question, *proven(problem, *question)) == (question, *tried(lattice, *question))


@pytest.mark.slow
def test_the_least_loss_for_every_k(table, problem):
    lattice = Lattice(*table, ks=(2, 5, 10, 100))
    asked = [(k, "loss", share) for k in lattice.ks for share in (NO_SUPPRESSION, SOME, ANY)]
    for question in asked:
        assert (question, *proven(problem, *question)) == (question, *tried(lattice, *question))
