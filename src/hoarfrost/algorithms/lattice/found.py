"""What a search has found so far, and what it knows about the rest."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np

from hoarfrost.algorithms.lattice.costs import TOLERANCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hoarfrost.algorithms.lattice.costs import Costs
    from hoarfrost.algorithms.lattice.weighing import Weight
    from hoarfrost.problem import Problem


@dataclass
class Incumbents:
    """The best accepted nodes, ties included."""

    costs: Costs
    nodes: list[Weight] = field(default_factory=list)
    cost: float = np.inf

    @property
    def ceiling(self) -> float:
        """Nodes above this cost can be neither better nor a tie."""
        return self.cost + TOLERANCE * abs(self.cost) if np.isfinite(self.cost) else np.inf

    def offer(self, weight: Weight) -> None:
        """Keep an accepted node that is better than the others, or as good."""
        if not weight.is_accepted or weight.cost > self.ceiling:
            return
        self.cost = min(self.cost, weight.cost)
        self.nodes.append(weight)
        self.nodes = [node for node in self.nodes if node.cost <= self.ceiling]

    def best(self) -> Weight | None:
        """Take the best; of ties the one that leaves out least, then the one with the lowest levels.

        Lowest: the least sum, then the lexicographically least vector.
        """
        return min(
            self.nodes,
            key=lambda node: (node.suppressed, sum(node.levels), node.levels),
            default=None,
        )


@dataclass(frozen=True)
class Found:
    """The answer of a search over a lattice."""

    best: Weight | None
    bound: float
    """No node can cost less."""
    ended: Literal["complete", "time", "nodes"]
    weighed: int
    pruned: Mapping[str, int]


EVENTS = {
    "best": "Levels {levels}: safe with {suppressed} records left out; {figure} {value},"
    " and none is better so far.",
    "accepted": "Levels {levels}: safe with {suppressed} records left out; {figure} {value},"
    " which is no better than the best so far.",
    "refused": "Levels {levels}: {suppressed} records would have to be left out;"
    " the limit is {allowed}.",
    "unfit": "Levels {levels}: what would be left of the table does not meet the policy.",
}
"""The sentences of weighed nodes."""

TOLD_EVERY = 50
"""Whoever watches is told after so many weighed nodes."""


def tell(problem: Problem, incumbents: Incumbents, weight: Weight, count: int) -> None:
    """Trace one weighed node, and tell whoever watches how far the search is."""
    costs = incumbents.costs
    if problem.watch is not None and count % TOLD_EVERY == 0:
        best = costs.value(incumbents.cost)
        problem.watch(f"searching: {count} recodings weighed, best {costs.figure.name} {best:.4g}")
    if problem.trace is not None:
        levels = user_levels(problem, weight.levels)
        facts = {"levels": levels, "suppressed": weight.suppressed}
        if weight.is_accepted:
            event = "best" if weight.cost <= incumbents.ceiling else "accepted"
            value = costs.value(weight.cost)
            problem.trace.add(event, **facts, figure=costs.figure.name, value=value)
        elif weight.suppressed > problem.suppression_limit:
            problem.trace.add("refused", **facts, allowed=problem.suppression_limit)
        else:
            problem.trace.add("unfit", **facts)


def user_levels(problem: Problem, levels: Iterable[int]) -> dict[str, int]:
    """The user's level of each attribute."""
    return {
        attribute.name: attribute.first_level + level
        for attribute, level in zip(problem.attributes, levels, strict=True)
    }
