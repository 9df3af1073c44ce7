"""Findings in the order in which their keys stand in the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hoarfrost.options import Finding, Path


def in_file_order(findings: Iterable[Finding], raw: Mapping[str, Any]) -> list[Finding]:
    """The findings as a reader of the file meets them, the first for each key."""
    first: dict[Path, Finding] = {}
    for finding in findings:
        first.setdefault(finding.path, finding)
    return sorted(first.values(), key=lambda finding: _position(finding.path, raw))


def _position(path: Path, value: Any) -> tuple[int, ...]:
    """Where each key stands in its table; keys that are not there come last."""
    positions = []
    for part in path:
        keys = list(value) if isinstance(value, Mapping) else []
        if part in keys:
            positions.append(keys.index(part))
            value = value[part]
        elif isinstance(value, list | tuple) and isinstance(part, int):
            positions.append(part)
            value = value[part]
        else:
            positions.append(len(keys))
            value = None
    return tuple(positions)
