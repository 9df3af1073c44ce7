"""The classes of one shield while cuts become coarser: merged in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.tree.shields import Shield

# Kernels are imported late: loading compiled loops takes longer than `hoarfrost --version` may.


class MergedClasses:
    """The classes over a shield, and how small the smallest of them is."""

    def __init__(
        self, shield: Shield, nodes: NDArray[np.int32], parents: NDArray[np.int32]
    ) -> None:
        """`nodes[attribute, combination]` are the nodes of the cuts, `parents` those above."""
        self.shield = shield
        self._nodes = np.ascontiguousarray(nodes.T)
        self._sizes = shield.frequency.counts.copy()
        self._parents = parents
        self._look()

    def _look(self) -> None:
        from hoarfrost.kernels.merging import smallest_classes

        self.anonymity, self._above = smallest_classes(
            self._nodes, self._sizes, len(self._sizes), self._parents
        )

    def rows(self) -> tuple[int, int]:
        """How many classes have too few records, and how many classes there are."""
        return int((self._sizes < self.shield.minimum_size).sum()), len(self._sizes)

    def gains(self, is_ready: NDArray[np.bool_]) -> dict[int, int]:
        """For each ready node that may raise the anonymity: by how much.

        Every smallest class has to be merged for that, so that all of them must lie under it.
        """
        from hoarfrost.kernels.merging import least_together

        gains = {}
        for row, parent in enumerate(self._above.tolist()):
            if parent >= 0 and is_ready[parent]:
                least = int(least_together(self._sizes, self._partners(row, parent)))
                gains[parent] = least - self.anonymity
        return gains

    def merge(self, position: int, parent: int) -> None:
        """Let a node stand for its children."""
        from hoarfrost.kernels.merging import merge_classes

        row = self.shield.positions.index(position)
        found = self._partners(row, parent)
        left = merge_classes(self._nodes, self._sizes, found, self._parents, row, parent)
        self._nodes, self._sizes = self._nodes[:left], self._sizes[:left]
        self._look()

    def _partners(self, row: int, parent: int) -> NDArray[np.int32]:
        from hoarfrost.kernels.merging import partners

        found: NDArray[np.int32] = partners(
            self._nodes, len(self._sizes), self._parents, row, parent
        )
        return found
