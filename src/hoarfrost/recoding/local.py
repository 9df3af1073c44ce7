"""Local recodings: every combination has a level vector of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from hoarfrost.errors import DataError
from hoarfrost.grouping import group_columns
from hoarfrost.recoding.base import HEADER
from hoarfrost.recoding.blockwise import Block, BlockCollector, Blockwise, parse_attributes
from hoarfrost.recoding.lexicon import Lexicon
from hoarfrost.recoding.unknown import describe_unknown

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

    from hoarfrost.grouping import Blocks, Grouping
    from hoarfrost.problem import Attribute, Problem
    from hoarfrost.recoding.found import Found


@dataclass(frozen=True, eq=False, repr=False)
class Local(Blockwise, kind="local"):
    """A list of combinations, each with what it is released as."""

    combinations: NDArray[np.int32] = field(kw_only=True)
    """The leaves of each known combination, one row for each attribute."""
    released: NDArray[np.int32] = field(kw_only=True)
    """The blocks of each, one row for each attribute."""

    @classmethod
    def of(cls, problem: Problem, levels: NDArray[np.int64]) -> Self:
        """The recoding of levels: one row for each attribute, one column for each combination."""
        blocks, released = released_at_levels(problem, levels)
        return cls(
            tuple(map(Lexicon.of_leaves, problem.attributes)),
            blocks=blocks,
            combinations=problem.frequency.codes,
            released=released,
        )

    @classmethod
    def refining(cls, problem: Problem, start: Grouping, levels: NDArray[np.int32]) -> Self:
        """The recoding of levels where they are levels; elsewhere, what `start` releases."""
        blocks, released = released_at_levels(problem, levels, start)
        return cls(
            tuple(map(Lexicon.of_leaves, problem.attributes)),
            blocks=blocks,
            combinations=problem.frequency.codes,
            released=released,
        )

    def _positions(self, codes: NDArray[np.int32]) -> NDArray[np.int64]:
        """Where each of some combinations is in the list."""
        together = np.concatenate((self.combinations, codes), axis=1)
        numbers, firsts = group_columns(
            together, [len(lexicon.labels) for lexicon in self.lexicons]
        )
        positions = firsts[numbers[self.combinations.shape[1] :]].astype(np.int64)
        is_unknown = positions >= self.combinations.shape[1]
        if is_unknown.any():
            raise DataError(describe_unknown(self.lexicons, codes[:, is_unknown]))
        return positions

    def _release(self, codes: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.ascontiguousarray(self.released[:, self._positions(codes)])

    def _body(self) -> dict[str, Any]:
        return {
            "attributes": self._attributes(),
            "combinations": self.combinations.tolist(),
            "released": self.released.tolist(),
        }

    @classmethod
    def _parse(cls, document: Found) -> Self:
        document.allow_only(*HEADER, "combinations", "released")
        return cls(**parse_combinations(document))


def parse_combinations(document: Found) -> dict[str, Any]:
    """What local recodings save: lexicons, blocks, combinations and what they are released as."""
    lexicons, blocks = parse_attributes(document)
    combinations = document.at("combinations").table([len(lexicon.labels) for lexicon in lexicons])
    released = document.at("released").table([len(own) for own in blocks], combinations.shape[1])
    return {
        "lexicons": lexicons,
        "blocks": blocks,
        "combinations": combinations,
        "released": released,
    }


def released_at_levels(
    problem: Problem, levels: NDArray[np.integer], start: Grouping | None = None
) -> tuple[tuple[tuple[Block, ...], ...], NDArray[np.int32]]:
    """The blocks of each attribute, and the block of each combination at its own levels.

    What is no level of the hierarchy stands for the block that the combination has in `start`.
    """
    blocks, released = [], np.empty_like(problem.frequency.codes)
    rows = zip(problem.attributes, problem.frequency.codes, levels, strict=True)
    for position, (attribute, leaves, own) in enumerate(rows):
        collector = BlockCollector()
        is_level = (own >= 0) & (own <= attribute.hierarchy.height)
        for level in np.flatnonzero(np.bincount(own[is_level])).tolist():
            at_level = own == level
            nodes = attribute.hierarchy.nodes[level][leaves[at_level]]
            code_of_node = _add_nodes(collector, attribute, level, nodes)
            released[position, at_level] = code_of_node[nodes]
        if start is not None and not is_level.all():
            kept = start.codes[position][start.class_of[~is_level]]
            code_of_block = _add_blocks(collector, start.blocks[position], kept)
            released[position, ~is_level] = code_of_block[kept]
        blocks.append(collector.blocks)
    return tuple(blocks), released


def _add_blocks(
    collector: BlockCollector, blocks: Blocks, used: NDArray[np.int32]
) -> NDArray[np.int32]:
    """The number of each used block of a grouping."""
    codes = np.full(len(blocks.labels), -1, dtype=np.int32)
    for block in np.unique(used).tolist():
        leaves = blocks.leaf_codes[blocks.leaf_starts[block] : blocks.leaf_starts[block + 1]]
        codes[block] = collector.add(blocks.labels[block], leaves.tolist())
    return codes


def _add_nodes(
    collector: BlockCollector, attribute: Attribute, level: int, nodes: NDArray[np.int32]
) -> NDArray[np.int32]:
    """The number of the block of each node of a level, of those that occur."""
    tree = attribute.hierarchy
    # Leaves are coded depth first, so those under a node are neighbours.
    starts = [*tree.first_leaves[level].tolist(), len(tree.leaves)]
    codes = np.zeros(len(tree.labels[level]), dtype=np.int32)
    for node in np.flatnonzero(np.bincount(nodes)).tolist():
        under = range(starts[node], starts[node + 1])
        codes[node] = collector.add(tree.labels[level][node], under)
    return codes
