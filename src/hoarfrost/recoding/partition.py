"""Partitions: the values of each attribute fall into sets, whatever its hierarchy says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from hoarfrost.recoding.base import HEADER
from hoarfrost.recoding.blockwise import Block, BlockCollector, Blockwise, parse_attributes
from hoarfrost.recoding.covering import members
from hoarfrost.recoding.labels import LabelStyle, Line
from hoarfrost.recoding.lexicon import Lexicon

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

    from hoarfrost.problem import Attribute, Problem
    from hoarfrost.recoding.found import Found


@dataclass(frozen=True, eq=False, repr=False)
class Partition(Blockwise, kind="partition"):
    """One set partition for each attribute."""

    block_of_leaf: tuple[tuple[int, ...], ...] = field(kw_only=True)
    """For each attribute, the block that each leaf is released as."""

    @classmethod
    def of(
        cls,
        problem: Problem,
        set_of_leaf: Sequence[NDArray[np.int32]],
        labels: LabelStyle = "interval",
    ) -> Self:
        """The recoding that puts each leaf of an attribute into the set `set_of_leaf` says."""
        pairs = zip(problem.attributes, set_of_leaf, strict=True)
        blocks, block_of_leaf = zip(*(named_blocks(*pair, labels) for pair in pairs), strict=True)
        lexicons = tuple(map(Lexicon.of_leaves, problem.attributes))
        return cls(lexicons, blocks=blocks, block_of_leaf=block_of_leaf)

    def _release(self, codes: NDArray[np.int32]) -> NDArray[np.int32]:
        rows = [
            np.array(block_of_leaf, dtype=np.int32)[row]
            for block_of_leaf, row in zip(self.block_of_leaf, codes, strict=True)
        ]
        return np.stack(rows)

    def _body(self) -> dict[str, Any]:
        pairs = zip(self._attributes(), self.block_of_leaf, strict=True)
        return {"attributes": [{**saved, "block_of_leaf": list(codes)} for saved, codes in pairs]}

    @classmethod
    def _parse(cls, document: Found) -> Self:
        document.allow_only(*HEADER)
        lexicons, blocks = parse_attributes(document, "block_of_leaf")
        rows = zip(document.at("attributes").items(), lexicons, blocks, strict=True)
        block_of_leaf = tuple(
            found.at("block_of_leaf").integers(below=len(own), count=len(lexicon.labels))
            for found, lexicon, own in rows
        )
        return cls(lexicons, blocks=blocks, block_of_leaf=block_of_leaf)


def named_blocks(
    attribute: Attribute, set_of_leaf: NDArray[np.int32], labels: LabelStyle
) -> tuple[tuple[Block, ...], tuple[int, ...]]:
    """The sets of an attribute's leaves by their labels, and the one that each leaf is released as."""
    collector = BlockCollector()
    leaf_sets = members(set_of_leaf, int(set_of_leaf.max()) + 1)
    line = Line.of(attribute, labels)
    code_of_set = [
        collector.add(*line.name(line.place_of[leaves].tolist())) if leaves else -1
        for leaves in leaf_sets
    ]
    return collector.blocks, tuple(code_of_set[number] for number in set_of_leaf.tolist())
