"""The JSON report, held against the contract key by key."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

SHA256, TIME = "a SHA-256", "a time"
NUMBER, WHOLE, TEXT, SWITCH = (int, float), int, str, bool
CONTRACT = {
    "hoarfrost": TEXT,
    "title": TEXT,
    "created": TIME,
    "data": {"records": WHOLE, "attributes": WHOLE, "sha256": SHA256},
    "policy": dict,
    "algorithm": {
        "name": TEXT, "family": TEXT, "parameters": dict, "seed": WHOLE, "optimal": SWITCH,
        "objective": TEXT, "value": NUMBER, "bound": NUMBER, "gap": NUMBER, "ended": TEXT,
    },
    "recoding": {"kind": TEXT, "levels": {"age": WHOLE, "zip": WHOLE}},
    "release": {"records": WHOLE, "suppressed": WHOLE, "classes": WHOLE, "sha256": SHA256},
    "reference": {"disease": {"Flu": WHOLE, "Cold": WHOLE}},
    "requirements": list,
    "figures": {"loss": NUMBER, "precision": NUMBER, "discernibility": NUMBER},
    "risk": {
        "prosecutor": {"highest": NUMBER, "average": NUMBER, "records_above": {"0.09": WHOLE}},
        "marketer": NUMBER,
    },
    "search": {"evaluated": WHOLE, "space": WHOLE, "pruned": dict},
    "seconds": {"read": NUMBER, "search": NUMBER, "write": NUMBER, "verify": NUMBER},
}  # fmt: skip


def fit(found: Any, wanted: Any, path: str = "report") -> None:
    """Is everything that the contract names there, of the kind that it shows?"""
    if isinstance(wanted, dict):
        assert isinstance(found, dict), path
        for key, inner in wanted.items():
            assert key in found, f"{path}.{key}"
            fit(found[key], inner, f"{path}.{key}")
    elif wanted == SHA256:
        assert len(bytes.fromhex(found)) == 32, path
    elif wanted == TIME:
        assert datetime.fromisoformat(found).tzinfo is UTC, path
    else:
        is_switch = isinstance(found, bool)
        assert isinstance(found, wanted), path
        assert is_switch == (wanted is bool), path


def absent(value: Any, path: str = "report") -> list[str]:
    """The places of nulls: what does not apply is absent."""
    if isinstance(value, Mapping):
        return [place for key, inner in value.items() for place in absent(inner, f"{path}.{key}")]
    if isinstance(value, list):
        return [place for n, inner in enumerate(value) for place in absent(inner, f"{path}[{n}]")]
    return [path] if value is None else []


@pytest.fixture
def report(anonymize, folder) -> dict[str, Any]:
    assert anonymize("--report", "report.json").code == 0
    return json.loads((folder / "report.json").read_text())


def test_every_key_of_the_contract_is_there(report) -> None:
    fit(report, CONTRACT)
    assert absent(report) == []


def test_hashes_and_counts_are_those_of_the_files(report, folder) -> None:
    for part, name in (("data", "people.csv"), ("release", "release.csv")):
        content = (folder / name).read_bytes()
        assert report[part]["sha256"] == hashlib.sha256(content).hexdigest()
        assert report[part]["records"] == content.count(b"\n") - 1
    assert report["data"]["attributes"] == 3
    assert report["reference"] == {"disease": {"Cold": 4, "Flu": 4}}


def test_requirements_say_what_was_asked_and_what_holds(report) -> None:
    named = [
        {key: entry[key] for key in entry.keys() - {"sentence"}} for entry in report["requirements"]
    ]
    shield = ["age", "zip"]
    assert named[0].items() >= {"type": "k-anonymity", "k": 2, "on": shield, "holds": True}.items()
    assert named[1].items() >= {"type": "distinct-l-diversity", "l": 2, "holds": True}.items()
    assert named[1]["sensitive"] == "disease"
    assert min(named[0]["worst"], named[1]["worst"]) >= 2


def test_a_proven_answer_has_no_gap(report) -> None:
    algorithm = report["algorithm"]
    assert (algorithm["optimal"], algorithm["gap"], algorithm["ended"]) == (True, 0, "complete")
    assert algorithm["value"] == algorithm["bound"] == pytest.approx(report["figures"]["loss"])


def test_the_policy_is_there_with_its_defaults(report) -> None:
    policy = report["policy"]
    assert policy["release"] == {
        "order": "sorted", "suppressed": "drop", "labels": "interval", "outside": "nearest",
        "spreadsheet_safe": False,
    }  # fmt: skip
    assert policy["algorithm"] == {"name": "optimal", "objective": "loss", "refine": False}
    assert policy["attributes"]["age"]["hierarchy"] == {"intervals": [10, 20]}
    assert policy["requirements"][0] == {"type": "k-anonymity", "k": 2, "on": ["age", "zip"]}


def test_what_does_not_apply_is_absent(report) -> None:
    assert "alternatives" not in report
    assert "suppressed_cells" not in report["release"]
    assert "accuracy" not in report["figures"]


def test_what_fixed_levels_cannot_know_is_absent(anonymize, folder) -> None:
    arguments = ("--algorithm", "fixed", "--set", "levels={age=3,zip=4}")
    assert anonymize(*arguments, "--report", "report.json").code == 0
    report = json.loads((folder / "report.json").read_text())
    assert not {"objective", "bound", "gap"} & report["algorithm"].keys()
    assert absent(report) == []


def test_the_public_edition_leaves_values_and_the_input_s_hash_out(anonymize, folder) -> None:
    assert anonymize("--report", "report.json", "--edition", "public").code == 0
    report = json.loads((folder / "report.json").read_text())
    assert report["data"] == {"records": 8, "attributes": 3}
    assert "reference" not in report
    assert absent(report) == []
    assert "hierarchy" not in report["policy"]["attributes"]["age"]
