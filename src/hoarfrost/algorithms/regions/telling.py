"""What a region's splits say about a target, and the splits in the order of how much.

Thresholds are compared with the splits by a hierarchy's children on all attributes at once. Of
splits that say the same, the one whose parts are most even comes first, so that a region without
anything left to tell is halved and not sliced; then the first attribute and the smallest
threshold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from hoarfrost.algorithms.regions.space import Split
from hoarfrost.algorithms.regions.targets import ClassSpace, NumberSpace, target_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.regions.space import Region

DIGITS = 9
"""Gains are compared with so many digits, more than which they are not known to."""
SHARPEST = 1e-18
"""A gain below this share of the table's variance is nothing but rounding."""
CHILDREN = -1
"""Stands for the threshold of a split by the children of a node."""


class Telling(Protocol):
    """How much a region's splits tell about a target."""

    def at_thresholds(self, axis: int, counts: NDArray[np.int64]) -> NDArray[np.float64]:
        """What each place of the region would tell as a threshold; -1: it is none."""

    def of_parts(self, axis: int, counts: NDArray[np.int64], bounds: NDArray[np.int64]) -> float:
        """What splitting at these places at once would tell."""

    def comparable(self, gains: NDArray[np.float64]) -> NDArray[np.float64]:
        """The gains without what is nothing but rounding."""

    def reason(self, gain: float) -> str:
        """A gain in the words of a trace."""


def most_telling(space: ClassSpace | NumberSpace, region: Region) -> Iterator[Split]:
    """The splits of a region whose parts are large enough, those that tell most first."""
    telling: Telling = (
        _Classes(space, region) if isinstance(space, ClassSpace) else _Numbers(space, region)
    )
    candidates = _Candidates()
    for axis in range(len(space.axes)):
        if region.lows[axis] == region.highs[axis]:
            continue
        counts = space.counts(region, axis)
        if space.axes[axis].is_ordered:
            candidates.add_thresholds(axis, counts, telling.at_thresholds(axis, counts))
        else:
            bounds = space.children(region, axis, counts)
            gain = telling.of_parts(axis, counts, bounds)
            candidates.add_parts(axis, counts, bounds - region.lows[axis], gain)
    gains, axes, places = candidates.ranked(space.least, telling)
    for gain, axis, place in zip(gains.tolist(), axes.tolist(), places.tolist(), strict=True):
        if place == CHILDREN:
            bounds = space.children(region, axis, space.counts(region, axis))
        else:
            bounds = np.array([region.lows[axis] + place], dtype=np.int64)
        yield Split(axis, bounds, telling.reason(gain))


@dataclass(frozen=True, eq=False)
class _Candidates:
    """The possible splits of a region."""

    gains: list[NDArray[np.float64]] = field(default_factory=list)
    axes: list[NDArray[np.int64]] = field(default_factory=list)
    places: list[NDArray[np.int64]] = field(default_factory=list)
    smallest: list[NDArray[np.int64]] = field(default_factory=list)
    largest: list[NDArray[np.int64]] = field(default_factory=list)

    def add_thresholds(
        self, axis: int, counts: NDArray[np.int64], gains: NDArray[np.float64]
    ) -> None:
        """Splits in two before each place that has a gain."""
        places = np.flatnonzero(gains >= 0.0)
        below = np.cumsum(counts)[places - 1]
        above = counts.sum() - below
        self._add(gains[places], axis, places, np.minimum(below, above), np.maximum(below, above))

    def add_parts(
        self, axis: int, counts: NDArray[np.int64], bounds: NDArray[np.int64], gain: float
    ) -> None:
        """One split before several places at once."""
        sizes = np.add.reduceat(counts, np.concatenate(([0], bounds)))
        own = np.array([sizes.min()]), np.array([sizes.max()])
        self._add(np.array([gain]), axis, np.array([CHILDREN]), *own)

    def _add(
        self,
        gains: NDArray[np.float64],
        axis: int,
        places: NDArray[np.int64],
        smallest: NDArray[np.int64],
        largest: NDArray[np.int64],
    ) -> None:
        self.gains.append(gains)
        self.axes.append(np.full(len(gains), axis, dtype=np.int64))
        self.places.append(places)
        self.smallest.append(smallest)
        self.largest.append(largest)

    def ranked(
        self, least: int, telling: Telling
    ) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
        """Those with large enough parts, the best first: their gains, axes and places."""
        if not self.gains:
            nothing = np.empty(0, dtype=np.int64)
            return np.empty(0), nothing, nothing
        fits = np.concatenate(self.smallest) >= least
        gains = np.concatenate(self.gains)[fits]
        axes, places, largest = (
            np.concatenate(own)[fits] for own in (self.axes, self.places, self.largest)
        )
        order = np.lexsort((places, axes, largest, -telling.comparable(gains)))
        return gains[order], axes[order], places[order]


