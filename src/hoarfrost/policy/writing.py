"""A policy's plain values as TOML, laid out for reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, time
from itertools import takewhile
from pathlib import Path
from typing import Any

from hoarfrost.errors import UsageError
from hoarfrost.options.findings import quoted, quoted_key

LINE_LENGTH = 100
LARGEST_ROUND = 1e15
"""Numbers without decimals are written without a point up to here."""


def toml_of(table: Mapping[str, Any]) -> str:
    """The text of a TOML file."""
    return "\n".join(_lines(table, ())).lstrip("\n") + "\n"


def saved(text: str, path: Path) -> None:
    """Write a file that is there whole or not at all."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        unfinished.write_text(text, encoding="utf-8", newline="\n")
        unfinished.replace(path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None


def _lines(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """Values first, tables with a heading of their own after them, as TOML demands."""
    apart = _apart(table, path)
    for key, value in table.items():
        if key not in apart:
            yield from _entry(key, value)
    for key, value in apart.items():
        heading = ".".join(quoted_key(part) for part in (*path, key))
        if isinstance(value, Mapping):
            # The heading of a table that only holds tables would say nothing.
            if not value or len(_apart(value, (*path, key))) < len(value):
                yield from ("", f"[{heading}]")
            yield from _lines(value, (*path, key))
        else:
            for element in value:
                yield from ("", f"[[{heading}]]")
                yield from _lines(element, (*path, key))


def _apart(table: Mapping[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    """The last entries of a table, as far as they get headings: the order of entries is kept."""
    backwards = reversed(list(table.items()))
    last = list(takewhile(lambda entry: _stands_apart(entry[0], entry[1], path), backwards))
    return dict(reversed(last))


def _stands_apart(key: str, value: Any, path: tuple[str, ...]) -> bool:
    """Does a table get a heading of its own? Those of the top do, others when they are long."""
    if isinstance(value, Mapping):
        is_long = len(f"{quoted_key(key)} = {_inline(value)}") > LINE_LENGTH
        return not path or path == ("attributes",) or is_long
    is_list_of_tables = isinstance(value, list) and all(isinstance(one, Mapping) for one in value)
    return not path and is_list_of_tables and bool(value)


def _entry(key: str, value: Any) -> Iterator[str]:
    line = f"{quoted_key(key)} = {_inline(value)}"
    if len(line) <= LINE_LENGTH or not isinstance(value, list | tuple):
        yield line
        return
    yield f"{quoted_key(key)} = ["
    yield from (f"    {_inline(entry)}," for entry in value)
    yield "]"


def _inline(value: Any) -> str:
    if isinstance(value, Mapping):
        entries = ", ".join(f"{quoted_key(key)} = {_inline(one)}" for key, one in value.items())
        return f"{{ {entries} }}" if entries else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_inline, value))}]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, date | time):
        return value.isoformat()
    is_round = isinstance(value, float) and value.is_integer() and abs(value) < LARGEST_ROUND
    return str(int(value)) if is_round else str(value)
