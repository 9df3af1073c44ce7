"""Are labelled rows a tree of levels, in which every label means one thing?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.errors import Flaw
from hoarfrost.hierarchy.tree import Hierarchy, encode
from hoarfrost.hierarchy.wording import quoted

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_FLAWS = 20
ONE_PARENT = "every label needs exactly one parent"
ONE_MEANING = (
    "a label may stand on several levels only along one path, with the same values under it"
)


@dataclass(frozen=True)
class Places:
    """Where rows are, in the words of messages."""

    at: Callable[[int], str]
    """The place at which a sentence about a row begins: `age.csv, line 57`."""
    mention: Callable[[int], str]
    """The same inside a sentence: `in line 57`."""


def first_flaws(flaws: Sequence[Flaw], *, hint: str) -> list[Flaw]:
    """As many flaws as one run tells, with one hint at the end."""
    told = list(flaws[:MOST_FLAWS])
    return [*told[:-1], Flaw(told[-1].message, hint)] if told else []


def tree_flaws(columns: Sequence[Sequence[str]], places: Places) -> list[Flaw]:
    """What keeps rows from being a tree: repeated leaves, two parents, several roots."""
    coded = [encode(column) for column in columns]
    return [
        *first_flaws(list(_repeated_leaves(coded, places)), hint="every value needs one row"),
        *first_flaws(list(_second_parents(coded, places)), hint=ONE_PARENT),
        *first_flaws(list(_second_roots(coded[-1], places)), hint="a hierarchy has one root"),
    ][:MOST_FLAWS]


Coded = tuple[tuple[str, ...], "NDArray[np.int32]"]


def _first_rows(codes: NDArray[np.int32]) -> NDArray[np.int64]:
    """The first row of each code."""
    return np.unique(codes, return_index=True)[1].astype(np.int64)


def _repeated_leaves(coded: Sequence[Coded], places: Places) -> Iterator[Flaw]:
    labels, codes = coded[0]
    if len(labels) == len(codes):
        return
    first = _first_rows(codes)
    parents = coded[1][1] if len(coded) > 1 else codes
    for row in np.flatnonzero(first[codes] != np.arange(len(codes))).tolist()[:MOST_FLAWS]:
        original = int(first[codes[row]])
        if parents[row] == parents[original]:
            label = quoted(labels[codes[row]])
            yield Flaw(
                f"{places.at(row)}: {label} has a row here and another {places.mention(original)}"
            )


def _second_parents(coded: Sequence[Coded], places: Places) -> Iterator[Flaw]:
    for (labels, codes), (above_labels, above) in pairwise(coded):
        first = _first_rows(codes)
        strays = np.flatnonzero(above != above[first][codes])
        # One complaint for each label: its first row under another parent.
        for row in strays[np.sort(np.unique(codes[strays], return_index=True)[1])].tolist():
            original = int(first[codes[row]])
            yield Flaw(
                f"{places.at(row)}: {quoted(labels[codes[row]])} has the parent "
                f"{quoted(above_labels[above[row]])} here but "
                f"{quoted(above_labels[above[original]])} {places.mention(original)}"
            )


def _second_roots(root: Coded, places: Places) -> Iterator[Flaw]:
    labels, codes = root
    for label, row in list(zip(labels, _first_rows(codes).tolist(), strict=True))[1:]:
        yield Flaw(
            f"{places.at(row)}: the root is {quoted(label)} here but {quoted(labels[0])} "
            f"{places.mention(0)}"
        )


def label_flaws(hierarchy: Hierarchy, rows: Sequence[Sequence[str]], places: Places) -> list[Flaw]:
    """Labels of a tree that mean different values on different levels."""
    met: dict[str, tuple[int, int]] = {}
    flaws = []
    for level, labels in enumerate(hierarchy.labels):
        if not met.keys().isdisjoint(labels):
            for node, label in enumerate(labels):
                lower = met.get(label)
                if lower is not None and not _is_same(hierarchy, lower, (level, node)):
                    flaws.append((label, lower[0], level))
        met |= {label: (level, node) for node, label in enumerate(labels)}
    return first_flaws(
        [_two_meanings(flaw, rows, places) for flaw in flaws[:MOST_FLAWS]], hint=ONE_MEANING
    )


def _is_same(hierarchy: Hierarchy, lower: tuple[int, int], upper: tuple[int, int]) -> bool:
    """Do two nodes lie on one path, with the same leaves under them?"""
    (low_level, low_node), (high_level, high_node) = lower, upper
    leaf = int(np.searchsorted(hierarchy.nodes[low_level], low_node))
    return (
        int(hierarchy.nodes[high_level][leaf]) == high_node
        and hierarchy.leaf_counts[low_level][low_node]
        == hierarchy.leaf_counts[high_level][high_node]
    )


def _two_meanings(
    flaw: tuple[str, int, int], rows: Sequence[Sequence[str]], places: Places
) -> Flaw:
    label, low, high = flaw
    lower = next(row for row, labels in enumerate(rows) if labels[low] == label)
    upper = next(row for row, labels in enumerate(rows) if labels[high] == label and row != lower)
    below = "an original value" if low == 0 else f"a label of level {low}"
    return Flaw(
        f"{places.at(upper)}: {quoted(label)} is a label of level {high} here but {below} "
        f"{places.mention(lower)}"
    )


def check_levels(
    name: str, min_level: int | None, max_level: int | None, height: int
) -> list[Flaw]:
    """Levels of a policy that contradict each other or the hierarchy's height."""
    flaws = []
    for key, level in (("min_level", min_level), ("max_level", max_level)):
        if level is not None and not 0 <= level <= height:
            flaws.append(
                Flaw(
                    f"column {quoted(name)}: {key} is {level}, expected 0 to {height}, "
                    "the levels of its hierarchy"
                )
            )
    if not flaws and min_level is not None and max_level is not None and min_level > max_level:
        flaws.append(
            Flaw(f"column {quoted(name)}: min_level is {min_level}, above max_level {max_level}")
        )
    return flaws
