"""Interval labels of numbers and dates, read back as what they say."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hoarfrost.policy import Policy

Read = Callable[[str], Any]
"""A number or a date, comparable with others of its kind; None: the text is none."""


@dataclass(frozen=True, eq=False)
class Intervals:
    """Values of an attribute, and which of them lie in an interval."""

    values: tuple[str, ...]
    read: Read

    @classmethod
    def of(cls, policy: Policy, name: str, values: Collection[str]) -> Intervals | None:
        """The values of an attribute; None where no intervals are released of it."""
        attribute = policy.attribute(name)
        if attribute.type == "text" or attribute.hierarchy is not None:
            return None
        missing = next(iter(policy.data.missing), "")
        return cls.over(attribute.type, [value for value in values if value != missing])

    @classmethod
    def over(cls, value_type: str, values: Collection[str]) -> Intervals:
        """Dates as their common format says, all others as numbers, where they are any."""
        return cls(tuple(values), _reader(value_type, values))

    def inside(self, label: str) -> frozenset[str]:
        """The values that an interval holds; none if the label is not one."""
        for low, high in self._ends(label):
            closed = label.endswith("]")
            return frozenset(
                value
                for value, point in self._points.items()
                if (low is None or low <= point)
                and (high is None or point < high or (closed and point == high))
            )
        return frozenset()

    @cached_property
    def _points(self) -> dict[str, Any]:
        points = {value: self.read(value) for value in self.values}
        return {value: point for value, point in points.items() if point is not None}

    def _ends(self, label: str) -> Iterator[tuple[Any, Any]]:
        """The ends of an interval, [a,b), [a,b], <b or >=a; None: open to that side."""
        if label.startswith("[") and label.endswith((")", "]")):
            # Dates can hold commas themselves.
            parts = label[1:-1].split(",")
            for place in range(1, len(parts)):
                low = self.read(",".join(parts[:place]))
                high = self.read(",".join(parts[place:]))
                if low is not None and high is not None:
                    yield low, high
        elif label.startswith("<") and (high := self.read(label[1:])) is not None:
            yield None, high
        elif label.startswith(">=") and (low := self.read(label[2:])) is not None:
            yield low, None


def _reader(value_type: str, values: Collection[str]) -> Read:
    if value_type == "date":
        from hoarfrost.hierarchy.base import Column
        from hoarfrost.hierarchy.dates import common_format

        column = Column(name="", values=tuple(values), is_sensitive=True)
        return common_format(column).read
    from hoarfrost.hierarchy.numbers import read_number

    return read_number
