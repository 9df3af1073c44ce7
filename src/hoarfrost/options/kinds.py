"""Kinds of values: what a key may hold and what it was given.

A policy says 5 or "5", and the two are not the same; the type checks of pydantic would take
either. Names of keys and of choices are checked here too, for the sake of the nearest name.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, time
from decimal import Decimal
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

from hoarfrost.naming import did_you_mean
from hoarfrost.options.findings import Finding, Path, quoted

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

TEXT, WHOLE, NUMBER, SWITCH = "text", "a whole number", "a number", "true or false"
LIST, TABLE, DATE = "a list", "a table", "a date"
"""The kinds, in the words of messages."""

KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, SWITCH),
    (int, WHOLE),
    ((float, Decimal), NUMBER),
    ((str, PurePath), TEXT),
    (Mapping, TABLE),
    ((Sequence, AbstractSet), LIST),
    ((date, time), DATE),
)
"""What is of which kind; the first that fits counts."""

SHOWN_LENGTH = 40


def misfits(value: object, annotation: Any, path: Path) -> Iterator[Finding]:
    """Where a value, or anything in it, is not of the kind that its annotation asks for."""
    fitting = [arm for arm in arms(annotation) if _fits(value, arm)]
    if not fitting:
        yield Finding(path, f"expected {expected(annotation)}, found {shown(value)}")
    choices = [choice for arm in fitting for choice in _choices(arm)]
    if choices and value not in choices and all(map(_choices, fitting)):
        yield _unknown_choice(value, choices, path)
    elif len(fitting) == 1:
        yield from _misfits_within(value, fitting[0], path)


def options_of(kind: type) -> dict[str, FieldInfo]:
    """The declared options of a class, by name; none when it is not a class of options."""
    return dict(getattr(kind, "__pydantic_fields__", {}))


def shown(value: object) -> str:
    """A value as a message shows it, cut when long."""
    if isinstance(value, bool):
        return str(value).lower()
    kind = kind_of(value)
    if kind in {LIST, TABLE} or kind is None:
        return kind or f"a {type(value).__name__}"
    word = {TEXT: "the text ", DATE: "the date "}.get(kind, "the number ")
    return word + cut(value)


def cut(value: object) -> str:
    """Text in quotes, numbers and dates as they are, at most one line long."""
    text = str(value).lower() if isinstance(value, bool | Decimal | float) else str(value)
    if len(text) > SHOWN_LENGTH:
        text = f"{text[:SHOWN_LENGTH]}…"
    return quoted(text) if isinstance(value, str) else text


def kind_of(value: object) -> str | None:
    """The kind of a value; None for things that no policy file can hold."""
    return next((kind for classes, kind in KINDS if isinstance(value, classes)), None)


def expected(annotation: Any) -> str:
    """The kinds that a type accepts, in words."""
    kinds = dict.fromkeys(kind for arm in arms(annotation) for kind in sorted(_kinds_for(arm)))
    return " or ".join(kinds)


def arms(annotation: Any) -> list[Any]:
    """The alternatives of a type, without None: what is absent is left out, not written."""
    if get_origin(annotation) is Annotated:
        return arms(get_args(annotation)[0])
    if get_origin(annotation) in {Union, types.UnionType}:
        return [arm for part in get_args(annotation) for arm in arms(part)]
    return [] if annotation is type(None) else [annotation]


def _kinds_for(arm: Any) -> frozenset[str]:
    """The kinds that a type accepts; none for types that no kind stands for."""
    if get_origin(arm) is Literal:
        return frozenset(kind for choice in get_args(arm) if (kind := kind_of(choice)))
    held = get_origin(arm) or arm
    if not isinstance(held, type) or held is object:
        return frozenset()
    if options_of(held) or dataclasses.is_dataclass(held):
        return frozenset({TABLE})
    return frozenset([kind for classes, kind in KINDS if issubclass(held, classes)][:1])


def _fits(value: object, arm: Any) -> bool:
    kind, accepted = kind_of(value), _kinds_for(arm)
    return (
        kind is None or not accepted or kind in accepted or (kind == WHOLE and NUMBER in accepted)
    )


def _choices(arm: Any) -> tuple[object, ...]:
    return get_args(arm) if get_origin(arm) is Literal else ()


def _unknown_choice(value: object, choices: list[object], path: Path) -> Finding:
    names = [str(choice) for choice in choices]
    kind = path[-1] if path and isinstance(path[-1], str) else "value"
    return Finding(path, f"unknown {kind} {cut(value)}", did_you_mean(str(value), names))


def _misfits_within(value: object, arm: Any, path: Path) -> Iterator[Finding]:
    declared = options_of(arm)
    if isinstance(value, Mapping) and declared:
        yield from _misfits_of_options(value, declared, path)
    elif isinstance(value, Mapping) and get_args(arm):
        for key, entry in value.items():
            yield from misfits(entry, get_args(arm)[-1], (*path, key))
    elif isinstance(value, list | tuple) and get_args(arm):
        for position, (entry, annotation) in enumerate(zip(value, _entries(arm, len(value)))):  # noqa: B905 - pydantic counts the entries
            yield from misfits(entry, annotation, (*path, position))


def _misfits_of_options(
    table: Mapping[str, object], declared: Mapping[str, FieldInfo], path: Path
) -> Iterator[Finding]:
    for key, value in table.items():
        if key not in declared:
            yield Finding((*path, key), "unknown key", did_you_mean(key, declared))
        elif value is not None:
            yield from misfits(value, declared[key].annotation, (*path, key))


def _entries(arm: Any, count: int) -> Sequence[Any]:
    """The annotation of each entry of a list."""
    arguments = get_args(arm)
    is_fixed = get_origin(arm) is tuple and arguments[-1] is not Ellipsis
    return arguments if is_fixed else [arguments[0]] * count
