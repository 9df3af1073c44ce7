"""Which rows of a population lie under released labels."""

from __future__ import annotations

import csv
import gzip
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from hoarfrost.errors import DataError, UsageError
from hoarfrost.verify.released import Rows

if TYPE_CHECKING:
    from hoarfrost.engines.protocol import Table
    from hoarfrost.policy import Policy
    from hoarfrost.verify.labels import Labels

People: TypeAlias = Mapping[tuple[str, ...], int]
"""Distinct rows of a population, with how many people each stands for."""


def people_of_table(table: Table, on: Sequence[str]) -> People:
    """The distinct rows of an opened table."""
    rows = Rows.of(table, on)
    labels = rows.classes(on).labels()
    return dict(zip(labels, rows.classes(on).sizes.tolist(), strict=True))


def people_of_file(path: Path, on: Sequence[str], policy: Policy) -> People:
    """The distinct rows of a CSV file."""
    if path.suffixes[-1:] not in ([".csv"], [".gz"], [".tsv"]):
        raise UsageError(
            f"{path}: expected a population in CSV, found {path.suffix or 'no suffix'}"
        )
    missing = set(policy.data.missing)
    label = next(iter(policy.data.missing), "")
    lines = _lines(path)
    header = next(lines, [])
    absent = [name for name in on if name not in header]
    if absent:
        raise DataError(f'{path}: expected the column "{absent[0]}", found none')
    places = [header.index(name) for name in on]
    counts: Counter[tuple[str, ...]] = Counter()
    for line in lines:
        if len(line) != len(header):
            raise DataError(
                f"{path}: expected {len(header)} values in every row, found {len(line)}"
            )
        values = (line[place] for place in places)
        counts[tuple(label if value in missing else value for value in values)] += 1
    return counts


def _lines(path: Path) -> Iterator[list[str]]:
    opened = gzip.open if path.suffix == ".gz" else open
    delimiter = "\t" if ".tsv" in path.suffixes else ","
    try:
        with opened(path, "rt", encoding="utf-8-sig", newline="") as file:
            yield from csv.reader(file, delimiter=delimiter)
    except (OSError, EOFError, UnicodeDecodeError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise DataError(f"{path}: cannot be read as a population: {reason}") from None


def people_under(
    people: People,
    paths: Sequence[Mapping[str, frozenset[str]]],
    classes: Sequence[tuple[str, ...]],
) -> tuple[tuple[int, ...], int]:
    """The people under the labels of each class, and those under no class.

    `paths[attribute][value]` are all labels that stand for a value.
    """
    tree: dict[str, object] = {}
    for number, labels in enumerate(classes):
        _insert(tree, labels, number)
    under, uncovered = [0] * len(classes), 0
    for values, count in people.items():
        labels_of = [path[value] for path, value in zip(paths, values, strict=True)]
        found = list(_search(tree, labels_of))
        uncovered += 0 if found else count
        for number in found:
            under[number] += count
    return tuple(under), uncovered


def _insert(tree: dict[str, object], labels: tuple[str, ...], number: int) -> None:
    node = tree
    for label in labels[:-1]:
        node = node.setdefault(label, {})  # type: ignore[assignment]
    node[labels[-1]] = number


def _search(tree: dict[str, object], labels_of: Sequence[frozenset[str]]) -> Iterator[int]:
    """The classes all of whose labels are among those given for their attribute."""
    first, *rest = labels_of
    for label in first:
        below = tree.get(label)
        if isinstance(below, dict):
            yield from _search(below, rest)
        elif isinstance(below, int):
            yield below


def label_paths(labels: Labels, released: Collection[str] = ()) -> dict[str, frozenset[str]]:
    """For each value, its label at every level and all released ones that stand for it."""
    tree = labels.hierarchy
    levels = [
        [texts[node] for node in nodes.tolist()]
        for texts, nodes in zip(tree.labels, tree.nodes, strict=True)
    ]
    paths = {path[0]: set(path) for path in zip(*levels, strict=True)}
    for label in released:
        for value in labels.inside(label):
            paths[value].add(label)
    return {value: frozenset(path) for value, path in paths.items()}
