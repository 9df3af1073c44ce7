"""A table large enough to be interrupted, and processes that can be."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROW_COUNT = 600_000


@pytest.fixture(scope="session")
def large_file(tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("large") / "data.csv"
    rows = (f"{n * 7919 % 600_011},{n % 7},value {n % 1013}\n" for n in range(ROW_COUNT))
    path.write_text("a,b,c\n" + "".join(rows))
    return str(path)


@pytest.fixture
def start(tmp_path) -> Callable[..., subprocess.Popen[str]]:
    """Begin a child whose private files are in `tmp_path/private`."""
    (tmp_path / "private").mkdir()
    (tmp_path / "out").mkdir()

    def started(*arguments: str, **settings) -> subprocess.Popen[str]:
        paths = [str(ROOT), str(ROOT / "src")]
        return subprocess.Popen(
            [sys.executable, "-m", "tests.faults.writing_child", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(paths),
                "TMPDIR": str(tmp_path / "private"),
            },
            **settings,
        )

    return started
