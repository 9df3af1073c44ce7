"""Values in an order, and runs of neighbours merged level by level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from hoarfrost.hierarchy.base import Built, Column, builder, filled
from hoarfrost.hierarchy.ordering import ranks
from hoarfrost.hierarchy.tree import ROOT
from hoarfrost.hierarchy.wording import quoted
from hoarfrost.options import option


def _distinct(order: str | tuple[str, ...]) -> str | tuple[str, ...]:
    if isinstance(order, str):
        return order
    seen: set[str] = set()
    for value in filled(order):
        if value in seen:
            raise ValueError(f"expected every value once, found {quoted(value)} twice")
        seen.add(value)
    return order


Order = Annotated[Literal["frequency", "value"] | tuple[str, ...], AfterValidator(_distinct)]
Fanout = Annotated[
    tuple[Annotated[int, Field(ge=2)], ...], Field(max_length=60), AfterValidator(filled)
]


@builder("order")
def order(
    column: Column,
    *,
    order: Order = option(
        help="frequency (most frequent first), value, or the values themselves in their order"
    ),
    fanout: Fanout = option(help="how many neighbours become one, level by level"),
) -> Built:
    """Runs of neighbours in an order become one; then runs of those, and the root at last.

    The label of a run is the set of its values, `{a, b}`, in the order of the attribute (numbers
    and dates by value, others as they are ordered here); a run of one value keeps its label.

    >>> sizes = Column(name="size", values=("L", "M", "S", "XL"))
    >>> for row in order(sizes, order=("S", "M", "L", "XL"), fanout=(2,)).rows:
    ...     print(row)
    ['S', '{S, M}', '*']
    ['M', '{S, M}', '*']
    ['L', '{L, XL}', '*']
    ['XL', '{L, XL}', '*']
    """
    ordered = _ordered(column, order)
    rank = _label_rank(column, ordered)
    levels: list[list[str]] = [list(ordered)]
    run = 1
    for merged in fanout:
        run *= merged
        levels.append(_labels(ordered, run, rank))
    rows = [[*path, ROOT] for path in zip(*levels, strict=True)]
    return Built(rows, len(fanout) + 1)


def _ordered(column: Column, order: str | Sequence[str]) -> Sequence[str]:
    if not isinstance(order, str):
        return order
    by_value = ranks(column.values, column.value_type, column.order, name=column.name)
    if order == "value":
        return sorted(column.values, key=by_value.__getitem__)
    counts = column.counts or {}
    return sorted(column.values, key=lambda value: (-counts.get(value, 0), by_value[value]))


def _label_rank(column: Column, ordered: Sequence[str]) -> Mapping[str, int]:
    if column.order is None and column.value_type == "text":
        return {value: position for position, value in enumerate(ordered)}
    return ranks(ordered, column.value_type, column.order, name=column.name)


def _labels(ordered: Sequence[str], run: int, rank: Mapping[str, int]) -> list[str]:
    """For each value, the label of its run."""
    labels = []
    for start in range(0, len(ordered), run):
        members = ordered[start : start + run]
        labels += [set_label(sorted(members, key=rank.__getitem__))] * len(members)
    return labels


def set_label(members: Sequence[str]) -> str:
    """The label of a set of values; a single value is its own label."""
    return members[0] if len(members) == 1 else f"{{{', '.join(members)}}}"
