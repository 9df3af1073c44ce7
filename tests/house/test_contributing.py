"""The examples of CONTRIBUTING.md work as they stand there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.places import ROOT

SECTIONS = re.split(r"^## A new ", (ROOT / "CONTRIBUTING.md").read_text(), flags=re.MULTILINE)[1:]
EXAMPLES = [
    (section.partition("\n")[0], code)
    for section in SECTIONS
    for code in re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
]
CHECK = """
import doctest, sys
sys.path.insert(0, {folder!r})
import example
from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.figures.base import FIGURES
from hoarfrost.hierarchy.base import BUILDERS
from hoarfrost.requirements.base import REQUIREMENTS
shelves = ALGORITHMS, FIGURES, BUILDERS, REQUIREMENTS
assert sum({name!r} in shelf for shelf in shelves) == 1
failed, attempted = doctest.testmod(example)
assert attempted and not failed
"""


def test_every_kind_of_thing_has_an_example() -> None:
    kinds = [kind for kind, _ in EXAMPLES]
    assert kinds == ["algorithm", "requirement", "figure", "hierarchy builder"]


@pytest.mark.parametrize(("kind", "text"), EXAMPLES, ids=[kind for kind, _ in EXAMPLES])
def test_an_example_registers_and_does_what_it_says(kind: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "example.py").write_text(text)
    name = re.search(r'^@hf\.\w+\("([\w-]+)"', text, re.MULTILINE)
    assert name, kind
    program = CHECK.format(folder=str(tmp_path), name=name.group(1))
    made = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
