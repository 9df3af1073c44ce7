"""Whenever a process is stopped, the destination is absent or whole."""

from __future__ import annotations

import hashlib
import random
import signal
import time

import pytest

ENDINGS = (".csv", ".csv.gz", ".parquet")


def whole_release(start, large_file, folder, ending: str) -> tuple[str, float]:
    """The hash of an undisturbed release, and how long the writing takes."""
    destination = folder / f"whole{ending}"
    child = start(large_file, str(destination))
    assert child.stdout.readline() == "writing\n"
    began = time.monotonic()
    assert child.stdout.readline() == "published\n"
    seconds = time.monotonic() - began
    _, problems = child.communicate()
    assert (child.returncode, problems) == (0, "")
    return hashlib.sha256(destination.read_bytes()).hexdigest(), seconds


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_killed_run_leaves_all_or_nothing(ending: str, start, large_file, tmp_path) -> None:
    expected, seconds = whole_release(start, large_file, tmp_path / "out", ending)
    generator = random.Random(ending)
    destination = tmp_path / "out" / f"release{ending}"
    for _ in range(4):
        child = start(large_file, str(destination))
        assert child.stdout.readline() == "writing\n"
        time.sleep(generator.uniform(0, 1.1 * seconds))
        child.kill()
        child.communicate()
        if destination.exists():
            assert hashlib.sha256(destination.read_bytes()).hexdigest() == expected
            destination.unlink()
        left = [path for path in (tmp_path / "out").iterdir() if not path.name.startswith("whole")]
        for path in left:
            assert path.name.startswith(".hoarfrost-unfinished-")
            assert path.stat().st_mode & 0o077 == 0 or path.stat().st_size
        for path in (tmp_path / "private").iterdir():
            assert path.name.startswith("hoarfrost-unfinished-")
            assert path.stat().st_mode & 0o777 == 0o700
    again, _ = whole_release(start, large_file, tmp_path / "out", ending)
    assert again == expected


@pytest.mark.parametrize("delay", [0.0, 0.1, 0.3])
def test_ctrl_c_ends_a_run_at_once_and_leaves_nothing(
    delay: float, start, large_file, tmp_path
) -> None:
    child = start(large_file, str(tmp_path / "out" / "release.csv"))
    assert child.stdout.readline() == "writing\n"
    time.sleep(delay)
    child.send_signal(signal.SIGINT)
    began = time.monotonic()
    output, problems = child.communicate()
    assert time.monotonic() - began < 5
    if "published" not in output:
        assert child.returncode == -signal.SIGINT
        assert problems.splitlines()[-1] == "KeyboardInterrupt"
        assert "nanobind" not in problems
    left = [path.name for path in (tmp_path / "out").iterdir()]
    assert left in ([], ["release.csv"])
    assert list((tmp_path / "private").iterdir()) == []
