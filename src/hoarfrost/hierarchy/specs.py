"""How a policy describes a hierarchy: a file, or an inline table for a builder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hoarfrost.errors import PolicyError
from hoarfrost.hierarchy.base import BUILDERS, Builder
from hoarfrost.naming import did_you_mean
from hoarfrost.options import Finding, flaws, problems
from hoarfrost.options.findings import Path

Spec = str | Mapping[str, Any] | None


def spec_findings(spec: Spec, path: Path) -> list[Finding]:
    """Everything that is wrong with a description, as far as it shows without the table."""
    if spec is None:
        return []
    if isinstance(spec, str):
        return [] if spec.strip() else [Finding(path, "expected the path of a file, found none")]
    chosen = [name for name in BUILDERS.names() if name in spec]
    if len(chosen) != 1:
        return [_undecided(spec, chosen, path)]
    return problems(BUILDERS.get(chosen[0]).options, spec, path)


def read_spec(spec: Mapping[str, Any], path: Path) -> tuple[Builder, dict[str, Any]]:
    """The builder that an inline table asks for, and its options with the defaults filled in."""
    found = spec_findings(spec, path)
    if found:
        raise PolicyError(*flaws("", found))
    chosen = next(builder for name, builder in BUILDERS if name in spec)
    given = chosen.options(**{key: value for key, value in spec.items() if value is not None})
    return chosen, {name: getattr(given, name) for name in type(given).model_fields}


def _undecided(spec: Mapping[str, Any], chosen: list[str], path: Path) -> Finding:
    if chosen:
        return Finding(path, f"expected one kind of hierarchy, found {' and '.join(chosen)}")
    known = BUILDERS.names()
    word = next(iter(spec), None)
    if word is None:
        return Finding(path, f"expected one of {', '.join(known)}, found an empty table")
    return Finding((*path, word), "unknown key", did_you_mean(word, known))
