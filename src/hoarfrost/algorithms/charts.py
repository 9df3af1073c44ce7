"""An algorithm's process as its readers see it: what is done, and what is asked, in order.

The texts are the first lines of the docstrings of the very functions that a process is made of,
so that an explanation cannot say anything else than what the code does.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias


@dataclass(frozen=True)
class Do:
    """A step."""

    text: str


@dataclass(frozen=True)
class While:
    """A question; as long as the answer is yes, everything in `steps` is done again."""

    question: str
    steps: Chart


Chart: TypeAlias = "tuple[Do | While, ...]"


class Process(Protocol):
    """A family's process, filled in."""

    def chart(self) -> Chart:
        """Its steps and questions."""


@dataclass(frozen=True)
class Described:
    """A process that reads best as a loop of its own: its steps, told where they are carried out."""

    steps: Chart

    def chart(self) -> Chart:
        """Its steps and questions."""
        return self.steps


def said_by(part: Callable[..., object]) -> str:
    """What a function does or asks, in the first line of its documentation."""
    return (inspect.getdoc(part) or "").partition("\n")[0]


def done_by(part: Callable[..., object]) -> Do:
    """The step that a function carries out."""
    return Do(said_by(part))


def lowered(sentence: str) -> str:
    """A sentence as it goes on after a colon."""
    return sentence[:1].lower() + sentence[1:]
