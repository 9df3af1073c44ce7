"""The command, run in this process, and a small table with its policy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from hoarfrost.cli.app import run

TABLE = """age,zip,disease
31,1234,Flu
32,1235,Cold
33,1299,Flu
38,1298,Cold
41,1234,Cold
42,1235,Flu
55,1299,Cold
56,1298,Flu
"""
POLICY = """title = "People"

[attributes.age]
role = "quasi"
type = "integer"
hierarchy = { intervals = [10, 20] }

[attributes.zip]
role = "quasi"
hierarchy = { mask = "right" }

[attributes.disease]
role = "sensitive"

[[requirements]]
type = "k-anonymity"
k = 2

[[requirements]]
type = "distinct-l-diversity"
l = 2
"""


@dataclass(frozen=True)
class Made:
    """What a command did."""

    code: int
    out: str
    err: str


Command = Callable[..., Made]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a table and its policy, which the command is run in."""
    (tmp_path / "people.csv").write_text(TABLE)
    (tmp_path / "policy.toml").write_text(POLICY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def hoarfrost(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs the command and tells what it did."""

    def command(*arguments: str) -> Made:
        capsys.readouterr()
        code = run(arguments)
        return Made(code, *capsys.readouterr())

    return command


@pytest.fixture
def anonymize(hoarfrost: Command, folder: Path) -> Command:
    """Runs `anonymize` on the small table."""

    def command(*arguments: str, out: str = "release.csv") -> Made:
        given = ["people.csv", "--policy", "policy.toml", "--out", out, *arguments]
        return hoarfrost("anonymize", *given)

    return command


@pytest.fixture
def compare(hoarfrost: Command, folder: Path) -> Command:
    """Runs `compare` on the small table."""

    def command(*arguments: str) -> Made:
        return hoarfrost("compare", "people.csv", "--policy", "policy.toml", *arguments)

    return command
