"""A table that will do, at once: groups of combinations, merged until each is large enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.grouping import group_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.cells.options import Options

NEVER = np.iinfo(np.int64).max
"""The cost of a merger that would need levels above those allowed, or of one with nobody."""


class Merging:
    """Merges the smallest group with the one that is cheapest to join, again and again.

    Each group is released as one class over all attributes of all shields and is as large as the
    largest requirement asks: with several shields that is more than is needed, and it is enough.
    """

    def __init__(self, options: Options) -> None:
        problem = options.problem
        self._records = options.records
        self._needed = max(need.size for need in options.needs)
        self._places = sorted({place for need in options.needs for place in need.shield})
        self._tops = np.array([problem.tops[place] for place in self._places])
        self._units = [options.scale.of_level[place] for place in self._places]
        self._leaves = problem.frequency.codes[self._places]
        self._paths = [np.stack(problem.hierarchies[place].nodes) for place in self._places]

    def completed(self, levels: NDArray[np.int64]) -> NDArray[np.int64] | None:
        """The levels of all combinations, raised until every group is large enough.

        None: mergers within the levels allowed do not get there.
        """
        group_of, own, leaves = self._groups(levels)
        records = np.bincount(group_of, weights=self._records).astype(np.int64)
        while records.min() < self._needed:
            smallest = int(records.argmin())
            joint = self._joint_levels(own, leaves, smallest)
            costs = self._added_costs(own, records, joint, smallest)
            other = int(costs.argmin())
            if costs[other] == NEVER:
                return None
            own[:, other] = joint[:, other]
            records[other] += records[smallest]
            records[smallest] = NEVER
            group_of[group_of == smallest] = other
        raised = levels.copy()
        raised[self._places] = own[:, group_of]
        return raised

    def _groups(
        self, levels: NDArray[np.int64]
    ) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]:
        """The group of each combination, the levels of each group, and a leaf of each."""
        at = levels[self._places]
        nodes = [
            path[own, leaves]
            for path, own, leaves in zip(self._paths, at, self._leaves, strict=True)
        ]
        keys = np.concatenate((np.stack(nodes), at)).astype(np.int32)
        group_of, firsts = group_columns(keys, (keys.max(axis=1) + 1).tolist())
        return group_of, at[:, firsts], self._leaves[:, firsts]

    def _joint_levels(
        self, own: NDArray[np.int64], leaves: NDArray[np.int32], group: int
    ) -> NDArray[np.int64]:
        """The lowest levels at which each group is one class with the given one."""
        meeting = [
            (path[:, row] == path[:, [row[group]]]).argmax(axis=0)
            for path, row in zip(self._paths, leaves, strict=True)
        ]
        return np.maximum(np.stack(meeting), np.maximum(own, own[:, [group]]))

    def _added_costs(
        self,
        own: NDArray[np.int64],
        records: NDArray[np.int64],
        joint: NDArray[np.int64],
        group: int,
    ) -> NDArray[np.int64]:
        """What merging each group with the given one adds."""
        is_there = records < NEVER
        is_there[group] = False
        is_there &= (joint <= self._tops[:, None]).all(axis=0)
        reachable = np.minimum(joint, self._tops[:, None])
        before, after = self._per_record(own), self._per_record(reachable)
        size = np.where(is_there, records, 0)
        added = (size + records[group]) * after - size * before - records[group] * before[group]
        return np.where(is_there, added, NEVER)

    def _per_record(self, levels: NDArray[np.int64]) -> NDArray[np.int64]:
        rows = zip(self._units, levels, strict=True)
        costs: NDArray[np.int64] = sum(units[row] for units, row in rows)
        return costs
