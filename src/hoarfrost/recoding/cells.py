"""Cell recodings: local ones in which single cells may be suppressed as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from hoarfrost.recoding.base import HEADER
from hoarfrost.recoding.blockwise import Block, BlockCollector
from hoarfrost.recoding.lexicon import Lexicon, Reading
from hoarfrost.recoding.local import Local, parse_combinations, released_at_levels

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

    from hoarfrost.grouping import Blocks
    from hoarfrost.problem import Attribute, Problem
    from hoarfrost.recoding.found import Found


@dataclass(frozen=True, eq=False, repr=False)
class Cells(Local, kind="cells"):
    """A local recoding that knows which cells are suppressed; they are released as the root."""

    is_suppressed: NDArray[np.bool_] = field(kw_only=True)
    """For each attribute and known combination: is the cell suppressed?"""

    @classmethod
    def of(
        cls,
        problem: Problem,
        levels: NDArray[np.int64],
        is_suppressed: NDArray[np.bool_] | None = None,
    ) -> Self:
        """The recoding of levels and suppressed cells, one row for each attribute."""
        blocks, released = released_at_levels(problem, levels)
        cells = np.zeros(released.shape, dtype=np.bool_) if is_suppressed is None else is_suppressed
        with_root = []
        for position, attribute in enumerate(problem.attributes):
            own, root = _with_root(attribute, blocks[position])
            released[position, cells[position]] = root
            with_root.append(own)
        return cls(
            tuple(map(Lexicon.of_leaves, problem.attributes)),
            blocks=tuple(with_root),
            combinations=problem.frequency.codes,
            released=released,
            is_suppressed=cells,
        )

    def suppressed_cells(self, problem: Problem, kept: NDArray[np.bool_]) -> Mapping[str, int]:
        """For each attribute: how many cells of the kept combinations' records are suppressed."""
        of_tuples = self.is_suppressed[:, self._positions(problem.frequency.codes)]
        cells = of_tuples @ np.where(kept, problem.frequency.counts, 0)
        return dict(zip(self.names, cells.tolist(), strict=True))

    def _blocks(self, attributes: Sequence[Attribute], readings: Sequence[Reading]) -> list[Blocks]:
        blocks = super()._blocks(attributes, readings)
        for place, own in enumerate(blocks):
            # A suppressed cell is fully lost, even where a lower level covers all values.
            lost = self.released[place, self.is_suppressed[place]]
            own.levels[lost] = attributes[place].hierarchy.height
        return blocks

    def _body(self) -> dict[str, Any]:
        cells = [np.flatnonzero(row).tolist() for row in self.is_suppressed]
        return {**super()._body(), "suppressed_cells": cells}

    @classmethod
    def _parse(cls, document: Found) -> Self:
        document.allow_only(*HEADER, "combinations", "released", "suppressed_cells")
        parts = parse_combinations(document)
        is_suppressed = np.zeros(parts["released"].shape, dtype=np.bool_)
        rows = list(document.at("suppressed_cells").items())
        if len(rows) != len(is_suppressed):
            raise document.at("suppressed_cells").refuse(
                f"{len(is_suppressed)} lists", str(len(rows))
            )
        for found, row in zip(rows, is_suppressed, strict=True):
            row[list(found.integers(below=len(row)))] = True
        return cls(is_suppressed=is_suppressed, **parts)


def _with_root(attribute: Attribute, blocks: tuple[Block, ...]) -> tuple[tuple[Block, ...], int]:
    """The blocks with one for suppressed cells, and its number."""
    collector = BlockCollector()
    for block in blocks:
        collector.add(block.label, block.leaves)
    root = collector.add(attribute.hierarchy.labels[-1][0], range(len(attribute.hierarchy.leaves)))
    return collector.blocks, root
