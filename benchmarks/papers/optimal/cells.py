"""Tables as Markdown, and what searches look like in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from partition_runs import Found

MANY = 10_000


def time_cell(found: Found) -> str:
    """The time to the proof or the gap, and the states."""
    ended = f"{found.cpu:.2g} s" if found.is_proven else f"gap {found.gap:.1%}"
    return f"{ended} · {found.states:,}"


def cost_cell(found: Found) -> str:
    """The cost; where it is not proven, what nothing is below."""
    if found.is_proven:
        return _amount(found.value)
    return f"{_amount(found.value)} (at least {_amount(found.bound)})"


def lines(
    head: str,
    columns: Sequence[str],
    rows: Mapping[str, Sequence[Found]],
    cell: Callable[[Found], str] = time_cell,
) -> str:
    """A table with a name before each line; where nothing was searched the cell is empty."""
    whole = [(head, *columns), ("---",) + ("---:",) * len(columns)]
    for name, found in rows.items():
        cells = [cell(one) for one in found]
        whole.append((name, *cells, *[""] * (len(columns) - len(cells))))
    return table(whole)


def table(rows: Iterable[Sequence[str]]) -> str:
    """Rows as Markdown."""
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _amount(amount: float) -> str:
    return f"{amount:,.0f}" if amount >= MANY else f"{amount:,.2f}"
