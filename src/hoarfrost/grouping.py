"""The frequency set seen through a recoding: which combinations become one class.

`coarsen` makes the next grouping from the classes, not from the combinations; `refine` splits
the classes by one attribute. Requirements and figures read groupings and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.frequency import FrequencySet, Histogram

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.hierarchy.tree import Hierarchy

KEY_SPACE = 2**62
SPARSE = 8
"""Histograms with fewer entries than one in so many places are summed by sorting."""


@dataclass(frozen=True, eq=False)
class Blocks:
    """The values that one attribute can take in a release, each standing for some leaves."""

    labels: tuple[str, ...]
    leaf_starts: NDArray[np.int64]
    leaf_codes: NDArray[np.int32]
    """The leaves under block `b`: `leaf_codes[leaf_starts[b]:leaf_starts[b + 1]]`."""
    levels: NDArray[np.int64]
    """The lowest level of the hierarchy whose nodes cover each block."""
    of_leaf: NDArray[np.int32] | None = None
    """The block of each leaf, when blocks do not overlap."""

    @classmethod
    def of_level(cls, hierarchy: Hierarchy, level: int) -> Blocks:
        """The nodes of one level of a hierarchy."""
        labels, nodes = hierarchy.labels[level], hierarchy.nodes[level]
        # Leaves are coded depth first, so those under a node are neighbours.
        starts = np.append(hierarchy.first_leaves[level], len(nodes))
        leaves = np.arange(len(nodes), dtype=np.int32)
        levels = np.full(len(labels), level, dtype=np.int64)
        return cls(labels, starts, leaves, levels, nodes)

    @classmethod
    def of_partition(
        cls, of_leaf: NDArray[np.int32], labels: tuple[str, ...], levels: NDArray[np.int64]
    ) -> Blocks:
        """Blocks that do not overlap: every leaf lies in the block `of_leaf` says."""
        sizes = np.bincount(of_leaf, minlength=len(labels))
        starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        leaves = np.argsort(of_leaf, kind="stable").astype(np.int32)
        return cls(labels, starts, leaves, levels, of_leaf)

    @classmethod
    def of_sets(
        cls, leaf_sets: Sequence[Sequence[int]], labels: tuple[str, ...], levels: Sequence[int]
    ) -> Blocks:
        """Blocks that may overlap (local recodings and regions)."""
        starts = np.cumsum([0, *map(len, leaf_sets)], dtype=np.int64)
        leaves = np.array([leaf for leaves in leaf_sets for leaf in leaves], dtype=np.int32)
        return cls(labels, starts, leaves, np.array(levels, dtype=np.int64))

    @property
    def leaf_counts(self) -> NDArray[np.int64]:
        """How many leaves each block stands for."""
        return np.diff(self.leaf_starts)


@dataclass(frozen=True, eq=False)
class Grouping:
    """Classes of equal released combinations, numbered by their first original combination."""

    frequency: FrequencySet
    blocks: tuple[Blocks, ...]
    codes: NDArray[np.int32]
    """The blocks of each class: one row for each attribute, one column for each class."""
    class_of: NDArray[np.int32]
    """The class of each original combination."""
    sizes: NDArray[np.int64]
    """How many records each class has."""
    _histograms: dict[str, Histogram] = field(default_factory=dict)
    left_out: NDArray[np.bool_] | None = None
    """Which classes are records that were left out beforehand; None: no class is."""

    @classmethod
    def of_blocks(
        cls, frequency: FrequencySet, blocks: Sequence[Blocks], codes: NDArray[np.int32]
    ) -> Grouping:
        """Group the combinations by their blocks: `codes[attribute][combination]`."""
        radices = [len(block.labels) for block in blocks]
        class_of, firsts = group_columns(codes, radices)
        sizes = sum_by(class_of, frequency.counts, len(firsts))
        own = np.ascontiguousarray(codes[:, firsts])
        return cls(frequency, tuple(blocks), own, class_of, sizes)

    @classmethod
    def of_levels(
        cls, frequency: FrequencySet, hierarchies: Sequence[Hierarchy], levels: Sequence[int]
    ) -> Grouping:
        """Group by one level for each attribute."""
        pairs = list(zip(hierarchies, levels, strict=True))
        blocks = tuple(Blocks.of_level(hierarchy, level) for hierarchy, level in pairs)
        nodes = {place: tree.nodes[level] for place, (tree, level) in enumerate(pairs) if level}
        class_of, codes = _group_above(frequency.codes, blocks, nodes)
        sizes = sum_by(class_of, frequency.counts, codes.shape[1])
        return cls(frequency, blocks, codes, class_of, sizes)

    @property
    def class_count(self) -> int:
        """How many classes there are."""
        return len(self.sizes)

    @cached_property
    def tuple_counts(self) -> NDArray[np.int64]:
        """How many distinct original combinations each class has."""
        return np.bincount(self.class_of, minlength=self.class_count).astype(np.int64)

    def coarsen(self, attribute: int, blocks: Blocks, parent: NDArray[np.int32]) -> Grouping:
        """Merge classes: `parent[block]` is the new block of each present one of `attribute`."""
        changed = (*self.blocks[:attribute], blocks, *self.blocks[attribute + 1 :])
        return self.merged(changed, {attribute: parent})

    def merged(
        self, blocks: tuple[Blocks, ...], parents: Mapping[int, NDArray[np.int32]]
    ) -> Grouping:
        """The same with new blocks of some attributes; classes that become equal become one."""
        merged, codes = _group_above(self.codes, blocks, parents)
        count = codes.shape[1]
        sizes = sum_by(merged, self.sizes, count)
        histograms = {
            name: merge_histogram(histogram, merged, count)
            for name, histogram in self._histograms.items()
        }
        return Grouping(self.frequency, blocks, codes, merged[self.class_of], sizes, histograms)

    def raised(
        self, hierarchies: Sequence[Hierarchy], start: Sequence[int], levels: Sequence[int]
    ) -> Grouping:
        """Merge classes that are at the levels `start` up to other, higher levels at once."""
        parents = {}
        blocks = list(self.blocks)
        for attribute, (hierarchy, low, high) in enumerate(
            zip(hierarchies, start, levels, strict=True)
        ):
            if high > low:
                parents[attribute] = hierarchy.ancestors(low, high)
                blocks[attribute] = Blocks.of_level(hierarchy, high)
        return self.merged(tuple(blocks), parents)

    def refine(self, attribute: int, blocks: Blocks, codes: NDArray[np.int32]) -> Grouping:
        """Split classes: `codes[combination]` is the new, finer block of `attribute`."""
        keys = np.stack((self.class_of, codes))
        class_of, firsts = group_columns(keys, [self.class_count, len(blocks.labels)])
        sizes = sum_by(class_of, self.frequency.counts, len(firsts))
        own = self.codes[:, self.class_of[firsts]]
        own[attribute] = codes[firsts]
        changed = (*self.blocks[:attribute], blocks, *self.blocks[attribute + 1 :])
        return Grouping(self.frequency, changed, own, class_of, sizes)

    def leaving_out(self, gone: NDArray[np.bool_]) -> Grouping:
        """The same with some original combinations left out beforehand, in classes of their own."""
        keys = np.stack((self.class_of, gone.astype(np.int32)))
        class_of, firsts = group_columns(keys, [self.class_count, 2])
        sizes = sum_by(class_of, self.frequency.counts, len(firsts))
        own = np.ascontiguousarray(self.codes[:, self.class_of[firsts]])
        return Grouping(self.frequency, self.blocks, own, class_of, sizes, left_out=gone[firsts])

    def histogram(self, name: str) -> Histogram:
        """How often each value of a sensitive or target attribute occurs in each class."""
        if name not in self._histograms:
            original = self.frequency.histograms[name]
            merged = merge_histogram(original, self.class_of, self.class_count)
            self._histograms[name] = merged
        return self._histograms[name]


def _group_above(
    codes: NDArray[np.int32], blocks: Sequence[Blocks], above: Mapping[int, NDArray[np.int32]]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The class of each column, and the codes of each class, once `above[row][code]` is the code."""
    class_of, firsts = group_columns(codes, [len(block.labels) for block in blocks], above)
    own = np.take(codes, firsts, axis=1)
    for row, nodes in above.items():
        own[row] = nodes[own[row]]
    return class_of, own


