"""A table with its unsafe combinations: what mu-Argus goes by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.tree.columns import Columns, Raise
from hoarfrost.algorithms.tree.unsafe import Tested, Unsafe, unsafe_in

if TYPE_CHECKING:
    from hoarfrost.problem import Problem


@dataclass(frozen=True, eq=False)
class Examined:
    """A table whose attributes are each at one level, with its unsafe combinations."""

    columns: Columns
    called: Sequence[Tested]
    """What the ratings call for."""
    whole: Sequence[Tested]
    """All attributes of every shield, if nothing is to be missed."""
    tolerated: int
    """So many records may lose cells in the end."""

    @property
    def problem(self) -> Problem:
        """What is to be solved."""
        return self.columns.problem

    @cached_property
    def unsafe(self) -> Unsafe:
        """The unsafe combinations."""
        grouping = self.columns.grouping
        radices = np.array([len(blocks.labels) for blocks in grouping.blocks], dtype=np.int64)
        return unsafe_in(grouping.codes, grouping.sizes, radices, self.called, self.whole)

    @property
    def unsafe_records(self) -> int:
        """How many records have an unsafe combination."""
        return int(self.columns.grouping.sizes[self.unsafe.has_one].sum())

    def rows(self) -> tuple[int, int]:
        """How many different records have unsafe combinations, and how many there are."""
        return int(np.count_nonzero(self.unsafe.has_one)), self.columns.grouping.class_count


@dataclass(frozen=True)
class Choice:
    """Generalise one attribute by one level, for the unsafe combinations that it occurs in."""

    step: Raise
    occurrences: int

    def facts(self) -> Mapping[str, object]:
        """What a trace says of it."""
        reason = f"the {self.occurrences} unsafe combinations that it occurs in"
        return {**self.step.facts(), "occurrences": self.occurrences, "reason": reason}
