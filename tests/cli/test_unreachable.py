"""Policies that cannot be met: exit 1, the best that can be had, and what to relax."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

import pytest

HEAD = """
[attributes.age]
role = "quasi"
type = "integer"
hierarchy = { intervals = [10, 20] }
AGE

[attributes.zip]
role = "quasi"
hierarchy = { mask = "right" }
ZIP

[attributes.disease]
role = "sensitive"
"""
BOTH = {"AGE": "max_level = 1", "ZIP": "max_level = 2"}
CANNOT = "cannot be met: the best achievable"
HIGHEST = "with every attribute at its highest level"
ALLOWED = "with every attribute at its highest allowed level"
NOTHING_HELPS = "hint: no level and no suppression limit can meet that: relax the requirement"
TABLE = """age,zip,disease
31,1234,Flu
32,1235,Flu
33,1236,Flu
34,1237,Flu
41,1244,Cold
42,1245,Cold
43,1246,Cough
55,1299,Cold
56,1298,Flu
57,5298,Cold
"""

CASES: dict[str, tuple[dict[str, str], str, str, str]] = {
    "more records than there are": (
        {},
        'type = "k-anonymity"\nk = 40000',
        "",
        f"error: k-anonymity (k = 40000) {CANNOT} k is 10, {HIGHEST}\n{NOTHING_HELPS}",
    ),
    "no suppression limit helps": (
        {},
        'type = "k-anonymity"\nk = 11',
        "limit = 1.0",
        (
            f"error: k-anonymity (k = 11) {CANNOT} k is 10, {HIGHEST} and up to 10 records suppressed\n"
            f"{NOTHING_HELPS}"
        ),
    ),
    "over a shield": (
        {},
        'type = "k-anonymity"\nk = 11\non = ["age"]',
        "",
        f"error: k-anonymity (k = 11) on age {CANNOT} k is 10, {HIGHEST}\n{NOTHING_HELPS}",
    ),
    "a max_level is in the way": (
        {"ZIP": "max_level = 3"},
        'type = "k-anonymity"\nk = 10',
        "",
        f"error: k-anonymity (k = 10) {CANNOT} k is 1, {ALLOWED}\nhint: raise max_level of zip",
    ),
    "either of two max_levels, or suppression": (
        BOTH,
        'type = "k-anonymity"\nk = 4',
        "records = 1",
        (
            f"error: k-anonymity (k = 4) {CANNOT} k is 2, {ALLOWED} and up to 1 record suppressed\n"
            "hint: raise max_level of age, or raise the suppression limit to 6 records"
        ),
    ),
    "both max_levels together": (
        BOTH,
        'type = "k-anonymity"\nk = 10',
        "",
        (
            f"error: k-anonymity (k = 10) {CANNOT} k is 1, {ALLOWED}\n"
            "hint: raise max_level of age and zip"
        ),
    ),
    "the suppression limit is in the way": (
        {"ZIP": "max_level = 3"},
        'type = "k-anonymity"\nk = 5',
        "",
        (
            f"error: k-anonymity (k = 5) {CANNOT} k is 1, {ALLOWED}\n"
            "hint: raise max_level of zip, or raise the suppression limit to 1 record"
        ),
    ),
    "t-closeness under a max_level": (
        {"AGE": "max_level = 1", "ZIP": "max_level = 1"},
        'type = "t-closeness"\nt = 0.25',
        "",
        (
            f"error: t-closeness (t = 0.25, distance = equal) {CANNOT} t is 0.6, {ALLOWED}\n"
            "hint: raise max_level of age and zip, or raise the suppression limit to 8 records"
        ),
    ),
    "t-closeness where what is left after suppression may be better elsewhere": (
        {"AGE": "max_level = 1", "ZIP": "max_level = 1"},
        'type = "t-closeness"\nt = 0.25',
        "records = 1",
        (
            f"error: t-closeness (t = 0.25, distance = equal) does not hold {ALLOWED} and up to 1"
            " record suppressed; there the best achievable t is 0.5\n"
            "hint: raise max_level of age and zip, or raise the suppression limit to 8 records"
        ),
    ),
    "alpha-k: k is the cause": (
        {},
        'type = "alpha-k-anonymity"\nalpha = 0.5\nk = 11',
        "",
        (
            f"error: alpha-k-anonymity (alpha = 0.5, k = 11) {CANNOT} k is 10, {HIGHEST}\n"
            "hint: relax the requirement"
        ),
    ),
    "alpha-k: alpha is the cause": (
        {},
        'type = "alpha-k-anonymity"\nalpha = 0.4\nk = 2',
        "",
        (
            f"error: alpha-k-anonymity (alpha = 0.4, k = 2) {CANNOT} alpha is 0.5, {HIGHEST}\n"
            "hint: relax the requirement"
        ),
    ),
    "alpha-k: both are": (
        {},
        'type = "alpha-k-anonymity"\nalpha = 0.4\nk = 11',
        "",
        (
            "error: alpha-k-anonymity (alpha = 0.4, k = 11) cannot be met: alpha = 0.5, k = 10 would do"
            f" at best, {HIGHEST}\nhint: relax the requirement"
        ),
    ),
    "fewer values than asked for": (
        {},
        'type = "p-sensitive-k-anonymity"\np = 4\nk = 2',
        "",
        f"error: p-sensitive-k-anonymity (p = 4, k = 2) {CANNOT} p is 3, {HIGHEST}\n{NOTHING_HELPS}",
    ),
    "average risk": (
        {},
        'type = "average-risk"\nthreshold = 0.01',
        "",
        (
            f"error: average-risk (threshold = 0.01) {CANNOT} threshold is 0.1, {HIGHEST}\n"
            "hint: relax the requirement"
        ),
    ),
    "average risk under a max_level": (
        {"ZIP": "max_level = 2"},
        'type = "average-risk"\nthreshold = 0.1',
        "",
        (
            f"error: average-risk (threshold = 0.1) {CANNOT} threshold is 0.2, {ALLOWED}\n"
            "hint: raise max_level of zip"
        ),
    ),
    "a gain that no beta allows": (
        BOTH,
        'type = "enhanced-beta-likeness"\nbeta = 0.1',
        "",
        (
            "error: enhanced-beta-likeness (beta = 0.1) cannot be met: no value of its parameters would"
            f" do, {ALLOWED}\nhint: raise max_level of age and zip"
        ),
    ),
    "two that fail by themselves": (
        {},
        'type = "k-anonymity"\nk = 11\n\n[[requirements]]\ntype = "distinct-l-diversity"\nl = 4',
        "",
        (
            f"error: k-anonymity (k = 11) {CANNOT} k is 10, {HIGHEST}\n"
            f"error: distinct-l-diversity (l = 4) {CANNOT} l is 3, {HIGHEST}\n{NOTHING_HELPS}s"
        ),
    ),
    "two that fail together only": (
        {"ZIP": "max_level = 3", "AGE": "max_level = 2"},
        (
            'type = "k-anonymity"\nk = 5\non = ["age"]\n\n'
            '[[requirements]]\ntype = "k-anonymity"\nk = 2\non = ["zip"]'
        ),
        "records = 4",
        (
            f"error: no recoding meets all requirements together: {ALLOWED} 5 records would have to be"
            " suppressed, and the limit is 4\n"
            "hint: raise max_level of age or zip, or raise the suppression limit to 5 records"
        ),
    ),
}


@pytest.fixture
def refused(hoarfrost, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(limits: dict[str, str], asked: str, suppression: str, *more: str) -> str:
        head = HEAD
        for name in ("AGE", "ZIP"):
            head = head.replace(name, limits.get(name, ""))
        policy = f"{head}\n[[requirements]]\n{asked}\n"
        if suppression:
            policy += f"\n[suppression]\n{suppression}\n"
        (tmp_path / "policy.toml").write_text(policy)
        (tmp_path / "data.csv").write_text(TABLE)
        made = hoarfrost(
            "anonymize", "data.csv", "--policy", "policy.toml", "--out", "o.csv", "--quiet", *more
        )
        assert (made.code, made.out) == (1, "")
        assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv", "policy.toml"]
        return made.err.removesuffix("\n")

    return run


@pytest.mark.parametrize("case", CASES)
def test_a_policy_that_cannot_be_met(case: str, refused) -> None:
    limits, asked, suppression, message = CASES[case]
    assert refused(limits, asked, suppression) == message


def test_levels_of_the_user_that_do_not_do(refused) -> None:
    fixed = ("--algorithm", "fixed", "--set", "levels.age=1")
    assert refused({}, 'type = "k-anonymity"\nk = 3', "", *fixed) == (
        "error: k-anonymity (k = 3) does not hold at the levels given; there the best achievable k"
        " is 1\nhint: raise the level of zip"
    )


def test_forty_thousand_of_thirty_thousand(hoarfrost, tmp_path: Path) -> None:
    with as_file(files("hoarfrost.examples") / "adult") as example:
        policy = (example / "policy.toml").read_text()
        asked = policy.replace("\nk = ", "\nk = 40000 # ").replace(
            '"hierarchies', f'"{example}/hierarchies'
        )
        (tmp_path / "policy.toml").write_text(asked)
        made = hoarfrost(
            "anonymize", str(example / "adult.csv.gz"), "--policy", str(tmp_path / "policy.toml"),
            "--out", str(tmp_path / "out.csv"), "--quiet",
        )  # fmt: skip
    first, *others = made.err.splitlines()
    assert made.code == 1
    assert first.startswith(f"error: k-anonymity (k = 40000) {CANNOT} k is 30162, ")
    assert others == [NOTHING_HELPS]
    assert not (tmp_path / "out.csv").exists()
