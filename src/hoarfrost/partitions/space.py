"""What the partitions of one attribute have in common, whatever the scheme."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from typing import Literal, Protocol, TypeAlias

Partition: TypeAlias = tuple[int, ...]
"""The block of each value; blocks are numbered by their first value."""
Direction = Literal["up", "down"]
"""From the original values to ever larger blocks, or from the largest blocks to smaller ones."""


class PartitionSpace(Protocol):
    """The partitions that a scheme allows, as a tree in which each stands exactly once."""

    @property
    def finest(self) -> Partition:
        """The root of the tree upwards: every value by itself."""

    @property
    def coarsest(self) -> Partition:
        """The root of the tree downwards."""

    @property
    def count(self) -> int:
        """How many partitions there are."""

    def children(self, partition: Partition, direction: Direction) -> Iterator[Partition]:
        """The partitions that stand below one in the tree of a direction."""

    def reach(self, partition: Partition, direction: Direction) -> Partition:
        """What is as coarse (upwards) or as fine (downwards) as all that stand below one, or more."""


def root(space: PartitionSpace, direction: Direction) -> Partition:
    """Where the tree of a direction begins."""
    return space.finest if direction == "up" else space.coarsest


def enumerated(space: PartitionSpace, direction: Direction = "up") -> Iterator[Partition]:
    """Every partition once, those near the root of the tree first."""
    waiting = deque([root(space, direction)])
    while waiting:
        partition = waiting.popleft()
        yield partition
        waiting.extend(space.children(partition, direction))


def canonical(blocks: Sequence[Hashable]) -> Partition:
    """The same blocks, numbered by their first value.

    >>> canonical("abacb")
    (0, 1, 0, 2, 1)
    """
    numbers: dict[Hashable, int] = {}
    return tuple(numbers.setdefault(block, len(numbers)) for block in blocks)
