"""Values and labels as they stand in messages: short, on one line, and hidden where they must be."""

from __future__ import annotations

from collections.abc import Sequence

LONGEST = 60


def quoted(text: str) -> str:
    """The text in quotes, shortened, with everything that is not plainly visible escaped."""
    short = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    visible = "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in short
    )
    return f'"{visible}"'


def named(values: Sequence[str], *, hidden: bool = False) -> str:
    """The first of some values and the number of the others; hidden: their number only.

    >>> named(["abc", "x", "y"])
    'the value "abc" and 2 others'
    >>> named(["abc", "x", "y"], hidden=True)
    '3 values'
    """
    others = len(values) - 1
    if hidden:
        return f"{len(values)} values" if others else "1 value"
    tail = {0: "", 1: " and 1 other"}.get(others, f" and {others} others")
    return f"the value {quoted(values[0])}{tail}"
