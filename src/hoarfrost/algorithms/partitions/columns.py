"""One attribute under a partition, as it would be released."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.figures.cells import Cells
from hoarfrost.grouping import Blocks
from hoarfrost.recoding.covering import covering_levels, members

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.partitions.schemes import Scheme
    from hoarfrost.partitions import Partition
    from hoarfrost.problem import Problem

MOST_COLUMNS = 4096
"""So many are remembered."""


@dataclass(frozen=True, eq=False)
class Column:
    """The blocks of one attribute, and what they cost."""

    blocks: Blocks
    of_leaf: NDArray[np.int32]
    """The block that each leaf is released as."""
    costs: NDArray[np.float64] | None
    """What a record with each leaf costs, for objectives that are sums over cells."""


class Columns:
    """Makes columns and remembers them: most releases differ in one or two attributes."""

    def __init__(self, problem: Problem, schemes: Sequence[Scheme]) -> None:
        self._problem = problem
        self._schemes = schemes
        self._at = lru_cache(MOST_COLUMNS)(self._made)

    @property
    def have_costs(self) -> bool:
        """Is the objective a sum over the cells of any blocks?"""
        coarsest = [scheme.space.coarsest for scheme in self._schemes]
        return all(column.costs is not None for column in self.of(coarsest))

    def of(self, partitions: Sequence[Partition]) -> list[Column]:
        """The column of each attribute."""
        return [self._at(attribute, partition) for attribute, partition in enumerate(partitions)]

    def _made(self, attribute: int, partition: Partition) -> Column:
        problem, own = self._problem, self._problem.attributes[attribute]
        of_leaf = self._schemes[attribute].blocks_of_leaves(partition)
        leaf_sets = members(of_leaf, int(of_leaf.max()) + 1)
        levels = covering_levels(own.hierarchy, leaf_sets).tolist()
        blocks = Blocks.of_sets(leaf_sets, ("",) * len(leaf_sets), levels)
        records = problem.leaf_records[attribute]
        each = np.arange(len(of_leaf), dtype=np.int32)
        cells = Cells(blocks, own.hierarchy.height, records, each, of_leaf)
        costs = problem.required_objective.cell_costs(problem, attribute, cells)
        return Column(blocks, of_leaf, costs)
