"""The command, stopped at random moments: the release is absent or whole, and a new run works."""

from __future__ import annotations

import hashlib
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.house.places import ROOT

POLICY = """
[attributes.b]
role = "quasi"
type = "integer"
hierarchy = { intervals = [2, 4] }

[[requirements]]
type = "k-anonymity"
k = 2
"""
INTERRUPTED = "error: interrupted: nothing is half-written\n"
BESIDE = {".json": "--report", ".html": "--report", ".rec": "--recoding", ".jsonl": "--trace"}


class Commands:
    """Starts the command on a large file, with its private files in a folder of their own."""

    def __init__(self, folder: Path, data: str) -> None:
        self.out = folder / "out"
        self.private = folder / "private"
        self._data = data
        self._policy = folder / "policy.toml"
        self._policy.write_text(POLICY)
        for place in (self.out, self.private):
            place.mkdir()

    def start(self, name: str, *options: str, **settings) -> subprocess.Popen[str]:
        beside = [
            text
            for ending, option in BESIDE.items()
            for text in (option, str(self.out / f"{name}{ending}"))
        ]
        return subprocess.Popen(
            [sys.executable, "-m", "hoarfrost", "anonymize", self._data, "--policy",
             str(self._policy), "--out", str(self.out / f"{name}.csv"), "--quiet", *options, *beside],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "TMPDIR": str(self.private)},
            **settings,
        )  # fmt: skip

    def left(self) -> dict[str, str]:
        """What is there: the hashes of finished files, nothing of those that say what they are."""
        for path in self.private.iterdir():
            assert path.name.startswith("hoarfrost-unfinished-")
        return {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest()
            for path in self.out.iterdir()
            if not path.name.startswith(".hoarfrost-unfinished-")
        }


@pytest.fixture(scope="module")
def data(tmp_path_factory) -> str:
    """A table that takes as long as the start of the command."""
    path = tmp_path_factory.mktemp("data") / "data.csv"
    rows = (f"{n * 7919 % 100_003},{n % 7},value {n % 1013}\n" for n in range(100_000))
    path.write_text("a,b,c\n" + "".join(rows))
    return str(path)


@pytest.fixture
def commands(tmp_path: Path, data: str) -> Commands:
    return Commands(tmp_path, data)


@pytest.fixture(scope="module")
def whole(tmp_path_factory, data: str) -> tuple[str, float]:
    """The hash of an undisturbed release, and how long it takes."""
    commands = Commands(tmp_path_factory.mktemp("whole"), data)
    began = time.monotonic()
    return released(commands, "whole"), time.monotonic() - began


def released(commands: Commands, name: str) -> str:
    """The hash of the release of a command that nobody stops."""
    child = commands.start(name)
    assert child.communicate()[1] == ""
    assert child.returncode == 0
    return commands.left()[f"{name}.csv"]


@pytest.mark.parametrize(
    ("kind", "count"), [(signal.SIGKILL, 8), (signal.SIGTERM, 6), (signal.SIGINT, 8)]
)
def test_a_stopped_command_leaves_all_or_nothing(kind, count, commands, whole) -> None:
    expected, seconds = whole
    moments = random.Random(kind)
    for attempt in range(count):
        name = f"release{attempt}"
        child = commands.start(name)
        # The first tenth goes by before Python can tell a signal.
        time.sleep(moments.uniform(0.15 * seconds, 1.05 * seconds))
        child.send_signal(kind)
        began = time.monotonic()
        _, problems = child.communicate()
        assert time.monotonic() - began < 5
        left = commands.left()
        assert left.get(f"{name}.csv", expected) == expected
        if child.returncode != 0 and kind != signal.SIGKILL:
            # Python dies of a signal that comes before the command begins, or while text is run
            # as a program.
            assert child.returncode in {130, -signal.SIGINT, -kind}
            assert problems in {INTERRUPTED, ""}
            assert not list(commands.out.glob(".hoarfrost-unfinished-*"))
    assert released(commands, "again") == expected


@pytest.mark.parametrize("size", [200, 5_000, 100_000])
def test_a_full_disk_ends_a_command_with_nothing_written(size: int, commands) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    child = commands.start("release", preexec_fn=limit)
    _, problems = child.communicate()
    assert child.returncode == 3
    error, *hints = problems.splitlines()
    assert error.startswith("error: ")
    assert "the disk is full" in error or "File too large" in error
    assert all(hint.startswith("hint: ") for hint in hints)
    assert commands.left() == {}
    assert list(commands.out.iterdir()) == list(commands.private.iterdir()) == []


def test_a_command_ends_before_it_takes_more_memory_than_it_may(commands) -> None:
    child = commands.start("release", "--memory", "150MB")
    _, problems = child.communicate()
    assert child.returncode == 3
    assert problems == (
        "error: the run needs more memory than --memory allows (150 MB); nothing was written\n"
        "hint: allow more with --memory, or name fewer quasi attributes\n"
    )
    assert commands.left() == {}
    assert list(commands.out.iterdir()) == list(commands.private.iterdir()) == []


def test_a_command_keeps_within_the_memory_it_is_given(commands, whole) -> None:
    child = commands.start("release", "--memory", "400MB")
    most = 0
    while child.poll() is None:
        most = max(most, most_held(child.pid))
        time.sleep(0.005)
    assert (child.communicate()[1], child.returncode) == ("", 0)
    assert 100 * 10**6 < most < 400 * 10**6
    assert commands.left()["release.csv"] == whole[0]


def most_held(process: int) -> int:
    """The most memory that a process has held so far."""
    # Before it has begun, it is a copy of this process under our own name.
    if b"hoarfrost" not in Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0"):
        return 0
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM")), 0)
