"""The original rows as a recoding releases them, beside the rows that were released."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.verify.released import Rows, numbered

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.recoding import Recoding

IN_NO_FILE = "\ud800"
"""Half a surrogate pair: no encoded text has it."""


def recoded_rows(original: Rows, recoding: Recoding, quasi: Sequence[str]) -> Rows:
    """The rows with what the recoding makes of them in the quasi columns."""
    places = [original.names.index(name) for name in quasi]
    applied = recoding.apply(quasi, original.values, original.codes[places].astype(np.int32))
    codes = original.codes.copy()
    codes[places] = applied.codes
    return Rows(original.names, {**original.values, **applied.labels}, codes, original.counts)


def without_sampled(wanted: Rows, original: Rows, recoding: Recoding, quasi: Sequence[str]) -> Rows:
    """The same rows; those that were left out before anything was recoded match no released one."""
    places = [original.names.index(name) for name in quasi]
    codes = original.codes[places].astype(np.int32)
    gone = recoding.sampled_out(quasi, original.values, codes)
    if not gone.any():
        return wanted
    marked = wanted.codes.copy()
    values = dict(wanted.values)
    for place, name in zip(places, quasi, strict=True):
        marked[place, gone] = len(values[name])
        values[name] = (*values[name], IN_NO_FILE)
    return Rows(wanted.names, values, marked, wanted.counts)


@dataclass(frozen=True, eq=False)
class Match:
    """Two sets of rows over the same columns, counted row by row and class by class."""

    wanted: Rows
    """What would be released if nothing were suppressed."""
    found: Rows
    """What was released."""
    quasi: tuple[str, ...]
    root: tuple[str, ...]
    """The labels of the class of starred records."""

    @cached_property
    def rows(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For each distinct row, how many records are wanted, and how many were found."""
        return self._counted(self._numbers(self.wanted.names)[0])

    @cached_property
    def classes(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The same for each class."""
        return self._counted(self.class_of)

    @cached_property
    def class_of(self) -> NDArray[np.int64]:
        """The class of each wanted row, then of each found one."""
        return self._numbers(self.quasi)[0]

    @cached_property
    def is_root_row(self) -> NDArray[np.bool_]:
        """For each distinct row: is it one that starred records have?"""
        numbers, firsts = self._numbers(self.wanted.names)
        return self._is_root[firsts] if len(numbers) else np.zeros(0, dtype=np.bool_)

    @cached_property
    def is_root_class(self) -> NDArray[np.bool_]:
        """For each class: is it that of starred records?"""
        return self._is_root[self._numbers(self.quasi)[1]]

    @cached_property
    def others(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Wanted and found records for each combination of the columns that are not recoded."""
        names = [name for name in self.wanted.names if name not in self.quasi]
        if not names:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        return self._counted(self._numbers(names)[0])

    @cached_property
    def _is_root(self) -> NDArray[np.bool_]:
        at_root = np.ones(len(self.wanted.counts) + len(self.found.counts), dtype=np.bool_)
        for name, label in zip(self.quasi, self.root, strict=True):
            values, line = self._joined[name]
            at_root &= line == values.get(label, -1)
        return at_root

    @cached_property
    def _joined(self) -> dict[str, tuple[dict[str, int], NDArray[np.int64]]]:
        """For each column, codes that both sets of rows count by, and the two columns in one."""
        joined = {}
        for name in self.wanted.names:
            code_of: dict[str, int] = {}
            lines = []
            for rows in (self.wanted, self.found):
                own = [code_of.setdefault(value, len(code_of)) for value in rows.values[name]]
                lines.append(np.array(own, dtype=np.int64)[rows.column(name)])
            joined[name] = (code_of, np.concatenate(lines))
        return joined

    def _numbers(self, names: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        columns = [self._joined[name] for name in names]
        return numbered([line for _, line in columns], [len(code_of) for code_of, _ in columns])

    def _counted(self, numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        count, split = int(numbers.max(initial=-1)) + 1, len(self.wanted.counts)
        wanted, found = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
        np.add.at(wanted, numbers[:split], self.wanted.counts)
        np.add.at(found, numbers[split:], self.found.counts)
        return wanted, found
