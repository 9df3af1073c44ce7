"""Things from outside the package: one class or function and one decorator, and all commands know it."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.house.places import ROOT

EXTENSION = '''
import numpy as np

import hoarfrost as hf


@hf.requirement("even-size")
class EvenSize(hf.Requirement):
    """Every class has an even number of records."""

    least: int = hf.option(2, at_least=2, help="no class is smaller")

    def judge(self, classes):
        return (classes.sizes % 2 == 0) & (classes.sizes >= self.least)


@hf.requirement("no-gain")
class NoGain(hf.SensitiveRequirement):
    """No class has more of a value than the table has of it."""

    compares_with_table = True

    def judge(self, classes):
        histogram = classes.sensitive_histogram()
        assert list(histogram.values) == ["Flu", "Cold"]
        shares = histogram.counts / classes.sizes[histogram.groups]
        usual = classes.sensitive_reference() / classes.record_count
        gains = shares > usual[histogram.codes] + 1e-9
        return np.bincount(histogram.groups, gains, classes.class_count) == 0


@hf.figure("suppressed-share")
class SuppressedShare(hf.Figure):
    """The share of the records that are left out."""

    title = "Suppressed share"

    def value(self, view):
        return view.suppressed_records / view.record_count

    def sentence(self, value):
        return f"{value:.1%} of the records are left out."


@hf.builder("parity")
def parity(column: hf.Column, *, parity: str = hf.option(help="what odd ones are called")) -> hf.Built:
    """Odd and even numbers."""
    rows = [(value, parity if int(value) % 2 else "even", "*") for value in column.values]
    return hf.Built(rows, 2)


@hf.algorithm("coarsest", family="lattice", kind="full-domain")
def coarsest(
    problem: hf.Problem, *, spare: int = hf.option(0, at_least=0, help="levels to stay below")
) -> hf.Outcome:
    """Every attribute as general as the policy allows."""
    levels = [max(0, top - spare) for top in problem.tops]
    return hf.Outcome(hf.FullDomain.of(problem, levels))
'''
COMMAND = "import extension; from hoarfrost.cli.entry import main; main()"
TABLE = """age,zip,disease
31,12,Flu
33,12,Cold
35,17,Flu
37,17,Cold
32,12,Flu
34,12,Cold
36,17,Flu
38,17,Cold
"""
POLICY = """
[attributes.age]
role = "quasi"
hierarchy = { parity = "odd" }

[attributes.zip]
role = "quasi"
hierarchy = { mask = "right" }

[attributes.disease]
role = "sensitive"
order = ["Flu", "Cold"]

[[requirements]]
type = "even-size"

[[requirements]]
type = "no-gain"

[algorithm]
name = "coarsest"
objective = "suppressed-share"
spare = 1
"""


@pytest.fixture
def run(tmp_path):
    """Runs Python beside the extension, in a process of its own: what is registered stays."""
    (tmp_path / "extension.py").write_text(EXTENSION)
    (tmp_path / "people.csv").write_text(TABLE)
    (tmp_path / "policy.toml").write_text(POLICY)
    paths = os.pathsep.join([str(tmp_path), str(ROOT / "src")])

    def program(text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", text, *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=False,
        )

    return program


def test_what_is_added_is_in_every_command(run, tmp_path) -> None:
    policy = ("--policy", "policy.toml")
    beside = ("--report", "report.json", "--recoding", "recoding.json")
    made = run(COMMAND, "anonymize", "people.csv", *policy, "--out", "out.csv", *beside)
    assert (made.returncode, made.stderr) == (0, "")
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["recoding"]["levels"] == {"age": 1, "zip": 1}
    assert report["figures"]["suppressed-share"] == 0
    checks = {check["name"]: check["detail"] for check in report["verification"]["checks"]}
    assert checks["even-size on age, zip"] == "worst class: 1; judged by the requirement itself"
    assert (tmp_path / "out.csv").read_text().splitlines()[1] == "even,1*,Cold"

    more = ("--recoding", "recoding.json", "--original", "people.csv")
    found = run(COMMAND, "verify", "out.csv", *policy, "--report", "report.json", *more)
    assert (found.returncode, found.stderr) == (0, "")
    assert (
        "  ✓ even-size (least = 2) on age, zip: worst 1; judged by the requirement itself\n"
        in found.stdout
    )
    again = run(COMMAND, "apply", "people.csv", "--recoding", "recoding.json", *policy,
                "--out", "again.csv")  # fmt: skip
    assert (again.returncode, again.stderr) == (0, "")
    assert (tmp_path / "again.csv").read_text() == (tmp_path / "out.csv").read_text()
    listed = run(COMMAND, "algorithms").stdout
    assert "coarsest  (lattice, full-domain)\n" in listed


def test_a_file_that_breaks_it_is_found_out(run, tmp_path) -> None:
    policy = ("--policy", "policy.toml")
    (tmp_path / "bad.csv").write_text(
        "age,zip,disease\neven,1*,Flu\neven,1*,Cold\nodd,1*,Flu\nodd,1*,Cold\nodd,1*,Cold\n"
    )
    made = run(COMMAND, "check", "bad.csv", *policy)
    assert made.returncode == 1
    assert (
        "✗ even-size (least = 2) on age, zip: worst 0; 1 classes with 3 records fail" in made.stdout
    )
    alone = run(COMMAND, "verify", "bad.csv", *policy)
    assert alone.returncode == 2
    assert alone.stderr.startswith('error: no-gain compares with the distribution of "disease"')


def test_the_proof_holds_for_what_is_added_too(run, tmp_path) -> None:
    text = POLICY.replace('"coarsest"', '"optimal"').replace("spare = 1\n", "")
    (tmp_path / "policy.toml").write_text(text.replace("suppressed-share", "loss"))
    made = run(
        "import extension, hoarfrost as hf;"
        "release = hf.anonymize('people.csv', hf.Policy.load('policy.toml'));"
        "print(release.report['algorithm']['optimal'], dict(release.recoding.levels))"
    )
    assert (made.stderr, made.stdout) == ("", "True {'age': 1, 'zip': 0}\n")


def test_an_installed_extension_is_found_by_its_entry_point(run, tmp_path) -> None:
    info = tmp_path / "extension-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: extension\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[hoarfrost]\nextension = extension\n")
    command = "from hoarfrost.cli.entry import main; main()"
    arguments = ("anonymize", "people.csv", "--policy", "policy.toml", "--out", "out.csv")
    assert run(command, *arguments).returncode == 0
    (tmp_path / "extension.py").write_text("import nothing_of_that_name")
    broken = run(command, "algorithms")
    assert (broken.returncode, broken.stderr) == (
        2,
        (
            'error: the extension "extension" cannot be loaded (ModuleNotFoundError)\n'
            'hint: python -c "import extension" shows why\n'
        ),
    )
