"""Refined recodings: safe, inside of what they began with, never worse, as fine as they can be."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.errors import NotApplicable, PolicyNotReachable
from hoarfrost.figures import FIGURES
from hoarfrost.figures.base import View
from hoarfrost.guide.replaying import replay
from hoarfrost.trace import Trace
from tests.strategies import QUICK_FIGURES, SIZE_KINDS, cases, problem_of

STARTS = ("datafly", "optimal", "mu-argus", "min-gen")
SMALL = cases(kinds=tuple(SIZE_KINDS), figures=("loss",), any_shield=False)


def both(name, problem):
    """The outcome as the algorithm found it, and refined; no example where there is none."""
    algorithm = ALGORITHMS.get(name)
    try:
        return algorithm.solve(problem), algorithm.solve(replace(problem, refine=True))
    except (PolicyNotReachable, NotApplicable):
        return None


def standing(problem, outcome):
    grouping = outcome.recoding.grouping(problem)
    return grouping, problem.judge(grouping)


def released_leaves(grouping, attribute):
    """For each combination, the leaves that it could be as far as one attribute says."""
    blocks = grouping.blocks[attribute]
    sets = [
        set(blocks.leaf_codes[start:end].tolist())
        for start, end in zip(blocks.leaf_starts, blocks.leaf_starts[1:], strict=False)
    ]
    return [sets[code] for code in grouping.codes[attribute][grouping.class_of]]


@pytest.mark.parametrize("name", STARTS)
@given(case=cases())
def test_every_cell_stays_inside_of_what_it_was(name, case):
    problem = problem_of(case)
    found = both(name, problem)
    if found is None:
        return
    (start, first), (grouping, verdict) = (standing(problem, outcome) for outcome in found)
    assert verdict.is_accepted
    assert verdict.suppressed_records <= first.suppressed_records
    was_kept = first.kept[start.class_of]
    assert (verdict.kept[grouping.class_of] | ~was_kept).all()
    for attribute, leaves in enumerate(problem.frequency.codes.tolist()):
        before, after = (released_leaves(one, attribute) for one in (start, grouping))
        for combination, leaf in enumerate(leaves):
            assert leaf in after[combination]
            if was_kept[combination]:
                assert after[combination] <= before[combination]


@pytest.mark.parametrize("name", STARTS)
@given(case=cases(), objective=st.sampled_from(QUICK_FIGURES))
def test_the_objective_never_gets_worse(name, case, objective):
    figure = FIGURES.get(objective)
    problem = replace(problem_of(case), objective=figure)
    found = both(name, problem)
    if found is None:
        return
    before, after = (
        figure.value(View(problem, grouping, verdict.kept))
        for grouping, verdict in (standing(problem, outcome) for outcome in found)
    )
    if before is not None and ALGORITHMS.get(name).own_objective is None:
        worse = before - after if figure.larger_is_better else after - before
        assert worse <= 1e-9 * max(abs(before), 1.0)


@given(case=SMALL)
def test_no_split_is_left_that_leaves_only_classes_that_satisfy(case):
    problem = problem_of(case)
    found = both("datafly", problem)
    if found is None:
        return
    least = max(demand.requirement.minimum_size for demand in problem.demands)
    grouping, verdict = standing(problem, found[1])
    for own in np.flatnonzero(verdict.kept).tolist():
        inside = np.flatnonzero(grouping.class_of == own)
        for attribute, tree in enumerate(problem.hierarchies):
            blocks, block = grouping.blocks[attribute], grouping.codes[attribute, own]
            width = int(blocks.leaf_counts[block])
            level = max(
                (
                    level
                    for level in range(tree.height + 1)
                    if under(tree, level, problem, attribute, inside[0]) < width
                ),
                default=None,
            )
            if level is not None:
                sizes = defaultdict(int)
                for one in inside.tolist():
                    node = int(tree.nodes[level][problem.frequency.codes[attribute, one]])
                    sizes[node] += int(problem.frequency.counts[one])
                assert min(sizes.values()) < least


def under(tree, level, problem, attribute, combination):
    leaf = problem.frequency.codes[attribute, combination]
    return int(tree.leaf_counts[level][tree.nodes[level][leaf]])


@given(case=cases())
def test_what_was_optimal_is_not_called_so_any_more(case):
    problem = problem_of(case)
    found = both("optimal", problem)
    if found is not None and found[1].refined is not None:
        start, outcome = found
        assert (outcome.is_optimal, outcome.bound, outcome.alternatives) == (False, None, ())
        assert outcome.recoding.kind == "local"
        assert "best of its kind" in outcome.notes[-1] or not start.is_optimal
        assert outcome.refined["after"] == pytest.approx(outcome.value)


@given(case=SMALL)
def test_each_step_has_a_sentence(case):
    problem = replace(problem_of(case), trace=Trace(), refine=True)
    try:
        ALGORITHMS.get("datafly").solve(problem)
    except PolicyNotReachable:
        return
    assert len(replay(problem.trace).sentences) == len(problem.trace)
