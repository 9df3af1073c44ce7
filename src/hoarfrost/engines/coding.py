"""Values as small numbers: ENUM types made from dictionaries, and the codes of a table's columns.

Encoding before grouping keeps a group-by of fifty million combinations in memory; the sorted
labels of an ENUM also sort bytewise by their numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.engines.sql import listed, literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoarfrost.engines.connecting import Connection

MOST_SPELLED_OUT = 1000
"""Short dictionaries are written into the statement, which is faster than handing them over."""


class ValueTypes:
    """The ENUM types of one engine, made once for each dictionary."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._names: dict[tuple[str, ...], str] = {}

    def of(self, values: Sequence[str]) -> str:
        """The type whose codes are the places in `values`."""
        key = tuple(values)
        if key not in self._names:
            type_name = f"values_{len(self._names)}"
            self._create(type_name, key)
            self._names[key] = type_name
        return self._names[key]

    def code(self, expression: str, values: Sequence[str]) -> str:
        """An expression for the code of a value."""
        width = code_width(len(values))
        return f"cast(enum_code(cast({expression} as {self.of(values)})) as {width})"

    def _create(self, type_name: str, values: tuple[str, ...]) -> None:
        create = f"create type {type_name} as enum"
        if len(values) <= MOST_SPELLED_OUT and not any("\0" in value for value in values):
            self._connection.rows(f"{create} ({listed(map(literal, values))})")
            return
        given = {
            "place": np.arange(len(values), dtype=np.int64),
            "value": np.array(values, dtype=object),
        }
        self._connection.rows_given(
            {"given_values": given},
            f"{create} (select cast(value as varchar) from given_values order by place)",
        )


def code_width(value_count: int) -> str:
    """The smallest type that holds the codes of that many values."""
    if value_count <= 1 << 8:
        return "utinyint"
    return "usmallint" if value_count <= 1 << 16 else "uinteger"


def code_dtype(value_count: int) -> np.dtype[np.unsignedinteger]:
    """The same type in NumPy."""
    return np.dtype(
        {"utinyint": "u1", "usmallint": "u2", "uinteger": "u4"}[code_width(value_count)]
    )
