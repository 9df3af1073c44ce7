"""What the blocks of a partition are called: each by a name of its own that says what it holds.

A single value keeps its name. A block that is exactly a node of the hierarchy has the node's
label, a run of neighbours is an interval, any other is a set, `{Asia, Europe, Canada}`: in the
attribute's order, with nodes where they are whole. Where what is left out is much shorter to say,
it is told instead: `Europe except {France}`. A name that already stands for anything else, a value
of the data or a node, is not given: the block is then called by the plain set of its values.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.recoding.blockwise import Block
from hoarfrost.recoding.covering import covering_levels
from hoarfrost.recoding.intervals import Row, row_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Attribute
    from hoarfrost.recoding.labels import LabelStyle

Leaves = frozenset[int]
UNCLEAR = re.compile(r'(?:|\s.*|.*\s|.*(?:, |[{}"]| except ).*)', re.DOTALL)
"""Texts that stand in quotes inside a set, so that one can see where they end."""
MUCH_SHORTER = 2


def named_blocks(
    attribute: Attribute, leaf_sets: Sequence[Sequence[int]], style: LabelStyle
) -> tuple[Block, ...]:
    """The blocks of an attribute with their labels, all different."""
    blocks = list(map(frozenset, leaf_sets))
    names = _Names(attribute, style, blocks)
    return tuple(map(names.block, blocks))


def set_text(members: Sequence[str]) -> str:
    """A set of names, each such that it can be told where it ends.

    >>> print(set_text(["Asia", "Korea, North"]))
    {Asia, "Korea, North"}
    """
    shown = (_quoted(text) if UNCLEAR.fullmatch(text) else text for text in members)
    return f"{{{', '.join(shown)}}}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


@dataclass(eq=False)
class _Names:
    attribute: Attribute
    style: LabelStyle

    blocks: Sequence[Leaves]

    def __post_init__(self) -> None:
        self.stands_for = _meanings(self.attribute)
        """Every label that is in use, and its leaves."""

    @cached_property
    def uses_of_ancestor(self) -> Counter[tuple[int, int]]:
        """How many blocks each node is the lowest over, where such nodes are released."""
        return Counter(map(self._ancestor, self.blocks if self.style == "ancestor" else ()))

    def block(self, own: Leaves) -> Block:
        """A block of leaves with a label that nothing else has."""
        if len(own) == 1:
            (leaf,) = own
            return Block(self.attribute.hierarchy.leaves[leaf], (leaf,))
        return next(
            Block(label, tuple(sorted(leaves)))
            for label, leaves in self._candidates(own)
            if self.stands_for.setdefault(label, leaves) == leaves
        )

    def _candidates(self, own: Leaves) -> Iterator[tuple[str, Leaves]]:
        """The labels that fit a block, best first, and what each stands for."""
        leaves = np.array(sorted(own), dtype=np.int64)
        values = self._names(leaves, [])
        if self.style != "set":
            level, node = self._ancestor(own)
            label, covered = self.attribute.hierarchy.labels[level][node], self._under(level, node)
            if len(covered) == len(own) or self.uses_of_ancestor[level, node] == 1:
                yield label, frozenset(covered)
            interval = None if self._row is None else self._row.label(own)
            if interval is not None:
                yield interval, own
            yield self._set_or_rest(leaves, label, covered), own
        yield set_text(values), own
        while True:
            yield f"{{{', '.join(map(_quoted, values))}}}", own
            values = [*values, values[-1]]

    def _set_or_rest(self, leaves: NDArray[np.int64], node: str, covered: range) -> str:
        """The set of a block's parts or, if it is much shorter, what its node has besides."""
        inside = set_text(self._names(*self._parted(leaves)))
        is_left_out = np.ones(len(covered), dtype=np.bool_)
        is_left_out[leaves - covered.start] = False
        alone, nodes = self._parted(covered.start + np.flatnonzero(is_left_out))
        if UNCLEAR.fullmatch(node) or len(alone) + len(nodes) > len(inside) // MUCH_SHORTER:
            return inside
        rest = f"{node} except {set_text(self._names(alone, nodes))}"
        return rest if MUCH_SHORTER * len(rest) <= len(inside) else inside

    def _parted(self, leaves: NDArray[np.int64]) -> tuple[NDArray[np.int64], list[tuple[int, int]]]:
        """The largest nodes of several leaves in a set of leaves, and the leaves in none of them."""
        tree, found = self.attribute.hierarchy, []
        for level in range(tree.height - 1, 0, -1):
            nodes, sizes = tree.nodes[level], tree.leaf_counts[level]
            is_whole = (np.bincount(nodes[leaves], minlength=len(sizes)) == sizes) & (sizes > 1)
            found += [(level, node) for node in np.flatnonzero(is_whole).tolist()]
            leaves = leaves[~is_whole[nodes[leaves]]]
        return leaves, found

    def _names(self, leaves: NDArray[np.int64], nodes: list[tuple[int, int]]) -> list[str]:
        """The names of leaves and of nodes, in the attribute's order."""
        tree, ranks = self.attribute.hierarchy, self._ranks
        ranked = [(int(ranks[leaf]), tree.leaves[leaf]) for leaf in leaves.tolist()]
        for level, node in nodes:
            first = min(ranks[leaf] for leaf in self._under(level, node))
            ranked.append((int(first), tree.labels[level][node]))
        return [name for _, name in sorted(ranked)]

    def _ancestor(self, own: Leaves) -> tuple[int, int]:
        """The lowest node over a set of leaves."""
        tree = self.attribute.hierarchy
        level = int(covering_levels(tree, [sorted(own)])[0])
        return level, int(tree.nodes[level][min(own)])

    def _under(self, level: int, node: int) -> range:
        """The leaves under a node, which are neighbours."""
        tree = self.attribute.hierarchy
        first = int(tree.first_leaves[level][node])
        return range(first, first + int(tree.leaf_counts[level][node]))

    @cached_property
    def _row(self) -> Row | None:
        return row_of(self.attribute)

    @cached_property
    def _ranks(self) -> NDArray[np.int64]:
        order = self.attribute.order
        return np.arange(len(self.attribute.hierarchy.leaves)) if order is None else order


def _meanings(attribute: Attribute) -> dict[str, Leaves]:
    """What each value and each label of the hierarchy stands for; part of a leaf: for none."""
    tree = attribute.hierarchy
    whole = tree.whole or tree
    depth = whole.height - tree.height
    found: dict[str, Leaves] = {
        label: frozenset() for labels in whole.labels[:depth] for label in labels
    }
    for level, labels in enumerate(tree.labels):
        sizes, firsts = tree.leaf_counts[level].tolist(), tree.first_leaves[level].tolist()
        for label, first, size in zip(labels, firsts, sizes, strict=True):
            found[label] = frozenset(range(first, first + size))
    return found
