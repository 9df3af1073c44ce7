"""Combinations that lie in no box: the box that each joins, and what it is called there.

It joins the box that has to be widened least: by the share of the attribute's leaves that come in
between (`interval`), that the lowest node over both has more (`ancestor`), or by its own leaf
(`set`, and whatever is missing), times the attribute's weight, summed over the attributes; of
equal boxes the first. The box itself stays what it is: only what joins it is released under the
wider labels, which hold the original value like any other label and depend on no other new record.
No box is joined from outside of what `max_level` allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.recoding.blockwise import Block
    from hoarfrost.recoding.labels import Line

PRICES_AT_ONCE = 2**24
"""So many prices of widening a block are held at once."""


def nearest_boxes(
    lines: Sequence[Line],
    blocks: Sequence[Sequence[Block]],
    released: NDArray[np.int32],
    codes: NDArray[np.int32],
) -> NDArray[np.int64]:
    """For each combination of leaves, the box that is widened least; -1: none may be."""
    from hoarfrost.kernels.boxes import find_cheapest

    step = max(1, PRICES_AT_ONCE // max(map(len, blocks)))
    found = []
    for start in range(0, codes.shape[1], step):
        own = codes[:, start : start + step]
        prices, starts, base = [], np.empty(own.shape, dtype=np.int64), 0
        for position, (line, row) in enumerate(zip(lines, own, strict=True)):
            distinct, number = np.unique(row, return_inverse=True)
            prices.append(_prices(line, blocks[position], distinct).ravel())
            starts[position] = base + number * len(blocks[position])
            base += len(prices[-1])
        found.append(find_cheapest(np.concatenate(prices), starts, released))
    return np.concatenate(found)


def joined_labels(
    line: Line, blocks: Sequence[Block], pairs: Iterator[tuple[int, int]]
) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """The labels of an attribute with wider ones, and which has each pair of a block and a leaf."""
    code_of = {block.label: code for code, block in enumerate(blocks)}
    known: dict[tuple[int, int], int] = {}
    codes = []
    for pair in pairs:
        if pair not in known:
            block, leaf = blocks[pair[0]], pair[1]
            is_inside = leaf in block.leaves
            label = block.label if is_inside else line.cover(block.leaves, leaf)[0]
            known[pair] = code_of.setdefault(label, len(code_of))
        codes.append(known[pair])
    return tuple(code_of), np.array(codes, dtype=np.int32)


def _prices(line: Line, blocks: Sequence[Block], leaves: NDArray[np.int32]) -> NDArray[np.float64]:
    """What it costs to widen each block by each leaf: one row for each leaf."""
    growth = _growth(line, blocks, leaves)
    prices = line.weight * growth / max(1, line.own_count - 1)
    groups = np.array([line.groups[block.leaves[0]] for block in blocks])
    prices[line.groups[leaves][:, None] != groups] = np.inf
    return prices


def _growth(line: Line, blocks: Sequence[Block], leaves: NDArray[np.int32]) -> NDArray[np.float64]:
    """How many leaves a block has more when it is widened by a leaf."""
    if line.style == "ancestor":
        return _growth_of_nodes(line, blocks, leaves)
    growth = np.ones((len(leaves), len(blocks)))
    if line.style == "interval":
        positions = [line.positions[list(block.leaves)] for block in blocks]
        lows, highs = ([end(own) for own in positions] for end in (np.min, np.max))
        own = line.positions[leaves][:, None]
        growth = np.maximum(np.maximum(np.array(lows) - own, own - np.array(highs)), 0.0)
        growth[leaves == line.missing] = 1.0
    row_of = {leaf: row for row, leaf in enumerate(leaves.tolist())}
    for number, block in enumerate(blocks):
        if line.style == "set" or line.missing in block.leaves:
            growth[:, number] = 1.0
            growth[[row_of[leaf] for leaf in block.leaves if leaf in row_of], number] = 0.0
    return growth


def _growth_of_nodes(
    line: Line, blocks: Sequence[Block], leaves: NDArray[np.int32]
) -> NDArray[np.float64]:
    """The same for blocks that are nodes: what the lowest node over both has more."""
    growth = np.zeros((len(leaves), len(blocks)))
    sizes = np.array([len(block.leaves) for block in blocks])
    firsts = np.array([block.leaves[0] for block in blocks])
    lasts = np.array([block.leaves[-1] for block in blocks])
    for level in reversed(line.levels):
        nodes = np.where(level.of_leaf[firsts] == level.of_leaf[lasts], level.of_leaf[firsts], -1)
        rows, columns = np.nonzero(level.of_leaf[leaves][:, None] == nodes)
        wider = np.bincount(level.of_leaf)[nodes[columns]] - sizes[columns]
        growth[rows, columns] = np.maximum(wider, 0)
    return growth
