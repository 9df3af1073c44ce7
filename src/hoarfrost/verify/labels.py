"""Released labels read back: the values of an attribute that each stands for.

Besides nodes of the hierarchy there are sets, `{a, b}`, whose members are labels themselves, in
quotes where they would be unclear; what is left of a node, `node except {a, b}`; and intervals,
`[a,b)`, `[a,b]`, `<b` and `>=a`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from hoarfrost.verify.intervals import Intervals

if TYPE_CHECKING:
    from hoarfrost.hierarchy.tree import Hierarchy
    from hoarfrost.policy import Policy

REST = re.compile(r"(?P<node>.+?) except (?P<gone>\{.*\})", re.DOTALL)
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"(?=, |$)', re.DOTALL)
NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class Labels:
    """What labels of one attribute mean among the values of its hierarchy."""

    hierarchy: Hierarchy
    intervals: Intervals | None = None
    """Numbers or dates, as intervals of them are read."""
    order: tuple[str, ...] = ()
    """Dates, or values in a listed order: intervals from one of them to another are read by it."""

    @classmethod
    def of(cls, policy: Policy, name: str, hierarchy: Hierarchy) -> Labels:
        """The labels of an attribute over the values of a hierarchy."""
        attribute = policy.attribute(name)
        missing = next(iter(policy.data.missing), "")
        present = tuple(value for value in hierarchy.leaves if value != missing)
        is_of_dates = attribute.type == "date"
        # A hierarchy may know more of dates than they show: which number is the day.
        kind = "text" if is_of_dates and attribute.hierarchy is not None else attribute.type
        intervals = Intervals.over(kind, present)
        if attribute.order is None and not is_of_dates:
            return cls(hierarchy, intervals)
        from hoarfrost.hierarchy.ordering import ordered_values

        order = ordered_values(present, attribute.type, attribute.order, hierarchy, name=name)
        return cls(hierarchy, intervals, order)

    def inside(self, label: str) -> frozenset[str]:
        """The values that a label stands for; none if it stands for none of them."""
        if label in self._nodes:
            return self._nodes[label]
        if label.startswith("{") and label.endswith("}"):
            return NOTHING.union(*map(self.inside, members(label)))
        rest = REST.fullmatch(label)
        if rest is not None:
            return self.inside(rest["node"]) - self.inside(rest["gone"])
        by_place = self._between(label)
        if by_place or self.intervals is None:
            return by_place
        return self.intervals.inside(label)

    @cached_property
    def _nodes(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for labels, nodes in zip(self.hierarchy.labels, self.hierarchy.nodes, strict=True):
            for value, node in zip(self.hierarchy.leaves, nodes.tolist(), strict=True):
                found.setdefault(labels[node], set()).add(value)
        return {label: frozenset(values) for label, values in found.items()}

    def _between(self, label: str) -> frozenset[str]:
        """The values from one to another in their order, [a,b]."""
        if not (self.order and label.startswith("[") and label.endswith("]")):
            return NOTHING
        place_of = {value: place for place, value in enumerate(self.order)}
        parts = label[1:-1].split(",")
        for cut in range(1, len(parts)):
            low, high = ",".join(parts[:cut]), ",".join(parts[cut:])
            if low in place_of and high in place_of:
                return frozenset(self.order[place_of[low] : place_of[high] + 1])
        return NOTHING


def members(label: str) -> Iterator[str]:
    """The members of a set label.

    >>> list(members('{Asia, "Korea, North", 5"}'))
    ['Asia', 'Korea, North', '5"']
    """
    place, inside = 0, label[1:-1]
    while place <= len(inside):
        quoted = QUOTED.match(inside, place)
        end = quoted.end() if quoted else inside.find(", ", place)
        end = len(inside) if end < 0 else end
        yield _unquoted(inside[place:end]) if quoted else inside[place:end]
        place = end + 2


def _unquoted(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
