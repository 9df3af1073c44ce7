"""Pieces of SQL text: names, literals and lists, quoted so that any character is plain data."""

from __future__ import annotations

from collections.abc import Iterable


def name(text: str) -> str:
    """An identifier."""
    return '"' + text.replace('"', '""') + '"'


def literal(text: str) -> str:
    """A text constant."""
    return "'" + text.replace("'", "''") + "'"


def listed(parts: Iterable[str]) -> str:
    """Parts with commas between them."""
    return ", ".join(parts)


def all_of(conditions: Iterable[str]) -> str:
    """Conditions that must hold together."""
    return " and ".join(conditions)
