"""What is said of an algorithm's needs is what it refuses, whatever it declares."""

from __future__ import annotations

import re
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoarfrost.algorithms.catalogue import ALGORITHMS, Algorithm
from hoarfrost.algorithms.fitness import Needs, refuse_unfit
from hoarfrost.errors import NotApplicable
from hoarfrost.guide.declarations import guarantees, needs, publisher, suppression
from tests.strategies import cases, problem_of

ANY_NEEDS = st.builds(Needs, **{field.name: st.booleans() for field in fields(Needs)})


def declaring(**declared):
    """An algorithm that declares this."""
    return Algorithm("example", "lattice", "full-domain", lambda problem: None, **declared)


def refused(needs, problem):
    """The requirements that a policy's test refuses."""
    try:
        refuse_unfit("example", needs, problem)
    except NotApplicable as error:
        return set(re.findall(r"cannot serve ([\w-]+):", str(error)))
    return set()


def named(sentences):
    """The requirements that sentences say are refused."""
    lists = [re.search(r"refuses (.*?): ", sentence) for sentence in sentences]
    return {name for found in filter(None, lists) for name in re.split(", | and ", found[1])}


@settings(max_examples=200)
@given(case=cases(any_shield=False), asked=ANY_NEEDS, suppresses=st.booleans())
def test_it_refuses_what_it_says_it_refuses(case, asked, suppresses):
    limit = case.limit if suppresses else 0
    problem = replace(problem_of(case, target="first"), suppression_limit=limit)
    sentences = list(needs(declaring(needs=asked, suppresses=suppresses)))
    told = named(own for own in sentences if limit or own.startswith("It refuses"))
    kinds = {kind.name for kind, _, _ in case.demands}
    assert refused(asked, problem) == told & kinds


def test_needs_of_other_kinds_are_said():
    sentences = " ".join(needs(declaring(needs=Needs(target=True, full_shields=True))))
    assert "It needs a target: " in sentences
    assert "Every requirement must look at all quasi attributes" in sentences
    assert "takes every requirement" not in sentences
    assert list(needs(declaring())) == ["It takes every requirement, each with its own shield."]


def test_suppression_is_the_policy_s_or_a_rule_of_its_own():
    assert suppression(declaring(suppresses=False)) == (
        "It leaves out no record, whatever the policy allows."
    )
    assert suppression(declaring()).endswith("Without one, no record is left out.")
    assert suppression(ALGORITHMS.get("datafly")).endswith(
        "Without one, its own rule holds: as many records as the largest k that is asked for;"
        " none where nothing has a k."
    )


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ({}, "It does not prove its answer the best: another release may keep more."),
        ({"own_objective": "rows"}, "another release may keep more. It aims at the figure `rows`."),
        ({"is_exact": True}, "It can prove its answer the best."),
        ({"is_exact": True, "own_objective": "rows"}, "is better under the figure `rows`."),
        (
            {"is_exact": True, "uses_objective": True},
            "the figure that is the policy's `objective`.",
        ),
    ],
)
def test_what_is_proven_is_said(declared, said):
    assert any(said in sentence for sentence in guarantees(declaring(**declared)))


def test_kinds_that_a_parameter_brings_are_said():
    sentences = list(guarantees(declaring(kinds_with={"own": "local"})))
    assert sentences[1].startswith("With `own = true` it shows ")
    assert sentences[1].endswith(" (local recoding).")


def test_the_publisher_gives_what_is_needed_and_gets_what_is_promised():
    lane = publisher(declaring(needs=Needs(target=True), suppresses=False, is_exact=True))
    assert lane.gives == (
        "the table",
        "the hierarchies of the quasi attributes",
        "the requirements that must hold",
        "the target, which the release should still predict",
    )
    assert "a proof that it is the best" in lane.gets
    assert "the level of each quasi attribute" in publisher(ALGORITHMS.get("fixed")).gives
