"""Partitions as rows of bits, each of which says whether some values are in one block.

With ghs there is a bit for each inner node: are all values under it in one block? With ops there
is one for each two neighbours. More ones are always coarser, and all of an attribute's bits
together stand for exactly one partition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from hoarfrost.partitions import canonical

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.partitions.schemes import Scheme
    from hoarfrost.partitions import Frame, Partition

    Bits = NDArray[np.bool_]


class Genes(Protocol):
    """The bits of one attribute."""

    @property
    def count(self) -> int:
        """How many bits there are."""

    def bits_of(self, blocks: Sequence[int] | NDArray[np.int32]) -> Bits:
        """The bits of the finest partition of the scheme that keeps apart what `blocks` does."""

    def partition(self, bits: Bits) -> Partition:
        """The partition that bits stand for."""

    def repaired(self, bits: Bits) -> Bits:
        """The bits of the partition that any bits come nearest to."""

    def mutated(self, bits: Bits, random: np.random.Generator) -> Bits:
        """Bits with a small change drawn by lot."""


@dataclass(frozen=True, eq=False)
class CutGenes:
    """A bit for each inner node of a hierarchy.

    >>> from hoarfrost.partitions import Frame
    >>> genes = CutGenes(Frame(4, ((0, 1), (2, 3), (4, 5)), "all"))
    >>> genes.partition(np.array([True, False, False]))
    (0, 0, 1, 2)
    >>> genes.repaired(np.array([False, False, True])).tolist()
    [True, True, True]
    """

    frame: Frame

    @property
    def count(self) -> int:
        """The nodes with at least two children."""
        return len(self.frame.parents)

    def bits_of(self, blocks: Sequence[int] | NDArray[np.int32]) -> Bits:
        """Which nodes have all their values in one block."""
        own = np.asarray(blocks)
        return np.array([len(set(own[values])) == 1 for values in self._values], dtype=np.bool_)

    def partition(self, bits: Bits) -> Partition:
        """A block for each highest node that is one."""
        blocks = np.arange(self.frame.value_count)
        # Children come before parents, so the highest node has the last word.
        for node in np.flatnonzero(bits):
            blocks[self._values[node]] = self.frame.value_count + node
        return canonical(blocks.tolist())

    def repaired(self, bits: Bits) -> Bits:
        """Everything under a node that is one block is in one block too."""
        return np.asarray(self._inside[bits].any(axis=0))

    def mutated(self, bits: Bits, random: np.random.Generator) -> Bits:
        """One node made a block, with all under it; or taken apart, with all above it."""
        node = int(random.integers(self.count))
        if bits[node]:
            return bits & ~self._inside[:, node]
        return bits | self._inside[node]

    @cached_property
    def _values(self) -> list[NDArray[np.int64]]:
        inner = self.frame.values_under[self.frame.value_count :]
        return [np.array(values) for values in inner]

    @cached_property
    def _inside(self) -> Bits:
        """`_inside[above, below]`: does a node lie under another, or is it the same?"""
        inside = np.eye(self.count, dtype=np.bool_)
        for node, children in enumerate(self.frame.parents):
            for child in children:
                if child >= self.frame.value_count:
                    inside[node] |= inside[child - self.frame.value_count]
        return inside


@dataclass(frozen=True, eq=False)
class RunGenes:
    """A bit for each two neighbours that may share a block.

    >>> from hoarfrost.partitions import Frame
    >>> RunGenes(Frame.of_runs(range(4))).partition(np.array([True, False, True]))
    (0, 0, 1, 1)
    """

    frame: Frame

    @property
    def count(self) -> int:
        """The pairs of neighbours."""
        return len(self._second)

    def bits_of(self, blocks: Sequence[int] | NDArray[np.int32]) -> Bits:
        """Which neighbours are in one block."""
        own = np.asarray(blocks)
        return np.asarray(own[self._second] == own[self._second - 1])

    def partition(self, bits: Bits) -> Partition:
        """A block begins wherever no bit joins a value to the one before."""
        begins = np.ones(self.frame.value_count, dtype=np.int64)
        begins[self._second[bits]] = 0
        return tuple((np.cumsum(begins) - 1).tolist())

    def repaired(self, bits: Bits) -> Bits:
        """Any bits stand for a partition."""
        return bits

    def mutated(self, bits: Bits, random: np.random.Generator) -> Bits:
        """One boundary set, removed, or moved by one value."""
        changed = bits.copy()
        place = int(random.integers(self.count))
        neighbour = place + int(random.integers(-1, 2))
        if 0 <= neighbour < self.count and bits[place] != bits[neighbour]:
            changed[[place, neighbour]] = changed[[neighbour, place]]
        else:
            changed[place] = not changed[place]
        return changed

    @cached_property
    def _second(self) -> NDArray[np.int64]:
        """The later value of each pair of neighbours."""
        return np.array([value for run in self.frame.parents for value in run[1:]], dtype=np.int64)


KINDS: dict[str, type[CutGenes | RunGenes]] = {"ghs": CutGenes, "ops": RunGenes}
"""The schemes that bits can tell, and how they do."""


@dataclass(frozen=True, eq=False)
class Genome:
    """The bits of all attributes in one row."""

    genes: tuple[Genes, ...]

    @classmethod
    def of(cls, schemes: Sequence[Scheme]) -> Genome:
        """The genome of attributes whose schemes bits can tell."""
        return cls(tuple(KINDS[scheme.name](scheme.frame) for scheme in schemes))

    @cached_property
    def owner(self) -> NDArray[np.int64]:
        """The attribute of each bit."""
        return np.repeat(np.arange(len(self.genes)), [own.count for own in self.genes])

    @property
    def count(self) -> int:
        """How many bits there are."""
        return len(self.owner)

    def parts(self, bits: Bits) -> list[Bits]:
        """The bits of each attribute."""
        return np.split(bits, self._ends)

    def bits_of(self, partitions: Sequence[Sequence[int] | NDArray[np.int32]]) -> Bits:
        """The bits of a partition of each attribute."""
        pairs = zip(self.genes, partitions, strict=True)
        return np.concatenate([own.bits_of(partition) for own, partition in pairs])

    def partitions(self, bits: Bits) -> tuple[Partition, ...]:
        """The partition of each attribute."""
        pairs = zip(self.genes, self.parts(bits), strict=True)
        return tuple(own.partition(part) for own, part in pairs)

    def repaired(self, bits: Bits) -> Bits:
        """Bits that stand for partitions."""
        pairs = zip(self.genes, self.parts(bits), strict=True)
        return np.concatenate([own.repaired(part) for own, part in pairs])

    def mutated(self, bits: Bits, random: np.random.Generator) -> Bits:
        """Bits with a small change to one attribute; those with many bits are changed more often."""
        chosen = int(self.owner[random.integers(self.count)])
        parts = self.parts(bits)
        parts[chosen] = self.genes[chosen].mutated(parts[chosen], random)
        return np.concatenate(parts)

    @cached_property
    def _ends(self) -> NDArray[np.int64]:
        return np.cumsum([own.count for own in self.genes])[:-1]
