"""Every mistake in a policy has its own line, with the file, the key and what was expected.

The cases are in `mistakes.txt`: a policy, a line of dashes, and the exact lines that it gets.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hoarfrost.errors import PolicyError
from hoarfrost.policy import Policy

BLOCKS = (Path(__file__).parent / "mistakes.txt").read_text(encoding="utf-8").split("#### ")[1:]
CASES = {name: rest for name, _, rest in (block.partition("\n") for block in BLOCKS)}


def complaints(text):
    with pytest.raises(PolicyError) as caught:
        Policy.loads(text, source="p.toml")
    for flaw in caught.value.flaws:
        yield f"error: {flaw.message}"
        if flaw.hint is not None:
            yield f"hint: {flaw.hint}"


@pytest.mark.parametrize("name", CASES)
def test_is_told_in_full(name):
    text, _, expected = CASES[name].partition("----\n")
    assert list(complaints(text)) == expected.strip().splitlines()


def test_names_of_cases_are_unique():
    assert len(CASES) == len(BLOCKS)