@dataclass(frozen=True, eq=False)
class _Classes:
    """The classes of a region's records."""

    space: ClassSpace
    region: Region

    def at_thresholds(self, axis: int, counts: NDArray[np.int64]) -> NDArray[np.float64]:
        from hoarfrost.kernels.targets import class_gains

        gains = np.empty(len(counts))
        class_gains(self._table(axis, len(counts)), gains)
        return gains

    def of_parts(self, axis: int, counts: NDArray[np.int64], bounds: NDArray[np.int64]) -> float:
        from hoarfrost.kernels.targets import class_gain_of_parts

        table = self._table(axis, len(counts))
        return float(class_gain_of_parts(table, bounds - self.region.lows[axis]))

    def comparable(self, gains: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.round(gains, DIGITS)

    def reason(self, gain: float) -> str:
        return f"a gain of {gain:.3g} bits"

    @cached_property
    def _numbers(self) -> tuple[NDArray[np.int64], int]:
        """The number of each class in the region, and how many there are."""
        from hoarfrost.kernels.targets import UNKNOWN, number_classes

        known = self.space.problem.frequency.histograms[target_of(self.space.problem)]
        numbers = np.full(len(known.values), UNKNOWN, dtype=np.int64)
        found = number_classes(
            self.space.order, known.starts, known.codes, self.region.start, self.region.end, numbers
        )
        return numbers, int(found)

    def _table(self, axis: int, place_count: int) -> NDArray[np.int64]:
        from hoarfrost.kernels.targets import count_classes

        known = self.space.problem.frequency.histograms[target_of(self.space.problem)]
        numbers, class_count = self._numbers
        table = np.empty((place_count, class_count), dtype=np.int64)
        count_classes(
            self.space.rows, self.space.order, known.starts, known.codes, known.counts, numbers,
            self.region.start, self.region.end, axis, int(self.region.lows[axis]), table,
        )  # fmt: skip
        return table


@dataclass(frozen=True, eq=False)
class _Numbers:
    """The numbers of a region's records."""

    space: NumberSpace
    region: Region

    def at_thresholds(self, axis: int, counts: NDArray[np.int64]) -> NDArray[np.float64]:
        from hoarfrost.kernels.targets import number_gains

        gains = np.empty(len(counts))
        number_gains(counts, self._sums(axis, len(counts)), gains)
        return gains

    def of_parts(self, axis: int, counts: NDArray[np.int64], bounds: NDArray[np.int64]) -> float:
        from hoarfrost.kernels.targets import number_gain_of_parts

        sums = self._sums(axis, len(counts))
        return float(number_gain_of_parts(counts, sums, bounds - self.region.lows[axis]))

    def comparable(self, gains: NDArray[np.float64]) -> NDArray[np.float64]:
        most = gains.max(initial=0.0)
        if most < SHARPEST:
            return np.zeros_like(gains)
        return np.round(gains / most, DIGITS)

    def reason(self, gain: float) -> str:
        return f"a variance lower by {gain * self.space.deviation**2:.3g}"

    def _sums(self, axis: int, place_count: int) -> NDArray[np.float64]:
        from hoarfrost.kernels.targets import sum_places

        sums = np.empty(place_count)
        sum_places(
            self.space.rows, self.space.order, self.space.amounts, self.region.start,
            self.region.end, axis, int(self.region.lows[axis]), sums,
        )  # fmt: skip
        return sums
