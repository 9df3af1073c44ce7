"""The JSON schema knows everything that is registered."""

from __future__ import annotations

import json

from hoarfrost.policy import Policy, shelves
from hoarfrost.policy.reading import KEYS

SCHEMA = Policy.json_schema()
ALGORITHM = SCHEMA["properties"]["algorithm"]


def test_it_is_json_with_every_table():
    assert set(SCHEMA["properties"]) == set(KEYS)
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


def test_it_has_every_requirement_with_its_keys():
    items = SCHEMA["properties"]["requirements"]["items"]["oneOf"]
    assert [item["properties"]["type"]["const"] for item in items] == list(
        shelves.requirements().names()
    )
    k_anonymity = next(
        item for item in items if item["properties"]["type"]["const"] == "k-anonymity"
    )
    assert k_anonymity["required"] == ["type", "k"]
    assert k_anonymity["properties"]["k"]["minimum"] == 1
    assert set(k_anonymity["properties"]) == {"type", "on", "k"}


def test_it_has_every_algorithm_with_its_parameters():
    assert ALGORITHM["properties"]["name"]["enum"] == list(shelves.algorithms().names())
    cases = {case["if"]["properties"]["name"]["const"]: case for case in ALGORITHM["allOf"]}
    assert set(cases) == set(shelves.algorithms().names())
    assert cases["fixed"]["then"]["required"] == ["levels"]
    assert "required" not in cases["optimal"]["if"]


def test_it_has_every_figure_and_every_builder():
    assert ALGORITHM["properties"]["objective"]["enum"] == list(shelves.figures().names())
    attribute = SCHEMA["properties"]["attributes"]["additionalProperties"]
    _, *built = attribute["properties"]["hierarchy"]["anyOf"]
    assert len(built) == len(shelves.builders().names())
    for name, one in zip(shelves.builders().names(), built, strict=True):
        assert name in one["required"]


def test_defaults_are_those_of_the_policy():
    release = SCHEMA["properties"]["release"]["properties"]
    assert {key: one["default"] for key, one in release.items()} == {
        "order": "sorted",
        "suppressed": "drop",
        "labels": "interval",
        "outside": "nearest",
        "spreadsheet_safe": False,
    }


def test_no_key_takes_null_or_a_number_in_quotes():
    text = json.dumps(SCHEMA)
    assert '"null"' not in text
    assert '"pattern"' not in text
