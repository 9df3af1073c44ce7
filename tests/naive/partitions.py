"""All partitions of a few values, and those of them that a definition allows."""

from __future__ import annotations

from itertools import combinations


def all_partitions(count):
    """Restricted growth strings: each value joins an earlier block or opens the next."""
    found = [()]
    for _ in range(count):
        found = [(*own, block) for own in found for block in range(max(own, default=-1) + 2)]
    return set(found)


def blocks_of(partition):
    return [
        {value for value, own in enumerate(partition) if own == block} for block in set(partition)
    ]


def are_runs(partition, order=None):
    """Is every block a run of neighbours?"""
    place_of = {value: place for place, value in enumerate(order or range(len(partition)))}
    places = [{place_of[value] for value in block} for block in blocks_of(partition)]
    return all(max(own) - min(own) + 1 == len(own) for own in places)


def obeys(partition, levels):
    """Is every value that is closer to one of two in a block than they are to each other in it?

    `levels` has the node of each value, level by level; values that meet on none share no block.
    """
    for block in blocks_of(partition):
        for one, other in combinations(sorted(block), 2):
            apart = distance(one, other, levels)
            if apart == len(levels):
                return False
            near = {
                value
                for value in range(len(partition))
                if min(distance(value, one, levels), distance(value, other, levels)) < apart
            }
            if not near <= block:
                return False
    return True


def are_nodes(partition, levels):
    """Is every block a node?"""
    return all(
        any(block == {value for value, node in enumerate(level) if node == own}
            for level in levels for own in set(level))
        for block in blocks_of(partition)
    )  # fmt: skip


def distance(one, other, levels):
    """The lowest level on which two values meet; beyond all levels if they do on none."""
    return next((at for at, level in enumerate(levels) if level[one] == level[other]), len(levels))


def is_coarser(partition, finer):
    """Are values that share a block in the finer one together here too?"""
    return all(any(block <= wide for wide in blocks_of(partition)) for block in blocks_of(finer))
