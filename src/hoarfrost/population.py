"""How many rows of a population table lie under released labels."""

from __future__ import annotations

from collections.abc import Sequence
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
    rows = np.stack(
        [mapping[row] for mapping, row in zip(mappings, population.codes, strict=True)]
    )
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
    """Blocks may overlap: look at every class and every population row."""
    class_count = codes.shape[1]
    under = np.zeros(class_count, dtype=np.int64)
    is_covered = np.zeros(population.tuple_count, dtype=np.bool_)
    for number in range(class_count):
        inside = np.ones(population.tuple_count, dtype=np.bool_)
        for block, row, code in zip(blocks, population.codes, codes[:, number], strict=True):
            leaves = block.leaf_codes[block.leaf_starts[code] : block.leaf_starts[code + 1]]
            inside &= np.isin(row, leaves)
        under[number] = population.counts[inside].sum()
        is_covered |= inside
    return under, int(population.counts[~is_covered].sum())
