"""Suppression in rounds, record by record: slow and obvious."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from tests.naive.requirements import Shown, average_risk_of_table, judge


@dataclass
class Table:
    """Released records, and what they are compared with."""

    records: list[tuple[tuple[str, ...], str]]
    """The released combination and the sensitive value of each record."""
    order: list[str]
    paths: dict[str, list[str]]
    population: list[tuple[str, ...]]
    """The population's rows under the labels that the release uses."""

    def classes(self, records, shield):
        """The classes of some records over a shield, by their labels."""
        values = defaultdict(list)
        for labels, value in records:
            values[project(labels, shield)].append(value)
        table = [value for _, value in self.records]
        return {
            labels: Shown(own, table, self.order, self.paths, self.people(labels, shield))
            for labels, own in values.items()
        }

    def people(self, labels, shield):
        """The population rows under the labels."""
        return sum(project(row, shield) == labels for row in self.population)


def project(labels, shield):
    return tuple(labels[position] for position in shield)


def survivors(demands, table):
    """The records that are left when no class fails any more."""
    left = table.records
    while True:
        failing = {
            labels
            for requirement, shield in demands
            for part, shown in table.classes(left, shield).items()
            if not judge(requirement, shown)
            for labels, _ in left
            if project(labels, shield) == part
        }
        if not failing:
            return left
        left = [record for record in left if record[0] not in failing]


def table_holds(requirement, shield, table, left):
    """Does what is asked of the table as a whole hold?"""
    classes = table.classes(left, shield)
    if requirement.name == "average-risk":
        return average_risk_of_table(list(classes.values()), threshold=requirement.threshold)
    if requirement.name == "delta-presence" and Fraction(requirement.dmin) > 0:
        return all(project(row, shield) in classes for row in table.population)
    return True
