"""Parameters as readers see them: the key, what it takes, and what it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from hoarfrost.options.kinds import expected

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

BOUNDS = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
UNTOLD = 1e15
"""Bounds beyond this keep arithmetic exact and tell a reader nothing."""


@dataclass(frozen=True)
class Parameter:
    """One parameter; code stands between backticks."""

    key: str
    takes: str
    """Kind or choices, bounds, default."""
    meaning: str


def parameters(options: Mapping[str, FieldInfo]) -> list[Parameter]:
    """Declared options, in their order."""
    return [
        Parameter(key, _takes(field), str(field.description or ""))
        for key, field in options.items()
    ]


def _takes(field: FieldInfo) -> str:
    bounds = [
        f"{words} {getattr(bound, name)}"
        for bound in field.metadata
        for name, words in BOUNDS.items()
        if hasattr(bound, name) and abs(getattr(bound, name)) < UNTOLD
    ]
    return ", ".join([_kind(field.annotation), *bounds, _default(field)])


def _default(field: FieldInfo) -> str:
    """What holds where it is left out, as a policy writes it."""
    if field.is_required():
        return "required"
    if field.default is None:
        return "optional"
    is_switch = isinstance(field.default, bool)
    return f"default `{str(field.default).lower() if is_switch else field.default}`"


def _kind(annotation: Any) -> str:
    """The choices of a parameter that has some, else its kind."""
    choices = get_args(annotation) if get_origin(annotation) is Literal else ()
    return " · ".join(f"`{choice}`" for choice in choices) or expected(annotation)
