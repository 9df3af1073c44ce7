"""What was given, from a file or in code, as values that a policy file can hold.

Here every number is checked once for all keys: finite, and of a size that neither 64 bits nor
a double overflow.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import date, time
from decimal import Decimal
from operator import index
from typing import Any

from hoarfrost.options import Finding, Path, options_of
from hoarfrost.policy.sections import AlgorithmPolicy

LARGEST_WHOLE = 2**63 - 1
LARGEST_EXPONENT = 300
LONGEST_NUMBER = 1000

UNUSABLE = object()
"""Stands for a value that a finding was made about."""


def plain(value: object, path: Path, findings: list[Finding]) -> Any:
    """The value with decimals exact and lists as lists; adds what no policy may hold to `findings`."""
    value = _of_a_file(value)
    message = _refusal(value)
    if message:
        findings.append(Finding(path, message))
        return UNUSABLE
    if isinstance(value, Mapping):
        return _plain_table(value, path, findings)
    if isinstance(value, list | tuple):
        entries = [plain(entry, (*path, at), findings) for at, entry in enumerate(value)]
        return [entry for entry in entries if entry is not UNUSABLE]
    return value


def table_of(thing: Any) -> dict[str, Any]:
    """A declared object as a table of a policy file, without what is at its default."""
    declared = options_of(type(thing)).items()
    table = {
        name: getattr(thing, name)
        for name, field in declared
        if getattr(thing, name) != field.default
    }
    if isinstance(thing, AlgorithmPolicy):
        return table | table.pop("options", {})
    return {"type": thing.name, **table} if hasattr(thing, "judge") else table


def _plain_table(
    table: Mapping[Any, object], path: Path, findings: list[Finding]
) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    for key, value in table.items():
        refusal = _refusal(key) if isinstance(key, str) else "a key that is not text"
        if refusal:
            findings.append(Finding(path, refusal))
        elif value is not None:
            entries[key] = plain(value, (*path, key), findings)
    return {key: entry for key, entry in entries.items() if entry is not UNUSABLE}


def _of_a_file(value: Any) -> Any:
    """Values of Python that stand for ones of TOML: floats, paths, declared objects, …"""
    if options_of(type(value)):
        return table_of(value)
    if isinstance(value, float):
        return Decimal(float.__repr__(value))
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if not isinstance(value, int) and hasattr(value, "__index__"):
        return index(value)
    return value


def _refusal(value: object) -> str | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return _refusal_of_whole(value)
    if isinstance(value, Decimal):
        return _refusal_of_decimal(value)
    if isinstance(value, str):
        return _refusal_of_text(value)
    if isinstance(value, Mapping | list | tuple | date | time):
        return None
    return f"a {type(value).__name__} is nothing that a policy can hold"


def _refusal_of_whole(number: int) -> str | None:
    if number > LARGEST_WHOLE:
        return f"too large, expected at most {LARGEST_WHOLE}"
    if number < -LARGEST_WHOLE:
        return f"too small, expected at least {-LARGEST_WHOLE}"
    return None


def _refusal_of_decimal(number: Decimal) -> str | None:
    if not number.is_finite():
        return f"{float(number)} is not a finite number"
    if len(number.as_tuple().digits) > LONGEST_NUMBER:
        return f"a number of more than {LONGEST_NUMBER} digits"
    if abs(number.adjusted()) > LARGEST_EXPONENT:
        return f"{number} is out of reach, expected at most {LARGEST_EXPONENT} digits before or after the point"
    return None


def _refusal_of_text(text: str) -> str | None:
    if "\0" in text:
        return "text with a NUL character"
    if any("\ud800" <= character <= "\udfff" for character in text):
        return "text that is not valid Unicode"
    return None
