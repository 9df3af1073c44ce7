"""Policies are built in code, from objects and from tables alike."""

from __future__ import annotations

import pickle
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

import hoarfrost as hf
from hoarfrost.errors import PolicyError, UsageError
from hoarfrost.policy import AlgorithmPolicy, AttributePolicy, DataOptions, Policy, Suppression

AGE = {"age": {"role": "quasi"}}


def flaws(**parts):
    with pytest.raises(PolicyError) as caught:
        Policy(**parts)
    return [flaw.message for flaw in caught.value.flaws]


def test_objects_and_tables_are_the_same():
    of_objects = Policy(
        title="x",
        data=DataOptions(missing=("?",)),
        attributes={"age": AttributePolicy(role="quasi"), "pay": AttributePolicy(role="sensitive")},
        requirements=[hf.KAnonymity(5), hf.TCloseness(0.2, on=["age"])],
        suppression=Suppression(limit=Decimal("0.1")),
        algorithm=AlgorithmPolicy(name="fixed", options={"levels": {"age": 1}}),
    )
    of_tables = Policy(
        title="x",
        data={"missing": ["?"]},
        attributes={"age": {"role": "quasi"}, "pay": {"role": "sensitive"}},
        requirements=[
            {"type": "k-anonymity", "k": 5},
            {"type": "t-closeness", "t": Decimal("0.2"), "on": ["age"]},
        ],
        suppression={"limit": 0.1},
        algorithm={"name": "fixed", "levels": {"age": 1}},
    )
    assert of_objects == of_tables


def test_floats_are_taken_as_they_are_written():
    policy = Policy(attributes=AGE, suppression={"limit": 0.29})
    assert policy.suppression.allowed(100) == 29


def test_numbers_of_numpy_and_paths_are_taken():
    policy = Policy(
        attributes={"age": {"role": "quasi", "hierarchy": Path("h") / "age.csv"}},
        requirements=[{"type": "k-anonymity", "k": np.int64(5)}],
    )
    assert (policy.attributes["age"].hierarchy, policy.requirements) == (
        "h/age.csv",
        (hf.KAnonymity(5),),
    )


def test_what_no_file_can_hold_is_refused():
    hierarchy = {"groups": {1: ["a"]}}
    assert flaws(
        title=object(), attributes={"age": {"role": "quasi", "hierarchy": hierarchy}, "\ud800": {}}
    ) == [
        "policy, title: a object is nothing that a policy can hold",
        "policy, attributes: text that is not valid Unicode",
        "policy, attributes.age.hierarchy.groups: a key that is not text",
    ]


def test_requirements_that_are_no_tables_are_refused():
    assert flaws(attributes=AGE, requirements=["k-anonymity"]) == [
        'policy, requirements[1]: expected a table, found the text "k-anonymity"'
    ]


def test_roles_are_found():
    policy = Policy(
        attributes={
            "id": {"role": "identifier"},
            "zip": {"role": "quasi"},
            "age": {"role": "quasi"},
            "disease": {"role": "sensitive"},
            "pay": {"role": "target"},
        },
        requirements=[hf.DistinctLDiversity(2), hf.KAnonymity(2, on=("age",))],
    )
    assert policy.identifiers == ("id",)
    assert policy.quasi == ("zip", "age")
    assert policy.sensitive == ("disease",)
    assert policy.target == "pay"
    assert [policy.shield(one) for one in policy.requirements] == [("zip", "age"), ("age",)]
    assert [policy.sensitive_of(one) for one in policy.requirements] == ["disease", None]


def test_the_target_can_be_named_apart():
    assert Policy(attributes=AGE, algorithm={"target": "age"}).target == "age"


def test_the_report_has_every_default():
    policy = Policy(
        attributes={"age": {"role": "quasi"}, "pay": {"role": "sensitive"}},
        requirements=[hf.TCloseness(Decimal("0.25"))],
        suppression={"records": 3},
    )
    facts = policy.to_dict()
    assert facts["requirements"] == [
        {"type": "t-closeness", "on": ["age"], "sensitive": "pay", "t": 0.25, "distance": "equal"}
    ]
    assert facts["suppression"] == {"records": 3}
    assert facts["algorithm"] == {"name": "optimal", "objective": "loss", "refine": False}
    assert facts["release"]["order"] == "sorted"
    assert facts["attributes"]["pay"]["type"] == "text"


def test_policies_are_frozen_and_can_be_sent_to_other_processes():
    policy = Policy(attributes=AGE, requirements=[hf.KAnonymity(5)])
    with pytest.raises(AttributeError):
        policy.title = "x"
    assert pickle.loads(pickle.dumps(policy)) == policy  # noqa: S301 - our own bytes


def test_another_algorithm_keeps_the_parameters_that_it_has():
    fixed = Policy(attributes=AGE, algorithm={"name": "fixed", "levels": {"age": 1}})
    optimal = fixed.with_algorithm("optimal")
    assert (optimal.algorithm.name, optimal.algorithm.options) == ("optimal", {})


def test_an_unknown_algorithm_or_objective_is_refused_with_the_nearest():
    policy = Policy(attributes=AGE)
    for call, name, hint in [
        (policy.with_algorithm, "optimall", 'did you mean "optimal"?'),
        (policy.with_objective, "los", 'did you mean "loss"?'),
    ]:
        with pytest.raises(UsageError) as caught:
            call(name)
        assert caught.value.flaws[0].hint == hint


def test_another_objective_is_taken():
    assert Policy(attributes=AGE).with_objective("precision").algorithm.objective == "precision"


def test_settings_set_keys_of_the_algorithm():
    policy = Policy(attributes={"marital status": {"role": "quasi"}}, source="p.toml")
    changed = policy.with_settings(
        ["name=fixed", "objective = precision", "levels.marital status=2", "time_limit=1.5"]
    )
    assert changed.algorithm == AlgorithmPolicy(
        name="fixed",
        objective="precision",
        time_limit=1.5,
        options={"levels": {"marital status": 2}},
    )
    assert changed.source == "p.toml"


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("k", '--set k: expected key=value, found no "key="'),
        ("=3", '--set =3: expected key=value, found no "key="'),
        ("name.x=3", '--set name.x=3: "name" has one value already, expected a table'),
        ("nme=3", "--set, algorithm.nme: unknown key"),
        ("time_limit=-1", "--set, algorithm.time_limit: -1 is too small, expected more than 0"),
        ("time_limit=nan", "--set, algorithm.time_limit: nan is not a finite number"),
        (
            "levels.agee=1",
            '--set, algorithm.levels.agee: there is no attribute "agee", expected a quasi attribute',
        ),
    ],
)
def test_bad_settings_are_refused(setting, message):
    policy = Policy(attributes=AGE, algorithm={"name": "fixed", "levels": {"age": 1}})
    with pytest.raises((PolicyError, UsageError)) as caught:
        policy.with_settings([setting])
    assert str(caught.value) == message
