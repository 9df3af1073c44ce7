"""Refining in place finds what refining step by step finds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import hoarfrost as hf
from hoarfrost.algorithms.tree.partial_domain import Refinement, refined
from hoarfrost.algorithms.tree.presampling import referring_to
from hoarfrost.algorithms.tree.refining_in_place import asked_of_classes
from hoarfrost.running import Run, Settings
from tests.files import write

DEMANDS = (
    [{"type": "k-anonymity", "k": 2}],
    [{"type": "k-anonymity", "k": 3}, {"type": "distinct-l-diversity", "l": 2}],
    [{"type": "distinct-l-diversity", "l": 3}],
    [{"type": "k-anonymity", "k": 2}, {"type": "t-closeness", "t": 0.4}],
    [{"type": "t-closeness", "t": 0.25}, {"type": "distinct-l-diversity", "l": 2}],
)
NUMBERS = {"intervals": [2, 4], "origin": 0}


def problem_of(folder, requirements, seed):
    """Records of two numbers, a letter and an illness, drawn at random."""
    random = np.random.default_rng(seed)
    count = int(random.integers(4, 60))
    columns = [random.integers(0, high, count) for high in (9, 6, 3, 4)]
    write(folder / "table.csv", [["a", "b", "c", "ill"], *zip(*columns, strict=True)])
    number = {"role": "quasi", "type": "integer", "hierarchy": NUMBERS}
    policy = hf.Policy(
        attributes={
            "a": number,
            "b": number,
            "c": {"role": "quasi", "hierarchy": {"mask": "right", "levels": 1}},
            "ill": {"role": "sensitive"},
        },
        requirements=requirements,
    )
    with Settings().engine() as engine:
        return Run(engine, str(folder / "table.csv"), policy, Settings()).prepare().problem


@pytest.mark.parametrize("requirements", DEMANDS, ids=str)
def test_it_finds_what_the_steps_find(requirements, tmp_path):
    for seed in range(12):
        problem = problem_of(tmp_path, requirements, seed)
        problem = replace(
            problem, demands=tuple(referring_to(problem, one) for one in problem.demands)
        )
        grouping = problem.grouping(problem.tops)
        kept = problem.judge(grouping).kept[grouping.class_of]
        start = np.repeat(np.array(problem.tops)[:, None], problem.frequency.tuple_count, axis=1)
        order = (2, 0, 1) if seed % 2 else (0, 1, 2)
        stepwise = Refinement(
            problem, order, start.copy(), grouping.class_of.astype(np.int64), kept
        )
        stepwise.run()
        assert asked_of_classes(problem) is not None
        found = refined(problem, start.copy(), kept, grouping.class_of, order)
        assert found.levels.tolist() == stepwise.levels.tolist()
        assert found.steps == stepwise.steps


@pytest.mark.parametrize(
    "requirement",
    [
        {"type": "entropy-l-diversity", "l": 2},
        {"type": "t-closeness", "t": 0.4, "distance": "ordered"},
        {"type": "k-anonymity", "k": 2, "on": ["a"]},
    ],
    ids=str,
)
def test_other_requirements_are_left_to_the_steps(requirement, tmp_path):
    assert asked_of_classes(problem_of(tmp_path, [requirement], 0)) is None


def test_it_stops_when_time_is_up(tmp_path):
    problem = replace(problem_of(tmp_path, DEMANDS[0], 1), deadline=0.0)
    levels = np.repeat(np.array(problem.tops)[:, None], problem.frequency.tuple_count, axis=1)
    grouping = problem.grouping(problem.tops)
    kept = np.ones(problem.frequency.tuple_count, dtype=np.bool_)
    found = refined(problem, levels, kept, grouping.class_of, (0, 1, 2))
    assert not found.is_complete
    assert found.levels.tolist() == levels.tolist()
