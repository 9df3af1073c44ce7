"""Recodings that release each value by itself, as a node of its hierarchy."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.grouping import Blocks
from hoarfrost.recoding.base import Recoding
from hoarfrost.recoding.lexicon import Lexicon, Reading

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Attribute
    from hoarfrost.recoding.found import Found


@dataclass(frozen=True, eq=False, repr=False)
class Levelled(Recoding):
    """The lexicons give the released labels: nothing is left to do."""

    def _release(self, codes: NDArray[np.int32]) -> NDArray[np.int32]:
        return codes

    def _labels(self, readings: Sequence[Reading]) -> list[tuple[str, ...]]:
        return [reading.labels for reading in readings]

    def _blocks(self, attributes: Sequence[Attribute], readings: Sequence[Reading]) -> list[Blocks]:
        blocks = []
        for lexicon, attribute, reading in zip(self.lexicons, attributes, readings, strict=True):
            levels = self._block_levels(lexicon, attribute, reading)
            blocks.append(Blocks.of_partition(reading.codes, reading.labels, levels))
        return blocks

    @abstractmethod
    def _block_levels(
        self, lexicon: Lexicon, attribute: Attribute, reading: Reading
    ) -> NDArray[np.int64]:
        """The level of each block, on the problem's hierarchy."""


def rule_body(lexicon: Lexicon) -> dict[str, object]:
    """What is saved of a rule, where there is one."""
    return {} if lexicon.rule is None else {"rule": dict(lexicon.rule)}


def parse_rule(found: Found) -> dict[str, object] | None:
    """The rule of an attribute, where there is one."""
    if not found.has("rule"):
        return None
    return {key: entry.value for key, entry in found.at("rule").entries()}
