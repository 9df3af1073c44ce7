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
    names = _Names(attribute, style)
    return tuple(names.block(frozenset(leaves)) for leaves in names.counted(leaf_sets))


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

    def __post_init__(self) -> None:
        self.stands_for = _meanings(self.attribute)
        self.uses_of_ancestor: Counter[tuple[int, int]] = Counter()

    def counted(self, leaf_sets: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
        """The same sets, after it was counted how many have each common ancestor."""
        if self.style == "ancestor":
            self.uses_of_ancestor.update(map(self._ancestor, map(frozenset, leaf_sets)))
        return leaf_sets

    def block(self, own: Leaves) -> Block:
        """A block of leaves with a label that nothing else has."""
        if len(own) == 1:
            (leaf,) = own
            return Block(self.attribute.hierarchy.leaves[leaf], (leaf,))
        for label, leaves in self._candidates(own):
            if self.stands_for.setdefault(label, leaves) == leaves:
                return Block(label, tuple(sorted(leaves)))
        raise AssertionError("there are more labels than meanings")

    def _candidates(self, own: Leaves) -> Iterator[tuple[str, Leaves]]:
        """The labels that fit a block, best first, and what each stands for."""
        values = self._texts(own, {})
        if self.style != "set":
            level, node = self._ancestor(own)
            covered = self._under(level, node)
            is_sole = self.uses_of_ancestor[level, node] == 1
            if covered == own or is_sole:
                yield self.attribute.hierarchy.labels[level][node], covered
            interval = None if self._row is None else self._row.label(own)
            if interval is not None:
                yield interval, own
            yield self._set_or_rest(own, self.attribute.hierarchy.labels[level][node], covered), own
        yield set_text(values), own
        while True:
            yield f"{{{', '.join(map(_quoted, values))}}}", own
            values = [*values, values[-1]]

    def _set_or_rest(self, own: Leaves, node: str, covered: Leaves) -> str:
        """The set of a block's parts or, if it is much shorter, what its node has besides."""
        inside = set_text(self._texts(own, self._whole_nodes(own)))
        left_out = covered - own
        outside = set_text(self._texts(left_out, self._whole_nodes(left_out)))
        rest = f"{node} except {outside}"
        is_shorter = MUCH_SHORTER * len(rest) <= len(inside)
        return rest if is_shorter and not UNCLEAR.fullmatch(node) else inside

    def _texts(self, own: Leaves, whole: dict[str, Leaves]) -> list[str]:
        """The names of nodes that are whole and of the other leaves, in the attribute's order."""
        alone = own.difference(*whole.values())
        leaves = self.attribute.hierarchy.leaves
        parts = {**whole, **{leaves[leaf]: frozenset({leaf}) for leaf in alone}}
        return sorted(parts, key=lambda text: min(self._rank_of[leaf] for leaf in parts[text]))

    def _whole_nodes(self, own: Leaves) -> dict[str, Leaves]:
        """The largest nodes of several leaves that lie in a set of leaves."""
        tree, rest, found = self.attribute.hierarchy, own, {}
        for level in range(tree.height - 1, 0, -1):
            for node in np.unique(tree.nodes[level][sorted(rest)]).tolist():
                under = self._under(level, node)
                if len(under) > 1 and under <= rest:
                    found[tree.labels[level][node]] = under
                    rest -= under
        return found

    def _ancestor(self, own: Leaves) -> tuple[int, int]:
        """The lowest node over a set of leaves."""
        tree = self.attribute.hierarchy
        level = int(covering_levels(tree, [sorted(own)])[0])
        return level, int(tree.nodes[level][min(own)])

    def _under(self, level: int, node: int) -> Leaves:
        tree = self.attribute.hierarchy
        first = int(tree.first_leaves[level][node])
        return frozenset(range(first, first + int(tree.leaf_counts[level][node])))

    @cached_property
    def _row(self) -> Row | None:
        return row_of(self.attribute)

    @cached_property
    def _rank_of(self) -> list[int]:
        order: NDArray[np.int64] | None = self.attribute.order
        count = len(self.attribute.hierarchy.leaves)
        return list(range(count)) if order is None else order.tolist()


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
