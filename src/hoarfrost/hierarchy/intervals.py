"""Intervals of fixed widths, each level's within the next one's."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal
from itertools import pairwise
from typing import Annotated

from pydantic import AfterValidator, Field

from hoarfrost.errors import HierarchyError
from hoarfrost.hierarchy.base import Built, Column, Rule, builder, filled, frozen_rule
from hoarfrost.hierarchy.numbers import plain, read_number
from hoarfrost.hierarchy.tree import ROOT
from hoarfrost.hierarchy.wording import quoted
from hoarfrost.options import option

# Enough digits for every sum and quotient of numbers that `read_number` accepts.
EXACT = Context(prec=6000)


def _dividing(widths: tuple[Decimal, ...]) -> tuple[Decimal, ...]:
    for narrow, wide in pairwise(filled(widths)):
        if wide <= narrow or EXACT.remainder(wide, narrow) != 0:
            raise ValueError(
                f"expected widths that grow and divide each other, found {plain(wide)} "
                f"after {plain(narrow)}"
            )
    return widths


Width = Annotated[Decimal, Field(gt=0, lt=Decimal("1e300"))]
Point = Annotated[Decimal, Field(gt=Decimal("-1e300"), lt=Decimal("1e300"))]
Widths = Annotated[tuple[Width, ...], Field(max_length=60), AfterValidator(_dividing)]


@frozen_rule
class Grid(Rule):
    """Half-open intervals [a,b) counted from an origin, cut off at coded ends.

    Without a coded top the last interval of each level is closed: it ends at the first grid
    point that is not below the largest value of the table, and holds that point.
    """

    widths: Widths
    origin: Point
    bottom: Point | None
    top: Point | None
    ends: tuple[Decimal, ...] | None
    """The closed end of each level; None with a coded top."""

    def path(self, value: str) -> Sequence[str | None] | None:
        """The interval of each width, or one and the same coded end."""
        number = read_number(value)
        return None if number is None else self.path_of(number)

    def path_of(self, number: Decimal) -> list[str | None]:
        """The labels of a number; None for levels whose last interval ends below it."""
        if self.bottom is not None and number < self.bottom:
            return [f"<{plain(self.bottom)}"] * len(self.widths)
        if self.top is not None and number >= self.top:
            return [f">={plain(self.top)}"] * len(self.widths)
        return [self._interval(number, level) for level in range(len(self.widths))]

    def _interval(self, number: Decimal, level: int) -> str | None:
        width = self.widths[level]
        end = None if self.ends is None else self.ends[level]
        if end is not None and number > end:
            return None
        low = end - width if end == number else grid_point(number, self.origin, width)
        high = EXACT.add(low, width)
        closing = "]" if high == end else ")"
        if self.bottom is not None:
            low = max(low, self.bottom)
        if self.top is not None:
            high = min(high, self.top)
        return f"[{plain(low)},{plain(high)}{closing}"


def grid_point(number: Decimal, origin: Decimal, width: Decimal) -> Decimal:
    """The largest grid point that is not above a number."""
    distance = EXACT.subtract(number, origin)
    steps = EXACT.divide_int(distance, width)
    if distance < 0 and EXACT.multiply(steps, width) != distance:
        steps -= 1
    return EXACT.add(origin, EXACT.multiply(steps, width))


@builder("intervals", rule=Grid)
def intervals(
    column: Column,
    *,
    intervals: Widths = option(help="the widths, level by level; each divides the next"),
    origin: Point = option(Decimal(0), help="a point at which an interval begins"),
    bottom: Point | None = option(None, help="values below it become one: <bottom"),
    top: Point | None = option(None, help="values from it upwards become one: >=top"),
) -> Built:
    """Intervals of the given widths, with coded ends if wanted.

    The label is `[a,b)`, or `<bottom` and `>=top` on every level below the root. Intervals are
    cut off at the coded ends. Without `top`, the last interval of each level is closed, `[a,b]`:
    it ends at the first grid point not below the largest value, and holds that point.

    >>> ages = Column(name="age", values=("7", "12", "20"))
    >>> for row in intervals(ages, intervals=(5, 10), origin=0, bottom=None, top=None).rows:
    ...     print(row)
    ['7', '[5,10)', '[0,10)', '*']
    ['12', '[10,15)', '[10,20]', '*']
    ['20', '[15,20]', '[10,20]', '*']
    """
    if bottom is not None and top is not None and bottom >= top:
        raise HierarchyError(
            f"hierarchy of {quoted(column.name)}: expected bottom below top, "
            f"found {plain(bottom)} and {plain(top)}"
        )
    numbers = _read(column)
    ends = None if top is not None else _ends(numbers, intervals, origin, bottom)
    grid = Grid(intervals, origin, bottom, top, ends)
    return Built(_rows(grid, numbers), len(intervals) + 1, grid)


def _read(column: Column) -> list[tuple[Decimal, str]]:
    read = [(read_number(value), value) for value in column.values]
    strange = [value for number, value in read if number is None]
    if strange:
        hint = 'values that mean "missing" are listed under missing in [data]'
        raise column.refuse("intervals need numbers, found", strange, hint=hint)
    return sorted((number, value) for number, value in read if number is not None)


def _ends(
    numbers: Sequence[tuple[Decimal, str]],
    widths: Sequence[Decimal],
    origin: Decimal,
    bottom: Decimal | None,
) -> tuple[Decimal, ...] | None:
    inside = [number for number, _ in numbers if bottom is None or number >= bottom]
    if not inside:
        return None
    lowest, largest = inside[0], inside[-1]
    ends = []
    for width in widths:
        below = grid_point(largest, origin, width)
        is_end_itself = below == largest and lowest < largest
        ends.append(below if is_end_itself else EXACT.add(below, width))
    return tuple(ends)


def _rows(grid: Grid, numbers: Sequence[tuple[Decimal, str]]) -> list[list[str]]:
    paths: dict[object, list[str]] = {}
    rows = []
    for number, value in numbers:
        cell = _cell(grid, number)
        if cell not in paths:
            paths[cell] = [label for label in grid.path_of(number) if label is not None]
        rows.append([value, *paths[cell], ROOT])
    return rows


def _cell(grid: Grid, number: Decimal) -> object:
    """What numbers with the same labels have in common."""
    if grid.bottom is not None and number < grid.bottom:
        return "below"
    if grid.top is not None and number >= grid.top:
        return "above"
    if grid.ends is not None and number == grid.ends[0]:
        return "end"
    return grid_point(number, grid.origin, grid.widths[0])
