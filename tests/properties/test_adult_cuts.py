"""HeuristicMin on Adult: proven the best over all cuts, as trying the others' cuts finds it."""

from __future__ import annotations

import csv
import gzip
from dataclasses import replace
from pathlib import Path

import pytest

import hoarfrost.examples
from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.policy import Policy
from hoarfrost.running import Run, Settings
from tests.naive.widest import most_rows

ADULT = Path(hoarfrost.examples.__file__).parent / "adult"
FOUR = ("age", "education", "race", "sex")


@pytest.fixture(scope="module")
def rows():
    """The four columns."""
    with gzip.open(ADULT / "adult.csv.gz", "rt", encoding="utf-8", newline="") as file:
        return [tuple(row[name] for name in FOUR) for row in csv.DictReader(file)]


@pytest.fixture(scope="module")
def problem_for():
    """The problem of four attributes for any k."""
    whole = Policy.load(ADULT / "policy.toml")
    attributes = {name: whole.attributes[name] for name in FOUR}

    def made(k):
        policy = whole.changed(
            attributes=attributes, requirements=[{"type": "k-anonymity", "k": k}]
        )
        with Settings().engine() as engine:
            return Run(engine, str(ADULT / "adult.csv.gz"), policy, Settings()).prepare().problem

    return made


@pytest.mark.parametrize(("k", "by_the_papers_steps"), [(2, 249), (5, 124)])
def test_the_best_of_four_attributes_is_proven(rows, problem_for, k, by_the_papers_steps):
    hierarchies = [
        list(csv.reader((ADULT / "hierarchies" / f"{name}.csv").read_text("utf-8").splitlines()))
        for name in FOUR
    ]
    best = most_rows(rows, hierarchies, k, last=0)
    problem = problem_for(k)
    solve = ALGORITHMS.get("heuristic-min").solve
    one = solve(replace(problem, options={"steps": "one"}))
    assert (one.value, one.bound, one.is_optimal) == (best, best, True)
    every = solve(problem)
    assert (every.value, every.bound) == (by_the_papers_steps, best)
    assert every.is_optimal == (by_the_papers_steps == best)
