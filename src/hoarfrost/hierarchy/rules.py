"""Labels for values that a table did not have, from the rule of its hierarchy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from hoarfrost.errors import HierarchyError
from hoarfrost.hierarchy.base import BUILDERS, Rule
from hoarfrost.hierarchy.thresholds import THRESHOLDS, Intervals
from hoarfrost.hierarchy.tree import ROOT


def saved_rule(builder: str, rule: Rule, height: int, missing: str | None) -> dict[str, Any]:
    """A rule as JSON data, with all that is needed to make labels from it."""
    return {"builder": builder, "height": height, "missing": missing, **rule.to_dict()}


def label_by_rule(rule: Mapping[str, object], value: str, level: int) -> str | None:
    """The label of a value at a level; None: the rule does not cover it.

    >>> rule = {"builder": "mask", "height": 5, "missing": None}
    >>> label_by_rule(rule | {"side": "right", "width": 5, "levels": 5}, "10115", 2)
    '101**'
    """
    made = _loaded(rule)
    height = rule["height"]
    if not isinstance(height, int) or not 0 <= level <= height:
        return None
    if value == rule.get("missing"):
        return ROOT if level == height else value
    path = made.path(value)
    if path is None:
        return None
    return (value, *path, ROOT)[level] if len(path) == height - 1 else None


def _loaded(rule: Mapping[str, object]) -> Rule:
    shared = ("builder", "height", "missing")
    own = {key: entry for key, entry in rule.items() if key not in shared}
    name = str(rule.get("builder"))
    kind = Intervals if name == THRESHOLDS else BUILDERS.get(name).rule
    try:
        if kind is not None and "height" in rule:
            return kind(**own)
    except ValidationError:
        pass
    raise HierarchyError("the rule of a hierarchy is not one that a builder wrote")
