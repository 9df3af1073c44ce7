"""A hospital of eleven patients whose every original value is a canary."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace

import numpy as np
import pytest

from hoarfrost.algorithms.catalogue import Algorithm, Outcome
from hoarfrost.figures.base import FIGURES, View
from hoarfrost.frequency import FrequencySet, Histogram
from hoarfrost.grouping import Blocks, Grouping
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.judgement import Demand
from hoarfrost.problem import Attribute, Problem
from hoarfrost.report import Check, ColumnFacts, DataFacts, ReportFacts, WrittenFacts
from hoarfrost.report.ranges import figure_ranges
from hoarfrost.requirements.k_anonymity import KAnonymity

FIGURES_SHOWN = ("loss", "precision", "discernibility")


@pytest.fixture
def cities():
    rows = [
        ["canary-ayr", "north", "*"],
        ["canary-bath", "north", "*"],
        ["canary-cork", "south", "*"],
        ["canary-deal", "south", "*"],
    ]
    return Hierarchy.from_rows(rows)


@pytest.fixture
def sexes():
    return Hierarchy.from_rows([["canary-man", "*"], ["canary-woman", "*"]])


@pytest.fixture
def frequency():
    """Ayr man 3, Bath man 2, Cork woman 4, Deal man 1, Deal woman 1."""
    diseases = Histogram(
        values=("canary-cold", "canary-flu"),
        starts=np.array([0, 2, 3, 5, 6, 7]),
        codes=np.array([0, 1, 1, 0, 1, 0, 1], dtype=np.int32),
        counts=np.array([1, 2, 2, 2, 2, 1, 1]),
    )
    return FrequencySet(
        names=("city", "sex"),
        codes=np.array([[0, 1, 2, 3, 3], [0, 0, 1, 0, 1]], dtype=np.int32),
        counts=np.array([3, 2, 4, 1, 1]),
        histograms={"disease": diseases},
    )


@pytest.fixture
def problem(cities, sexes, frequency):
    return Problem(
        attributes=(Attribute("city", cities), Attribute("sex", sexes)),
        frequency=frequency,
        demands=(Demand(KAnonymity(5), (0, 1)),),
        suppression_limit=1,
        objective=FIGURES.get("loss"),
    )


@pytest.fixture
def facts(problem):
    """Cities at level 1: five men in the north, five women in the south, one man left out."""

    def run(problem):
        """Does nothing."""

    grouping = problem.grouping([1, 0])
    verdict = problem.judge(grouping)
    view = View(problem, grouping, verdict.kept)
    figures = {name: FIGURES.get(name).value(view) for name in FIGURES_SHOWN}
    columns = (
        ColumnFacts("name", "identifier"),
        ColumnFacts("city", "quasi"),
        ColumnFacts("sex", "quasi"),
        ColumnFacts("disease", "sensitive"),
        ColumnFacts("ward", "plain", "integer"),
    )
    return ReportFacts(
        version="1.0.0",
        created=datetime(2026, 11, 18, 21, 20, tzinfo=UTC),
        title="Patients of the year",
        policy={
            "title": "Patients of the year",
            "data": {"missing": ["canary-unknown"]},
            "attributes": {
                "city": {
                    "role": "quasi",
                    "max_level": 1,
                    "hierarchy": {"groups": {"north": ["canary-ayr"]}},
                    "order": ["canary-ayr", "canary-bath"],
                },
                "disease": {"role": "sensitive"},
            },
            "requirements": [{"type": "k-anonymity", "k": 5, "population": "canary.csv"}],
            "algorithm": {"name": "optimal", "time_limit": 60},
        },
        data=DataFacts(11, columns, name="canary.csv", sha256="canary-hash"),
        algorithm=Algorithm("optimal", "lattice", "full-domain", run, uses_objective=True),
        problem=problem,
        outcome=Outcome(
            SimpleNamespace(kind="full-domain", levels={"city": 1, "sex": 0}),
            is_optimal=True,
            value=figures["loss"],
            bound=figures["loss"],
            evaluated=4,
            space=6,
            pruned={"cannot be better": 2},
            notes=("canary-bath was a note.",),
        ),
        grouping=grouping,
        verdict=verdict,
        release=WrittenFacts(10, sha256="5ea1"),
        figures=figures,
        figure_ranges=figure_ranges(problem, FIGURES_SHOWN),
        seconds={"read": 0.1, "search": 0.25},
        checks=(Check("records", passed=True, detail="10, canary-cork among them"),),
        provenance={"python": "3.11.7", "peak_memory_mib": 120},
    )


@pytest.fixture
def in_groups(facts, problem):
    """Cities as Ayr, [Bath, Cork] and Deal, of which Bath and Cork have no node of their own."""
    labels = ("canary-ayr", "[canary-bath,canary-cork]", "canary-deal")
    of_leaf = np.array([0, 1, 1, 2], dtype=np.int32)
    blocks = Blocks.of_partition(of_leaf, labels, np.array([0, 2, 0]))
    sexes = Blocks.of_level(problem.hierarchies[1], 0)
    codes = np.stack((of_leaf[problem.frequency.codes[0]], problem.frequency.codes[1]))
    grouping = Grouping.of_blocks(problem.frequency, (blocks, sexes), codes)
    verdict = replace(facts.verdict, kept=grouping.sizes > 0)
    recoding = SimpleNamespace(kind="cut", levels=None)
    outcome = replace(facts.outcome, recoding=recoding)
    return replace(facts, grouping=grouping, verdict=verdict, outcome=outcome)
