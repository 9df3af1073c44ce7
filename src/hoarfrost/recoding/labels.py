"""Labels for sets of values: the leaves of an attribute in a row, and what covers some of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

    from hoarfrost.problem import Attribute
    from hoarfrost.recoding.found import Found

LabelStyle = Literal["interval", "ancestor", "set"]
STYLES: tuple[LabelStyle, ...] = ("interval", "ancestor", "set")


@dataclass(frozen=True, eq=False)
class Level:
    """The nodes of one level of a hierarchy."""

    labels: tuple[str, ...]
    of_leaf: NDArray[np.int32]
    """The node of each leaf."""


@dataclass(frozen=True, eq=False)
class Line:
    """The leaves of an attribute in a row, and how sets of them are called.

    A single value keeps its name. `interval` is `[a,b]` where the values are neighbours in the
    attribute's order and none is missing, else `{a, b}`; `ancestor` is the lowest common one.
    """

    style: LabelStyle
    leaves: tuple[str, ...]
    ranks: NDArray[np.int64]
    """The place of each leaf in the attribute's order."""
    groups: NDArray[np.int32]
    """The node of each leaf that the policy's `max_level` never leaves."""
    weight: float
    missing: int | None
    """The leaf that stands for missing values."""
    value_type: str = "text"
    """Numbers or dates whose order is their own: a new one has a place among them."""
    new_count: int = 0
    """How many leaves, the last ones, the recoding's own table did not have."""
    levels: tuple[Level, ...] = ()
    """Where ancestors are released: the hierarchy, from the leaves on."""

    @classmethod
    def of(cls, attribute: Attribute, style: LabelStyle) -> Self:
        """The line of an attribute whose sets of leaves are called in some style."""
        tree = attribute.hierarchy
        in_order = np.arange(len(tree.leaves), dtype=np.int64)
        pairs = zip(tree.labels, tree.nodes, strict=True) if style == "ancestor" else ()
        return cls(
            style,
            tree.leaves,
            in_order if attribute.order is None else attribute.order,
            tree.nodes[attribute.top],
            attribute.weight,
            tree.code_of.get(tree.missing) if tree.missing is not None else None,
            "text" if attribute.order is None else attribute.value_type,
            levels=tuple(Level(labels, nodes) for labels, nodes in pairs),
        )

    @cached_property
    def row(self) -> NDArray[np.int32]:
        """The leaf at each place: in order, those that must not leave a node beside each other."""
        return np.lexsort((self.ranks, self.groups)).astype(np.int32)

    @cached_property
    def place_of(self) -> NDArray[np.int32]:
        """The place of each leaf."""
        places = np.empty_like(self.row)
        places[self.row] = np.arange(len(places), dtype=np.int32)
        return places

    @cached_property
    def positions(self) -> NDArray[np.float64]:
        """Where each leaf lies among the own ones: 0, 1, …, a new one halfway between two."""
        is_own = self.row < self.own_count
        positions = np.empty(len(self.row))
        positions[self.row] = np.cumsum(is_own) - np.where(is_own, 1.0, 0.5)
        return positions

    @property
    def own_count(self) -> int:
        """How many leaves the recoding's own table had."""
        return len(self.leaves) - self.new_count

    @cached_property
    def _lists(self) -> tuple[list[int], list[int]]:
        """The leaf at each place and the rank of each leaf, for loops over few of them."""
        return self.row.tolist(), self.ranks.tolist()

    def name(self, places: Sequence[int]) -> tuple[str, tuple[int, ...]]:
        """What the leaves at some places, ascending, are called; and all leaves that it means."""
        row, rank_of = self._lists
        leaves = [row[place] for place in places]
        if self.style == "ancestor":
            return self._ancestor(leaves)
        own = tuple(sorted(leaves))
        if len(own) == 1:
            return self.leaves[own[0]], own
        ranks = [rank_of[leaf] for leaf in own]
        lowest, highest = min(ranks), max(ranks)
        is_run = highest - lowest + 1 == len(own)
        if self.style == "interval" and is_run and self.missing not in own:
            ends = own[ranks.index(lowest)], own[ranks.index(highest)]
            return f"[{self.leaves[ends[0]]},{self.leaves[ends[1]]}]", own
        in_order = sorted(own, key=rank_of.__getitem__)
        return f"{{{', '.join(self.leaves[leaf] for leaf in in_order)}}}", own

    def cover(self, leaves: Sequence[int], further: int) -> tuple[str, tuple[int, ...]]:
        """What some leaves are called together with a further one: the least that has a name."""
        places = sorted(self.place_of[[*leaves, further]].tolist())
        is_run = self.style == "interval" and self.missing not in (*leaves, further)
        return self.name(range(places[0], places[-1] + 1) if is_run else places)

    def _ancestor(self, leaves: Sequence[int]) -> tuple[str, tuple[int, ...]]:
        for level in self.levels:
            nodes = level.of_leaf[leaves]
            if (nodes == nodes[0]).all():
                covered = np.flatnonzero(level.of_leaf == nodes[0]).tolist()
                return level.labels[nodes[0]], tuple(covered)
        raise AssertionError("a hierarchy has a root")

    def to_dict(self) -> dict[str, Any]:
        """The line as plain data."""
        levels = [
            {"labels": list(level.labels), "nodes": level.of_leaf.tolist()} for level in self.levels
        ]
        return {
            "style": self.style,
            "ranks": self.ranks.tolist(),
            "groups": self.groups.tolist(),
            "weight": self.weight,
            "type": self.value_type,
            **({} if self.missing is None else {"missing": self.missing}),
            **({"levels": levels} if levels else {}),
        }

    @classmethod
    def parse(cls, found: Found, leaves: tuple[str, ...]) -> Self:
        """The line that was made plain data."""
        found.allow_only("style", "ranks", "groups", "weight", "type", "missing", "levels")
        count = len(leaves)
        style = next((own for own in STYLES if own == found.at("style").text()), None)
        if style is None:
            raise found.at("style").refuse(f"one of {', '.join(STYLES)}", "another style")
        ranks = found.at("ranks").integers(below=count, count=count)
        if len(set(ranks)) < count:
            raise found.at("ranks").refuse("each rank once", "one twice")
        groups = found.at("groups").integers(below=count, count=count)
        return cls(
            style,
            leaves,
            np.array(ranks, dtype=np.int64),
            np.array(groups, dtype=np.int32),
            found.at("weight").number(),
            found.at("missing").integer(below=count) if found.has("missing") else None,
            found.at("type").text(),
            levels=_levels(found.at("levels"), count) if style == "ancestor" else (),
        )


def _levels(found: Found, count: int) -> tuple[Level, ...]:
    levels = []
    for entry in found.items():
        entry.allow_only("labels", "nodes")
        labels = tuple(label.text() for label in entry.at("labels").items())
        nodes = entry.at("nodes").integers(below=len(labels), count=count)
        levels.append(Level(labels, np.array(nodes, dtype=np.int32)))
    if not levels or len(set(levels[-1].of_leaf.tolist())) > 1:
        raise found.refuse("levels up to a root", "no root")
    return tuple(levels)
