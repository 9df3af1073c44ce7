"""How released values are told to models."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.figures import FIGURES
from hoarfrost.figures.accuracy import accuracies
from hoarfrost.figures.cross_validation import Learning
from hoarfrost.figures.encoding import MOST_MEMBERS, ReleasedValues
from hoarfrost.grouping import Blocks, Grouping
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.problem import Attribute
from tests.figures import releases


def attribute_of(leaf_count, order=None):
    tree = Hierarchy.from_rows([[f"{leaf:03}", "*"] for leaf in range(leaf_count)])
    return Attribute("item", tree, order=None if order is None else np.array(order))


def told(sets, leaf_count=6, order=None, records=None):
    """What a model is told of one row for each set of leaves."""
    blocks = Blocks.of_sets(sets, tuple(map(str, range(len(sets)))), [0] * len(sets))
    rows = np.arange(len(sets), dtype=np.int32)
    values = ReleasedValues.of(attribute_of(leaf_count, order), blocks, rows)
    return values.columns(np.ones(leaf_count) if records is None else np.array(records)).tolist()


def test_ranges_that_lie_apart_are_told_by_their_rank():
    assert told([[3, 4], [0], [1, 2]]) == [[2], [0], [1]]


def test_the_attributes_own_order_decides_what_a_range_is():
    assert told([[0, 5], [1, 4], [2, 3]], order=[0, 2, 4, 5, 3, 1]) == [[0], [1], [2]]


def test_ranges_that_overlap_are_told_by_their_ends():
    nested = [[0, 1, 2, 3, 4, 5], [0, 1], [1], [2, 3, 4]]
    assert told(nested) == [[0, 2], [0, 0], [1, 0], [2, 1]]


def test_other_sets_are_told_by_their_members():
    rank_and_members = told([[0, 2], [1, 2], [1, 4]], records=[1, 5, 9, 1, 3, 1])
    # After the rank: is 2 in it, is 1, is 4, is 0, and what nobody has
    assert [row[1:] for row in rank_and_members] == [
        [1, 0, 0, 1, 0],
        [1, 1, 0, 0, 0],
        [0, 1, 1, 0, 0],
    ]


def test_leaves_that_go_together_everywhere_share_a_column():
    assert [row[1:] for row in told([[0, 2, 4], [1, 3, 5]])] == [[1, 0], [0, 1]]


def test_no_more_than_the_commonest_members_have_a_column():
    sets = [[leaf, 99 - leaf] for leaf in range(50)] + [[leaf, leaf + 2] for leaf in range(98)]
    rows = told(sets, leaf_count=100, records=np.arange(100))
    assert {len(row) for row in rows} == {1 + MOST_MEMBERS}
    commonest = [row[1] for row in rows]
    assert [place for place, holds in enumerate(commonest) if holds] == [0, 147]


sets_of_leaves = st.lists(
    st.sets(st.integers(0, 7), min_size=1).map(sorted), min_size=1, max_size=12, unique_by=tuple
)


@given(sets=sets_of_leaves, order=st.permutations(range(8)))
def test_different_sets_are_never_told_alike(sets, order):
    rows = list(map(tuple, told(sets, leaf_count=8, order=order)))
    assert len(set(rows)) == len(sets)


@given(sets=sets_of_leaves, order=st.permutations(range(8)))
def test_whether_a_leaf_can_be_meant_is_one_question_or_two(sets, order):
    rows = np.array(told(sets, leaf_count=8, order=order))
    ranges = all(
        high - low == 1
        for own in sets
        for low, high in pairwise(sorted(order[leaf] for leaf in own))
    )
    for leaf in range(8):
        holds = np.array([leaf in own for own in sets])
        if not ranges:
            assert (holds == rows[:, 1:].T).all(axis=1).any() or not holds.any()
        elif holds.any():
            # A range of the first column and one of the last: those that begin not after the
            # leaf, and end not before it.
            begins, ends = rows[:, 0], rows[:, -1]
            inside = (begins <= begins[holds].max()) & (ends >= ends[holds].min())
            assert (inside == holds).all()


def release_of_sets(size, target_of):
    """One record for each set of so many of eight items; the record's own item is the first."""
    sets = [list(own) for own in combinations(range(8), size)]
    numbers = [f"{number:03}" for number in range(len(sets))]
    problem = releases.problem_of(
        {
            "item": [[str(leaf), "*"] for leaf in range(8)],
            "number": [[number, "*"] for number in numbers],
        },
        [(str(own[0]), number) for own, number in zip(sets, numbers, strict=True)],
        targets=[target_of(own) for own in sets],
    )
    items = Blocks.of_sets(sets, tuple(map(str, sets)), [0] * len(sets))
    hidden = Blocks.of_level(problem.hierarchies[1], 1)
    set_of = problem.frequency.codes[1]
    codes = np.stack([set_of, np.zeros_like(set_of)])
    return releases.view_of(problem, Grouping.of_blocks(problem.frequency, [items, hidden], codes))


