"""The README's commands and its program do what it says, in the order in which it says it."""

from __future__ import annotations

import gzip
import re
import shlex
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

from tests.house.places import ROOT

README = (ROOT / "README.md").read_text()
COMMANDS = re.findall(r"^hoarfrost (.+)$", README, re.MULTILINE)
PROGRAMS = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
NOT_SAFE = 1


def test_the_commands_and_the_program(tmp_path: Path) -> None:
    stored = (files("hoarfrost.examples") / "adult" / "adult.csv.gz").read_bytes()
    lines = gzip.decompress(stored).decode().splitlines(keepends=True)[:3001]
    (tmp_path / "people.csv").write_text("".join(lines))
    (tmp_path / "more.csv").write_text("".join(lines))
    codes = {
        command: run(tmp_path, "-m", "hoarfrost", *shlex.split(command)) for command in COMMANDS
    }
    unsafe = {command for command, code in codes.items() if code == NOT_SAFE}
    assert unsafe == {"check people.csv --policy policy.toml"}
    assert set(codes.values()) == {0, NOT_SAFE}
    (tmp_path / "release.csv").unlink()
    assert [run(tmp_path, "-c", program) for program in PROGRAMS] == [0]
    assert (tmp_path / "release.csv").read_text().count("\n") > len(lines) // 2


def run(folder: Path, *arguments: str) -> int:
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, check=False
    ).returncode
