"""Masks: values lose their characters one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from hoarfrost.errors import HierarchyError
from hoarfrost.hierarchy.base import Built, Column, Rule, builder, frozen_rule
from hoarfrost.hierarchy.tree import ROOT
from hoarfrost.hierarchy.wording import quoted
from hoarfrost.options import option

MASK = "*"
MOST_LEVELS = 200


@frozen_rule
class Mask(Rule):
    """Values padded with blanks to one width, masked from one side."""

    side: Literal["left", "right"]
    width: int
    levels: int

    def path(self, value: str) -> Sequence[str | None] | None:
        """The value with one, two, … characters masked."""
        if len(value) > self.width:
            return None
        padded = value.ljust(self.width)
        counts = [min(level, self.width) for level in range(1, self.levels)]
        if self.side == "right":
            return [padded[: self.width - masked] + MASK * masked for masked in counts]
        return [MASK * masked + padded[masked:] for masked in counts]


@builder("mask", rule=Mask)
def mask(
    column: Column,
    *,
    mask: Literal["left", "right"] = option(help="the side from which characters are masked"),
    levels: int | None = option(
        None,
        help="how many levels lie above the values; default: one for each character",
        at_least=1,
        at_most=MOST_LEVELS,
    ),
) -> Built:
    """One character more is masked on each level; the last level is the root.

    Values are padded with blanks on the right to the longest of them. Levels beyond its length
    have nothing more to mask.

    >>> for row in mask(Column(name="zip", values=("1010", "104")), mask="right", levels=3).rows:
    ...     print(row)
    ['1010', '101*', '10**', '*']
    ['104', '104*', '10**', '*']
    """
    longest = max(map(len, column.values), default=0)
    if levels is None and longest > MOST_LEVELS:
        raise HierarchyError(
            f"hierarchy of {quoted(column.name)}: the longest value has {longest} characters, "
            f"expected at most {MOST_LEVELS} where the mask has no levels"
        )
    height = max(1, longest) if levels is None else levels
    rule = Mask(mask, longest, height)
    rows = [[value, *_labels(rule, value), ROOT] for value in column.values]
    return Built(rows, height, rule)


def _labels(rule: Mask, value: str) -> list[str]:
    return [label for label in rule.path(value) or () if label is not None]
