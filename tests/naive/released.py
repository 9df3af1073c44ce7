"""A released file judged one class at a time, and the file that a recoding ought to give."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from tests.naive.lattice import Node, project, survivors
from tests.naive.requirements import Shown, average_risk_of_table, judge


def is_safe(case, records, values, *, table=None):
    """Do released labels with their sensitive values satisfy everything that a case asks?

    `table` has the values that requirements compare with; None: those of the case's own table.
    """
    return bool(records) and all(
        holds(case, demand, records, values, table or case.sensitive) for demand in case.demands
    )


def holds(case, demand, records, values, table):
    requirement, shield, sensitive = demand
    own = sensitive or "first"
    members = defaultdict(list)
    for labels, value in zip(records, values[own], strict=True):
        members[project(labels, shield)].append(value)
    people = [labels_of(case, row, shield) for row in case.population]
    order = sorted({*table[own], *values[own]})
    classes = {
        labels: Shown(inside, table[own], order, case.paths, sum(under(labels, p) for p in people))
        for labels, inside in members.items()
    }
    if requirement.name == "average-risk":
        return average_risk_of_table(list(classes.values()), threshold=requirement.threshold)
    if requirement.name == "delta-presence" and Fraction(requirement.dmin) > 0:
        covered = [any(under(labels, person) for labels in classes) for person in people]
        if not all(covered):
            return False
    return all(judge(requirement, shown) for shown in classes.values())


def labels_of(case, row, shield):
    """For each attribute of a shield, all labels that stand for a row's value."""
    paths = [{path[0]: set(path) for path in case.hierarchies[place]} for place in shield]
    return [own[row[place]] for own, place in zip(paths, shield, strict=True)]


def under(labels, person):
    return all(label in own for label, own in zip(labels, person, strict=True))


def rows_of(case, node: Node, *, star: bool):
    """For each record: the labels that it is released with, or None."""
    kept = set(survivors(case, node.levels))
    labels = case.released(case.records, node.levels)
    roots = tuple(paths[0][-1] for paths in case.hierarchies)
    dropped = [own if place in kept else None for place, own in enumerate(labels)]
    starred = [own if place in kept else roots for place, own in enumerate(labels)]
    return starred if star and is_safe(case, starred, case.sensitive) else dropped
