"""Which of several nodes that satisfy is released: by a figure, or by the paper's preferences.

The four preferences are those of Samarati's paper. Distances are counted in levels: the absolute
distance of a node is the sum of its levels, the relative one divides each level by the height of
its hierarchy. The distribution of a node is how many different combinations it releases.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import numpy as np
from pydantic import AfterValidator

from hoarfrost.algorithms.lattice.costs import Costs
from hoarfrost.algorithms.lattice.found import Incumbents
from hoarfrost.algorithms.lattice.weighing import weigher_for
from hoarfrost.errors import PolicyError
from hoarfrost.figures.base import FIGURES
from hoarfrost.naming import did_you_mean

if TYPE_CHECKING:
    from hoarfrost.algorithms.lattice.graphs import Trial
    from hoarfrost.problem import Problem

Levels = tuple[int, ...]


def _absolute_distance(_: Problem, node: Trial) -> int:
    return sum(node.levels)


def _relative_distance(problem: Problem, node: Trial) -> Fraction:
    steps = zip(node.levels, problem.hierarchies, strict=True)
    return sum((Fraction(level, max(tree.height, 1)) for level, tree in steps), Fraction(0))


def _distribution(_: Problem, node: Trial) -> int:
    return node.violating - node.rows


def _suppression(_: Problem, node: Trial) -> int:
    return node.suppressed


PREFERENCES: dict[str, Callable[[Problem, Trial], int | Fraction]] = {
    "minimum-absolute-distance": _absolute_distance,
    "minimum-relative-distance": _relative_distance,
    "maximum-distribution": _distribution,
    "minimum-suppression": _suppression,
}
"""What each preference makes least."""


def _known(name: str) -> str:
    if name not in PREFERENCES and name not in FIGURES:
        hint = did_you_mean(name, [*PREFERENCES, *FIGURES.names()])
        raise ValueError(f'there is no preference and no figure "{name}": {hint}')
    return name


Preference = Annotated[str, AfterValidator(_known)]
"""The name of a preference or of a figure."""


def preferred(problem: Problem, nodes: Sequence[Trial], preference: str) -> Levels:
    """The one that the preference, or a figure, makes best.

    Of several, that with the fewest suppressed records, then with the least vector.
    """
    if preference not in PREFERENCES:
        by_figure = replace(problem, objective=FIGURES.get(preference))
        return cheapest(by_figure, [own.levels for own in nodes]).levels
    cost = PREFERENCES[preference]
    best = min(
        nodes, key=lambda own: (cost(problem, own), own.suppressed, sum(own.levels), own.levels)
    )
    return best.levels


@dataclass(frozen=True)
class Choice:
    """A node, and how good it is in the objective's own unit."""

    levels: Levels
    value: float
    bound: float | None
    """None of the nodes has a better value; None where nothing is known."""
    is_proven: bool
    """None of the nodes is better."""


def cheapest(problem: Problem, nodes: Sequence[Levels]) -> Choice:
    """The one with the best value of the objective.

    Of several, that with the fewest suppressed records, the least level sum, the least vector.
    Nodes are weighed in the order of what is known of their costs beforehand, until none of the
    others can be better, or time is up.
    """
    costs = Costs.of(problem)
    bottom = tuple(min(levels) for levels in zip(*nodes, strict=True))
    weigher = weigher_for(problem, costs, bottom)
    places = np.array(nodes)
    floors = costs.floors_of_nodes([top + 1 for top in problem.tops])[tuple(places.T)]
    found = Incumbents(costs)
    least_open = np.inf
    for number in np.argsort(floors, kind="stable").tolist():
        least_open = float(floors[number])
        if least_open > found.ceiling or (found.nodes and problem.is_out_of_time):
            break
        found.offer(weigher.weigh(nodes[number]))
    else:
        least_open = np.inf
    best = found.best()
    if best is None:
        raise PolicyError(f'"{costs.figure.name}" does not apply to this table')
    bound = min(least_open, best.cost)
    is_proven = least_open > found.ceiling or costs.is_tie(bound, best.cost)
    shown = costs.value(best.cost if is_proven else bound)
    return Choice(
        best.levels, costs.value(best.cost), shown if np.isfinite(bound) else None, is_proven
    )
