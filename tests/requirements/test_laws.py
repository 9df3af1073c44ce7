"""What every requirement on the shelf declares of itself is true."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import HealthCheck, Phase, assume, find, given, settings
from hypothesis import strategies as st

from hoarfrost.requirements import REQUIREMENTS
from tests.requirements.drawing import KINDS, VALUES, classes_of, groups, requirements, tables

ROUNDING = 1e-9
# Of some requirements with random parameters, few random classes satisfy; the law is about those.
FEW = settings(max_examples=30, suppress_health_check=[HealthCheck.filter_too_much])
WITHOUT_SHRINKING = settings(max_examples=5000, phases=[Phase.generate], derandomize=True)
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
of_one_class = pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind is not REQUIREMENTS.get("average-risk")],
    ids=lambda kind: kind.name,
)  # fmt: skip


def union(classes):
    return [value for values in classes for value in values]


@each_kind
def test_a_union_of_satisfying_classes_satisfies_if_it_is_monotone(kind):
    @FEW
    @given(requirements(kind), tables(), st.integers(0, 3))
    def law(requirement, drawn, further_rows):
        classes, table, rows = drawn
        judged = requirement.judge(classes_of(classes, table, rows))
        chosen = [n for n, holds in enumerate(judged) if holds]
        assume(chosen)
        merged = [union(classes[n] for n in chosen)]
        under = [sum(rows[n] for n in chosen) + further_rows]
        assert requirement.judge(classes_of(merged, table, under)).all()

    if kind.is_monotone:
        law()


@each_kind
def test_a_class_that_contains_a_satisfying_one_satisfies_if_it_is_absorbing(kind):
    @FEW
    @given(requirements(kind), tables(), st.integers(0, 3))
    def law(requirement, drawn, further_rows):
        classes, table, rows = drawn
        assume(requirement.judge(classes_of(classes, table, rows)).any())
        under = [sum(rows) + further_rows]
        assert requirement.judge(classes_of([union(classes)], table, under)).all()

    if kind.is_absorbing:
        law()


@of_one_class
def test_a_class_that_contains_a_satisfying_one_can_fail_if_it_is_not_absorbing(kind):
    def is_counterexample(drawn):
        requirement, (classes, table, rows) = drawn
        return (
            requirement.judge(classes_of(classes, table, rows)).any()
            and not requirement.judge(classes_of([union(classes)], table, [sum(rows)])).all()
        )

    if not kind.is_absorbing:
        drawing = st.tuples(requirements(kind), tables())
        found = find(drawing, is_counterexample, settings=WITHOUT_SHRINKING)
        assert is_counterexample(found)


def test_average_risk_is_not_absorbing_as_more_classes_can_raise_it():
    requirement = REQUIREMENTS.get("average-risk")(0.25)
    fine, further = list("aaaa"), list("aaa")
    table = union([fine, further])
    assert requirement.judge_table(classes_of([fine], table))
    assert not requirement.judge_table(classes_of([fine, further], table))


@given(requirements(REQUIREMENTS.get("average-risk")), groups(), st.data())
def test_average_risk_is_monotone_as_merging_leaves_fewer_classes(requirement, classes, data):
    assume(requirement.judge_table(classes_of(classes, union(classes))))
    end = data.draw(st.integers(1, len(classes)))
    merged = [union(classes[:end]), *classes[end:]]
    assert requirement.judge_table(classes_of(merged, union(classes)))


@each_kind
def test_no_class_below_the_minimum_size_satisfies(kind):
    @FEW
    @given(requirements(kind), tables())
    def law(requirement, drawn):
        classes, table, rows = drawn
        shown = classes_of(classes, table, rows)
        satisfying = shown.sizes[requirement.judge(shown)]
        assert (satisfying >= requirement.minimum_size).all()

    law()


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("k-anonymity", (3,)),
        ("max-risk", (0.3,)),
        ("distinct-l-diversity", (3,)),
        ("entropy-l-diversity", (3,)),
        ("recursive-l-diversity", (1, 3)),
        ("recursive-l-diversity", (4, 2)),
        ("recursive-l-diversity", (0.5, 1)),
        ("recursive-l-diversity", (0.3, 2)),
        ("alpha-k-anonymity", (0.3, 2)),
        ("alpha-k-anonymity", (0.5, 3)),
        ("p-sensitive-k-anonymity", (3, 2)),
        ("p-sensitive-k-anonymity", (2, 3)),
    ],
)
def test_some_class_of_the_minimum_size_satisfies(name, parameters):
    requirement = REQUIREMENTS.get(name)(*parameters)
    classes = list(itertools.combinations_with_replacement(VALUES, requirement.minimum_size))
    assert requirement.judge(classes_of(classes, VALUES)).any()


@each_kind
def test_size_decides_if_it_is_said_to(kind):
    @FEW
    @given(requirements(kind), tables())
    def law(requirement, drawn):
        shown = classes_of(*drawn)
        by_size = shown.sizes >= requirement.minimum_size
        assert (requirement.judge(shown) == by_size).all()

    if kind.is_decided_by_size:
        law()


@of_one_class
def test_a_satisfying_class_achieves_what_is_asked(kind):
    @FEW
    @given(requirements(kind), tables())
    def law(requirement, drawn):
        shown = classes_of(*drawn)
        asked = float(getattr(requirement, requirement.measure))
        for achieved, holds in zip(
            requirement.achieved(shown), requirement.judge(shown), strict=True
        ):
            surplus = achieved - asked if requirement.larger_is_safer else asked - achieved
            assert not holds or surplus >= -ROUNDING

    law()


@each_kind
def test_the_worst_class_is_one_of_the_classes(kind):
    @FEW
    @given(requirements(kind), tables())
    def law(requirement, drawn):
        shown = classes_of(*drawn)
        worst = requirement.worst(shown)
        assert type(worst) in {int, float}
        if not requirement.judges_table:
            achieved = requirement.achieved(shown)
            extreme = min(achieved) if requirement.larger_is_safer else max(achieved)
            assert worst == extreme or math.isnan(extreme)
        assert requirement.worst(classes_of([], table=drawn[1], rows=[])) == 0

    law()


@each_kind
def test_each_class_is_judged_whatever_the_others_are(kind):
    @FEW
    @given(requirements(kind), tables())
    def law(requirement, drawn):
        classes, table, rows = drawn
        together = requirement.judge(classes_of(classes, table, rows)).tolist()
        alone = [
            requirement.judge(classes_of([values], table, [under])).item()
            for values, under in zip(classes, rows, strict=True)
        ]
        assert together == alone

    law()


@each_kind
def test_says_what_it_demands_in_one_sentence(kind):
    @FEW
    @given(requirements(kind))
    def law(requirement):
        sentence = requirement.sentence()
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "\n" not in sentence

    law()


@each_kind
def test_says_what_it_does_and_who_wrote_of_it(kind):
    documentation = kind.__doc__ + __import__(kind.__module__, fromlist=["_"]).__doc__
    assert ">>>" in kind.__doc__
    assert "Paper: " in documentation
