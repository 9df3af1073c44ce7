"""One attribute solved exactly: its best partition for any partitions of the others.

With the others fixed, what a partition costs is the sum of what its blocks cost, as long as each
class is judged by itself and any number of records, or none, may be left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.partitions.known import Known
from hoarfrost.algorithms.partitions.objective import TOLERANCE
from hoarfrost.algorithms.partitions.schemes import Scheme
from hoarfrost.partitions import Frame, Partition, canonical

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

MOST_CHILDREN_IN_SETS = 15
"""So many children of a node can be grouped in any sets; each one more takes three times as long."""


def solvable(schemes: Sequence[Scheme]) -> int | None:
    """The attribute with the most partitions that can be solved exactly; None: there is none."""
    fitting = [place for place, scheme in enumerate(schemes) if is_small(scheme)]
    return max(fitting, key=lambda place: schemes[place].space.count, default=None)


def is_small(scheme: Scheme) -> bool:
    """Can the best partition of a scheme be found by dynamic programming?"""
    frame = scheme.space
    if not isinstance(frame, Frame):
        return False
    return frame.rule != "sets" or max(map(len, frame.parents), default=0) <= MOST_CHILDREN_IN_SETS


@dataclass(frozen=True, eq=False)
class Columns:
    """The classes of the other attributes as columns, the values of the exact one as rows."""

    records: NDArray[np.int64]
    weights: NDArray[np.float64]
    cells: NDArray[np.float64]
    """What the records cost in the other attributes."""
    losts: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Shares:
    """What any partition costs at least: a share for each value, and what is nobody's."""

    of_values: NDArray[np.float64]
    extra: float

    @property
    def total(self) -> float:
        """All of it."""
        return float(self.of_values.sum()) + self.extra


