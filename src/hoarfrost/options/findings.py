"""What is wrong under which key, before it is known in which file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

from hoarfrost.errors import Flaw

Path = tuple[str | int, ...]
PLANE = 0x10000
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, and the keys that lead to it; positions in lists start at 0."""

    path: Path
    message: str
    hint: str | None = None


def flaws(source: str, findings: Iterable[Finding]) -> tuple[Flaw, ...]:
    """The findings as sentences that name the source and the key."""
    return tuple(
        Flaw(
            f"{', '.join(filter(None, [source, key_path(found.path)]))}: {found.message}",
            found.hint,
        )
        for found in findings
    )


def key_path(path: Path) -> str:
    """Keys as TOML writes them; tables of an array are counted from 1.

    >>> key_path(("requirements", 0, "k")), key_path(("attributes", "marital status", "role"))
    ('requirements[1].k', 'attributes."marital status".role')
    """
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{quoted_key(part)}"
    return text.removeprefix(".")


def quoted_key(key: str) -> str:
    """A key as TOML writes it: in quotes unless it is a plain word."""
    return key if BARE_KEY.fullmatch(key) else quoted(key)


def quoted(text: str) -> str:
    r"""Text as TOML writes it, on one line; what cannot be seen is written as its number.

    >>> print(quoted("tab\t \u202e"))
    "tab\t \u202e"
    """
    return visible(json.dumps(text, ensure_ascii=False))


def visible(text: str) -> str:
    """Text on one line; what cannot be seen is written as its number."""
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    number = ord(character)
    return f"\\u{number:04x}" if number < PLANE else f"\\U{number:08x}"
