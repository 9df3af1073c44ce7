"""Cuts as groupings see them, and how traces name their nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from hoarfrost.grouping import Blocks, Grouping

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Problem

Part: TypeAlias = tuple[int, int, str, int]
"""Where a node begins and ends in its attribute's order, its label and its level."""
MOST_NAMED = 8


def blocks_of_cut(parts: Sequence[Part], places: NDArray[np.int32]) -> Blocks:
    """The blocks of a cut whose nodes follow one another; `places` are those of the leaves."""
    sizes = [end - first for first, end, _, _ in parts]
    at_place = np.repeat(np.arange(len(parts), dtype=np.int32), sizes)
    labels = tuple(label for _, _, label, _ in parts)
    levels = np.array([level for _, _, _, level in parts], dtype=np.int64)
    return Blocks.of_partition(at_place[places], labels, levels)


def grouping_of_cuts(problem: Problem, blocks: Sequence[Blocks]) -> Grouping:
    """The table seen through the blocks of every attribute's cut."""
    codes = np.empty_like(problem.frequency.codes)
    for position, own in enumerate(blocks):
        assert own.of_leaf is not None  # noqa: S101 - blocks of cuts never overlap
        codes[position] = own.of_leaf[problem.frequency.codes[position]]
    return Grouping.of_blocks(problem.frequency, blocks, codes)


def rows_of(problem: Problem, blocks: Sequence[Blocks]) -> tuple[int, int]:
    """How many released combinations are in a failing class, and how many there are."""
    grouping = grouping_of_cuts(problem, blocks)
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


def records(number: float) -> str:
    """So many records, on average.

    >>> records(1.0), records(1.5)
    ('1 record', '1.5 records')
    """
    return f"{number:g} {'record' if number == 1 else 'records'}"
