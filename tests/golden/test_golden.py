"""The papers' own tables: each file holds a table, its hierarchies, and what comes of it.

Anyone can add a case: a `.toml` file beside this one. Under `[[runs]]` stand an algorithm, what is
asked of it, and what is expected; every key that is expected is compared, and none is ignored.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import hoarfrost as hf
from hoarfrost.figures.accuracy import accuracy_details
from hoarfrost.figures.base import View
from hoarfrost.running import Run, Settings
from hoarfrost.trace import Trace
from tests.files import read, write

FILES = sorted(Path(__file__).parent.glob("*.toml"))


def cases():
    """Every run of every file, named as the file and the run."""
    for path in FILES:
        table = tomllib.loads(path.read_text("utf-8"))
        for run in table["runs"]:
            yield pytest.param(table, run, id=f"{path.stem}: {run['title']}")


def rows_of(text):
    """Lines of `labels : records` as a table from labels to records."""
    lines = [line.rpartition(":") for line in text.strip().splitlines()]
    return {tuple(labels.split()): int(count) for labels, _, count in lines}


def paths_of(text):
    """Lines of a hierarchy: leaf, level 1, …, root."""
    return [line.split() for line in text.strip().splitlines()]


def saved(table, folder):
    """The table as a file, one line for each record."""
    records = [row for row, count in rows_of(table["table"]).items() for _ in range(count)]
    path = folder / "table.csv"
    write(path, [table["columns"], *records])
    for name, text in table["hierarchies"].items():
        write(folder / f"{name}.csv", paths_of(text))
    return path


def policy_of(table, run, folder):
    """What a run asks for."""
    attributes = {
        name: {"role": "quasi", "hierarchy": f"{name}.csv"} for name in table["hierarchies"]
    }
    attributes |= table.get("attributes", {})
    for name, changes in run.get("attributes", {}).items():
        attributes[name] = attributes.get(name, {}) | changes
    asked = {"name": run["algorithm"], **run.get("options", {})}
    return hf.Policy(
        attributes=attributes,
        requirements=run.get("requirements", table.get("requirements", [])),
        suppression=run.get("suppression"),
        algorithm=asked,
        folder=folder,
    )


def released_rows(path, policy):
    """The released combinations of quasi values with their records."""
    columns, rows = read(path)
    places = [columns.index(name) for name in policy.quasi]
    return Counter(tuple(row[place] for place in places) for row in rows)


def same_rows(found, expected):
    assert found["rows"] == rows_of(expected)


def same_figures(found, expected):
    """Compared to as many digits as the paper prints."""
    for name, value in expected.items():
        digits = len(str(value).partition(".")[2])
        assert round(found["report"]["figures"][name], digits) == value, name


def same_states(found, expected):
    """The (violating, total) rows after each step that was tried."""
    assert [[event["violating"], event["rows"]] for event in found["trace"]] == expected


def same_steps(found, expected):
    """What was done, in the words of the trace."""
    steps = [
        f"{event['attribute']}: {event['what']}" for event in found["trace"] if "what" in event
    ]
    assert steps == expected


def same_facts(found, expected):
    """Facts of the events that have them, to as many digits as are printed."""
    for name, values in expected.items():
        facts = [event[name] for event in found["trace"] if name in event]
        digits = [len(str(value).partition(".")[2]) for value in values]
        assert [round(fact, d) for fact, d in zip(facts, digits, strict=True)] == values, name


def same_naive_bayes(found, expected):
    """How often naive Bayes predicts the target rightly from the release."""
    assert round(found["accuracy"]()["naive_bayes"], 2) == expected


def same_alternatives(found, expected):
    assert found["report"]["alternatives"] == expected


def same_levels(found, expected):
    assert found["report"]["recoding"]["levels"] == expected


def same_nodes(found, expected):
    """The tested nodes as vectors of levels, those that satisfy and those that fail."""
    for verdict, vectors in expected.items():
        told = [event for event in found["trace"] if event["event"] == verdict]
        assert sorted(list(event["levels"].values()) for event in told) == sorted(vectors)


COMPARED = {
    "nodes": same_nodes,
    "rows": same_rows,
    "figures": same_figures,
    "states": same_states,
    "steps": same_steps,
    "facts": same_facts,
    "naive_bayes": same_naive_bayes,
    "alternatives": same_alternatives,
    "levels": same_levels,
    "evaluated": lambda found, expected: _equal(found["report"]["search"]["evaluated"], expected),
    "space": lambda found, expected: _equal(found["report"]["search"]["space"], expected),
    "suppressed": lambda found, expected: _equal(
        found["report"]["release"]["suppressed"], expected
    ),
    "suppressed_cells": lambda found, expected: _equal(
        found["report"]["release"]["suppressed_cells"], expected
    ),
    "optimal": lambda found, expected: _equal(found["report"]["algorithm"]["optimal"], expected),
    "value": lambda found, expected: _equal(found["report"]["algorithm"]["value"], expected),
}


def _equal(found, expected):
    assert found == expected


def accuracy_of(data, policy, recoding):
    """What models learn from a release without suppression."""
    with Settings().engine() as engine:
        problem = Run(engine, str(data), policy, Settings()).prepare().problem
    grouping = recoding.grouping(problem)
    everything = np.ones(grouping.class_count, dtype=np.bool_)
    return accuracy_details(View(problem, grouping, everything))


@pytest.mark.parametrize(("table", "run"), list(cases()))
def test_a_published_table_comes_out(table, run, tmp_path):
    policy = policy_of(table, run, tmp_path)
    out, data = tmp_path / "out.csv", saved(table, tmp_path)
    with hf.anonymize(data, policy, out=out, settings=Settings(trace=Trace())) as release:
        found = {
            "rows": released_rows(out, policy),
            "report": release.report,
            "trace": list(release.trace),
            "accuracy": partial(accuracy_of, data, policy, release.recoding),
        }
    for key, expected in run["expected"].items():
        COMPARED[key](found, expected)


def test_every_file_has_runs():
    assert len(FILES) >= 3
