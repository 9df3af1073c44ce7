"""The released combinations that a release left out: there can be a hundred thousand of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.grouping import group_columns
from hoarfrost.hierarchy.tree import encode

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.recoding.found import Found


@dataclass(frozen=True, eq=False, repr=False)
class LeftOut:
    """A set of combinations of labels."""

    labels: tuple[tuple[str, ...], ...] = ()
    codes: NDArray[np.int32] = field(default_factory=lambda: np.empty((0, 0), dtype=np.int32))
    """The label of each combination, one row for each attribute."""

    def includes(
        self, codes: NDArray[np.int32], labels: Sequence[Sequence[str]]
    ) -> NDArray[np.bool_]:
        """Which of some released combinations are among them."""
        count = self.codes.shape[1]
        if not count:
            return np.zeros(codes.shape[1], dtype=np.bool_)
        together = np.empty((len(codes), count + codes.shape[1]), dtype=np.int32)
        radices = []
        for place, (own, other) in enumerate(zip(self.labels, labels, strict=True)):
            # The same label can have several numbers: those of its texts are compared.
            distinct, number_of = encode((*own, *other))
            together[place, :count] = number_of[self.codes[place]]
            together[place, count:] = number_of[codes[place] + len(own)]
            radices.append(len(distinct))
        numbers, firsts = group_columns(together, radices)
        return firsts[numbers[count:]] < count

    def to_list(self) -> list[list[str]]:
        """The labels of each combination, in order."""
        columns = [
            [own[code] for code in row]
            for own, row in zip(self.labels, self.codes.tolist(), strict=True)
        ]
        return [list(row) for row in sorted(set(zip(*columns, strict=True)))]

    @classmethod
    def parse(cls, found: Found, width: int) -> LeftOut:
        """What `to_list` saved, of so many attributes."""
        rows = [_row(entry, width) for entry in found.items()]
        if not rows:
            return cls()
        coded = [encode(column) for column in zip(*rows, strict=True)]
        labels = tuple(labels for labels, _ in coded)
        return cls(labels, np.stack([codes for _, codes in coded]))


def _row(found: Found, width: int) -> tuple[str, ...]:
    labels = tuple(label.text() for label in found.items())
    if len(labels) != width:
        raise found.refuse(f"{width} labels", str(len(labels)))
    return labels
