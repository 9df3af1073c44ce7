"""Numbers as they stand in tables and labels, exact in both directions."""

from __future__ import annotations

import re
from decimal import Decimal

# Longer ones, and exponents of four digits, are no quantities but traps.
LONGEST = 400
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")


def read_number(text: str) -> Decimal | None:
    """The number that a text is, or None; blanks around it do not matter.

    >>> read_number(" 1e3"), read_number("1,000"), read_number("nan")
    (Decimal('1E+3'), None, None)
    """
    bare = text.strip(" \t")
    return Decimal(bare) if len(bare) <= LONGEST and _NUMBER.fullmatch(bare) else None


def plain(number: Decimal) -> str:
    """A number without an exponent and without idle zeros.

    >>> plain(Decimal("1E+3")), plain(Decimal("0.50")), plain(Decimal("-0.0"))
    ('1000', '0.5', '0')
    """
    text = format(number, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
