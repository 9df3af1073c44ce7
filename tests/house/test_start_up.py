"""A command imports what it needs and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

HEAVY = {"duckdb", "ibis", "numba", "numpy", "pandas", "polars", "pyarrow", "pydantic", "rich"}
HEAVY |= {"scipy", "sklearn", "typer"}
FOR_OTHER_TABLES = {"ibis", "pandas", "polars", "pyarrow", "sklearn"}
POLICY = """
[attributes.age]
role = "quasi"
hierarchy = { mask = "right" }

[[requirements]]
type = "k-anonymity"
k = 2
"""


def imported_by(*arguments: str) -> set[str]:
    """The packages that a command imports; the command has to succeed."""
    program = [sys.executable, "-X", "importtime", "-m", "hoarfrost", *arguments]
    made = subprocess.run(program, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr[-2000:]
    return set(re.findall(r"^import time:.*\|\s+(\w+)", made.stderr, re.MULTILINE))


def test_version_imports_nothing_heavy() -> None:
    assert imported_by("--version") & HEAVY == set()


def test_a_csv_file_needs_no_other_library_of_tables(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("age\n31\n32\n31\n")
    (tmp_path / "policy.toml").write_text(POLICY)
    paths = [str(tmp_path / name) for name in ("people.csv", "policy.toml", "out.csv")]
    imported = imported_by("anonymize", paths[0], "--policy", paths[1], "--out", paths[2])
    assert imported & FOR_OTHER_TABLES == set()


def test_models_are_loaded_only_where_a_report_tells_of_them(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("age,pay\n31,1\n32,2\n31,1\n")
    (tmp_path / "policy.toml").write_text(POLICY + '[attributes.pay]\nrole = "target"\n')
    paths = [str(tmp_path / name) for name in ("people.csv", "policy.toml", "out.csv")]
    imported = imported_by("anonymize", paths[0], "--policy", paths[1], "--out", paths[2])
    assert "sklearn" not in imported
