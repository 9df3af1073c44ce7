"""Every figure as it is defined: plain Python, record by record, cell by cell."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoarfrost.figures.base import View
    from hoarfrost.figures.query_error import Query


@dataclass(frozen=True)
class Cell:
    """What was released for one attribute of one record."""

    leaves: frozenset[int]
    level: int


@dataclass(frozen=True)
class Record:
    leaves: tuple[int, ...]
    released: tuple[Cell, ...] | None
    """None: suppressed."""
    combination: int


@dataclass(frozen=True)
class Release:
    records: list[Record]
    leaf_counts: list[int]
    heights: list[int]
    weights: list[float]
    priorities: list[int]

    @property
    def kept(self) -> list[Record]:
        return [record for record in self.records if record.released is not None]

    @property
    def attributes(self) -> range:
        return range(len(self.heights))

    def records_with(self, attribute: int, leaves: frozenset[int]) -> int:
        return sum(record.leaves[attribute] in leaves for record in self.records)

    def weighted_mean(self, cost: Callable[[Record, int], float]) -> float:
        """The weighted mean over attributes of the sum over records."""
        total = sum(
            self.weights[attribute] * cost(record, attribute)
            for record in self.records
            for attribute in self.attributes
        )
        return total / sum(self.weights)


def release_of(view: View) -> Release:
    """Every record of a release, written out."""
    grouping, attributes = view.grouping, view.problem.attributes
    records = []
    for combination, count in enumerate(grouping.frequency.counts):
        number = grouping.class_of[combination]
        cells = tuple(
            Cell(
                frozenset(
                    blocks.leaf_codes[
                        blocks.leaf_starts[code] : blocks.leaf_starts[code + 1]
                    ].tolist()
                ),
                int(blocks.levels[code]),
            )
            for blocks, code in zip(grouping.blocks, grouping.codes[:, number], strict=True)
        )
        leaves = tuple(grouping.frequency.codes[:, combination].tolist())
        released = cells if view.kept[number] else None
        records += [Record(leaves, released, combination)] * int(count)
    return Release(
        records,
        [len(attribute.hierarchy.leaves) for attribute in attributes],
        [attribute.hierarchy.height for attribute in attributes],
        [attribute.weight for attribute in attributes],
        [attribute.priority for attribute in attributes],
    )


def loss(release: Release) -> float:
    def cost(record: Record, attribute: int) -> float:
        if record.released is None:
            return 1.0
        if release.leaf_counts[attribute] == 1:
            return 0.0
        under = len(record.released[attribute].leaves)
        return (under - 1) / (release.leaf_counts[attribute] - 1)

    return release.weighted_mean(cost) / len(release.records)


def precision(release: Release) -> float:
    def cost(record: Record, attribute: int) -> float:
        if record.released is None:
            return 1.0
        if release.heights[attribute] == 0:
            return 0.0
        return record.released[attribute].level / release.heights[attribute]

    return 1.0 - release.weighted_mean(cost) / len(release.records)


def hierarchical_discernibility(release: Release) -> float:
    def cost(record: Record, attribute: int) -> float:
        if record.released is None:
            return 1.0
        alike = release.records_with(attribute, frozenset([record.leaves[attribute]]))
        if alike == len(release.records):
            return 0.0
        under = release.records_with(attribute, record.released[attribute].leaves)
        return (under - alike) / (len(release.records) - alike)

    return release.weighted_mean(cost)


def entropy(release: Release) -> float:
    def cost(record: Record, attribute: int) -> float:
        alike = release.records_with(attribute, frozenset([record.leaves[attribute]]))
        if record.released is None:
            return math.log2(len(release.records) / alike)
        under = release.records_with(attribute, record.released[attribute].leaves)
        return math.log2(under / alike)

    return release.weighted_mean(cost)


def generalizations(release: Release) -> float:
    first_of_each = {record.combination: record for record in release.records}
    return sum(steps(release, record) for record in first_of_each.values())


def cell_generalizations(release: Release) -> float:
    return sum(steps(release, record) for record in release.records)


def steps(release: Release, record: Record) -> int:
    if record.released is None:
        return sum(release.heights)
    return sum(cell.level for cell in record.released)


def discernibility(release: Release) -> float:
    total = 0
    for record in release.records:
        if record.released is None:
            total += len(release.records)
        else:
            total += sum(other.released == record.released for other in release.records)
    return total


def class_size(release: Release) -> float | None:
    classes = rows(release)
    return len(release.records) / classes if classes else None


def ambiguity(release: Release) -> float:
    total = 0
    for record in release.records:
        if record.released is None:
            total += math.prod(release.leaf_counts)
        else:
            total += math.prod(len(cell.leaves) for cell in record.released)
    return total / len(release.records)


def rows(release: Release) -> int:
    return len({record.released for record in release.kept})


def row_ratio(release: Release) -> float:
    return rows(release) / len({record.leaves for record in release.records})


def values_kept(release: Release, attribute: int) -> int:
    return len({record.released[attribute] for record in release.kept if record.released})


def frost_basic(release: Release) -> float:
    return sum(
        release.priorities[attribute] * values_kept(release, attribute)
        for attribute in release.attributes
    )


def frost_eta(release: Release) -> float:
    score = 0
    for attribute in release.attributes:
        kept = values_kept(release, attribute)
        if kept > 10:
            score += 2 * release.priorities[attribute]
        elif kept > 5:
            score += release.priorities[attribute]
    return score


def frost_log(release: Release) -> float:
    scores = []
    for attribute in release.attributes:
        kept = values_kept(release, attribute)
        before = len({record.leaves[attribute] for record in release.records})
        if kept == 0:
            share = 0.0
        elif before == 1:
            share = 1.0
        else:
            share = math.log(kept) / math.log(before)
        scores.append(release.priorities[attribute] * share)
    return max(scores)


FIGURES: dict[str, Callable[[Release], float | None]] = {
    "loss": loss,
    "precision": precision,
    "discernibility": discernibility,
    "hierarchical-discernibility": hierarchical_discernibility,
    "class-size": class_size,
    "entropy": entropy,
    "ambiguity": ambiguity,
    "rows": rows,
    "row-ratio": row_ratio,
    "generalizations": generalizations,
    "cell-generalizations": cell_generalizations,
    "frost-basic": frost_basic,
    "frost-eta": frost_eta,
    "frost-log": frost_log,
}


def relative_error(release: Release, query: Query) -> float:
    """How far off the release's answer to one question is."""
    true, answer = 0, 0.0
    for record in release.records:
        asked = [
            (attribute, set(inside.nonzero()[0].tolist()))
            for attribute, inside in query.inside.items()
        ]
        true += all(record.leaves[attribute] in inside for attribute, inside in asked)
        if record.released is not None:
            answer += math.prod(
                len(record.released[attribute].leaves & inside)
                / len(record.released[attribute].leaves)
                for attribute, inside in asked
            )
    return abs(answer - true) / max(true, 1.0, len(release.records) / 1000)


def naive_bayes(
    taught: list[tuple[tuple[int, ...], int]], label_counts: list[int], asked: tuple[int, ...]
) -> set[int]:
    """The likeliest targets of one row, by counting, each label seen once more than it was."""
    targets = Counter(target for _, target in taught)
    likelihoods = {}
    for target, count in targets.items():
        likelihood = math.log(count)
        for position, label in enumerate(asked):
            seen = sum(other == target and labels[position] == label for labels, other in taught)
            likelihood += math.log((seen + 1) / (count + label_counts[position]))
        likelihoods[target] = likelihood
    best = max(likelihoods.values())
    return {target for target, value in likelihoods.items() if value > best - 1e-9}
