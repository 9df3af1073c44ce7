"""All tables under one cut for each attribute, and how each is looked at."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.tree.attribute_cuts import AttributeCuts, Cuts
from hoarfrost.algorithms.tree.cut_tables import Standing, finest_table, shields_of
from hoarfrost.recoding import Cut

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hoarfrost.algorithms.tree.cut_tables import CutTable, Released
    from hoarfrost.problem import Problem

NOTHING = -1
"""The parent of nodes that nothing is above."""
MOST_NAMED = 3
"""A trace names so many labels of a step; the others are counted."""


class CutSpace:
    """A problem as the tables that cuts make of it."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.attributes = tuple(map(AttributeCuts, problem.attributes))
        self.shields = shields_of(problem)
        self.start: Cuts = (0,) * len(self.attributes)
        self.finest = finest_table(problem, self.attributes)

    @property
    def size(self) -> int:
        """How many tables there are."""
        return prod(own.cut_count for own in self.attributes)

    def released(self, cuts: Cuts) -> Released:
        """For each attribute and each node at or below its cut: the cut's node."""
        return [own.released(bits) for own, bits in zip(self.attributes, cuts, strict=True)]

    def table(self, cuts: Cuts, finer: CutTable | None = None) -> CutTable:
        """The table under cuts, from the rows of a finer one."""
        return (finer or self.finest).coarser(self.released(cuts))

    def standing(self, table: CutTable) -> Standing:
        """Which of its rows violate."""
        return Standing.of(table, self.shields)

    def raised(self, cuts: Cuts, table: CutTable, standing: Standing) -> Cuts:
        """For each attribute, its cut after its violating values went to their parents."""
        found = []
        for place, (own, bits) in enumerate(zip(self.attributes, cuts, strict=True)):
            codes = table.codes[place][standing.violating_rows(self.shields, place)]
            nodes = np.flatnonzero(np.bincount(codes)).tolist()
            found.append(own.raised(bits, set(map(own.parents.__getitem__, nodes)) - {NOTHING}))
        return tuple(found)

    def recoding(self, cuts: Cuts) -> Cut:
        """What releases the table."""
        nodes = [
            [own.tree.places[node] for node in own.nodes(bits)]
            for own, bits in zip(self.attributes, cuts, strict=True)
        ]
        return Cut.of(self.problem, nodes)

    def levels(self, cuts: Cuts) -> list[int]:
        """The level of every value, attribute by attribute: by these, equally good tables differ."""
        pairs = zip(self.attributes, cuts, strict=True)
        return [level for own, bits in pairs for level in own.levels(bits)]

    def wording(self, attribute: int, nodes: Iterable[int]) -> str:
        """What a trace says of a step to some parents."""
        tree = self.attributes[attribute].tree
        labels = list(map(tree.label, sorted(nodes, key=tree.first_leaves.__getitem__)))
        others = len(labels) - MOST_NAMED
        if others > 0:
            return f"to {', '.join(labels[:MOST_NAMED])} and {others} more"
        return f"to {', '.join(labels)}"


@dataclass
class Largest:
    """The largest satisfying table so far; of equally large ones that of the fewest steps."""

    space: CutSpace
    rows: int = 0
    """Tables with no more rows than this need not be looked at any further."""
    steps: int = 0
    cuts: Cuts | None = None
    """None as long as there is none."""

    def offer(self, cuts: Cuts, rows: int, steps: int) -> None:
        """Keep a satisfying table if it is better."""
        if rows > self.rows or (rows == self.rows and self._is_preferred(cuts, steps)):
            self.rows, self.steps, self.cuts = rows, steps, cuts

    def _is_preferred(self, cuts: Cuts, steps: int) -> bool:
        """Fewest steps, then the least sum of levels, then the least vector."""
        if steps != self.steps or self.cuts is None:
            return steps < self.steps
        ours, theirs = self.space.levels(cuts), self.space.levels(self.cuts)
        return (sum(ours), ours) < (sum(theirs), theirs)
