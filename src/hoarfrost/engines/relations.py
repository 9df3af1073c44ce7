"""A table as SQL sees it: internal columns c0, c1, … whatever the true names are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hoarfrost.engines.sql import listed, literal
from hoarfrost.errors import DataError, Flaw, raise_all

ROW_NUMBER = "row_number() over ()"
TEXT_TYPES = ("VARCHAR", "ENUM", "BLOB")


def _nothing() -> None:
    """Nothing to check, nothing to free."""


@dataclass(frozen=True)
class Relation:
    """What a table is read from, and what is known of its columns."""

    names: tuple[str, ...]
    types: tuple[str, ...]
    record_count: int
    sha256: str | None
    sql: str
    """What to select from; its columns are c0, c1, …"""
    position: str
    """An expression that follows the order of the input."""
    is_nullable: bool
    check_unchanged: Callable[[], None] = _nothing
    """Raise when the file is no longer what it was when it was opened."""
    release: Callable[[], None] = _nothing
    """Free what the relation holds."""
    qualifier: str = ""
    """Stands before the internal names where others could be meant, such as `r.`"""

    def column(self, name: str) -> str:
        """The internal name of a column."""
        return f"{self.qualifier}c{self.names.index(name)}"

    def type_of(self, name: str) -> str:
        """The type of a column."""
        return self.types[self.names.index(name)]

    def holds_text(self, name: str) -> bool:
        """Whether a column holds text, and not numbers, dates or nested values."""
        kind = self.type_of(name)
        return kind.startswith(TEXT_TYPES) and not kind.endswith("]")

    def holds_dictionary(self, name: str) -> bool:
        """Whether the type of a column lists values, also such as no record has."""
        return "ENUM(" in self.type_of(name)

    def text(self, name: str) -> str:
        """The values of a column as text; nulls stay null."""
        column = self.column(name)
        return column if self.type_of(name) == "VARCHAR" else f"cast({column} as varchar)"

    def filled_text(self, name: str) -> str:
        """The values of a column as text, nulls as the empty text."""
        return f"coalesce({self.text(name)}, '')" if self.is_nullable else self.text(name)

    def value(self, name: str, missing: tuple[str, ...], label: str) -> str:
        """The values of a column as text, the missing ones as the missing label."""
        text = self.text(name)
        others = [value for value in missing if value != label]
        if others:
            conditions = f"{text} in ({listed(literal(value) for value in others)})"
            if self.is_nullable:
                conditions = f"{text} is null or {conditions}"
            return f"case when {conditions} then {literal(label)} else {text} end"
        return f"coalesce({text}, {literal(label)})" if self.is_nullable else text


def internal_columns(count: int) -> list[str]:
    """c0, c1, …"""
    return [f"c{place}" for place in range(count)]


def check_columns(names: tuple[str, ...], label: str) -> None:
    """Raise when names are empty or equal but for case, which SQL cannot tell apart."""
    flaws: list[Flaw] = []
    first: dict[str, str] = {}
    for place, name in enumerate(names, start=1):
        if not name:
            flaws.append(Flaw(f"{label}: column {place} has no name, expected one for each column"))
        elif name.lower() in first:
            flaws.append(
                Flaw(
                    f'{label}: columns "{first[name.lower()]}" and "{name}" have the same name '
                    "but for case, expected names that differ",
                    "rename one, or use CSV",
                )
            )
        first.setdefault(name.lower(), name)
    raise_all(flaws, DataError)
