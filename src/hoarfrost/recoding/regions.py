"""Regions: boxes in the space of all attributes, each released as one combination."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from hoarfrost.errors import DataError
from hoarfrost.recoding.base import HEADER, Applied, Recoding
from hoarfrost.recoding.between import with_new_values
from hoarfrost.recoding.blockwise import BlockCollector, blocks_over
from hoarfrost.recoding.joining import joined_labels, nearest_boxes
from hoarfrost.recoding.labels import LabelStyle, Line
from hoarfrost.recoding.lexicon import Lexicon, Reading
from hoarfrost.recoding.unknown import describe_unknown

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

    from hoarfrost.grouping import Blocks
    from hoarfrost.problem import Attribute, Problem
    from hoarfrost.recoding.blockwise import Block
    from hoarfrost.recoding.found import Found

Ranges = tuple[tuple[int, ...], ...]
"""Sets of places on a line, each ascending."""


@dataclass(frozen=True, eq=False, repr=False)
class Regions(Recoding, kind="regions"):
    """Boxes of leaf sets; a combination belongs to the first box that it lies in.

    The lexicons read leaves. What a box is released as follows from its ranges.
    """

    lines: tuple[Line, ...] = field(kw_only=True)
    """For each attribute its leaves in a row, and how sets of them are called."""
    ranges: tuple[Ranges, ...] = field(kw_only=True)
    """For each attribute, the sets of places that boxes are made of."""
    boxes: NDArray[np.int32] = field(kw_only=True)
    """The range of each box, one row for each attribute."""
    is_strict: bool = field(default=False, kw_only=True)
    """Refuse combinations that lie in no box; they join the nearest otherwise."""

    @classmethod
    def of(
        cls,
        problem: Problem,
        boxes: Sequence[Sequence[Sequence[int]]],
        labels: LabelStyle = "interval",
    ) -> Self:
        """The recoding of boxes: for each box and attribute, the leaves inside."""
        lines = [Line.of(attribute, labels) for attribute in problem.attributes]
        ranges, codes = [], []
        for position, line in enumerate(lines):
            code_of: dict[tuple[int, ...], int] = {}
            own = [tuple(sorted(line.place_of[list(box[position])].tolist())) for box in boxes]
            codes.append([code_of.setdefault(places, len(code_of)) for places in own])
            ranges.append(tuple(code_of))
        return cls.of_ranges(problem, lines, ranges, np.array(codes, dtype=np.int32))

    @classmethod
    def of_ranges(
        cls,
        problem: Problem,
        lines: Sequence[Line],
        ranges: Sequence[Ranges],
        boxes: NDArray[np.int32],
    ) -> Self:
        """The recoding of boxes that are made of ranges: one row of boxes for each attribute."""
        lexicons = tuple(map(Lexicon.of_leaves, problem.attributes))
        return cls(lexicons, lines=tuple(lines), ranges=tuple(ranges), boxes=boxes)

    def strict(self) -> Self:
        """The same recoding that refuses combinations in no box."""
        return replace(self, is_strict=True)

    @cached_property
    def blocks(self) -> tuple[tuple[Block, ...], ...]:
        """For each attribute, what it can be released as."""
        return tuple(collector.blocks for collector, _ in self._named)

    @cached_property
    def released(self) -> NDArray[np.int32]:
        """The block of each box, one row for each attribute."""
        return np.stack(
            [code_of[row] for (_, code_of), row in zip(self._named, self.boxes, strict=True)]
        )

    @cached_property
    def _named(self) -> list[tuple[BlockCollector, NDArray[np.int32]]]:
        """The blocks of each attribute, and which of them each range is."""
        named = []
        for line, ranges in zip(self.lines, self.ranges, strict=True):
            collector = BlockCollector()
            code_of = [collector.add(*line.name(places)) for places in ranges]
            named.append((collector, np.array(code_of, dtype=np.int32)))
        return named

    def _labels(self, readings: Sequence[Reading]) -> list[tuple[str, ...]]:  # noqa: ARG002
        return [tuple(block.label for block in own) for own in self.blocks]

    def _blocks(self, attributes: Sequence[Attribute], readings: Sequence[Reading]) -> list[Blocks]:
        return [*map(blocks_over, attributes, readings, self.blocks)]

    def apply(
        self,
        names: Sequence[str],
        dictionaries: Mapping[str, Sequence[str]],
        codes: NDArray[np.int32],
        *,
        to_own_table: bool = False,
    ) -> Applied:
        """Recode combinations; new numbers and dates may lie between those of its own table."""
        known = self._with_values(dictionaries)
        return super(Regions, known).apply(names, dictionaries, codes, to_own_table=to_own_table)

    def _with_values(self, dictionaries: Mapping[str, Sequence[str]]) -> Self:
        rows = zip(self.lexicons, self.lines, self.ranges, strict=True)
        found = [
            with_new_values(lexicon, line, ranges, dictionaries.get(lexicon.name, ()))
            for lexicon, line, ranges in rows
        ]
        lexicons, lines, ranges = (tuple(own) for own in zip(*found, strict=True))
        if lexicons == self.lexicons:
            return self
        return replace(self, lexicons=lexicons, lines=lines, ranges=ranges)

    def _release(self, codes: NDArray[np.int32]) -> NDArray[np.int32]:
        box_of = self._boxes_of(codes)
        self._refuse(codes[:, box_of < 0])
        return np.ascontiguousarray(self.released[:, box_of])

    def _applied(
        self, codes: NDArray[np.int32], readings: Sequence[Reading]
    ) -> tuple[NDArray[np.int32], list[tuple[str, ...]]]:
        box_of = self._boxes_of(codes)
        outside = np.flatnonzero(box_of < 0)
        if self.is_strict or not len(outside):
            return self._release(codes), self._labels(readings)
        strangers = np.ascontiguousarray(codes[:, outside])
        joined = nearest_boxes(self.lines, self.blocks, self.released, strangers)
        self._refuse(strangers[:, joined < 0])
        box_of[outside] = joined
        released, labels = self.released[:, box_of], []
        for position, (line, blocks) in enumerate(zip(self.lines, self.blocks, strict=True)):
            wanted = released[position, outside].tolist(), strangers[position].tolist()
            own, released[position, outside] = joined_labels(
                line, blocks, zip(*wanted, strict=True)
            )
            labels.append(own)
        return released, labels

    def _refuse(self, strangers: NDArray[np.int32]) -> None:
        if strangers.shape[1]:
            raise DataError(describe_unknown(self.lexicons, strangers))

    def _boxes_of(self, codes: NDArray[np.int32]) -> NDArray[np.int32]:
        """For each combination, the first box that it lies in; -1: in none."""
        from hoarfrost.kernels.boxes import build_tree, find_boxes

        numbers, lows, highs = (np.empty(self.boxes.shape[::-1], dtype=np.int32) for _ in range(3))
        places = np.empty_like(codes)
        base = 0
        for position, (line, ranges) in enumerate(zip(self.lines, self.ranges, strict=True)):
            own = self.boxes[position]
            numbers[:, position] = own + base
            lows[:, position] = np.array([places[0] for places in ranges], dtype=np.int32)[own]
            highs[:, position] = np.array([places[-1] for places in ranges], dtype=np.int32)[own]
            places[position] = line.place_of[codes[position]]
            base += len(ranges)
        nodes, lists = build_tree(lows, highs, max(len(line.leaves) for line in self.lines))
        return find_boxes(nodes, lists, numbers, *self._places, places)

    @cached_property
    def _places(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Where the places of each range of all attributes begin, and the places."""
        every = [places for ranges in self.ranges for places in ranges]
        starts = np.cumsum([0, *map(len, every)], dtype=np.int64)
        return starts, np.fromiter(chain.from_iterable(every), np.int32, int(starts[-1]))

    def _body(self) -> dict[str, Any]:
        rows = zip(self.lexicons, self.lines, self.ranges, strict=True)
        return {
            "attributes": [
                {
                    "name": lexicon.name,
                    "leaves": lexicon.to_dict(),
                    "line": line.to_dict(),
                    "ranges": [list(places) for places in ranges],
                }
                for lexicon, line, ranges in rows
            ],
            "boxes": self.boxes.tolist(),
        }

    @classmethod
    def _parse(cls, document: Found) -> Self:
        document.allow_only(*HEADER, "boxes")
        lexicons, lines, ranges = [], [], []
        for found in document.at("attributes").items():
            found.allow_only("name", "leaves", "line", "ranges")
            labels, code_of = Lexicon.parse(found.at("leaves"))
            lexicons.append(Lexicon(found.at("name").text(), labels, code_of))
            lines.append(Line.parse(found.at("line"), labels))
            ranges.append(_ranges(found.at("ranges"), len(labels)))
        boxes = document.at("boxes").table([len(own) for own in ranges])
        return cls(tuple(lexicons), lines=tuple(lines), ranges=tuple(ranges), boxes=boxes)


def _ranges(found: Found, count: int) -> Ranges:
    ranges = []
    for entry in found.items():
        places = entry.integers(below=count)
        if not places or any(low >= high for low, high in pairwise(places)):
            raise entry.refuse("ascending places")
        ranges.append(places)
    return tuple(ranges)
