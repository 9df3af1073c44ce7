"""Numbers as a publisher reads them."""

from __future__ import annotations

SHOWN_WHOLE = 1000


def percent(share: float) -> str:
    """A share in per cent.

    >>> percent(0.3142), percent(1.0), percent(0.00004)
    ('31.4 %', '100.0 %', '0.004 %')
    """
    in_percent = 100.0 * share
    is_tiny = 0.0 < abs(in_percent) < 0.05  # noqa: PLR2004 - what one decimal would show as 0.0
    return f"{in_percent:.1g} %" if is_tiny else f"{in_percent:.1f} %"


def number(value: float) -> str:
    """A count, or a measure with two decimals where they matter.

    >>> number(1234567), number(3.14159), number(1234567.8)
    ('1,234,567', '3.14', '1,234,568')
    """
    is_whole = value == int(value) or abs(value) >= SHOWN_WHOLE
    return f"{value:,.0f}" if is_whole else f"{value:,.2f}"
