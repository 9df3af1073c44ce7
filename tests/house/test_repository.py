"""What no file of the project may hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.house.places import ROOT, name_of, texts

MACHINE_PATHS = re.compile(r"(?<![\w.])/(?:work|root|home|opt|Users)/|/tmp/[a-z]\b")
REGISTRIES = re.compile("py" + r"pi\.org|python" + "hosted")
HOSTS = re.compile(r"https?://|file:|--(?:extra-)?index-url|--find-links|^-[if] ", re.MULTILINE)
PIN = re.compile(r"^([a-z0-9][a-z0-9.-]*)==\S+( ; .+)? \\$")


@pytest.mark.parametrize("path", texts(), ids=name_of)
def test_a_file_names_no_place_on_a_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8", errors="replace")
    assert path.samefile(__file__) or not MACHINE_PATHS.findall(text)
    assert not REGISTRIES.findall(text)


def test_the_lock_names_no_address() -> None:
    assert not HOSTS.findall((ROOT / "requirements.lock").read_text())


def test_the_lock_pins_everything_by_hash() -> None:
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    pins = [number for number, line in enumerate(lines) if not line.startswith("    ")]
    assert all(PIN.match(lines[number]) for number in pins)
    assert all("--hash=sha256:" in lines[number + 1] for number in pins)
