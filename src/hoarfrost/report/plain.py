"""Values as JSON knows them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

LONGEST_TEXT = 120


def plain(value: object) -> object:
    """The same value made of dictionaries, lists, text, numbers and booleans."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float | Decimal | Fraction):
        number = float(value)
        return number if math.isfinite(number) else str(number)
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items() if inner is not None}
    if hasattr(value, "item"):
        return plain(value.item())
    if isinstance(value, Iterable):
        return [plain(inner) for inner in value]
    return str(value)


def shortened(label: str) -> str:
    """A label short enough for a report."""
    return label if len(label) <= LONGEST_TEXT else f"{label[: LONGEST_TEXT - 1]}…"


def rounded(number: float, digits: int = 3) -> float:
    """A number with so many significant digits.

    >>> rounded(37.148)
    37.1
    """
    return float(f"{number:.{digits}g}")


def picked(source: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """The parts of these names, as far as they are there.

    >>> picked({"a": 1, "b": 2}, ("b", "c"))
    {'b': 2}
    """
    return {name: source[name] for name in names if name in source}
