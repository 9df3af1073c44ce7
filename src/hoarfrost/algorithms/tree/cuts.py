"""Cuts as groupings see them, and how traces name their nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from hoarfrost.grouping import Blocks, Grouping

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Problem

NodesOf: TypeAlias = "Callable[[int, NDArray[np.int32]], NDArray[np.int32]]"
"""The nodes of a cut that some leaves of an attribute lie under, by its position in the problem."""
MOST_NAMED = 8


def blocks_of_nodes(nodes: NDArray[np.int32]) -> Blocks:
    """Blocks with the numbers of the nodes that leaves lie under; they have no names."""
    count = int(nodes.max()) + 1
    return Blocks.of_partition(nodes, ("",) * count, np.zeros(count, dtype=np.int64))


def grouping_of_cuts(problem: Problem, nodes_of: NodesOf) -> Grouping:
    """The table seen through the cuts of its attributes."""
    blocks = [
        blocks_of_nodes(nodes_of(position, np.arange(len(hierarchy.leaves), dtype=np.int32)))
        for position, hierarchy in enumerate(problem.hierarchies)
    ]
    codes = [nodes_of(position, row) for position, row in enumerate(problem.frequency.codes)]
    return Grouping.of_blocks(problem.frequency, blocks, np.stack(codes))


def rows_of(problem: Problem, nodes_of: NodesOf) -> tuple[int, int]:
    """How many released combinations are in a failing class, and how many there are."""
    grouping = grouping_of_cuts(problem, nodes_of)
    everything = np.ones(grouping.class_count, dtype=np.bool_)
    failing = np.zeros(grouping.class_count, dtype=np.bool_)
    for demand in problem.demands:
        failing |= demand.fails(grouping, everything)
    return int(np.count_nonzero(failing)), grouping.class_count


def listed(labels: Sequence[str]) -> str:
    """Labels in a sentence; of many, the first.

    >>> listed(["Junior", "Senior"])
    'Junior, Senior'
    """
    more = len(labels) - MOST_NAMED
    named = ", ".join(labels[:MOST_NAMED])
    return f"{named} and {more} more" if more > 0 else named


def anonymity(number: float) -> str:
    """By how many records the smallest class changes, on average over the requirements.

    >>> anonymity(1.0), anonymity(1.5)
    ('1 record of anonymity', '1.5 records of anonymity')
    """
    return f"{number:g} {'record' if number == 1 else 'records'} of anonymity"
