"""The best partition recoding by trying every one, value by value: slow and obvious."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations, product
from math import prod

from tests.naive import figures
from tests.naive.lattice import Case, Node, is_accepted, survivors


@dataclass
class PartitionCase(Case):
    """A case whose values fall into sets; where levels are asked for it takes sets of values."""

    schemes: list[str] = field(default_factory=list)
    """For each attribute, which sets there may be."""
    orders: list[list[str]] = field(default_factory=list)
    """For each attribute, all its originals: the labels of the lowest level."""

    def released(self, rows, levels):
        """Rows with every value as the set that it falls into."""
        originals = super().released(rows, self.lowest)
        return [
            tuple(of[value] for of, value in zip(levels, row, strict=True)) for row in originals
        ]

    def values(self, place):
        """The originals of an attribute, as the table has them."""
        low = self.lowest[place]
        label = {path[0]: path[low] for path in self.hierarchies[place]}
        return Values(
            self.orders[place],
            {label[row[place]] for row in self.records},
            {path[low]: path[low:] for path in self.hierarchies[place]},
            self.highest[place] - low,
        )

    def spaces(self):
        """For each attribute, every way to put its values into sets."""
        return [self.values(place).partitions(scheme) for place, scheme in enumerate(self.schemes)]


@dataclass
class Values:
    """The originals of one attribute."""

    order: list[str]
    present: set[str]
    """Those that the table has."""
    paths: dict[str, list[str]]
    top: int
    """No set leaves a node of this level."""

    def distance(self, one, other):
        """The lowest level with a node over both."""
        pairs = zip(self.paths[one], self.paths[other], strict=True)
        return next(level for level, (own, its) in enumerate(pairs) if own == its)

    def width(self, values):
        """The lowest level with a node over all."""
        return max(self.distance(one, other) for one in values for other in values)

    def partitions(self, scheme):
        """For each partition that a scheme allows, the set of each original."""
        own = [value for value in self.order if value in self.present]
        allowed = [
            blocks
            for blocks in set_partitions(own)
            if all(self.width(block) <= self.top for block in blocks)
            and RULES[scheme](self, own, blocks)
        ]
        return [self.with_absent(scheme, blocks) for blocks in allowed]

    def with_absent(self, scheme, blocks):
        """The set of each original; those that no set takes along are by themselves."""
        found = {value: frozenset([value]) for value in self.order}
        for block in blocks:
            spanned = self.spanned(scheme, block)
            found.update(dict.fromkeys(spanned, spanned))
        return found

    def spanned(self, scheme, block):
        """A set with the values that it takes along."""
        taken = set(block)
        if scheme not in UNGUIDED and len(block) > 1:
            taken |= {
                value
                for value in self.order
                if any(self.distance(value, own) < self.width(block) for own in block)
            }
        if scheme in INTERVALS:
            places = [self.order.index(value) for value in block]
            taken |= {
                value
                for value in self.order[min(places) : max(places)]
                if value not in self.present and self.distance(value, block[0]) <= self.top
            }
        return frozenset(taken)


UNGUIDED = {"ops", "sps"}
INTERVALS = {"ops", "gops"}


def is_level(values, own, blocks):
    return any(
        all((values.distance(one, other) <= level) == together(blocks, one, other)
            for one, other in combinations(own, 2))
        for level in range(values.top + 1)
    )  # fmt: skip


def are_nodes(values, own, blocks):
    return all(
        {other for other in own if values.distance(block[0], other) <= values.width(block)}
        == set(block)
        for block in blocks
    )


def are_intervals(values, own, blocks):
    return all(own.index(block[-1]) - own.index(block[0]) == len(block) - 1 for block in blocks)


def are_guided(values, own, blocks):
    """Is every value closer to either of two than they are to each other in their set?"""
    return all(
        third in block
        for block in blocks
        for one, other in combinations(block, 2)
        for third in own
        if min(values.distance(third, one), values.distance(third, other))
        < values.distance(one, other)
    )


RULES: dict[str, Callable[..., bool]] = {
    "bhs": is_level,
    "ghs": are_nodes,
    "ops": are_intervals,
    "sps": lambda *_: True,
    "gsps": are_guided,
    "gops": lambda *given: are_guided(*given) and are_intervals(*given),
}


def together(blocks, one, other):
    return any(one in block and other in block for block in blocks)


def set_partitions(values):
    """Every way to put values into sets; the values of each set stay in their order."""
    if not values:
        return [[]]
    *before, last = values
    return [
        [*blocks[:place], [*blocks[place], last], *blocks[place + 1 :]]
        if place < len(blocks)
        else [*blocks, [last]]
        for blocks in set_partitions(before)
        for place in range(len(blocks) + 1)
    ]


def count(case):
    """How many combinations of partitions there are."""
    return prod(map(len, case.spaces()))


def every_accepted(case):
    """Every combination of partitions that meets the policy within the limit."""
    nodes = []
    for partitions in product(*case.spaces()):
        kept = survivors(case, partitions)
        if is_accepted(case, partitions, kept):
            value = measured(case, partitions, kept)
            if value is not None:
                nodes.append(Node(partitions, value, len(case.records) - len(kept)))
    return nodes


def best_value(case):
    """The best value of a release that meets the policy; None: there is none."""
    better = max if case.larger_is_better else min
    return better((node.value for node in every_accepted(case)), default=None)


def measured(case, partitions, kept):
    """The objective of a combination of partitions."""
    return figures.FIGURES[case.objective](written_out(case, partitions, kept))


def written_out(case, partitions, kept):
    """The release, record by record, as the figures read it."""
    originals = Case.released(case, case.records, case.lowest)
    distinct = sorted(set(originals))
    attributes = [case.values(place) for place in range(len(partitions))]
    chosen = set(kept)
    records = [
        figures.Record(
            tuple(own.order.index(value) for own, value in zip(attributes, row, strict=True)),
            tuple(
                figures.Cell(frozenset(map(own.order.index, sets[value])), own.width(sets[value]))
                for own, sets, value in zip(attributes, partitions, row, strict=True)
            )
            if number in chosen
            else None,
            distinct.index(row),
        )
        for number, row in enumerate(originals)
    ]
    return figures.Release(
        records,
        [len(own.order) for own in attributes],
        [len(next(iter(own.paths.values()))) - 1 for own in attributes],
        case.weights,
        case.priorities,
    )
