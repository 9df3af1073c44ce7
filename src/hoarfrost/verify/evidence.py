"""What judges are shown besides the released table: reference, order, hierarchy, population."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hoarfrost.errors import UsageError
from hoarfrost.verify.hierarchies import hierarchy_over, order_of
from hoarfrost.verify.judges import COMPARES_WITH_TABLE, JUDGES, Groups
from hoarfrost.verify.labels import Labels
from hoarfrost.verify.population import (
    People,
    label_paths,
    people_of_file,
    people_of_table,
    people_under,
)

if TYPE_CHECKING:
    from hoarfrost.engines.protocol import Table
    from hoarfrost.hierarchy.tree import Hierarchy
    from hoarfrost.policy import Policy
    from hoarfrost.verify.asked import Asked
    from hoarfrost.verify.released import Partitioned


@dataclass
class Evidence:
    """Facts from elsewhere, made ready for one requirement after the other."""

    policy: Policy
    reference: Mapping[str, Mapping[str, int]]
    population: Mapping[str, Table] = field(default_factory=dict)
    hierarchies: Mapping[str, Hierarchy] = field(default_factory=dict)

    def require(self, asked: Asked) -> None:
        """Raise when a requirement cannot be judged with what is there."""
        needs_reference = asked.type in COMPARES_WITH_TABLE or asked.compares_with_table
        if needs_reference and not self._counts(asked):
            raise UsageError(
                f'{asked.type} compares with the distribution of "{asked.sensitive}" in the input,'
                " which a release does not show",
                hint="--report gives the internal report of the run, which holds it",
            )

    def groups(self, asked: Asked, classes: Partitioned) -> Groups:
        """The classes over a requirement's shield, with all that it is about."""
        histograms = classes.histograms(asked.sensitive) if asked.sensitive else []
        counts = self._counts(asked)
        people, uncovered = self._people_under(asked, classes)
        distance = asked.parameters.get("distance")
        return Groups(
            sizes=classes.sizes,
            histograms=tuple(histograms),
            reference=counts,
            order=self._order(asked, counts) if distance == "ordered" else (),
            hierarchy=self._tree(asked, counts) if self._needs_tree(asked) else None,
            population=people,
            uncovered=uncovered,
        )

    def _counts(self, asked: Asked) -> dict[str, int]:
        own = self.reference.get(asked.sensitive or "", {})
        return {value: count for value, count in own.items() if count}

    def _order(self, asked: Asked, counts: Mapping[str, int]) -> tuple[str, ...]:
        return order_of(self.policy, asked.sensitive or "", counts)

    def _tree(self, asked: Asked, counts: Mapping[str, int]) -> Hierarchy:
        name = asked.sensitive or ""
        return self.hierarchies.get(name) or hierarchy_over(self.policy, name, counts, counts)

    def _needs_tree(self, asked: Asked) -> bool:
        if asked.type in JUDGES:
            return asked.parameters.get("distance") == "hierarchical"
        return (
            asked.sensitive is not None
            and self.policy.attribute(asked.sensitive).hierarchy is not None
        )

    def _people_under(self, asked: Asked, classes: Partitioned) -> tuple[tuple[int, ...], int]:
        if "population" not in asked.parameters:
            return (), 0
        people = self._people(asked)
        paths = []
        for position, name in enumerate(asked.on):
            values = {row[position] for row in people}
            tree = self.hierarchies.get(name) or hierarchy_over(self.policy, name, values)
            released = {labels[position] for labels in classes.labels()}
            paths.append(label_paths(Labels.of(self.policy, name, tree), released))
        return people_under(people, paths, classes.labels())

    def _people(self, asked: Asked) -> People:
        name = asked.parameters["population"]
        if name in self.population:
            return people_of_table(self.population[name], asked.on)
        return people_of_file(self.policy.locate(name), asked.on, self.policy)
