"""Pictures of the experiments over k."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from curves import Curve, Point, drawn, seconds

if TYPE_CHECKING:
    from experiments import Grid
    from partition_runs import Found

NOTE = "open: not proven"
MILLION = 1e6


def pictures(
    directions: Mapping[str, Grid], sizes: Mapping[str, Grid], schemes: Mapping[str, Grid]
) -> Iterator[tuple[str, str]]:
    """Each picture with its name."""
    for way, grid in directions.items():
        yield f"directions-k-{file_of(way)}", _times(f"Bottom-up and top-down, DM: {way}", grid)
    for way, grid in sizes.items():
        title = f"Bottom-up and top-down, k = 5, DM: {way}"
        yield f"directions-attributes-{file_of(way)}", _times(title, grid)
    for name, grid in schemes.items():
        yield f"time-{name.lower()}", _times(f"Six schemes, bottom-up, {name}", grid)
        yield f"cost-{name.lower()}", _costs(f"What the six schemes cost, {name}", grid)


def file_of(way: str) -> str:
    """The part of a file's name that stands for a way to search."""
    return "ours" if way == "ours" else "paper"


def _times(title: str, grid: Grid) -> str:
    curves = [_curve(grid, place, lambda found: found.cpu) for place in range(len(grid.columns))]
    return drawn(title, grid.axis, curves, seconds, NOTE)


def _costs(title: str, grid: Grid) -> str:
    curves = [_curve(grid, place, lambda found: found.value) for place in range(len(grid.columns))]
    return drawn(title, grid.axis, curves, _cost, NOTE)


def _curve(grid: Grid, place: int, amount: Callable[[Found], float]) -> Curve:
    points = [Point(size, amount(found), is_open=not found.is_proven)
              for size, found in grid.column(place)]  # fmt: skip
    return Curve(grid.columns[place], points)


def _cost(amount: float) -> str:
    return f"{amount / MILLION:g} M" if amount >= MILLION else f"{amount:g}"
