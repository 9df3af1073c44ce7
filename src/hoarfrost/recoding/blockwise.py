"""Recodings that release combinations as blocks: sets of leaves with a label of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hoarfrost.grouping import Blocks
from hoarfrost.recoding.base import Recoding
from hoarfrost.recoding.covering import covering_levels, members
from hoarfrost.recoding.lexicon import Lexicon, Reading

if TYPE_CHECKING:
    from hoarfrost.problem import Attribute
    from hoarfrost.recoding.found import Found


@dataclass(frozen=True)
class Block:
    """A released label, and the leaves (of the lexicon) that it stands for."""

    label: str
    leaves: tuple[int, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Blockwise(Recoding):
    """The lexicons read leaves; combinations of leaves are released as blocks."""

    blocks: tuple[tuple[Block, ...], ...] = field(kw_only=True)
    """For each attribute, what it can be released as."""

    def _labels(self, readings: Sequence[Reading]) -> list[tuple[str, ...]]:  # noqa: ARG002
        return [tuple(block.label for block in blocks) for blocks in self.blocks]

    def _blocks(self, attributes: Sequence[Attribute], readings: Sequence[Reading]) -> list[Blocks]:
        return [*map(blocks_over, attributes, readings, self.blocks)]

    def _attributes(self) -> list[dict[str, Any]]:
        """What is saved of each attribute."""
        return [
            {
                "name": lexicon.name,
                "leaves": lexicon.to_dict(),
                "blocks": [{"label": block.label, "leaves": list(block.leaves)} for block in own],
            }
            for lexicon, own in zip(self.lexicons, self.blocks, strict=True)
        ]


def blocks_over(attribute: Attribute, reading: Reading, blocks: Sequence[Block]) -> Blocks:
    """Blocks of what is read, as blocks of the attribute's own leaves."""
    inside = members(reading.codes, len(reading.labels))
    leaf_sets = [sorted(leaf for own in block.leaves for leaf in inside[own]) for block in blocks]
    levels = covering_levels(attribute.hierarchy, leaf_sets).tolist()
    return Blocks.of_sets(leaf_sets, tuple(block.label for block in blocks), levels)


@dataclass
class BlockCollector:
    """The blocks of one attribute, numbered as they come; equal labels are one block."""

    code_of: dict[str, int] = field(default_factory=dict)
    leaves: list[frozenset[int]] = field(default_factory=list)

    def add(self, label: str, leaves: Sequence[int]) -> int:
        """The number of the block with that label, which stands for these leaves too."""
        code = self.code_of.setdefault(label, len(self.leaves))
        if code == len(self.leaves):
            self.leaves.append(frozenset(leaves))
        else:
            self.leaves[code] |= frozenset(leaves)
        return code

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks, in the order of their numbers."""
        return tuple(
            Block(label, tuple(sorted(self.leaves[code]))) for label, code in self.code_of.items()
        )


def parse_attributes(
    document: Found, *further: str
) -> tuple[tuple[Lexicon, ...], tuple[tuple[Block, ...], ...]]:
    """The lexicons and the blocks of saved attributes, which may have `further` keys."""
    pairs = [_attribute(found, further) for found in document.at("attributes").items()]
    return tuple(lexicon for lexicon, _ in pairs), tuple(blocks for _, blocks in pairs)


def _attribute(found: Found, further: tuple[str, ...]) -> tuple[Lexicon, tuple[Block, ...]]:
    found.allow_only("name", "leaves", "blocks", *further)
    labels, code_of = Lexicon.parse(found.at("leaves"))
    blocks = tuple(_block(entry, len(labels)) for entry in found.at("blocks").items())
    if len({block.label for block in blocks}) < len(blocks):
        raise found.at("blocks").refuse("each label once", "one twice")
    return Lexicon(found.at("name").text(), labels, code_of), blocks


def _block(found: Found, leaf_count: int) -> Block:
    found.allow_only("label", "leaves")
    leaves = found.at("leaves").integers(below=leaf_count)
    if not leaves or len(set(leaves)) < len(leaves):
        raise found.at("leaves").refuse("each leaf once", "one twice" if leaves else "no leaf")
    return Block(found.at("label").text(), leaves)
