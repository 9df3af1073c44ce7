"""The cuts of one attribute, each as a whole number: one bit for each parent that is in the cut.

Leaves need no bit: those that no parent of the cut covers stand for themselves. Equal numbers are
equal cuts, so that tables already seen are found by comparing a few numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.tree.label_trees import label_tree

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Attribute

Bits = int
Cuts = tuple[Bits, ...]
"""One cut for each attribute."""
MOST_REMEMBERED = 4096
REMEMBERED_BYTES = 2**24
"""So many cuts of each attribute are kept written out, within so many bytes."""


class AttributeCuts:
    """The tree of one attribute's labels, and what its cuts make of the values.

    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> age = AttributeCuts(teaching_problem().attributes[0])
    >>> young = age.raised(0, [4])
    >>> young, [age.tree.label(node) for node in age.nodes(young)], age.cut_count
    (1, ['[19,23]', '28', '30'], 5)
    """

    def __init__(self, attribute: Attribute) -> None:
        self.name = attribute.name
        self.tree = label_tree(attribute.hierarchy, attribute.top)
        self._first_leaves = self.tree.first_leaves
        fitting = REMEMBERED_BYTES // (4 * self.tree.node_count)
        # Any number of searches may run in one process: what is remembered goes with this object.
        self.released = lru_cache(min(fitting, MOST_REMEMBERED))(self._released)

    @cached_property
    def parents(self) -> list[int]:
        """The node above each node; -1 for those that nothing is above."""
        found: list[int] = self.tree.parents.tolist()
        return found

    def raised(self, bits: Bits, nodes: Iterable[int]) -> Bits:
        """The cut after everything below some parents is mapped to them."""
        for node in sorted(nodes):
            bits = bits & ~self._below[node] | self._bit(node)
        return bits

    def of_nodes(self, nodes: Iterable[int]) -> Bits:
        """The cut with these nodes; what they leave uncovered stays as it is."""
        return sum(self._bit(node) for node in nodes)

    def parents_in(self, bits: Bits) -> Iterator[int]:
        """The nodes of a cut that are no leaves, ascending."""
        while bits:
            lowest = bits & -bits
            yield self.tree.leaf_count + lowest.bit_length() - 1
            bits ^= lowest

    def of_leaves(self, bits: Bits) -> NDArray[np.int32]:
        """For each leaf, the node of the cut that it lies under."""
        found = np.arange(self.tree.leaf_count, dtype=np.int32)
        for node in self.parents_in(bits):
            found[self._first_leaves[node] : self.tree.end_leaves[node]] = node
        return found

    def _released(self, bits: Bits) -> NDArray[np.int32]:
        """For each node at or below a cut, the node of the cut that it becomes."""
        return self.of_leaves(bits)[self._first_leaves]

    def nodes(self, bits: Bits) -> list[int]:
        """All nodes of a cut, in the order of their leaves."""
        of_leaves = self.of_leaves(bits)
        return of_leaves[np.flatnonzero(np.diff(of_leaves, prepend=-1))].tolist()

    def levels(self, bits: Bits) -> list[int]:
        """The level at which each leaf is released."""
        return self.tree.levels[self.of_leaves(bits)].tolist()

    def steps(self, bits: Bits) -> int:
        """The fewest steps that lead to a cut, one parent at a time."""
        return sum(self._steps_to[node] for node in self.parents_in(bits))

    @cached_property
    def _steps_to(self) -> list[int]:
        """For each node, the fewest steps until everything below it is mapped to it."""
        found: list[int] = []
        for children in self.tree.children:
            found.append(1 + min(found[child] for child in children) if children else 0)
        return found

    @cached_property
    def cut_count(self) -> int:
        """How many cuts there are."""
        counts: list[int] = []
        for children in self.tree.children:
            apart = 1 if children else 0
            for child in children:
                apart *= counts[child]
            counts.append(1 + apart)
        total = 1
        for node in self.tree.tops:
            total *= counts[node]
        return total

    def _bit(self, node: int) -> Bits:
        place = node - self.tree.leaf_count
        return 1 << place if place >= 0 else 0

    @cached_property
    def _below(self) -> list[Bits]:
        """For each node, the bits of all parents below it."""
        found: list[Bits] = []
        for children in self.tree.children:
            bits = 0
            for child in children:
                bits |= found[child] | self._bit(child)
            found.append(bits)
        return found