def group_columns(
    codes: NDArray[np.int32],
    radices: Sequence[int],
    above: Mapping[int, NDArray[np.int32]] | None = None,
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Number equal columns alike: `(number of each column, first column of each number)`.

    In the rows that it names, `above[row][code]` stands for a code. Codes are packed into one
    64-bit key, mixed radix; when the next attribute does not fit, the keys so far are replaced by
    their rank, which always leaves room.
    """
    # Imported late: loading compiled loops takes longer than `hoarfrost --version` may.
    from hoarfrost.kernels.packing import append_nodes
    from hoarfrost.kernels.ranking import rank_keys

    keys = np.zeros(codes.shape[1], dtype=np.int64)
    space = 1
    for place, (row, radix) in enumerate(zip(codes, radices, strict=True)):
        if radix == 1:
            continue
        if space * radix > KEY_SPACE:
            ranks, firsts = rank_keys(keys)
            keys, space = ranks.astype(np.int64), len(firsts)
        if above is None or place not in above:
            keys *= radix
            keys += row
        else:
            append_nodes(keys, row, above[place], radix)
        space *= radix
    return rank_keys(keys)


def sum_by(groups: NDArray[np.int32], values: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """The exact sum of `values` in each group."""
    from hoarfrost.kernels.summing import sum_groups

    return sum_groups(groups, values, count)


def merge_histogram(histogram: Histogram, groups: NDArray[np.int32], count: int) -> Histogram:
    """The histogram of coarser groups: `groups[g]` is the new group of group `g`."""
    width = max(len(histogram.values), 1)
    keys = groups[histogram.groups].astype(np.int64) * width + histogram.codes
    if count * width <= SPARSE * len(keys):
        sums = sum_by(keys.astype(np.int32), histogram.counts, count * width)
        distinct = np.flatnonzero(sums)
        counts = sums[distinct]
    else:
        distinct, counts = _sums_by_key(keys, histogram.counts)
    starts = np.searchsorted(distinct // width, np.arange(count + 1)).astype(np.int64)
    return Histogram(histogram.values, starts, (distinct % width).astype(np.int32), counts)


def _sums_by_key(
    keys: NDArray[np.int64], values: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The distinct keys, ascending, and the sum of the values of each."""
    order = np.argsort(keys, kind="stable")
    sorted_keys = keys[order]
    is_first = np.concatenate(([True], sorted_keys[1:] != sorted_keys[:-1]))[: len(keys)]
    firsts = np.flatnonzero(is_first)
    counts = np.add.reduceat(values[order], firsts) if len(firsts) else sorted_keys
    return sorted_keys[firsts], counts
