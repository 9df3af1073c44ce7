"""A JSON document that is checked while it is read: every error names the place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.errors import UsageError
from hoarfrost.naming import did_you_mean

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORDS = {
    dict: "an object", list: "a list", str: "a text", bool: "true or false", float: "a decimal",
    int: "a whole number", type(None): "null",
}  # fmt: skip


@dataclass(frozen=True)
class Found:
    """A value, and where in which document it was found."""

    value: object
    document: str = "the recoding"
    path: str = ""

    def refuse(self, expected: str, found: str | None = None) -> UsageError:
        """The error that says what was expected here."""
        place = f"{self.document}, {self.path}" if self.path else self.document
        what = found or WORDS.get(type(self.value), type(self.value).__name__)
        return UsageError(f"{place}: expected {expected}, found {what}")

    def has(self, key: str) -> bool:
        """Is this an object with that key?"""
        return isinstance(self.value, dict) and key in self.value

    def at(self, key: str) -> Found:
        """The value under a key, which must be there."""
        if not isinstance(self.value, dict):
            raise self.refuse("an object")
        if key not in self.value:
            raise self.refuse(f'the key "{key}"', "none")
        return self._under(key, self.value[key])

    def allow_only(self, *known: str) -> None:
        """Refuse keys that nobody would read."""
        if not isinstance(self.value, dict):
            raise self.refuse("an object")
        for key in self.value:
            if key not in known:
                place = f"{self.document}, {self.path}" if self.path else self.document
                raise UsageError(
                    f"{place}: the key {json.dumps(str(key))} is unknown",
                    hint=did_you_mean(str(key), known),
                )

    def _under(self, key: str, value: object) -> Found:
        # Keys of one's own making (labels) may hold dots, blanks and line ends.
        own = f"[{json.dumps(key)}]"
        if key.isidentifier():
            own = f".{key}" if self.path else key
        return Found(value, self.document, self.path + own)

    def items(self) -> Iterator[Found]:
        """The entries of a list."""
        if not isinstance(self.value, list):
            raise self.refuse("a list")
        for position, entry in enumerate(self.value):
            yield Found(entry, self.document, f"{self.path}[{position}]")

    def entries(self) -> Iterator[tuple[str, Found]]:
        """The keys and values of an object."""
        if not isinstance(self.value, dict):
            raise self.refuse("an object")
        for key, entry in self.value.items():
            found = self._under(str(key), entry)
            yield Found(str(key), self.document, found.path).text(), found

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            raise self.refuse("a text")
        if any("\ud800" <= character <= "\udfff" for character in self.value):
            raise self.refuse("Unicode text", "half a surrogate pair")
        return self.value

    def integer(self, *, below: int | None = None) -> int:
        """A whole number from 0, below a bound."""
        # A bool is an int to Python, but not to whoever wrote the file.
        if type(self.value) is not int:
            raise self.refuse("a whole number")
        if self.value < 0 or (below is not None and self.value >= below):
            wanted = "of at least 0" if below is None else f"from 0 to {below - 1}"
            raise self.refuse(f"a whole number {wanted}", _shortened(self.value))
        return self.value

    def number(self) -> float:
        """A number from 0."""
        if type(self.value) not in (int, float):
            raise self.refuse("a number")
        if not 0 <= self.value < float("inf"):  # type: ignore[operator]
            raise self.refuse("a number from 0", "another one")
        return float(self.value)  # type: ignore[arg-type]

    def integers(self, *, below: int, count: int | None = None) -> tuple[int, ...]:
        """A list of (so many) whole numbers from 0, below a bound."""
        if not isinstance(self.value, list):
            raise self.refuse("a list")
        numbers: list[int] = self.value
        if not (all(type(entry) is int for entry in numbers) and _lie_within(numbers, below)):
            numbers = [entry.integer(below=below) for entry in self.items()]
        if count is not None and len(numbers) != count:
            raise self.refuse(f"{count} entries", str(len(numbers)))
        return tuple(numbers)

    def table(self, radices: Sequence[int], width: int | None = None) -> NDArray[np.int32]:
        """One list of codes for each attribute, all equally long."""
        columns = list(self.items())
        if len(columns) != len(radices):
            raise self.refuse(f"{len(radices)} lists", str(len(columns)))
        rows: list[tuple[int, ...]] = []
        for column, radix in zip(columns, radices, strict=True):
            rows.append(column.integers(below=radix, count=width))
            width = len(rows[-1])
        return np.array(rows, dtype=np.int32)


def parse(content: bytes, document: str) -> Found:
    """A JSON document, or an error that says what is wrong with it."""
    try:
        value = json.loads(
            content.decode("utf-8-sig"),
            object_pairs_hook=_without_repeats,
            parse_constant=_refuse_constant,
        )
    except UnicodeDecodeError:
        raise UsageError(f"{document}: expected UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise UsageError(
            f"{document}, row {error.lineno}, column {error.colno}: expected JSON, "
            f"found something else"
        ) from None
    except RecursionError:
        raise UsageError(f"{document}: expected JSON, found it nested too deeply") from None
    except ValueError as error:
        raise UsageError(f"{document}: {error}") from None
    return Found(value, document)


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        repeated = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {json.dumps(repeated)} occurs twice in one object")
    return found


def _refuse_constant(name: str) -> object:
    raise ValueError(f"expected a number, found {name}")


def _lie_within(numbers: Sequence[int], below: int) -> bool:
    return not numbers or (min(numbers) >= 0 and max(numbers) < below)


def _shortened(number: int) -> str:
    return str(number) if abs(number) < 10**18 else "a larger one"
