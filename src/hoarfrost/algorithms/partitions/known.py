"""The partitions met so far, each with a number and what loops need to know of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.partitions.schemes import Scheme, members
from hoarfrost.grouping import group_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.partitions.objective import Objective
    from hoarfrost.partitions import Direction, Partition

FIRST_ROOM = 256


@dataclass(eq=False)
class Known:
    """Numbers of partitions, one row of each table for each number."""

    objective: Objective
    schemes: tuple[Scheme, ...]
    numbers: dict[tuple[int, Partition], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make room."""
        width = max((len(scheme.values) for scheme in self.schemes), default=1)
        self.blocks = np.zeros((FIRST_ROOM, width), dtype=np.int32)
        """The block of each value."""
        self.costs = np.zeros((FIRST_ROOM, width))
        """What a record costs with each value."""
        self.sizes = np.zeros(FIRST_ROOM, dtype=np.int64)
        """How many blocks there are."""
        self._partitions: list[Partition] = []
        self._reaches: dict[tuple[int, Partition, Direction], int] = {}

    @cached_property
    def codes(self) -> NDArray[np.int32]:
        """The value of each combination, by its place in the scheme's values."""
        rows = zip(self.schemes, self.objective.problem.frequency.codes, strict=True)
        found = np.empty_like(self.objective.problem.frequency.codes)
        for place, (scheme, leaves) in enumerate(rows):
            place_of = np.zeros(len(scheme.attribute.hierarchy.leaves), dtype=np.int32)
            place_of[scheme.values] = np.arange(len(scheme.values), dtype=np.int32)
            found[place] = place_of[leaves]
        return found

    def number(self, attribute: int, partition: Partition) -> int:
        """The row of a partition of an attribute."""
        found = self.numbers.get((attribute, partition))
        return self._add(attribute, partition) if found is None else found

    def partition_of(self, number: int) -> Partition:
        """The partition of a row."""
        return self._partitions[number]

    def row(self, partitions: Sequence[Partition]) -> list[int]:
        """The rows of one partition for each attribute."""
        return [self.number(*pair) for pair in enumerate(partitions)]

    def reach(self, attribute: int, partition: Partition, direction: Direction) -> int:
        """The row of what bounds all that stand below a partition."""
        key = attribute, partition, direction
        if key not in self._reaches:
            end = self.schemes[attribute].space.reach(partition, direction)
            self._reaches[key] = self.number(attribute, end)
        return self._reaches[key]

    def class_count(self, row: Sequence[int]) -> int:
        """How many classes one partition for each attribute makes, whatever becomes of them."""
        codes = np.stack(
            [self.blocks[number][own] for number, own in zip(row, self.codes, strict=True)]
        )
        return len(group_columns(codes, [int(self.sizes[number]) for number in row])[1])

    def _add(self, attribute: int, partition: Partition) -> int:
        number = len(self.numbers)
        if number == len(self.sizes):
            self.blocks = np.concatenate((self.blocks, np.zeros_like(self.blocks)))
            self.costs = np.concatenate((self.costs, np.zeros_like(self.costs)))
            self.sizes = np.concatenate((self.sizes, np.zeros_like(self.sizes)))
        count = len(partition)
        self.numbers[attribute, partition] = number
        self._partitions.append(partition)
        self.blocks[number, :count] = partition
        self.costs[number, :count] = self._costs(attribute, partition)
        self.sizes[number] = max(partition, default=-1) + 1
        return number

    def _costs(self, attribute: int, partition: Partition) -> NDArray[np.float64]:
        found = np.zeros(len(partition))
        if self.objective.of_cells is None:
            return found
        scheme, blocks = self.schemes[attribute], members(partition)
        leaves = [scheme.leaves_of(block) for block in blocks]
        in_blocks = self.objective.costs_in_blocks(attribute, leaves)
        for block, own, costs in zip(blocks, leaves, in_blocks, strict=True):
            cost_of = dict(zip(own, costs.tolist(), strict=True))
            for value in block:
                found[value] = cost_of[int(scheme.values[value])]
        return found
