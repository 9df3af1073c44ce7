"""Regions: boxes in the space of all attributes, each released as one combination."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from hoarfrost.errors import DataError
from hoarfrost.recoding.base import HEADER
from hoarfrost.recoding.blockwise import BlockCollector, Blockwise, parse_attributes
from hoarfrost.recoding.labels import LabelStyle, name_leaves
from hoarfrost.recoding.lexicon import Lexicon
from hoarfrost.recoding.unknown import describe_unknown

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

    from hoarfrost.problem import Attribute, Problem
    from hoarfrost.recoding.found import Found

CELLS_AT_ONCE = 2**25
"""How much of the table leaves x boxes, or combinations x boxes, is held at once."""


@dataclass(frozen=True, eq=False, repr=False)
class Regions(Blockwise, kind="regions"):
    """Boxes of leaf sets; a combination belongs to the first box that it lies in."""

    ranges: tuple[tuple[tuple[int, ...], ...], ...] = field(kw_only=True)
    """For each attribute, the sets of leaves that boxes are made of."""
    boxes: NDArray[np.int32] = field(kw_only=True)
    """The range of each box, one row for each attribute."""
    released: NDArray[np.int32] = field(kw_only=True)
    """The block of each box, one row for each attribute."""
    rows: tuple[tuple[int, ...], ...] | None = field(default=None, kw_only=True)
    """For each attribute its leaves in a row in which every range is a run; None: there is none."""

    @classmethod
    def of(
        cls,
        problem: Problem,
        boxes: Sequence[Sequence[Sequence[int]]],
        labels: LabelStyle = "interval",
    ) -> Self:
        """The recoding of boxes: for each box and attribute, the leaves inside."""
        collected = [_Ranges(attribute, labels) for attribute in problem.attributes]
        rows = [
            [ranges.add(box[position]) for box in boxes]
            for position, ranges in enumerate(collected)
        ]
        codes = np.array(rows, dtype=np.int32)
        released = [
            np.array(ranges.blocks, dtype=np.int32)[row]
            for ranges, row in zip(collected, codes, strict=True)
        ]
        return cls(
            tuple(map(Lexicon.of_leaves, problem.attributes)),
            blocks=tuple(ranges.collector.blocks for ranges in collected),
            ranges=tuple(tuple(ranges.code_of) for ranges in collected),
            boxes=codes,
            released=np.stack(released),
        )

    @classmethod
    def of_runs(
        cls,
        problem: Problem,
        runs: Sequence[tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]],
        labels: Sequence[LabelStyle],
    ) -> Self:
        """The recoding of boxes that are runs of leaves.

        For each attribute: its leaves in a row, the first and the last place of each box there.
        """
        collected = [_Ranges(*pair) for pair in zip(problem.attributes, labels, strict=True)]
        codes, released = [], []
        for ranges, (leaf_at, low, high) in zip(collected, runs, strict=True):
            pairs = low.astype(np.int64) * len(leaf_at) + high
            distinct, number = np.unique(pairs, return_inverse=True)
            for pair in distinct.tolist():
                first, last = divmod(pair, len(leaf_at))
                ranges.add(leaf_at[first : last + 1].tolist())
            codes.append(number.astype(np.int32))
            released.append(np.array(ranges.blocks, dtype=np.int32)[number])
        return cls(
            tuple(map(Lexicon.of_leaves, problem.attributes)),
            blocks=tuple(ranges.collector.blocks for ranges in collected),
            ranges=tuple(tuple(ranges.code_of) for ranges in collected),
            boxes=np.stack(codes),
            released=np.stack(released),
            rows=tuple(tuple(leaf_at.tolist()) for leaf_at, _, _ in runs),
        )

    def _release(self, codes: NDArray[np.int32]) -> NDArray[np.int32]:
        box_of = self._search(codes) if self.rows is None else self._descend(self.rows, codes)
        if (box_of < 0).any():
            raise DataError(describe_unknown(self.lexicons, codes[:, box_of < 0]))
        return np.ascontiguousarray(self.released[:, box_of])

    def _descend(
        self, rows: Sequence[Sequence[int]], codes: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """For each combination, the first box that it lies in, by a tree; -1: in none."""
        from hoarfrost.kernels.boxes import build_tree, find_boxes

        lows = np.empty(self.boxes.shape[::-1], dtype=np.int32)
        highs = np.empty_like(lows)
        places = np.empty_like(codes)
        for position, (row, ranges) in enumerate(zip(rows, self.ranges, strict=True)):
            place_of = np.empty(len(row), dtype=np.int32)
            place_of[list(row)] = np.arange(len(row), dtype=np.int32)
            places[position] = place_of[codes[position]]
            first = np.array([place_of[list(own)].min() for own in ranges], dtype=np.int32)
            last = np.array([place_of[list(own)].max() for own in ranges], dtype=np.int32)
            lows[:, position] = first[self.boxes[position]]
            highs[:, position] = last[self.boxes[position]]
        nodes, lists = build_tree(lows, highs, max(map(len, rows)))
        return find_boxes(nodes, lists, lows, highs, places)

    def _search(self, codes: NDArray[np.int32]) -> NDArray[np.int64]:
        """The same, one box after the other."""
        box_of = np.full(codes.shape[1], -1, dtype=np.int64)
        widest = max(len(lexicon.labels) for lexicon in self.lexicons)
        step = max(1, CELLS_AT_ONCE // max(widest, codes.shape[1], 1))
        for start in range(0, self.boxes.shape[1], step):
            open_ones = np.flatnonzero(box_of < 0)
            found = self._first_box(codes[:, open_ones], start, start + step)
            box_of[open_ones[found >= 0]] = found[found >= 0]
        return box_of

    def _first_box(self, codes: NDArray[np.int32], start: int, end: int) -> NDArray[np.int64]:
        """For each combination, the first of some boxes that it lies in; -1: in none."""
        rows = zip(self.lexicons, self.ranges, self.boxes[:, start:end], codes, strict=True)
        inside = None
        for lexicon, ranges, box_ranges, row in rows:
            holds = np.zeros((len(lexicon.labels), len(box_ranges)), dtype=np.bool_)
            for box, number in enumerate(box_ranges.tolist()):
                holds[list(ranges[number]), box] = True
            packed = np.packbits(holds, axis=1)[row]
            inside = packed if inside is None else inside & packed
        if inside is None or not inside.size:
            return np.full(codes.shape[1], -1, dtype=np.int64)
        byte = np.argmax(inside != 0, axis=1)
        bits = np.unpackbits(inside[np.arange(len(inside)), byte][:, None], axis=1)
        found = start + byte * 8 + np.argmax(bits, axis=1)
        return np.where(inside.any(axis=1), found, -1)

    def _body(self) -> dict[str, Any]:
        pairs = zip(self._attributes(), self.ranges, strict=True)
        return {
            "attributes": [
                {**saved, "ranges": [list(leaves) for leaves in ranges]} for saved, ranges in pairs
            ],
            "boxes": self.boxes.tolist(),
            "released": self.released.tolist(),
            **({} if self.rows is None else {"rows": [list(row) for row in self.rows]}),
        }

    @classmethod
    def _parse(cls, document: Found) -> Self:
        document.allow_only(*HEADER, "boxes", "released", "rows")
        lexicons, blocks = parse_attributes(document, "ranges")
        ranges = tuple(
            tuple(
                leaves.integers(below=len(lexicon.labels)) for leaves in found.at("ranges").items()
            )
            for found, lexicon in zip(document.at("attributes").items(), lexicons, strict=True)
        )
        boxes = document.at("boxes").table([len(own) for own in ranges])
        released = document.at("released").table([len(own) for own in blocks], boxes.shape[1])
        return cls(
            lexicons,
            blocks=blocks,
            ranges=ranges,
            boxes=boxes,
            released=released,
            rows=_rows_of(document.at("rows"), lexicons, ranges) if document.has("rows") else None,
        )


def _rows_of(
    found: Found, lexicons: Sequence[Lexicon], ranges: Sequence[Sequence[Sequence[int]]]
) -> tuple[tuple[int, ...], ...]:
    """The leaves of each attribute in a row, in which every range must be a run."""
    entries = list(found.items())
    if len(entries) != len(ranges):
        raise found.refuse(f"{len(ranges)} lists", str(len(entries)))
    rows = []
    for entry, lexicon, own in zip(entries, lexicons, ranges, strict=True):
        count = len(lexicon.labels)
        row = entry.integers(below=count, count=count)
        place_of = {leaf: place for place, leaf in enumerate(row)}
        if len(place_of) < len(row):
            raise entry.refuse("each leaf once", "one twice")
        for leaves in own:
            places = {place_of[leaf] for leaf in leaves}
            if not places or max(places) - min(places) + 1 != len(places):
                raise entry.refuse("leaves in a row in which every range is a run")
        rows.append(row)
    return tuple(rows)


@dataclass
class _Ranges:
    """The ranges of one attribute, numbered as they come, and the block that each is released as."""

    attribute: Attribute
    labels: LabelStyle
    code_of: dict[tuple[int, ...], int] = field(default_factory=dict)
    blocks: list[int] = field(default_factory=list)
    collector: BlockCollector = field(default_factory=BlockCollector)

    def add(self, leaves: Sequence[int]) -> int:
        """The number of the range with these leaves."""
        key = tuple(sorted(leaves))
        if key not in self.code_of:
            self.code_of[key] = len(self.code_of)
            self.blocks.append(self.collector.add(*name_leaves(self.attribute, key, self.labels)))
        return self.code_of[key]
