"""Single cells suppressed, the rarest values first, until no unsafe combination is left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.tree.unsafe import Tested, mark
from hoarfrost.algorithms.unreachable import out_of_time
from hoarfrost.grouping import group_columns, sum_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.grouping import Grouping
    from hoarfrost.problem import Problem

EVENTS = {
    "suppressed cells": (
        "{cells} cells are suppressed, each the rarest value of an unsafe combination of"
        " {attributes}. {violating} of {rows} combinations are unsafe now."
    ),
    "joined": (
        "All that was left of {attributes} in too few records was suppressed; {cells} cells more"
        " are suppressed to hide them. {violating} of {rows} combinations are unsafe now."
    ),
    "released again": (
        "{attributes}: {cells} suppressed cells are released again, since all records that share"
        " the combination have the same value. {violating} of {rows} combinations are unsafe now."
    ),
}
"""The sentences of its events."""
NO_VALUE = np.iinfo(np.int64).max
"""The rarity of a cell that has no value to lose."""
SHARED_STAR, NO_COMBINATION = 0, -1


class Suppression:
    """The classes of a grouping, and which of their cells are suppressed so far.

    With `stars_are_values`, a suppressed cell is a value that combinations can share, as whoever
    reads the release sees it; without, a combination with a suppressed cell is none any more,
    as mu-Argus has it.
    """

    def __init__(
        self,
        problem: Problem,
        grouping: Grouping,
        tested: Sequence[Tested],
        *,
        stars_are_values: bool,
    ) -> None:
        self._problem = problem
        self._grouping = grouping
        self._tested = tested
        self._star = SHARED_STAR if stars_are_values else NO_COMBINATION
        self._codes = grouping.codes + np.int32(1)
        self._radices = np.array([len(own.labels) + 1 for own in grouping.blocks], dtype=np.int64)

    @property
    def is_suppressed(self) -> NDArray[np.bool_]:
        """For each attribute and class: is the cell suppressed?"""
        return self._codes <= SHARED_STAR

    @property
    def cell_count(self) -> int:
        """How many cells of records are suppressed."""
        return int((self.is_suppressed.sum(axis=0) * self._grouping.sizes).sum())

    def remove_unsafe(self) -> None:
        """Suppress the rarest value of each unsafe combination, until there is none left."""
        are_safe = False
        while not are_safe:
            are_safe = True
            # What is suppressed in one combination can make another rare: then all over again.
            for test in self._tested:
                while (unsafe := self._unsafe(test)).any():
                    are_safe = False
                    if self._problem.is_out_of_time:
                        raise out_of_time()
                    self._remove(unsafe, test)

    def give_back(self) -> None:
        """Release suppressed values again that all records of a combination share anyway."""
        for attribute, original in enumerate(self._grouping.codes):
            groups = [
                self._grouped(test.attributes)
                for test in self._tested
                if attribute in test.attributes
            ]
            alike = self._codes[attribute] == SHARED_STAR
            before = None
            # Classes of every shield give back as a whole, so that none of them falls apart.
            while before is None or (alike != before).any():
                before = alike.copy()
                for group_of, firsts in groups:
                    fits = alike & (original == original[firsts][group_of])
                    alike &= np.bincount(group_of, weights=~fits)[group_of] == 0
            if alike.any():
                self._codes[attribute, alike] = original[alike] + 1
                cells = int(self._grouping.sizes[alike].sum())
                self._tell("released again", (attribute,), cells)

    def _unsafe(self, test: Tested) -> NDArray[np.bool_]:
        """Which classes have an unsafe combination of the tested attributes."""
        marks = np.zeros(self._codes.shape[1], dtype=np.bool_)
        mark(self._codes, self._grouping.sizes, self._radices, test, marks)
        return marks

    def _remove(self, unsafe: NDArray[np.bool_], test: Tested) -> None:
        """Each unsafe combination loses its rarest value that is left."""
        before = self.cell_count
        attributes = np.array([own for own in self._precedence if own in test.attributes])
        is_gone = self._codes[attributes] <= SHARED_STAR
        rarity = np.where(is_gone, NO_VALUE, self._rarity[attributes])
        has_value = rarity < NO_VALUE
        losing = np.flatnonzero(unsafe & has_value.any(axis=0))
        if len(losing):
            # Of equally rare values the first: the attributes stand in the order of precedence.
            self._codes[attributes[rarity[:, losing].argmin(axis=0)], losing] = self._star
        else:
            # Those that have lost everything are too few: whoever has least to lose joins them.
            joining = self._least_to_lose(test.attributes, has_value.sum(axis=0) * ~unsafe)
            for attribute, there in zip(attributes, has_value, strict=True):
                self._codes[attribute, joining & there] = self._star
        event = "suppressed cells" if len(losing) else "joined"
        self._tell(event, test.attributes, self.cell_count - before)

    def _least_to_lose(
        self, shield: tuple[int, ...], values: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """The combination that loses the fewest cells when all its values go."""
        group_of, firsts = self._grouped(shield)
        cells = sum_by(group_of, self._grouping.sizes, len(firsts)) * values[firsts]
        cells[cells == 0] = NO_VALUE
        return group_of == cells.argmin()

    def _grouped(self, shield: tuple[int, ...]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Classes by what is released of them over a shield, and the first of each group."""
        places = list(shield)
        return group_columns(self._codes[places], self._radices[places].tolist())

    def _tell(self, event: str, attributes: Sequence[int], cells: int) -> None:
        """Trace what was suppressed, with the combinations that are unsafe then."""
        if self._problem.trace is None:
            return
        released = self._codes.clip(min=SHARED_STAR)
        _, firsts = group_columns(released, self._radices.tolist())
        unsafe = np.zeros(released.shape[1], dtype=np.bool_)
        for test in self._tested:
            unsafe |= self._unsafe(test)
        self._problem.trace.add(
            event,
            attributes=", ".join(self._problem.attributes[own].name for own in attributes),
            cells=cells,
            violating=int(np.count_nonzero(unsafe[firsts])),
            rows=len(firsts),
        )

    @cached_property
    def _precedence(self) -> list[int]:
        """Which attribute loses a value first, of several that are equally rare."""
        attributes = self._problem.attributes
        return sorted(range(len(attributes)), key=lambda own: (attributes[own].priority, -own))

    @cached_property
    def _rarity(self) -> NDArray[np.int64]:
        """For each cell of a class: how many records of the table share its value."""
        grouping = self._grouping
        shared = np.empty(grouping.codes.shape, dtype=np.int64)
        for attribute, blocks in enumerate(grouping.blocks):
            codes = np.ascontiguousarray(grouping.codes[attribute])
            records = sum_by(codes, grouping.sizes, len(blocks.labels))
            # Where all records have the same value, suppressing it would tell nobody less.
            is_constant = np.count_nonzero(records) == 1
            shared[attribute] = NO_VALUE if is_constant else records[codes]
        return shared
