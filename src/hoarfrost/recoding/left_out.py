"""The released combinations that a release left out: there can be a hundred thousand of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

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

    def to_dict(self) -> dict[str, Any]:
        """The labels that occur, in order, and each combination once, in order."""
        if not self.codes.size:
            return {"labels": [], "combinations": []}
        labels, rows = [], []
        for own, row in zip(self.labels, self.codes, strict=True):
            texts, number_of = encode(own)
            used = sorted(texts[number] for number in np.unique(number_of[row]).tolist())
            rank_of = {text: rank for rank, text in enumerate(used)}
            ranks = np.array([rank_of.get(text, -1) for text in own], dtype=np.int32)
            labels.append(used)
            rows.append(ranks[row])
        return {"labels": labels, "combinations": _in_order(np.stack(rows)).tolist()}

    @classmethod
    def parse(cls, found: Found, width: int) -> LeftOut:
        """What `to_dict` saved, of so many attributes."""
        found.allow_only("labels", "combinations")
        columns = list(found.at("labels").items())
        if not columns and not list(found.at("combinations").items()):
            return cls()
        if len(columns) != width:
            raise found.at("labels").refuse(f"{width} lists", str(len(columns)))
        labels = tuple(tuple(label.text() for label in column.items()) for column in columns)
        return cls(labels, found.at("combinations").table([len(own) for own in labels]))


def _in_order(codes: NDArray[np.int32]) -> NDArray[np.int32]:
    """Each column once, in lexicographic order."""
    firsts = group_columns(codes, [int(row.max()) + 1 for row in codes])[1]
    once = codes[:, firsts]
    return once[:, np.lexsort(once[::-1])]
