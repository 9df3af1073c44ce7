"""The space of all combinations, as it is split into regions.

Every attribute is an axis: its values in a row, each at a place. A region is a run of the
combinations, which move so that each region's are neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np

from hoarfrost.algorithms.regions.requirements import failing_cells, minimum_size
from hoarfrost.grouping import group_columns
from hoarfrost.options import option

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

    from hoarfrost.problem import Attribute, Problem

Categorical = Literal["hierarchy", "order"]
CATEGORICAL: Categorical = option(
    "hierarchy",
    help="how attributes without an order are split: by their hierarchy, or in the order of it",
)
NO_HEIGHT = -1
"""The height of axes that are split between two places, whatever their hierarchy is."""


@dataclass(frozen=True, eq=False)
class Axis:
    """The values of an attribute in a row."""

    attribute: Attribute
    is_ordered: bool
    """Split between two neighbours; otherwise by the children of a node."""
    leaf_at: NDArray[np.int32]
    """The leaf at each place; those under a node of the highest level allowed are neighbours."""

    @classmethod
    def of(cls, attribute: Attribute, categorical: Categorical) -> Self:
        """Numbers, dates and what has an order stand in it, other values as in their hierarchy."""
        leaves = np.arange(len(attribute.hierarchy.leaves), dtype=np.int32)
        ranks = leaves if attribute.order is None else attribute.order
        in_order = np.lexsort((ranks, attribute.hierarchy.nodes[attribute.top]))
        is_ordered = attribute.order is not None or categorical == "order"
        return cls(attribute, is_ordered, in_order.astype(np.int32))

    @cached_property
    def place_of(self) -> NDArray[np.int32]:
        """The place of each leaf."""
        places = np.empty_like(self.leaf_at)
        places[self.leaf_at] = np.arange(len(places), dtype=np.int32)
        return places


@dataclass(frozen=True, eq=False)
class Region:
    """A run of the combinations, and the places that it reaches from and to on each axis."""

    start: int
    end: int
    records: int
    lows: NDArray[np.int32]
    highs: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Split:
    """One way to split a region: on which axis, and before which places."""

    axis: int
    bounds: NDArray[np.int64]
    reason: str
    """Why this one is tried, in the words of a trace."""


@dataclass(frozen=True, eq=False)
class Boxes:
    """What a space is split into, in the order of the combinations."""

    starts: NDArray[np.int64]
    lows: NDArray[np.int32]
    """One row for each box, one column for each axis."""
    highs: NDArray[np.int32]
    is_complete: bool = True
    """False: time was up before every region was split as far as possible."""

    @classmethod
    def of(cls, regions: Sequence[Region], *, is_complete: bool) -> Self:
        """The boxes around some regions."""
        in_order = sorted(regions, key=lambda region: region.start)
        starts = np.array([region.start for region in in_order], dtype=np.int64)
        lows = np.stack([region.lows for region in in_order])
        highs = np.stack([region.highs for region in in_order])
        return cls(starts, lows, highs, is_complete)


@dataclass(frozen=True, eq=False)
class Space:
    """All combinations, one row each, and the axes that they are split on."""

    problem: Problem
    axes: tuple[Axis, ...]
    rows: NDArray[np.int32]
    """The places of each combination."""
    weights: NDArray[np.int64]
    """How many records each combination has."""
    order: NDArray[np.int32]
    """Which combination of the frequency set each row is."""
    cells: tuple[tuple[int, int], ...]
    """The runs that the splitting begins with: more than one where `max_level` says so."""
    closed: frozenset[int]
    """The cells that must stay as they are, since others need them."""

    @classmethod
    def of(cls, problem: Problem, categorical: Categorical = "hierarchy") -> Self:
        """The space of a problem, in which nothing is split but what `max_level` keeps apart."""
        axes = tuple(Axis.of(attribute, categorical) for attribute in problem.attributes)
        frequency = problem.frequency
        rows = np.empty(frequency.codes.shape[::-1], dtype=np.int32)
        for position, (axis, codes) in enumerate(zip(axes, frequency.codes, strict=True)):
            rows[:, position] = axis.place_of[codes]
        order = np.arange(len(rows), dtype=np.int32)
        weights = frequency.counts.copy()
        tops = [axis.attribute.hierarchy.nodes[axis.attribute.top] for axis in axes]
        if all(int(nodes[-1]) == 0 for nodes in tops):
            return cls(problem, axes, rows, weights, order, ((0, len(rows)),), frozenset())
        codes = np.stack([top[own] for top, own in zip(tops, frequency.codes, strict=True)])
        cell_of, firsts = group_columns(codes, [int(nodes[-1]) + 1 for nodes in tops])
        order = np.argsort(cell_of, kind="stable").astype(np.int32)
        ends = np.cumsum(np.bincount(cell_of)).tolist()
        cells = tuple(zip([0, *ends[:-1]], ends, strict=True))
        closed = failing_cells(problem, cell_of, codes[:, firsts])
        return cls(problem, axes, rows[order], weights[order], order, cells, closed)

    @cached_property
    def least(self) -> int:
        """No region with fewer records can satisfy."""
        return minimum_size(self.problem)

    @cached_property
    def heights(self) -> NDArray[np.int64]:
        """The height of each axis' hierarchy; NO_HEIGHT where it is split by places."""
        own = [NO_HEIGHT if one.is_ordered else one.attribute.hierarchy.height for one in self.axes]
        return np.array(own, dtype=np.int64)

    @cached_property
    def nodes(self) -> NDArray[np.int32]:
        """The node over each place of an axis with a height, level by level."""
        levels = max(1, int(self.heights.max(initial=0)) + 1)
        places = max(len(axis.leaf_at) for axis in self.axes)
        nodes = np.zeros((len(self.axes), levels, places), dtype=np.int32)
        for axis, own in zip(self.axes, nodes, strict=True):
            if not axis.is_ordered:
                for level, of_leaf in enumerate(axis.attribute.hierarchy.nodes):
                    own[level, : len(of_leaf)] = of_leaf
        return nodes

    @cached_property
    def covered(self) -> NDArray[np.int32]:
        """How many leaves lie under each of `nodes`."""
        covered = np.zeros_like(self.nodes)
        for axis, own in zip(self.axes, covered, strict=True):
            hierarchy = axis.attribute.hierarchy
            if not axis.is_ordered:
                for level, of_leaf in enumerate(hierarchy.nodes):
                    own[level, : len(of_leaf)] = hierarchy.leaf_counts[level][of_leaf]
        return covered

    @cached_property
    def factors(self) -> NDArray[np.float64]:
        """The weight of each axis."""
        return np.array(self.problem.weights, dtype=np.float64)

    @cached_property
    def divisors(self) -> NDArray[np.float64]:
        """How many leaves each axis can lose at most."""
        return np.array([max(1, len(axis.leaf_at) - 1) for axis in self.axes], dtype=np.float64)

    def region(self, start: int, end: int) -> Region:
        """The region of a run of rows."""
        from hoarfrost.kernels.regions import find_bounds

        lows = np.empty(len(self.axes), dtype=np.int32)
        highs = np.empty_like(lows)
        find_bounds(self.rows, start, end, lows, highs)
        return Region(start, end, int(self.weights[start:end].sum()), lows, highs)

    def cell(self, number: int) -> Region:
        """A cell as a region; one that must stay as it is reaches as far as its levels do."""
        region = self.region(*self.cells[number])
        if number in self.closed:
            for position, axis in enumerate(self.axes):
                tops = axis.attribute.hierarchy.nodes[axis.attribute.top][axis.leaf_at]
                inside = np.flatnonzero(tops == tops[region.lows[position]])
                region.lows[position], region.highs[position] = inside[0], inside[-1]
        return region

    def widths(self, region: Region) -> NDArray[np.float64]:
        """What a region loses on each axis: 0 nothing, the axis' weight everything."""
        from hoarfrost.kernels.regions import find_widths

        widths = np.empty(len(self.axes), dtype=np.float64)
        find_widths(
            self.nodes, self.covered, self.heights, self.factors, self.divisors,
            region.lows, region.highs, widths,
        )  # fmt: skip
        return widths

    def counts(self, region: Region, axis: int) -> NDArray[np.int64]:
        """The records of a region at each place of an axis, from its lowest to its highest."""
        from hoarfrost.kernels.regions import count_places

        low, high = int(region.lows[axis]), int(region.highs[axis])
        counts = np.empty(high - low + 1, dtype=np.int64)
        count_places(self.rows, self.weights, region.start, region.end, axis, low, counts)
        return counts

    def children(self, region: Region, axis: int, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where, on an axis with a height, the children of the node over a region begin."""
        from hoarfrost.kernels.regions import child_bounds, covering_level

        low, high, height = int(region.lows[axis]), int(region.highs[axis]), self.heights[axis]
        level = covering_level(self.nodes[axis], height, low, high)
        bounds = np.empty(len(counts), dtype=np.int64)
        found = child_bounds(counts, self.nodes[axis, level - 1], low, bounds)
        return bounds[:found]

    def parts(self, region: Region, split: Split) -> list[Region]:
        """The parts of a region; its rows are put in their order, whether it is split or not."""
        from hoarfrost.kernels.regions import split_rows

        ends = np.empty(len(split.bounds) + 1, dtype=np.int64)
        split_rows(
            self.rows, self.weights, self.order, region.start, region.end, split.axis,
            split.bounds, ends,
        )  # fmt: skip
        places = [region.start, *ends.tolist()]
        return [self.region(*pair) for pair in pairwise(places)]
