"""The best full-domain recoding by trying every one, record by record: slow and obvious."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from tests.naive import figures
from tests.naive.requirements import Shown, average_risk_of_table, judge

TIE = 1e-12


@dataclass
class Case:
    """A table and a policy, as texts and numbers."""

    hierarchies: list[list[list[str]]]
    """For each attribute, a path for each value: the value, its label on level 1, …, the root."""
    records: list[tuple[str, ...]]
    sensitive: dict[str, list[str]]
    """For each sensitive attribute, the value of each record."""
    demands: list[tuple[object, tuple[int, ...], str | None]]
    """Requirements, each with its shield and its sensitive attribute."""
    paths: dict[str, list[str]]
    """The hierarchy of the sensitive values."""
    population: list[tuple[str, ...]] = field(default_factory=list)
    limit: int = 0
    objective: str = "loss"
    larger_is_better: bool = False
    lowest: list[int] = field(default_factory=list)
    highest: list[int] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    priorities: list[int] = field(default_factory=list)

    def released(self, rows, levels):
        """Rows with every value at its level."""
        labels = [
            {path[0]: path[level] for path in paths}
            for paths, level in zip(self.hierarchies, levels, strict=True)
        ]
        return [tuple(of[value] for of, value in zip(labels, row, strict=True)) for row in rows]


@dataclass
class Node:
    """A recoding, judged and measured."""

    levels: tuple[int, ...]
    value: float
    suppressed: int


def every_accepted(case):
    """Every recoding that meets the policy within the limit."""
    ranges = [range(low, high + 1) for low, high in zip(case.lowest, case.highest, strict=True)]
    nodes = []
    for levels in product(*ranges):
        kept = survivors(case, levels)
        if is_accepted(case, levels, kept):
            value = measured(case, levels, kept)
            if value is not None:
                nodes.append(Node(levels, value, len(case.records) - len(kept)))
    return nodes


def best_of(nodes, *, larger_is_better):
    """The best value; of the ties, fewest suppressed, least level sum, least vector."""
    best = (max if larger_is_better else min)(node.value for node in nodes)
    ties = [
        node for node in nodes if abs(node.value - best) <= TIE * max(abs(node.value), abs(best))
    ]
    return min(ties, key=lambda node: (node.suppressed, sum(node.levels), node.levels))


def classes(case, levels, kept, demand):
    """The kept records by their labels over a demand's shield, and what is shown of each class."""
    _, shield, sensitive = demand
    labels = [project(row, shield) for row in case.released(case.records, levels)]
    people = [project(row, shield) for row in case.released(case.population, levels)]
    table = case.sensitive[sensitive] if sensitive else ["x"] * len(case.records)
    members = defaultdict(list)
    for record in kept:
        members[labels[record]].append(record)
    return {
        part: (
            own,
            Shown(
                [table[record] for record in own],
                table,
                sorted(set(table)),
                case.paths,
                people.count(part),
            ),
        )
        for part, own in members.items()
    }


def survivors(case, levels):
    """The records that are left when no class fails any more."""
    labels = case.released(case.records, levels)
    kept = list(range(len(labels)))
    while True:
        failing = {
            labels[record]
            for demand in case.demands
            for own, shown in classes(case, levels, kept, demand).values()
            if not judge(demand[0], shown)
            for record in own
        }
        if not failing:
            return kept
        kept = [record for record in kept if labels[record] not in failing]


def is_accepted(case, levels, kept):
    """Is anything left, is it enough, and does the table as a whole hold?"""
    if not kept or len(case.records) - len(kept) > case.limit:
        return False
    return all(table_holds(case, levels, kept, demand) for demand in case.demands)


def table_holds(case, levels, kept, demand):
    requirement, shield, _ = demand
    found = classes(case, levels, kept, demand)
    if requirement.name == "average-risk":
        shown = [shown for _, shown in found.values()]
        return average_risk_of_table(shown, threshold=requirement.threshold)
    if requirement.name == "delta-presence" and Fraction(requirement.dmin) > 0:
        people = case.released(case.population, levels)
        return all(project(row, shield) in found for row in people)
    return True


def measured(case, levels, kept):
    """The objective of a recoding; what the lowest levels release counts as original."""
    return figures.FIGURES[case.objective](written_out(case, levels, kept))


def written_out(case, levels, kept):
    """The release, record by record, as the figures read it."""
    originals = case.released(case.records, case.lowest)
    combinations = sorted(set(originals))
    leaves = [
        sorted({path[low] for path in paths})
        for paths, low in zip(case.hierarchies, case.lowest, strict=True)
    ]
    under = [
        cells_of(paths, low, level, own)
        for paths, low, level, own in zip(
            case.hierarchies, case.lowest, levels, leaves, strict=True
        )
    ]
    chosen = set(kept)
    records = [
        figures.Record(
            tuple(own.index(value) for own, value in zip(leaves, row, strict=True)),
            tuple(cells[value] for cells, value in zip(under, row, strict=True))
            if number in chosen
            else None,
            combinations.index(row),
        )
        for number, row in enumerate(originals)
    ]
    return figures.Release(
        records,
        [len(own) for own in leaves],
        [len(paths[0]) - 1 - low for paths, low in zip(case.hierarchies, case.lowest, strict=True)],
        case.weights,
        case.priorities,
    )


def cells_of(paths, low, level, leaves):
    """For each value of the lowest level, the cell that it is released in."""
    under = defaultdict(set)
    for path in paths:
        under[path[level]].add(leaves.index(path[low]))
    return {path[low]: figures.Cell(frozenset(under[path[level]]), level - low) for path in paths}


def project(labels, shield):
    return tuple(labels[position] for position in shield)
