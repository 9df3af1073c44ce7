"""The partitions of several attributes together, each combination exactly once.

Li and Li (2008) call an attribute whose partition a step may change an applicator. A state keeps
the applicators that the states below it may still use: those at or after the last one used, in an
order that each state may choose for itself.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from hoarfrost.partitions.space import Direction, Partition, PartitionSpace, root


@dataclass(frozen=True)
class State:
    """A partition of each attribute."""

    partitions: tuple[Partition, ...]
    applicators: tuple[int, ...]
    """The attributes that may still change below."""

    def replaced(self, attribute: int, partition: Partition) -> tuple[Partition, ...]:
        """The partitions with another one of an attribute."""
        return (*self.partitions[:attribute], partition, *self.partitions[attribute + 1 :])


@dataclass(frozen=True)
class Anonymisations:
    """The combinations of one partition for each attribute, as a tree.

    >>> from hoarfrost.partitions import Frame
    >>> both = Anonymisations((Frame.of_sets(3), Frame.of_sets(2)))
    >>> len({state.partitions for state in both.enumerate()}), len(list(both.enumerate("down")))
    (10, 10)
    """

    spaces: tuple[PartitionSpace, ...]

    @cached_property
    def count(self) -> int:
        """How many combinations there are."""
        return prod(space.count for space in self.spaces)

    def root(self, direction: Direction) -> State:
        """Where the tree of a direction begins."""
        partitions = tuple(root(space, direction) for space in self.spaces)
        return State(partitions, tuple(range(len(self.spaces))))

    def children(
        self,
        state: State,
        direction: Direction,
        order: Sequence[int] | None = None,
        first: int | None = None,
    ) -> Iterator[State]:
        """The states below one, by the `first` of its applicators, or all, in the order given."""
        applicators = state.applicators if order is None else tuple(order)
        for place, attribute in enumerate(applicators[:first]):
            for partition in self.spaces[attribute].children(
                state.partitions[attribute], direction
            ):
                yield State(state.replaced(attribute, partition), applicators[place:])

    def reach(self, state: State, direction: Direction) -> tuple[Partition, ...]:
        """As coarse (upwards) or as fine (downwards) as everything below a state, or more."""
        return tuple(
            space.reach(own, direction) if attribute in state.applicators else own
            for attribute, (space, own) in enumerate(
                zip(self.spaces, state.partitions, strict=True)
            )
        )

    def enumerate(self, direction: Direction = "up") -> Iterator[State]:
        """Every combination once, those near the root first."""
        waiting = deque([self.root(direction)])
        while waiting:
            state = waiting.popleft()
            yield state
            waiting.extend(self.children(state, direction))
