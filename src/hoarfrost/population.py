"""How many rows of a population table lie under released labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.grouping import Blocks, group_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.frequency import FrequencySet


def population_under(
    population: FrequencySet, blocks: Sequence[Blocks], codes: NDArray[np.int32]
) -> tuple[NDArray[np.int64], int]:
    """Rows under each class (`codes[attribute][class]`), and rows under no class at all."""
    of_leaf = [block.of_leaf for block in blocks]
    if all(mapping is not None for mapping in of_leaf):
        mappings = [mapping for mapping in of_leaf if mapping is not None]
        return _by_key(population, mappings, blocks, codes)
    return _by_containment(population, blocks, codes)


def _by_key(
    population: FrequencySet,
    mappings: Sequence[NDArray[np.int32]],
    blocks: Sequence[Blocks],
    codes: NDArray[np.int32],
) -> tuple[NDArray[np.int64], int]:
    """Blocks do not overlap: a population row lies under the one class of its own blocks."""
    rows = np.stack([mapping[row] for mapping, row in zip(mappings, population.codes, strict=True)])
    together = np.concatenate((codes, rows), axis=1)
    numbers, _ = group_columns(together, [len(block.labels) for block in blocks])
    class_count = codes.shape[1]
    under = np.zeros(int(numbers.max(initial=-1)) + 1, dtype=np.int64)
    np.add.at(under, numbers[class_count:], population.counts)
    found = under[numbers[:class_count]]
    return found, int(population.counts.sum() - found.sum())


def _by_containment(
    population: FrequencySet, blocks: Sequence[Blocks], codes: NDArray[np.int32]
) -> tuple[NDArray[np.int64], int]:
    """Blocks may overlap: look for the rows under each class, one attribute after the other."""
    under = np.zeros(codes.shape[1], dtype=np.int64)
    is_covered = np.zeros(population.tuple_count, dtype=np.bool_)
    members = [
        _members(block, 1 + int(row.max(initial=0)))
        for block, row in zip(blocks, population.codes, strict=True)
    ]
    for number, own in enumerate(codes.T):
        inside = np.arange(population.tuple_count)
        for is_member, row, code in zip(members, population.codes, own, strict=True):
            inside = inside[is_member(int(code))[row[inside]]]
        under[number] = population.counts[inside].sum()
        is_covered[inside] = True
    return under, int(population.counts[~is_covered].sum())


def _members(block: Blocks, leaf_count: int) -> Callable[[int], NDArray[np.bool_]]:
    """Says which leaves lie under a block; asked again, it remembers."""

    @cache
    def members(code: int) -> NDArray[np.bool_]:
        leaves = block.leaf_codes[block.leaf_starts[code] : block.leaf_starts[code + 1]]
        is_member = np.zeros(leaf_count, dtype=np.bool_)
        is_member[leaves[leaves < leaf_count]] = True
        return is_member

    return members
