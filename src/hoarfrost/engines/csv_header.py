"""The column names of a CSV file, from its first record or from the policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoarfrost.engines.csv_flaws import CsvFlaws, Spot

if TYPE_CHECKING:
    from hoarfrost.engines.protocol import Dialect


def names_of(values: list[str], dialect: Dialect, flaws: CsvFlaws, line: int) -> tuple[str, ...]:
    """The names, given the values of the first record; raises when they cannot serve as names."""
    if not dialect.header:
        return _given_names(values, dialect.names or (), flaws, line)
    names = tuple(value.strip(" \t") if dialect.trim else value for value in values)
    check_names(names, flaws, Spot(line))
    flaws.raise_any()
    return names


def check_names(names: tuple[str, ...], flaws: CsvFlaws, spot: Spot | None) -> None:
    """Note names that are empty or there twice."""
    places: dict[str, int] = {}
    for place, name in enumerate(names, start=1):
        if not name:
            flaws.add(spot, f"column {place} has no name, expected one for each column")
        elif name in places:
            flaws.add(
                spot,
                f'columns {places[name]} and {place} are both named "{name}", '
                "expected each name once",
            )
        places.setdefault(name, place)


def _given_names(
    values: list[str], names: tuple[str, ...], flaws: CsvFlaws, line: int
) -> tuple[str, ...]:
    check_names(names, flaws, None)
    if len(values) != len(names):
        flaws.add(
            Spot(line),
            f"{counted(len(values), 'value')}, expected {len(names)} "
            "as `names` of the policy lists",
        )
    flaws.raise_any()
    return names


def counted(count: int, thing: str) -> str:
    """A number with its noun."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
