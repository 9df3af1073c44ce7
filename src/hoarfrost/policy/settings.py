"""Keys of [algorithm] from the command line: `key=value`, dotted for single attributes."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from hoarfrost.errors import UsageError
from hoarfrost.policy.parsing import exact


def with_settings(table: Mapping[str, Any], settings: Iterable[str]) -> dict[str, Any]:
    """The table with every setting carried out in turn.

    >>> with_settings({"scheme": {"age": "sps"}}, ["p=3", "scheme.zip=ops"])
    {'scheme': {'age': 'sps', 'zip': 'ops'}, 'p': 3}
    """
    changed = dict(table)
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals or not key.strip():
            raise UsageError(f'--set {setting}: expected key=value, found no "key="')
        changed = _with(changed, _path(key.strip()), _value(text.strip()), setting)
    return changed


def _with(
    table: Mapping[str, Any], path: tuple[str, ...], value: object, setting: str
) -> dict[str, Any]:
    first, *rest = path
    if not rest:
        return {**table, first: value}
    inner = table.get(first, {})
    if not isinstance(inner, Mapping):
        raise UsageError(f'--set {setting}: "{first}" has one value already, expected a table')
    return {**table, first: _with(inner, tuple(rest), value, setting)}


def _value(text: str) -> object:
    """The value as TOML reads it, else the text itself."""
    try:
        read = tomllib.loads(f"value = {text}", parse_float=exact)
    except (ValueError, RecursionError):
        return text
    return read["value"] if len(read) == 1 else text


def _path(key: str) -> tuple[str, ...]:
    """The parts of a dotted key, in quotes or not."""
    try:
        read: Any = tomllib.loads(f"{key} = 0")
    except (ValueError, RecursionError):
        return tuple(key.split("."))
    parts = []
    while isinstance(read, dict):
        part, read = next(iter(read.items()))
        parts.append(part)
    return tuple(parts)
