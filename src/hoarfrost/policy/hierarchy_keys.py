"""Inline tables of hierarchies: the builder that a table names, and its keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hoarfrost.naming import nearest
from hoarfrost.options import Finding, Path, problems
from hoarfrost.policy import shelves


def misfits_of_hierarchy(table: Mapping[str, Any], path: Path) -> list[Finding]:
    """What keeps an inline table from telling how to build a hierarchy."""
    named = [key for key in table if key in shelves.builders()]
    if not named:
        return [_without_builder(table, path, shelves.builders().names())]
    options = shelves.builders().get(named[0]).options
    return problems(options, table, path)


def _without_builder(table: Mapping[str, Any], path: Path, known: tuple[str, ...]) -> Finding:
    for key in table:
        meant = nearest(key, known)
        if meant:
            return Finding((*path, key), "unknown key", f'did you mean "{meant}"?')
    return Finding(path, "does not say how to build it", f"known: {', '.join(known)}")