@pytest.fixture
def with_scikit_learn():
    pytest.importorskip("sklearn")


@pytest.mark.usefixtures("with_scikit_learn")
class TestWithModels:
    @pytest.mark.parametrize("size", [3, 4])
    def test_a_target_that_depends_on_membership_is_learnt_from_sets_never_seen(self, size):
        view = release_of_sets(size, lambda own: "with" if 3 in own else "without")
        totals = Learning(view, "target").totals
        # Every label stands on one record, so that labels by themselves teach nothing.
        assert accuracies(view)["strong"] > 0.95 > totals.max() / totals.sum()

    def test_a_target_that_depends_on_a_range_is_learnt_from_overlapping_ranges(self):
        ages = [[str(age), "*"] for age in range(40)]
        people = [(str(age), str(width)) for age in range(40) for width in range(1, 6)]
        problem = releases.problem_of(
            {"age": ages, "width": [[str(width), "*"] for width in range(1, 6)]},
            people,
            targets=["old" if int(age) >= 20 else "young" for age, _ in people],
        )
        leaf, wide = problem.frequency.codes
        codes_of = problem.hierarchies[0].code_of
        by_age = [codes_of[str(age)] for age in range(40)]
        order = np.empty(40, dtype=np.int64)
        order[by_age] = np.arange(40)
        sets = [
            by_age[order[own] : order[own] + width + 1]
            for own, width in zip(leaf, wide, strict=True)
        ]
        ranges = Blocks.of_sets(sets, tuple(map(str, range(len(sets)))), [0] * len(sets))
        hidden = Blocks.of_level(problem.hierarchies[1], 1)
        codes = np.stack([np.arange(len(sets), dtype=np.int32), np.zeros(len(sets), np.int32)])
        ordered = Attribute("age", problem.hierarchies[0], order=order)
        problem = type(problem)(
            (ordered, problem.attributes[1]), problem.frequency, (), 0, target="target"
        )
        view = releases.view_of(
            problem, Grouping.of_blocks(problem.frequency, [ranges, hidden], codes)
        )
        assert accuracies(view)["strong"] > 0.9

    def test_the_target_itself_is_nothing_to_learn_from(self):
        problem = releases.problem_of(
            {"sex": [["F", "*"], ["M", "*"]], "target": [["A", "*"], ["B", "*"]]},
            [("F", "A"), ("F", "B"), ("M", "A"), ("M", "B")] * 5,
            targets=["A", "B", "A", "B"] * 5,
        )
        view = releases.identity(problem)
        assert Learning(view, "target").features.shape == (4, 1)
        assert accuracies(view)["strong"] <= 0.5


def test_with_nothing_but_the_target_accuracy_does_not_apply():
    problem = releases.problem_of(
        {"target": [["1", "*"], ["2", "*"]]}, [("1",), ("2",)], targets=["1", "2"]
    )
    view = releases.identity(problem)
    assert accuracies(view) is None
    assert FIGURES.get("regression-error").value(view) is None
