"""The six generalisation schemes: which partitions of an attribute's values are allowed.

Li and Li (2008), section 2. Only values that the table has are partitioned; others come along
where a block spans them: in between in the order, or under the same node.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from hoarfrost.errors import NotApplicable
from hoarfrost.hierarchy.wording import quoted
from hoarfrost.partitions import Frame, Levels, Partition, PartitionSpace, Rule
from hoarfrost.recoding.partition import Partition as Recoding

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Attribute, Problem
    from hoarfrost.recoding.labels import LabelStyle

SchemeName = Literal["bhs", "ghs", "ops", "sps", "gsps", "gops"]
RULES: dict[SchemeName, Rule] = {
    "ghs": "all", "ops": "runs", "sps": "sets", "gsps": "sets", "gops": "runs",
}  # fmt: skip
"""How children of a node may be grouped; bhs has levels instead."""
UNGUIDED: frozenset[SchemeName] = frozenset({"ops", "sps"})
"""Schemes that no hierarchy guides."""
OF_NODES: frozenset[SchemeName] = frozenset({"bhs", "ghs"})
"""Schemes whose blocks of several values are nodes, with all leaves under them."""


@dataclass(frozen=True, eq=False)
class Scheme:
    """The partitions of one attribute's values that a scheme allows."""

    attribute: Attribute
    name: SchemeName
    values: NDArray[np.int64]
    """The leaves that the table has, in the attribute's order."""

    @classmethod
    def of(cls, attribute: Attribute, name: SchemeName, records: NDArray[np.int64]) -> Scheme:
        """The scheme for an attribute whose leaves have so many records each."""
        present = np.flatnonzero(records)
        if attribute.order is not None:
            present = present[np.argsort(attribute.order[present], kind="stable")]
        return cls(attribute, name, present)

    @cached_property
    def space(self) -> PartitionSpace:
        """The partitions of the values, as a tree."""
        if self.name == "bhs":
            hierarchy = self.attribute.hierarchy
            return Levels.of([hierarchy.nodes[level][self.values].tolist()
                              for level in range(self.attribute.top + 1)])  # fmt: skip
        return self.frame

    @cached_property
    def frame(self) -> Frame:
        """The tree of nodes whose children are grouped."""
        tops = self._nodes_at(self.attribute.top)
        if self.name in UNGUIDED:
            parents = [tuple(own) for own in self._unguided(tops) if len(own) > 1]
        else:
            parents = self._guided()
        return Frame(len(self.values), tuple(parents), RULES[self.name])

    def leaves_of(self, block: Sequence[int]) -> list[int]:
        """All leaves of a block of values: those that it spans are in it, whether present or not."""
        own = self.values[list(block)]
        if len(own) == 1:
            return [int(own[0])]
        parts, nodes = self._parts(own)
        is_inside = np.isin(parts, parts[own])
        if RULES.get(self.name) == "runs":
            is_inside |= self._is_between(own, parts, nodes)
        found: list[int] = np.flatnonzero(is_inside).tolist()
        return found

    def blocks_of_leaves(self, partition: Partition) -> NDArray[np.int32]:
        """The block of every leaf; values that no block spans are by themselves."""
        count = len(self.attribute.hierarchy.leaves)
        found = np.full(count, -1, dtype=np.int32)
        blocks = members(partition)
        for number, block in enumerate(blocks):
            found[self.leaves_of(block)] = number
        alone = np.flatnonzero(found < 0)
        found[alone] = len(blocks) + np.arange(len(alone), dtype=np.int32)
        return found

    def _parts(self, own: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """For each leaf, the part that a block of several takes whole, and the node it stays in."""
        nodes = self.attribute.hierarchy.nodes
        if self.name in UNGUIDED:
            return nodes[0], nodes[self.attribute.top]
        level = next(level for level, codes in enumerate(nodes) if len(np.unique(codes[own])) == 1)
        return nodes[level if self.name in OF_NODES else level - 1], nodes[level]

    def _is_between(
        self, own: NDArray[np.int64], parts: NDArray[np.int32], nodes: NDArray[np.int32]
    ) -> NDArray[np.bool_]:
        """Which leaves lie between those of a block, in its node and in no part that the table has."""
        ranks = self._ranks
        is_spanned = (ranks >= ranks[own].min()) & (ranks <= ranks[own].max())
        is_absent = ~np.isin(parts, parts[self.values])
        spanned: NDArray[np.bool_] = is_spanned & is_absent & (nodes == nodes[own[0]])
        return spanned

    @cached_property
    def _ranks(self) -> NDArray[np.int64]:
        order = self.attribute.order
        return np.arange(len(self.attribute.hierarchy.leaves)) if order is None else order

    def _nodes_at(self, level: int) -> list[int]:
        found: list[int] = self.attribute.hierarchy.nodes[level][self.values].tolist()
        return found

    def _unguided(self, tops: Sequence[int]) -> list[list[int]]:
        """The values that may share a block: under one highest node, with runs as neighbours."""
        if self.name == "sps":
            return members(tops)
        runs: list[list[int]] = []
        for value, top in enumerate(tops):
            if value and tops[value - 1] == top:
                runs[-1].append(value)
            else:
                runs.append([value])
        return runs

    def _guided(self) -> list[tuple[int, ...]]:
        """The hierarchy's nodes with at least two children among what the table has."""
        parents: list[tuple[int, ...]] = []
        current = list(range(len(self.values)))
        for level in range(1, self.attribute.top + 1):
            nodes = self._nodes_at(level)
            above: dict[int, list[int]] = {}
            for value, node in enumerate(nodes):
                children = above.setdefault(node, [])
                if current[value] not in children:
                    children.append(current[value])
            for node, children in above.items():
                if len(children) > 1:
                    self._check_neighbours(nodes, node)
                    parents.append(tuple(children))
                    number = len(self.values) + len(parents) - 1
                    current = [number if own == node else before
                               for own, before in zip(nodes, current, strict=True)]  # fmt: skip
        return parents

    def _check_neighbours(self, nodes: Sequence[int], node: int) -> None:
        places = [place for place, own in enumerate(nodes) if own == node]
        if self.name == "gops" and places[-1] - places[0] + 1 != len(places):
            raise NotApplicable(
                f"the scheme gops cannot serve {quoted(self.attribute.name)}: its order takes the"
                " values of a node of its hierarchy apart",
                hint="give it an order that keeps them together, or use ops or gsps for it",
            )


def released(
    problem: Problem, schemes: Sequence[Scheme], partitions: Sequence[Partition]
) -> Recoding:
    """The recoding that releases each value as the block that it falls into.

    A common ancestor would say of a block that it can hold more than it does, and be counted as a
    greater loss than the search has weighed: blocks are released by names of their own.
    """
    style: LabelStyle = "set" if problem.labels == "set" else "interval"
    pairs = zip(schemes, partitions, strict=True)
    return Recoding.of(problem, [scheme.blocks_of_leaves(own) for scheme, own in pairs], style)


def members(blocks: Sequence[int]) -> list[list[int]]:
    """The places of each block, blocks in the order of their first place.

    >>> members((0, 1, 0, 2))
    [[0, 2], [1], [3]]
    """
    found: dict[int, list[int]] = {}
    for place, block in enumerate(blocks):
        found.setdefault(block, []).append(place)
    return list(found.values())
