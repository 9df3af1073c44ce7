"""The commands and the program of docs/compare.md do what the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from hoarfrost.cli.app import run
from tests.cli.conftest import POLICY, TABLE
from tests.house.places import DOCS

PAGE = (DOCS / "compare.md").read_text()
COMMANDS = re.findall(r"^hoarfrost (.+)$", PAGE, re.MULTILINE)
(PROGRAM,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_commands_and_the_program(tmp_path: Path, monkeypatch, capsys) -> None:
    (tmp_path / "people.csv").write_text(TABLE)
    (tmp_path / "policy.toml").write_text(POLICY)
    monkeypatch.chdir(tmp_path)
    assert [run(shlex.split(command)) for command in COMMANDS] == [0, 0]
    assert {"comparison.html", "comparison.json"} <= {own.name for own in tmp_path.iterdir()}
    (tmp_path / "comparison.html").unlink()
    capsys.readouterr()
    exec(compile(PROGRAM, "compare.md", "exec"), {})  # noqa: S102 - the page is our own
    advice, first, second, *_ = capsys.readouterr().out.splitlines()
    assert advice.startswith("Take optimal: ")
    assert (first.split()[0], second.split()[0]) == ("optimal", "datafly")
    assert (tmp_path / "comparison.html").exists()
