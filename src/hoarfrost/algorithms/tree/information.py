"""What an attribute tells about the target: the classes of its values, in the attribute's order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.tree.ranking import SLACK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.frequency import Histogram

# Kernels are imported late: loading compiled loops takes longer than `hoarfrost --version` may.


@dataclass(frozen=True, eq=False)
class Information:
    """How many records of each class lie at each place of an order; a node is a run of places."""

    class_count: int
    starts: NDArray[np.int64]
    classes: NDArray[np.int32]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, places: NDArray[np.int32], target: Histogram, place_count: int) -> Information:
        """The target's values at the place of each combination."""
        from hoarfrost.kernels.information import arrange_entries

        arranged = arrange_entries(places, target.starts, target.codes, target.counts, place_count)
        return cls(len(target.values), *arranged)

    def is_mixed(self, first: int, end: int) -> bool:
        """Has a run records of more than one class?"""
        from hoarfrost.kernels.information import spread

        _, different = spread(self.starts, self.classes, self.counts, self.class_count, first, end)
        return bool(different > 1)

    def gain(self, bounds: Sequence[int]) -> float:
        """How many bits splitting a run at `bounds`, its ends included, tells about the class."""
        from hoarfrost.kernels.information import information_gain

        gained: float = information_gain(
            self.starts, self.classes, self.counts, self.class_count, np.array(bounds, np.int64)
        )
        return gained

    def threshold(self, first: int, end: int, is_bound: NDArray[np.bool_]) -> int | None:
        """Where splitting a run in two tells most; None where it cannot be split."""
        from hoarfrost.kernels.information import best_threshold

        place = best_threshold(
            self.starts, self.classes, self.counts, self.class_count, is_bound, first, end, SLACK
        )
        return None if place < 0 else int(place)
