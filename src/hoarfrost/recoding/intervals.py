"""Interval labels for runs of neighbours, where an attribute has an order that readers know.

Single values are called by their ends, `[a,b]`. Leaves that are intervals themselves (with
`min_level`) become the interval that spans them: `[17,22)` and `[22,27)` are `[17,27)`, and `<17`
and `[17,22)` are `<22`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.hierarchy.numbers import plain, read_number

if TYPE_CHECKING:
    from decimal import Decimal

    from hoarfrost.problem import Attribute

SPAN = re.compile(
    r"\[(?P<low>[^,]+),(?P<high>[^,]+)(?P<closing>[])])|<(?P<below>.+)|>=(?P<from>.+)"
)
NUMBERS = frozenset({"integer", "decimal"})


@dataclass(frozen=True)
class Row(ABC):
    """Leaves in their order; a missing one is not among them."""

    leaves: tuple[int, ...]

    def label(self, block: frozenset[int]) -> str | None:
        """What a block of several neighbours is called; None: it has no interval."""
        places = sorted(self._place_of.get(leaf, -1) for leaf in block)
        first, last = places[0], places[-1]
        return (
            self._between(first, last) if first >= 0 and last - first + 1 == len(places) else None
        )

    @cached_property
    def _place_of(self) -> dict[int, int]:
        return {leaf: place for place, leaf in enumerate(self.leaves)}

    @abstractmethod
    def _between(self, first: int, last: int) -> str | None:
        """What the leaves from one place to another are called; None: no interval is clear."""


@dataclass(frozen=True)
class Values(Row):
    """Single values in the order of their attribute."""

    texts: tuple[str, ...]
    numbers: tuple[Decimal, ...] | None
    """What they say, ascending; None: they are dates, or texts in a listed order."""

    def _between(self, first: int, last: int) -> str | None:
        # "20" and "20.0" are one number: no interval holds one without the other.
        is_torn = self.numbers is not None and (
            self.numbers[first] in self.numbers[first - 1 : first]
            or self.numbers[last] in self.numbers[last + 1 : last + 2]
        )
        return None if is_torn else f"[{self.texts[first]},{self.texts[last]}]"


@dataclass(frozen=True)
class Span:
    """What an interval label says; None: open to that side."""

    low: Decimal | None
    high: Decimal | None
    closing: str = ")"

    @classmethod
    def read(cls, text: str) -> Span | None:
        """The span of an interval label; None: the text is another."""
        found = SPAN.fullmatch(text)
        if found is None:
            return None
        ends = [found["low"] or found["from"], found["high"] or found["below"]]
        numbers = [None if end is None else read_number(end) for end in ends]
        is_clear = all((end is None) == (number is None)
                       for end, number in zip(ends, numbers, strict=True))  # fmt: skip
        return cls(numbers[0], numbers[1], found["closing"] or ")") if is_clear else None

    def is_before(self, other: Span) -> bool:
        """Does this one end before another begins?"""
        return self.high is not None and other.low is not None and self.high <= other.low


@dataclass(frozen=True)
class Spans(Row):
    """Intervals, none of which overlaps another."""

    spans: tuple[Span, ...]

    def _between(self, first: int, last: int) -> str | None:
        low, high = self.spans[first].low, self.spans[last].high
        if low is None:
            return None if high is None else f"<{plain(high)}"
        if high is None:
            return f">={plain(low)}"
        return f"[{plain(low)},{plain(high)}{self.spans[last].closing}"


def row_of(attribute: Attribute) -> Row | None:
    """The leaves of an attribute in an order in which runs are intervals; None: it has none."""
    tree = attribute.hierarchy
    missing = None if tree.missing is None else tree.code_of.get(tree.missing)
    present = [leaf for leaf in range(len(tree.leaves)) if leaf != missing]
    if attribute.order is None:
        return _row_of_spans(tree.leaves, present)
    present.sort(key=np.asarray(attribute.order).tolist().__getitem__)
    texts = tuple(tree.leaves[leaf] for leaf in present)
    if attribute.value_type not in NUMBERS:
        # The ends of "[a,b,c]" could be read in two ways.
        is_clear = attribute.value_type == "date" or not any("," in text for text in texts)
        return Values(tuple(present), texts, None) if is_clear else None
    numbers = tuple(number for number in map(read_number, texts) if number is not None)
    is_in_order = len(numbers) == len(texts) and all(low <= high for low, high in pairwise(numbers))
    return Values(tuple(present), texts, numbers) if is_in_order else None


def _row_of_spans(texts: tuple[str, ...], present: list[int]) -> Row | None:
    read = {leaf: Span.read(texts[leaf]) for leaf in present}
    spans = {leaf: span for leaf, span in read.items() if span is not None}
    if len(spans) < len(present):
        return None
    in_order = sorted(present, key=lambda leaf: _key(spans[leaf]))
    row = tuple(spans[leaf] for leaf in in_order)
    if not all(before.is_before(after) for before, after in pairwise(row)):
        return None
    return Spans(tuple(in_order), row)


def _key(span: Span) -> tuple[bool, Decimal | int]:
    return span.low is not None, 0 if span.low is None else span.low
