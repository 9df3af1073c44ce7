"""Every requirement judges as its slow, obvious twin does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.requirements import REQUIREMENTS
from tests.naive import requirements as naive
from tests.requirements.drawing import KINDS, VALUES, classes_of, requirements, shown_of, tables


def test_every_requirement_has_a_twin():
    assert set(naive.JUDGEMENTS) == set(REQUIREMENTS.names())


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_judges_as_its_twin(kind):
    @given(requirements(kind), tables())
    def law(requirement, drawn):
        groups, table, rows = drawn
        judged = requirement.judge(classes_of(groups, table, rows)).tolist()
        assert judged == naive_judgements(requirement, groups, table, rows)

    law()


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind.compares_with_table], ids=lambda kind: kind.name
)
def test_judges_classes_of_another_table_as_its_twin(kind):
    @given(requirements(kind), tables(), st.lists(st.sampled_from(VALUES), min_size=1))
    def law(requirement, drawn, table):
        groups, _, _ = drawn
        judged = requirement.judge(classes_of(groups, table)).tolist()
        assert judged == naive_judgements(requirement, groups, table)

    law()


@given(requirements(REQUIREMENTS.get("average-risk")), tables())
def test_average_risk_judges_the_table_as_its_twin(requirement, drawn):
    groups, table, _ = drawn
    classes = shown_of(groups, table)
    expected = naive.average_risk_of_table(classes, threshold=requirement.threshold)
    assert requirement.judge_table(classes_of(groups, table)) == expected


def naive_judgements(requirement, groups, table, rows=None):
    return [naive.judge(requirement, shown) for shown in shown_of(groups, table, rows)]
