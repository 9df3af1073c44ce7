"""Refine classes in place, where each is judged by itself and by whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.requirements.l_diversity import DistinctLDiversity
from hoarfrost.requirements.t_closeness import TCloseness

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.hierarchy.tree import Hierarchy
    from hoarfrost.judgement import Demand
    from hoarfrost.problem import Problem

AT_ONCE = 50_000_000
"""So many combinations are looked at before the time is."""
LARGEST = 2**62


@dataclass(frozen=True)
class Asked:
    """What every class needs, in whole numbers."""

    least: int = 1
    different: int = 1
    t: Fraction | None = None
    sensitive: str | None = None

    def as_numbers(self) -> NDArray[np.int64]:
        """The same for compiled loops."""
        above, below = (-1, 1) if self.t is None else self.t.as_integer_ratio()
        return np.array([self.least, self.different, above, below], dtype=np.int64)


def asked_of_classes(problem: Problem) -> Asked | None:
    """What the demands ask of each class by itself; None: something else is asked as well."""
    asked = Asked()
    for demand in problem.demands:
        found = _with(asked, demand, problem)
        if found is None:
            return None
        asked = found
    return asked


def _with(asked: Asked, demand: Demand, problem: Problem) -> Asked | None:
    requirement = demand.requirement
    others = {asked.sensitive, demand.sensitive} - {None}
    if len(demand.shield) < len(problem.attributes) or len(others) > 1:
        return None
    least = max(asked.least, requirement.minimum_size)
    sensitive = asked.sensitive or demand.sensitive
    if requirement.is_decided_by_size:
        return Asked(least, asked.different, asked.t, sensitive)
    if isinstance(requirement, DistinctLDiversity):
        return Asked(least, max(asked.different, requirement.l), asked.t, sensitive)
    if isinstance(requirement, TCloseness) and requirement.distance == "equal":
        t = min(Fraction(requirement.t), asked.t if asked.t is not None else Fraction(1))
        fits = problem.frequency.record_count * _records(demand) * t.denominator < LARGEST
        return Asked(least, asked.different, t, sensitive) if fits else None
    return None


def _records(demand: Demand) -> int:
    return 1 if demand.reference is None else int(demand.reference.sum())


@dataclass(eq=False)
class InPlace:
    """What came of refining, or will."""

    levels: NDArray[np.int64]
    steps: int = 0
    tried: int = 0
    is_complete: bool = True


def refined_in_place(
    problem: Problem,
    asked: Asked,
    levels: NDArray[np.int64],
    classes: Sequence[NDArray[np.int64]],
    order: Sequence[int],
) -> InPlace:
    """Refine classes of combinations; those of each class have the same levels."""
    from hoarfrost.kernels.specialising import UNKNOWN, refine_classes

    frequency = problem.frequency
    width, count = frequency.codes.shape
    result = InPlace(levels)
    starts = np.cumsum([0, *map(len, classes)], dtype=np.int64)
    if not classes:
        return result
    members = np.concatenate(classes).astype(np.int32)
    finer = np.ascontiguousarray(levels, dtype=np.int32)
    class_levels = np.zeros((count, width), dtype=np.int32)
    class_levels[starts[:-1]] = finer[:, members[starts[:-1]]].T
    witnesses = np.full((count, width), UNKNOWN, dtype=np.int32)
    open_starts, open_ends = np.empty(count, np.int64), np.empty(count, np.int64)
    open_starts[: len(classes)], open_ends[: len(classes)] = starts[:-1], starts[1:]
    nodes, offsets, most_children = _nodes_of(problem.hierarchies)
    entries, reference = _entries(problem, asked)
    spare = np.empty_like(members)
    left = len(classes)
    while left:
        if problem.is_out_of_time:
            result.is_complete = False
            for start, end in zip(open_starts[:left], open_ends[:left], strict=True):
                finer[:, members[start:end]] = class_levels[start][:, None]
            break
        left, steps, tried = refine_classes(
            frequency.codes, frequency.counts, nodes, offsets, np.array(order, dtype=np.int64),
            *entries, reference, asked.as_numbers(), most_children, members, spare, class_levels,
            witnesses, open_starts, open_ends, left, finer, AT_ONCE,
        )  # fmt: skip
        result.steps += steps
        result.tried += tried
    result.levels = finer.astype(np.int64)
    return result


def _nodes_of(
    hierarchies: Sequence[Hierarchy],
) -> tuple[NDArray[np.int32], NDArray[np.int64], int]:
    """The node of each leaf at each level, all in one row, and where each level begins in it."""
    highest = max(tree.height for tree in hierarchies)
    offsets = np.zeros((len(hierarchies), highest + 1), dtype=np.int64)
    rows: list[NDArray[np.int32]] = []
    used = 0
    for place, tree in enumerate(hierarchies):
        for level, nodes in enumerate(tree.nodes):
            offsets[place, level] = used
            rows.append(nodes)
            used += len(nodes)
    most = max(len(tree.leaves) for tree in hierarchies)
    return np.concatenate(rows).astype(np.int32), offsets, most


def _entries(
    problem: Problem, asked: Asked
) -> tuple[
    tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]],
    NDArray[np.int64],
]:
    """The sensitive values of each combination, and how often each is in the whole input."""
    if asked.sensitive is None:
        none = np.zeros(0, dtype=np.int64)
        return (none, none.astype(np.int32), none), none
    own = problem.frequency.histograms[asked.sensitive]
    references = [
        demand.reference
        for demand in problem.demands
        if demand.sensitive == asked.sensitive and demand.reference is not None
    ]
    totals = references[0] if references else own.totals
    return (own.starts, own.codes, own.counts), totals
