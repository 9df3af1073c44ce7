"""Numbers and what they count, for the texts of algorithms."""

from __future__ import annotations


def counted(number: float, one: str, many: str | None = None) -> str:
    """A number and what it counts.

    >>> counted(1, "record"), counted(2, "record"), counted(2, "class", "classes")
    ('1 record', '2 records', '2 classes')
    >>> counted(1.0, "record"), counted(1.5, "record")
    ('1 record', '1.5 records')
    """
    shown = str(int(number)) if number == int(number) else f"{number:g}"
    return f"{shown} {one if number == 1 else many or f'{one}s'}"
