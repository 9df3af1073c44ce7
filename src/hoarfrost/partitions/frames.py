"""Partitions whose blocks are children of a common node, grouped by one rule.

A frame is a tree over the values. At each of its nodes the children may be grouped: in any sets,
in runs of neighbours, or all or none of them. A child can join others only as a whole, so that
two values share a block only when everything nearer to one of them does too. One node over all
values gives the unguided schemes; a hierarchy's nodes give the guided ones.

Li and Li (2008), section 3, give the rule upwards for one node: a single child joins an
earlier group when it comes after everything in it and all later groups are single. With only the
groups in between single, as their text can be read, some partitions come twice. Here nodes are
passed children first, and the rule is applied at or after the last node that has a group.
Downwards nodes are passed parents first, and only the last group of a node is split in two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from hoarfrost.partitions.counting import count_groupings
from hoarfrost.partitions.space import Direction, Partition, canonical, enumerated

Rule = Literal["sets", "runs", "all"]
"""How the children of a node may be grouped: in any sets, in runs of neighbours, all or none."""
Group = tuple[int, ...]
"""Children of a node, by their places among them, ascending."""


@dataclass(frozen=True)
class Frame:
    """The partitions that a tree over the values and a rule allow.

    Values are the nodes 0, 1, 2, …; then come the others, children before parents.

    >>> guided = Frame(4, ((0, 1), (2, 3), (4, 5)), "sets")
    >>> list(guided.enumerate())
    [(0, 1, 2, 3), (0, 0, 1, 2), (0, 1, 2, 2), (0, 0, 1, 1), (0, 0, 0, 0)]
    """

    value_count: int
    parents: tuple[tuple[int, ...], ...]
    """The children of each node that has some, at least two."""
    rule: Rule

    @classmethod
    def of_sets(cls, value_count: int) -> Frame:
        """Any partition."""
        return cls(value_count, _over(range(value_count)), "sets")

    @classmethod
    def of_runs(cls, order: Sequence[int]) -> Frame:
        """Partitions into runs of neighbours in an order."""
        return cls(len(order), _over(order), "runs")

    @property
    def finest(self) -> Partition:
        """Every value by itself."""
        return tuple(range(self.value_count))

    @cached_property
    def coarsest(self) -> Partition:
        """One block for each node that nothing is above."""
        blocks = list(range(self.value_count))
        for top in self.tops:
            for value in self.values_under[top]:
                blocks[value] = self.values_under[top][0]
        return canonical(blocks)

    @cached_property
    def tops(self) -> tuple[int, ...]:
        """The nodes that nothing is above."""
        below = {child for children in self.parents for child in children}
        return tuple(
            node for node in range(self.value_count + len(self.parents)) if node not in below
        )

    @cached_property
    def values_under(self) -> tuple[tuple[int, ...], ...]:
        """The values under each node."""
        found: list[tuple[int, ...]] = [(value,) for value in range(self.value_count)]
        for children in self.parents:
            found.append(tuple(value for child in children for value in found[child]))
        return tuple(found)

    @cached_property
    def count(self) -> int:
        """How many partitions there are."""
        counts = [1] * self.value_count
        for children in self.parents:
            counts.append(count_groupings([counts[child] for child in children], self.rule))
        total = 1
        for top in self.tops:
            total *= counts[top]
        return total

    def children(self, partition: Partition, direction: Direction) -> Iterator[Partition]:
        """The partitions that stand below one in the tree of a direction."""
        step = self._joined if direction == "up" else self._split
        return map(canonical, step(partition, _Standing(self, partition)))

    def reach(self, partition: Partition, direction: Direction) -> Partition:
        """What is as coarse (upwards) or as fine (downwards) as all that stand below one, or more."""
        step = self._coarsest_from if direction == "up" else self._finest_from
        return step(partition, _Standing(self, partition))

    def enumerate(self, direction: Direction = "up") -> Iterator[Partition]:
        """Every partition once, those near the root of the tree first."""
        return enumerated(self, direction)

    def _joined(self, partition: Partition, standing: _Standing) -> Iterator[list[int]]:
        first = standing.last_grouped
        for node in range(self.value_count if first is None else first, standing.node_count):
            children = self.parents[node - self.value_count]
            for group, single in self._joins(standing.whole_groups(node), len(children)):
                blocks = list(partition)
                target = partition[self.values_under[children[group[0]]][0]]
                for place in single:
                    for value in self.values_under[children[place]]:
                        blocks[value] = target
                yield blocks

    def _joins(self, groups: Sequence[Group], child_count: int) -> Iterator[tuple[Group, Group]]:
        """Which children may join which group of whole children, each pair once."""
        if self.rule == "all":
            if len(groups) == child_count > 1:
                yield groups[0], tuple(place for group in groups[1:] for place in group)
            return
        singles_from = len(groups)
        while singles_from and len(groups[singles_from - 1]) == 1:
            singles_from -= 1
        for position in range(max(singles_from, 1), len(groups)):
            (single,) = groups[position]
            for group in groups[max(singles_from - 1, 0) : position]:
                is_later = group[-1] < single
                if is_later and (self.rule == "sets" or group[-1] + 1 == single):
                    yield group, (single,)

    def _split(self, partition: Partition, standing: _Standing) -> Iterator[list[int]]:
        last = standing.last_split
        for node in range(standing.node_count - 1 if last is None else last, -1, -1):
            if node < self.value_count or not (node == last or standing.is_alone(node)):
                continue
            children = self.parents[node - self.value_count]
            group = standing.groups(node)[-1]
            for parts in self._splits(group, len(children)):
                blocks = [*partition]
                for number, part in enumerate(parts, start=len(partition)):
                    for place in part:
                        for value in self.values_under[children[place]]:
                            blocks[value] = number
                yield blocks

    def _splits(self, group: Group, child_count: int) -> Iterator[Sequence[Group]]:
        """The ways to split the last group of children."""
        if self.rule == "all":
            if len(group) == child_count > 1:
                yield [(place,) for place in group]
        elif self.rule == "runs":
            for place in range(1, len(group)):
                yield group[:place], group[place:]
        else:
            for chosen in range(1, 1 << (len(group) - 1)):
                goes = [False, *(bool(chosen >> place & 1) for place in range(len(group) - 1))]
                pairs = list(zip(group, goes, strict=True))
                yield (
                    tuple(place for place, leaves in pairs if not leaves),
                    tuple(place for place, leaves in pairs if leaves),
                )

    def _coarsest_from(self, partition: Partition, standing: _Standing) -> Partition:
        blocks = list(partition)
        last = standing.last_grouped
        can_be_whole = [True] * self.value_count
        for node, children in enumerate(self.parents, start=self.value_count):
            if last is not None and node < last:
                can_be_whole.append(standing.is_whole(node))
                continue
            open_ones = [place for place, child in enumerate(children) if can_be_whole[child]]
            if node == last:
                groups = standing.whole_groups(node)
                open_ones = [place for group in groups[_last_joined(groups) :] for place in group]
            is_complete = len(open_ones) == len(children)
            can_be_whole.append(is_complete)
            if is_complete or self.rule != "all":
                self._unite(blocks, children, open_ones)
        return canonical(blocks)

    def _unite(self, blocks: list[int], children: Sequence[int], places: Sequence[int]) -> None:
        """Put children into one block, or with runs, each run of neighbours into one."""
        ordered = sorted(places)
        for before, place in pairwise(ordered):
            if self.rule == "runs" and before + 1 != place:
                continue
            old = {blocks[value] for value in self.values_under[children[place]]}
            new = blocks[self.values_under[children[before]][0]]
            old |= {blocks[value] for value in self.values_under[children[before]]}
            blocks[:] = [new if own in old else own for own in blocks]

    def _finest_from(self, partition: Partition, standing: _Standing) -> Partition:
        blocks = list(partition)
        last = standing.node_count if standing.last_split is None else standing.last_split
        fresh = len(blocks)
        opened = [node for node in range(self.value_count, last) if standing.is_alone(node)]
        values = [value for node in opened for value in self.values_under[node]]
        if last < standing.node_count:
            children = self.parents[last - self.value_count]
            group = standing.groups(last)[-1]
            values += [value for place in group for value in self.values_under[children[place]]]
        for number, value in enumerate(values, start=fresh):
            blocks[value] = number
        return canonical(blocks)


class _Standing:
    """How the nodes of a frame stand in one partition."""

    def __init__(self, frame: Frame, partition: Partition) -> None:
        self.frame = frame
        self.partition = partition
        self.node_count = frame.value_count + len(frame.parents)
        sizes = [0] * (max(partition, default=-1) + 1)
        for block in partition:
            sizes[block] += 1
        self._sizes = sizes
        self._block_of_whole = list(partition)
        """For each node, the block that all its values are in; -1: in several."""
        for children in frame.parents:
            blocks = {self._block_of_whole[child] for child in children}
            self._block_of_whole.append(blocks.pop() if len(blocks) == 1 else -1)

    def is_whole(self, node: int) -> bool:
        """Are all values of a node in one block?"""
        return self._block_of_whole[node] >= 0

    def is_alone(self, node: int) -> bool:
        """Are the values of a node a block?"""
        block = self._block_of_whole[node]
        return block >= 0 and self._sizes[block] == len(self.frame.values_under[node])

    def whole_groups(self, node: int) -> list[Group]:
        """The whole children of a node, grouped by their blocks, in the order of the first."""
        grouped: dict[int, list[int]] = {}
        for place, child in enumerate(self.frame.parents[node - self.frame.value_count]):
            if self.is_whole(child):
                grouped.setdefault(self._block_of_whole[child], []).append(place)
        return [tuple(group) for group in grouped.values()]

    def groups(self, node: int) -> list[Group]:
        """All children of a node, grouped; those that are not whole are by themselves."""
        whole = {group[0]: group for group in self.whole_groups(node)}
        children = self.frame.parents[node - self.frame.value_count]
        apart = {
            place: (place,) for place, child in enumerate(children) if not self.is_whole(child)
        }
        return [group for _, group in sorted({**whole, **apart}.items())]

    @cached_property
    def last_grouped(self) -> int | None:
        """The last node, children first, with two children in one block; None: there is none."""
        for node in range(self.node_count - 1, self.frame.value_count - 1, -1):
            if any(len(group) > 1 for group in self.whole_groups(node)):
                return node
        return None

    @cached_property
    def last_split(self) -> int | None:
        """The last node, parents first, with values in several blocks; None: there is none."""
        for node in range(self.frame.value_count, self.node_count):
            if not self.is_whole(node):
                return node
        return None


def _over(values: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """One node over all values, if there are two."""
    return (tuple(values),) if len(values) > 1 else ()


def _last_joined(groups: Sequence[Group]) -> int:
    """The place of the last group with several children; 0: there is none."""
    return max((place for place, group in enumerate(groups) if len(group) > 1), default=0)
