"""The table under one cut for each attribute: its rows, and which of them violate what.

A row is a released combination; its codes are nodes of the attributes' trees. A coarser table is
made from the rows of a finer one. Where the sizes of classes decide everything, rows and sizes are
all that is kept; else a grouping is, with its histograms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np

from hoarfrost.grouping import Blocks, Grouping

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

    from hoarfrost.algorithms.tree.attribute_cuts import AttributeCuts
    from hoarfrost.hierarchy.branches import Branches
    from hoarfrost.judgement import Demand
    from hoarfrost.problem import Problem

KEY_BITS = 62
"""Of one word of a key; attributes that do not fit go to the next."""
NOTHING = -1

Released: TypeAlias = "Sequence[NDArray[np.int32]]"
"""For each attribute and each node of its tree: the node that it becomes."""


@dataclass(frozen=True, eq=False)
class Shield:
    """The attributes that some requirements look at together."""

    positions: tuple[int, ...]
    demands: tuple[Demand, ...]

    @property
    def minimum_size(self) -> int:
        """No class over the shield may have fewer records."""
        return max(demand.requirement.minimum_size for demand in self.demands)


def shields_of(problem: Problem) -> tuple[Shield, ...]:
    """The requirements by their shields."""
    demands: dict[tuple[int, ...], list[Demand]] = {}
    for demand in problem.demands:
        demands.setdefault(demand.shield, []).append(demand)
    return tuple(Shield(positions, tuple(own)) for positions, own in demands.items())


class CutTable(Protocol):
    """A table under cuts."""

    @property
    def codes(self) -> NDArray[np.int32]:
        """The nodes of each row: one line for each attribute, one column for each row."""

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many records each row has."""

    def coarser(self, released: Released) -> Self:
        """The table after each node becomes another, or stays."""

    def violates(self, shield: Shield) -> NDArray[np.bool_]:
        """For each row: does it lie in a failing class of the shield?"""

    def would_violate(self, shield: Shield, released: Released) -> NDArray[np.bool_]:
        """For each row: would it, were nodes released so?"""

    def part(self, rows: NDArray[np.bool_]) -> Self:
        """A table that has these rows, and may have others."""


def finest_table(problem: Problem, attributes: Sequence[AttributeCuts]) -> CutTable:
    """The table as it is: leaves are nodes by the same codes."""
    demands = problem.demands
    if all(demand.requirement.is_decided_by_size for demand in demands):
        frequency = problem.frequency
        keys = Keys([own.tree.node_count for own in attributes])
        return SizedTable(keys, np.ascontiguousarray(frequency.codes), frequency.counts)
    return JudgedTable.of(problem, [own.tree for own in attributes])


class Keys:
    """Where each attribute's node goes in the key of a row: bit fields, so that sums never mix."""

    def __init__(self, node_counts: Sequence[int]) -> None:
        self._shifts: list[int] = []
        words = []
        shift = word = 0
        for count in node_counts:
            bits = max(count - 1, 1).bit_length()
            if shift and shift + bits > KEY_BITS:
                shift, word = 0, word + 1
            self._shifts.append(shift)
            words.append(word)
            shift += bits
        self.words = np.array(words, dtype=np.int64)
        self.starts = np.cumsum([0, *node_counts[:-1]], dtype=np.int64)
        self.unchanged = [np.arange(count, dtype=np.int32) for count in node_counts]
        """Each node released as itself."""

    def parts(self, released: Released) -> NDArray[np.int64]:
        """What each node of each attribute adds to its word."""
        shifted = [
            own.astype(np.int64) << shift for own, shift in zip(released, self._shifts, strict=True)
        ]
        return np.concatenate(shifted)

    def starts_of(self, positions: Sequence[int]) -> NDArray[np.int64]:
        """Where the parts of some attributes begin; the others add nothing."""
        chosen = np.full_like(self.starts, NOTHING)
        chosen[list(positions)] = self.starts[list(positions)]
        return chosen


