"""The partitions that the levels of a hierarchy are: a chain from the values to the highest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from hoarfrost.partitions.space import Direction, Partition, canonical, enumerated


@dataclass(frozen=True)
class Levels:
    """One partition for each level; levels with the same blocks are one.

    >>> list(Levels.of([[0, 1, 2], [0, 1, 1], [0, 1, 1], [0, 0, 0]]).enumerate("down"))
    [(0, 0, 0), (0, 1, 1), (0, 1, 2)]
    """

    chain: tuple[Partition, ...]
    """From the finest to the coarsest."""

    @classmethod
    def of(cls, levels: Sequence[Sequence[int]]) -> Levels:
        """The levels of a hierarchy: the node of each value, from the lowest level on."""
        return cls(tuple(dict.fromkeys(map(canonical, levels))))

    @property
    def finest(self) -> Partition:
        """The lowest level."""
        return self.chain[0]

    @property
    def coarsest(self) -> Partition:
        """The highest level."""
        return self.chain[-1]

    @property
    def count(self) -> int:
        """How many levels differ."""
        return len(self.chain)

    def children(self, partition: Partition, direction: Direction) -> Iterator[Partition]:
        """The next level."""
        place = self._place_of[partition] + (1 if direction == "up" else -1)
        if 0 <= place < len(self.chain):
            yield self.chain[place]

    def reach(self, partition: Partition, direction: Direction) -> Partition:  # noqa: ARG002 - any
        """The end of the chain."""
        return self.coarsest if direction == "up" else self.finest

    def enumerate(self, direction: Direction = "up") -> Iterator[Partition]:
        """Every level once."""
        return enumerated(self, direction)

    @cached_property
    def _place_of(self) -> dict[Partition, int]:
        return {partition: place for place, partition in enumerate(self.chain)}
