"""Spans of tables, and how one is divided: the way to the best table over all cuts.

A span is all tables between a finest and a coarsest one. None has more rows than the finest; the
coarsest satisfies. As long as the finest does not, the span is divided at a node of the coarsest
that has violating rows under it: in one half everything below the node is released as the node, in
the other its children stay apart. What stays apart condemns values of other attributes: a value
that fails although all others are as coarse as they may get fails in every table of the half,
because requirements are monotone, and so the half's finest table begins above it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from hoarfrost.algorithms.tree.layers import layers_of

if TYPE_CHECKING:
    from hoarfrost.algorithms.tree.attribute_cuts import Bits, Cuts
    from hoarfrost.algorithms.tree.cut_space import CutSpace
    from hoarfrost.algorithms.tree.cut_tables import CutTable, Standing


@dataclass(frozen=True, eq=False)
class Span:
    """All tables that are no finer than one and no coarser than another."""

    finest: Cuts
    coarsest: Cuts
    table: CutTable
    """The finest."""
    standing: Standing
    most_rows: int
    """No satisfying table of the span has more rows."""


@dataclass(frozen=True, eq=False)
class Half:
    """A part of a divided span."""

    way: Literal["generalised", "kept apart"]
    attribute: int
    node: int
    span: Span


class Divider:
    """Makes the first span of a problem, and divides spans."""

    def __init__(self, space: CutSpace) -> None:
        self.space = space
        problem = space.problem
        reads_population = any(demand.requirement.reads_population for demand in problem.demands)
        self._layers = layers_of(
            space.attributes, problem.leaf_records, counts_empty=reads_population
        )
        everything = tuple(range(len(space.attributes)))
        self._shielded = {place for shield in space.shields for place in shield.positions}
        self._minimum_size = max(
            (shield.minimum_size for shield in space.shields if shield.positions == everything),
            default=1,
        )
        # Attributes with few cuts first: what they keep apart condemns most of the others.
        self._ranked = sorted(everything, key=lambda place: space.attributes[place].cut_count)
        self.coarsest: Cuts = tuple(
            own.coarsest if place in self._shielded else 0 for place, own in enumerate(self._layers)
        )
        """The coarsest table of all; attributes that nothing looks at stay as they are."""

    def first(self) -> Span:
        """All tables that may satisfy."""
        finest = self._raised(self.space.finest, self.space.start, self.coarsest, None)
        return self.span(finest, self.coarsest, self.space.finest)

    def halves(self, span: Span) -> list[Half]:
        """The two halves of a span whose finest table violates.

        None where that is as coarse as the coarsest: a requirement that is monotone allows no such
        span, and of one that only says so nothing more can be concluded.
        """
        dividing = self._dividing(span)
        if dividing is None:
            return []
        place, node = dividing
        own = self.space.attributes[place]
        generalised = _changed(span.finest, place, own.raised(span.finest[place], [node]))
        apart = self._layers[place].below(span.coarsest[place], node)
        coarsest = _changed(span.coarsest, place, apart)
        is_under = own.released(span.coarsest[place])[span.table.codes[place]] == node
        finest = self._raised(span.table.part(is_under), span.finest, coarsest, place)
        return [
            Half("generalised", place, node, self.span(generalised, span.coarsest, span.table)),
            Half("kept apart", place, node, self.span(finest, coarsest, span.table)),
        ]

    def _dividing(self, span: Span) -> tuple[int, int] | None:
        """The attribute with the fewest cuts, and its node with the most violating rows under it."""
        for place in self._ranked:
            rows = span.standing.violating_rows(self.space.shields, place)
            nodes = span.table.codes[place][rows]
            above = self.space.attributes[place].released(span.coarsest[place])[nodes]
            above = above[above != nodes]
            if len(above):
                return place, int(np.bincount(above).argmax())
        return None

    def _raised(self, table: CutTable, finest: Cuts, coarsest: Cuts, changed: int | None) -> Cuts:
        """The finest cuts without values that are condemned, by `changed` if that is given."""
        return tuple(
            self._without_condemned(table, finest[place], coarsest, place, changed)
            for place in range(len(finest))
        )

    def _without_condemned(
        self, table: CutTable, bits: Bits, coarsest: Cuts, place: int, changed: int | None
    ) -> Bits:
        """The cut of one attribute above all of its values that fail with the coarsest others."""
        holding = [
            shield
            for shield in self.space.shields
            if place in shield.positions and (changed is None or changed in shield.positions)
        ]
        if place == changed or bits == coarsest[place] or not holding:
            return bits
        own, layers = self.space.attributes[place], self._layers[place]
        released = list(self.space.released(coarsest))
        allowed = released[place]
        codes = table.codes[place]
        parents: set[int] = set()
        for depth in range(int(layers.depths[codes].max()), 0, -1):
            released[place] = layers.at_depth[depth]
            fails = np.logical_or.reduce([table.would_violate(one, released) for one in holding])
            if not fails.any():
                # Coarser values merge classes that satisfy, and so satisfy.
                break
            condemned = np.unique(released[place][codes[fails]])
            is_below = layers.depths[condemned] > layers.depths[allowed[condemned]]
            parents.update(own.parents[node] for node in condemned[is_below].tolist())
        return own.raised(bits, parents)

    def span(self, finest: Cuts, coarsest: Cuts, finer: CutTable) -> Span:
        """A span, whose finest table is made from a finer one."""
        table = self.space.table(finest, finer)
        standing = self.space.standing(table)
        # Every row needs so many records: large ones have them, small ones must share theirs.
        small = table.sizes[table.sizes < self._minimum_size]
        most_rows = standing.rows - len(small) + int(small.sum()) // self._minimum_size
        return Span(finest, coarsest, table, standing, most_rows)


def _changed(cuts: Cuts, place: int, bits: Bits) -> Cuts:
    return (*cuts[:place], bits, *cuts[place + 1 :])
