"""A table of a policy as an object of a declared class, or all that keeps it from being one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from hoarfrost.naming import nearest
from hoarfrost.options.findings import Finding, Path
from hoarfrost.options.kinds import cut, expected, misfits, options_of, shown

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Thing = TypeVar("Thing")

SENTENCES = {
    "greater_than_equal": "{found} is too small, expected at least {ge}",
    "greater_than": "{found} is too small, expected more than {gt}",
    "less_than_equal": "{found} is too large, expected at most {le}",
    "less_than": "{found} is too large, expected less than {lt}",
    "finite_number": "{found} is not a finite number",
    "too_short": "expected at least {min_length} entries, found {actual_length}",
    "too_long": "expected at most {max_length} entries, found {actual_length}",
    "decimal_max_digits": "{found} has too many digits, expected at most {max_digits}",
    "decimal_max_places": "{found} is too fine, expected at most {decimal_places} decimal places",
    "decimal_whole_digits": "{found} has too many digits before the point, expected at most {whole_digits}",
    "value_error": "{error}",
    "assertion_error": "{error}",
}
"""pydantic's kinds of error in our words; `found` is the value."""


def build(kind: type[Thing], table: Mapping[str, object]) -> Thing:
    """An object of a declared class; its table has no problems."""
    own_constructor = vars(kind).get("__init__")
    validator: Any = getattr(kind, "__pydantic_validator__")  # noqa: B009 - the checker knows no such name
    try:
        made: Thing = validator.validate_python(dict(table))
    finally:
        # pydantic completes a class at its first use, and then puts its own constructor there.
        if own_constructor is not None and kind.__init__ is not own_constructor:
            setattr(kind, "__init__", own_constructor)  # noqa: B010 - the checker refuses the plain form
    return made


def problems(kind: type, table: Mapping[str, object], path: Path) -> list[Finding]:
    """Everything that keeps a table from being an object of a declared class."""
    given = {key: value for key, value in table.items() if value is not None}
    found = list(misfits(given, kind, path))
    told = [finding.path for finding in found]
    told += [(*path, key) for key in _meant_by_misspelt(given, options_of(kind))]
    try:
        build(kind, given)
    except ValidationError as error:
        for details in error.errors(include_url=False):
            finding = _in_our_words(details, kind, given, path)
            if not _is_told(finding.path, told, details["type"]):
                found.append(finding)
                told.append(finding.path)
    return found


def _is_told(path: Path, told: Collection[Path], error_type: str) -> bool:
    """Is something said already of this key, or, about its kind, of a key within it?"""
    is_of_kind = error_type.endswith(("_type", "_parsing"))
    return any(
        path[: len(place)] == place or (is_of_kind and place[: len(path)] == path) for place in told
    )


def _meant_by_misspelt(table: Mapping[str, object], known: Collection[str]) -> Iterator[str]:
    """The keys that misspelt ones stand for: to call those missing would be noise."""
    for key in table:
        meant = None if key in known else nearest(key, known)
        if meant:
            yield meant


def _in_our_words(
    details: ErrorDetails, kind: type, table: Mapping[str, object], path: Path
) -> Finding:
    place = _keys_within(details["loc"], table)
    if details["type"] == "missing":
        return _missing((*path, *place, details["loc"][-1]), kind)
    facts = {name: _fact(value) for name, value in details.get("ctx", {}).items()}
    facts["found"] = cut(details["input"])
    fallback = f"{details['msg'][:1].lower()}{details['msg'][1:]}, found {shown(details['input'])}"
    sentence = SENTENCES.get(details["type"])
    return Finding((*path, *place), sentence.format(**facts) if sentence else fallback)


def _fact(value: object) -> str:
    """A bound as it was declared: pydantic makes 0 of a decimal key 0.0."""
    is_round = isinstance(value, float) and value.is_integer()
    return f"{value:.0f}" if is_round else str(value)


def _missing(path: Path, kind: type) -> Finding:
    field = options_of(kind).get(str(path[-1]))
    wanted = f", expected {expected(field.annotation)}" if field else ""
    return Finding(path, f"missing{wanted}", field.description if field else None)


def _keys_within(location: Path, value: Any) -> Path:
    """The part of pydantic's location that names keys; the rest names alternatives of a type."""
    keys: list[str | int] = []
    for part in location:
        is_key = isinstance(value, Mapping) and part in value
        is_position = isinstance(value, Sequence) and isinstance(part, int)
        if is_key or (is_position and not isinstance(value, str)):
            value = value[part]
            keys.append(part)
    return tuple(keys)