@dataclass(frozen=True, eq=False)
class SizedTable:
    """Rows and how many records each has: enough where sizes decide."""

    keys: Keys
    codes: NDArray[np.int32]
    sizes: NDArray[np.int64]

    def coarser(self, released: Released) -> SizedTable:
        """Merge the rows that become equal."""
        # Imported late: loading compiled loops takes longer than `hoarfrost --version` may.
        from hoarfrost.kernels.nodes import gather

        parts = self.keys.parts(released)
        firsts, sizes, _ = gather(
            self.codes, self.sizes, self.sizes, self.keys.starts, self.keys.words, parts
        )
        codes = np.take(self.codes, firsts, axis=1)
        for own, row in zip(released, codes, strict=True):
            np.take(own, row, out=row)
        return SizedTable(self.keys, codes, sizes)

    def violates(self, shield: Shield) -> NDArray[np.bool_]:
        """Rows that too few records share."""
        if len(shield.positions) == len(self.codes):
            return self.sizes < shield.minimum_size
        return self.would_violate(shield, self.keys.unchanged)

    def would_violate(self, shield: Shield, released: Released) -> NDArray[np.bool_]:
        """Rows that too few records would share."""
        from hoarfrost.kernels.sharing import records_alike

        starts = self.keys.starts_of(shield.positions)
        parts = self.keys.parts(released)
        alike = records_alike(self.codes, self.sizes, starts, self.keys.words, parts)
        return alike < shield.minimum_size

    def part(self, rows: NDArray[np.bool_]) -> SizedTable:
        """Only these rows."""
        codes = np.ascontiguousarray(self.codes[:, rows])
        return SizedTable(self.keys, codes, self.sizes[rows])


@dataclass(frozen=True, eq=False)
class JudgedTable:
    """A grouping whose blocks are the nodes of the trees: for any requirement."""

    grouping: Grouping

    @classmethod
    def of(cls, problem: Problem, trees: Sequence[Branches]) -> JudgedTable:
        """The table as it is."""
        frequency = problem.frequency
        blocks = [_every_node(tree) for tree in trees]
        return cls(Grouping.of_blocks(frequency, blocks, np.ascontiguousarray(frequency.codes)))

    @property
    def codes(self) -> NDArray[np.int32]:
        """The nodes of each row."""
        return self.grouping.codes

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many records each row has."""
        return self.grouping.sizes

    def coarser(self, released: Released) -> JudgedTable:
        """Merge the rows that become equal."""
        blocks = [
            replace(block, of_leaf=own[block.of_leaf])
            for own, block in zip(released, self.grouping.blocks, strict=True)
        ]
        return JudgedTable(self.grouping.merged(tuple(blocks), dict(enumerate(released))))

    def violates(self, shield: Shield) -> NDArray[np.bool_]:
        """Rows that a requirement fails."""
        count = self.grouping.class_count
        everything, fails = np.ones(count, dtype=np.bool_), np.zeros(count, dtype=np.bool_)
        for demand in shield.demands:
            fails |= demand.fails(self.grouping, everything)
        return fails

    def would_violate(self, shield: Shield, released: Released) -> NDArray[np.bool_]:
        """Rows that a requirement fails once they are merged."""
        coarser = self.coarser(released)
        found = np.zeros(self.grouping.class_count, dtype=np.bool_)
        found[self.grouping.class_of] = coarser.violates(shield)[coarser.grouping.class_of]
        return found

    def part(self, rows: NDArray[np.bool_]) -> JudgedTable:  # noqa: ARG002 - histograms go whole
        """All rows."""
        return self


def _every_node(tree: Branches) -> Blocks:
    """All nodes of a tree as blocks, with the leaves released as they are."""
    labels = tuple(map(tree.label, range(tree.node_count)))
    leaf_sets = [tree.leaves(node) for node in range(tree.node_count)]
    blocks = Blocks.of_sets(leaf_sets, labels, tree.levels.tolist())
    return replace(blocks, of_leaf=np.arange(tree.leaf_count, dtype=np.int32))


@dataclass(frozen=True, eq=False)
class Standing:
    """What a search knows of a table: its violating rows, and how many rows it has."""

    failing: tuple[NDArray[np.bool_], ...]
    """For each shield, the rows that violate."""
    violating: int
    rows: int

    @classmethod
    def of(cls, table: CutTable, shields: Sequence[Shield]) -> Standing:
        """Judge a table."""
        failing = tuple(table.violates(shield) for shield in shields)
        any_failing = np.zeros(table.codes.shape[1], dtype=np.bool_)
        for own in failing:
            any_failing |= own
        return cls(failing, int(any_failing.sum()), len(any_failing))

    def violating_rows(self, shields: Sequence[Shield], attribute: int) -> NDArray[np.bool_]:
        """The rows that violate a requirement whose shield holds the attribute."""
        found = np.zeros(self.rows, dtype=np.bool_)
        for shield, failing in zip(shields, self.failing, strict=True):
            if attribute in shield.positions:
                found |= failing
        return found
