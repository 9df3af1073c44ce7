"""Local recodings: every combination has a level vector of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from hoarfrost.errors import DataError
from hoarfrost.grouping import Blocks, group_columns
from hoarfrost.recoding.base import HEADER
from hoarfrost.recoding.blockwise import Block, BlockCollector, Blockwise, parse_attributes
from hoarfrost.recoding.lexicon import Lexicon
from hoarfrost.recoding.unknown import describe_unknown

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

    from hoarfrost.grouping import Grouping
    from hoarfrost.hierarchy.tree import Hierarchy
    from hoarfrost.problem import Problem
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
    rows = zip(problem.hierarchies, problem.frequency.codes, levels, strict=True)
    for place, (tree, leaves, own) in enumerate(rows):
        sources = [Blocks.of_level(tree, level) for level in range(tree.height + 1)]
        if start is not None:
            sources.append(start.blocks[place])
        firsts = np.cumsum([0, *(len(source.labels) for source in sources)])
        if start is None:
            numbers = _numbers_of_nodes(tree, firsts, own, leaves)
        else:
            is_level = (own >= 0) & (own <= tree.height)
            numbers = _numbers_of_nodes(tree, firsts, np.where(is_level, own, 0), leaves)
            of_start = firsts[tree.height + 1] + start.codes[place][start.class_of]
            numbers = np.where(is_level, numbers, of_start)
        collector = BlockCollector()
        code_of = _added(collector, sources, firsts, np.flatnonzero(np.bincount(numbers)))
        released[place] = code_of.take(numbers)
        blocks.append(collector.blocks)
    return tuple(blocks), released


def _numbers_of_nodes(
    tree: Hierarchy,
    firsts: NDArray[np.int64],
    levels: NDArray[np.integer],
    leaves: NDArray[np.int32],
) -> NDArray[np.int64]:
    """The node above each leaf at a level of its own, counted through all levels."""
    counted = [nodes + first for nodes, first in zip(tree.nodes, firsts.tolist(), strict=False)]
    return np.concatenate(counted).take(levels * len(tree.leaves) + leaves)


def _added(
    collector: BlockCollector,
    sources: Sequence[Blocks],
    firsts: NDArray[np.int64],
    used: NDArray[np.int64],
) -> NDArray[np.int32]:
    """Collect the blocks that are used, of some counted through all sources; the code of each."""
    codes = np.zeros(firsts[-1], dtype=np.int32)
    own = (np.searchsorted(firsts, used, side="right") - 1).tolist()
    for number, place in zip(used.tolist(), own, strict=True):
        source, block = sources[place], number - firsts[place]
        inside = slice(source.leaf_starts[block], source.leaf_starts[block + 1])
        codes[number] = collector.add(source.labels[block], source.leaf_codes[inside].tolist())
    return codes
