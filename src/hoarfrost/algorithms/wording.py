"""Numbers and what they count, for the texts of algorithms."""

from __future__ import annotations


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number and what it counts.

    >>> counted(1, "record"), counted(2, "record"), counted(2, "class", "classes")
    ('1 record', '2 records', '2 classes')
    """
    return f"{number} {one if number == 1 else many or f'{one}s'}"