@dataclass(frozen=True, eq=False)
class ExactAttribute:
    """One attribute whose best partition is found by dynamic programming."""

    known: Known
    attribute: int
    terms: NDArray[np.float64]
    may_lose: bool
    """May records be left out?"""

    @property
    def scheme(self) -> Scheme:
        """The attribute's scheme."""
        return self.known.schemes[self.attribute]

    def columns(self, row: Sequence[int]) -> Columns:
        """The table as the partitions of the others make it."""
        from hoarfrost.kernels.brackets import number_classes
        from hoarfrost.kernels.one_attribute import fill_columns

        known, objective = self.known, self.known.objective
        codes = known.codes
        width = codes.shape[1]
        own = np.array(row, dtype=np.int64)
        own[self.attribute] = known.number(self.attribute, self.scheme.frame.coarsest)
        class_of, firsts = np.empty(width, dtype=np.int32), np.empty(width, dtype=np.int32)
        table = np.empty(max(32, 1 << (2 * width - 1).bit_length()), dtype=np.int32)
        count = number_classes(
            codes, np.arange(width), width, known.blocks, known.sizes, own, table, class_of, firsts
        )
        shape = len(self.scheme.values), count
        records = np.zeros(shape, dtype=np.int64)
        weights, cells, losts = np.zeros(shape), np.zeros(shape), np.zeros(shape)
        fill_columns(
            codes, objective.problem.frequency.counts, objective.weights, objective.lost,
            known.costs, own, self.attribute, class_of, records, weights, cells, losts,
        )  # fmt: skip
        if not self.may_lose:
            losts[records > 0] = np.inf
        return Columns(records, weights, cells, losts)

    def least(self, columns: Columns) -> Shares:
        """What any partition of the attribute costs at least, by its values."""
        from hoarfrost.kernels.one_attribute import least_of_columns

        shared, nearest = self._sharing
        of_values = np.empty(len(self.scheme.values))
        extra = least_of_columns(
            columns.records, columns.weights, columns.cells, columns.losts, shared, nearest,
            self._adds_up, self.terms, of_values,
        )  # fmt: skip
        return Shares(of_values, float(extra))

    def solve(
        self, columns: Columns, most: float = np.inf, shares: Shares | None = None
    ) -> tuple[float, Partition] | None:
        """The least cost and the partition that has it; None: it costs more than `most`."""
        if self._is_plain_set:
            return self._in_sets(columns, most, shares or self.least(columns))
        from hoarfrost.kernels.one_attribute import cost_blocks

        starts, values, prices = self._blocks
        costs = np.empty(len(starts) - 1)
        cost_blocks(
            starts, values, prices, columns.records, columns.weights, columns.cells, columns.losts,
            self.terms, costs,
        )  # fmt: skip
        return self._grouped(costs)

    @property
    def _is_plain_set(self) -> bool:
        """May the values fall into any sets, with nothing to guide them?"""
        frame = self.scheme.frame
        return frame.rule == "sets" and frame.parents == (tuple(range(frame.value_count)),)

    def _in_sets(
        self, columns: Columns, most: float, shares: Shares
    ) -> tuple[float, Partition] | None:
        """The same over the sets that a partition of no more than that cost can have."""
        from hoarfrost.kernels.one_attribute import group_promising, promising_sets

        count = len(self.scheme.values)
        starts, prices = self._prices_of_sets
        sets, costs = np.empty(1 << count, dtype=np.int64), np.empty(1 << count)
        ends = np.empty(count, dtype=np.int64)
        found = promising_sets(
            columns.records, columns.weights, columns.cells, columns.losts, starts, prices,
            self.terms, shares.of_values, shares.extra, most, sets, costs, ends,
        )  # fmt: skip
        chosen = np.zeros(1 << count, dtype=np.int64)
        total = group_promising(
            count, sets[:found], costs[:found], ends, shares.of_values, shares.extra, most, chosen
        )
        if total == np.inf:
            return None
        blocks, left = [0] * count, 0
        while left != (1 << count) - 1:
            own = int(chosen[left])
            for value in range(count):
                if own >> value & 1:
                    blocks[value] = own
            left |= own
        return float(total), canonical(blocks)

    @cached_property
    def _prices_of_sets(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """For every set of values, where the prices of its values begin, and the prices."""
        count, scheme = len(self.scheme.values), self.scheme
        sets = [[value for value in range(count) if chosen >> value & 1]
                for chosen in range(1 << count)]  # fmt: skip
        leaves = [scheme.values[own].tolist() for own in sets]
        prices = self.known.objective.costs_in_blocks(self.attribute, leaves)
        starts = np.cumsum([0, *map(len, sets)], dtype=np.int64)
        return starts, np.concatenate(prices).astype(np.float64)

    def _grouped(self, costs: NDArray[np.float64]) -> tuple[float, Partition]:
        """The best over all nodes, children first."""
        frame = self.scheme.frame
        best = list(costs[: frame.value_count])
        chosen: list[NDArray[np.int64]] = []
        for node, children in enumerate(frame.parents):
            alone = np.array([best[child] for child in children])
            value, how = _group(frame, alone, self._layout[node], costs)
            best.append(value)
            chosen.append(how)
        total = float(sum(best[top] for top in frame.tops))
        blocks = list(range(frame.value_count))
        for top in frame.tops:
            _unfold(frame, top, chosen, blocks)
        return total, canonical(blocks)

    @cached_property
    def _layout(self) -> list[int]:
        """For each node, where its blocks begin among all."""
        frame, found = self.scheme.frame, []
        used = frame.value_count
        for children in frame.parents:
            found.append(used)
            used += len(_groups(frame, children))
        return found

    @cached_property
    def _blocks(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """All blocks: where their values begin, the values, what a record costs with each."""
        frame, scheme = self.scheme.frame, self.scheme
        blocks: list[tuple[int, ...]] = [(value,) for value in range(frame.value_count)]
        for children in frame.parents:
            blocks += [
                tuple(value for place in group for value in frame.values_under[children[place]])
                for group in _groups(frame, children)
            ]
        leaves = [scheme.leaves_of(block) if block else [] for block in blocks]
        prices = self.known.objective.costs_in_blocks(self.attribute, leaves)
        of_values = [
            _prices_of_values(scheme, block, own, costs)
            for block, own, costs in zip(blocks, leaves, prices, strict=True)
        ]
        starts = np.cumsum([0, *map(len, blocks)], dtype=np.int64)
        values = np.array([value for block in blocks for value in block], dtype=np.int64)
        return starts, values, np.concatenate(of_values).astype(np.float64)

    @cached_property
    def _adds_up(self) -> bool:
        """Is the price of every set the sum of what each other value adds to it?"""
        if not self._is_plain_set:
            return False
        starts, prices = self._prices_of_sets
        shared, _ = self._sharing
        count = len(shared)
        chosen = np.arange(1 << count)
        added = shared - np.diag(shared)[:, None]
        for value in range(count):
            holding = chosen[chosen >> value & 1 == 1]
            place = np.array([(own & ((1 << value) - 1)).bit_count() for own in holding.tolist()])
            expected = np.full(len(holding), shared[value, value])
            for other in range(count):
                expected += np.where(holding >> other & 1 == 1, added[value, other], 0.0)
            found = prices[starts[holding] + place]
            if not np.allclose(found, expected, rtol=TOLERANCE, atol=0.0):
                return False
        return True

    @cached_property
    def _sharing(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """What a record costs with a value in the smallest block with another, and the nearest."""
        count = self.scheme.frame.value_count
        if self._is_plain_set:
            starts, prices = self._prices_of_sets
            values = np.concatenate([np.flatnonzero([chosen >> value & 1 for value in range(count)])
                                     for chosen in range(1 << count)])  # fmt: skip
        else:
            starts, values, prices = self._blocks
        shared = np.full((count, count), np.inf)
        block_of = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        for other in range(count):
            holding = np.zeros(len(starts) - 1, dtype=np.bool_)
            holding[block_of[values == other]] = True
            inside = holding[block_of]
            np.minimum.at(shared[:, other], values[inside], prices[inside])
        return shared, np.argsort(shared, axis=1, kind="stable").astype(np.int64)


def _groups(frame: Frame, children: Sequence[int]) -> list[tuple[int, ...]]:
    """The children of a node in every group that can be a block, where loops look for it."""
    count = len(children)
    if frame.rule == "all":
        return [tuple(range(count))]
    if frame.rule == "runs":
        return [tuple(range(first, last + 1)) if first < last else ()
                for first in range(count) for last in range(count)]  # fmt: skip
    return [tuple(place for place in range(count) if chosen >> place & 1)
            if chosen & (chosen - 1) else () for chosen in range(1 << count)]  # fmt: skip


def _group(
    frame: Frame, alone: NDArray[np.float64], first: int, costs: NDArray[np.float64]
) -> tuple[float, NDArray[np.int64]]:
    """The least cost of a node, and how its children are grouped for that."""
    from hoarfrost.kernels.one_attribute import group_in_runs, group_in_sets

    firsts = np.array([first], dtype=np.int64)
    if frame.rule == "all":
        together, apart = float(costs[first]), float(alone.sum())
        return min(together, apart), np.array([int(together < apart)])
    if frame.rule == "runs":
        chosen = np.zeros(len(alone) + 1, dtype=np.int64)
        return float(group_in_runs(alone, firsts, costs, chosen)), chosen
    chosen = np.zeros(1 << len(alone), dtype=np.int64)
    return float(group_in_sets(alone, firsts, costs, chosen)), chosen


def _unfold(
    frame: Frame, node: int, chosen: Sequence[NDArray[np.int64]], blocks: list[int]
) -> None:
    """Write the blocks that were chosen under a node."""
    if node < frame.value_count:
        return
    children, how = frame.parents[node - frame.value_count], chosen[node - frame.value_count]
    for group in _chosen_groups(frame, len(children), how):
        if len(group) == 1:
            _unfold(frame, children[group[0]], chosen, blocks)
            continue
        first = frame.values_under[children[group[0]]][0]
        for place in group:
            for value in frame.values_under[children[place]]:
                blocks[value] = first


def _chosen_groups(frame: Frame, count: int, how: NDArray[np.int64]) -> list[list[int]]:
    if frame.rule == "all":
        return [list(range(count))] if how[0] else [[place] for place in range(count)]
    groups: list[list[int]] = []
    if frame.rule == "runs":
        end = count
        while end:
            groups.append(list(range(how[end], end)))
            end = int(how[end])
        return groups
    left = (1 << count) - 1
    while left:
        own = int(how[left])
        groups.append([place for place in range(count) if own >> place & 1])
        left ^= own
    return groups


def _prices_of_values(
    scheme: Scheme, block: Sequence[int], leaves: Sequence[int], costs: NDArray[np.float64]
) -> NDArray[np.float64]:
    if len(block) == len(leaves) and list(scheme.values[list(block)]) == list(leaves):
        return costs
    price_of = dict(zip(leaves, costs.tolist(), strict=True))
    return np.array([price_of[int(scheme.values[value])] for value in block])
