"""The parts of a docstring in the house's order: what you get, the idea, when to choose it, …"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

TITLES = ("The idea", "When to choose it", "Cost", "Deviations", "Notes", "Related work", "Paper")
"""What a part of a docstring can be called: the house's order."""
TITLE = re.compile(rf"(?P<title>{'|'.join(TITLES)}): +")
EXAMPLE = ">>>"


@dataclass(frozen=True)
class Part:
    """Paragraphs under a title; without a title they go with what you get."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Documentation:
    """What a thing says of itself."""

    summary: str
    parts: tuple[Part, ...]
    examples: tuple[str, ...]
    """For Python's prompt; the tests run them."""
    sources: tuple[str, ...]
    """The papers, from the documentation of its module."""

    def part(self, title: str) -> Part | None:
        """The part of that title, if there is one."""
        return next((part for part in self.parts if part.title == title), None)


def documentation(thing: type | Callable[..., Any]) -> Documentation:
    """The documentation of a registered thing, taken apart."""
    first, *rest = _paragraphs(inspect.getdoc(thing))
    parts: list[Part] = []
    for paragraph in (own for own in rest if not own.startswith(EXAMPLE)):
        found = TITLE.match(paragraph)
        if found:
            text = paragraph[found.end() :]
            parts.append(Part(found["title"], (text[:1].upper() + text[1:],)))
        elif parts:
            last = parts[-1]
            parts[-1] = Part(last.title, (*last.paragraphs, paragraph))
        else:
            parts.append(Part("", (paragraph,)))
    examples = tuple(own for own in rest if own.startswith(EXAMPLE))
    sources = tuple(_paragraphs(inspect.getdoc(inspect.getmodule(thing)))[1:])
    return Documentation(first, tuple(parts), examples, sources)


def _paragraphs(text: str | None) -> list[str]:
    """Paragraphs, each on one line, examples as they stand."""
    return list(_joined((text or "").strip().split("\n\n")))


def _joined(paragraphs: list[str]) -> Iterator[str]:
    for paragraph in paragraphs:
        lines = [line for line in paragraph.split("\n") if line.strip()]
        yield "\n".join(lines) if paragraph.startswith(EXAMPLE) else " ".join(map(str.strip, lines))
