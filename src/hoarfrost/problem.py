"""All that an algorithm receives: numbers, no records, no files.

The hierarchies of a problem begin at the policy's `min_level`: its nodes count as the original
values for every requirement, figure and search. `first_level` leads back to the user's levels.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.errors import UsageError
from hoarfrost.grouping import Grouping, sum_by
from hoarfrost.judgement import Demand, Verdict, survivors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.figures.base import Figure
    from hoarfrost.frequency import FrequencySet
    from hoarfrost.hierarchy.tree import Hierarchy
    from hoarfrost.recoding.labels import LabelStyle
    from hoarfrost.trace import Trace


@dataclass(frozen=True, eq=False)
class Attribute:
    """A quasi attribute as a search sees it."""

    name: str
    hierarchy: Hierarchy
    """Begins at the policy's `min_level`."""
    first_level: int = 0
    """The user's level that level 0 of `hierarchy` is."""
    max_level: int | None = None
    """The highest level of `hierarchy` that may be used; None: the root."""
    weight: float = 1.0
    priority: int = 1
    identifying: str = "identifying"
    order: NDArray[np.int64] | None = None
    """The rank of each leaf in the attribute's order; None: the order of the leaves' codes."""
    value_type: str = "text"
    """What its values are: text, integer, decimal or date."""
    has_thresholds: bool = False
    """Numbers or dates without a hierarchy: a search may split them between any two values."""

    @property
    def top(self) -> int:
        """The highest level that a search may use."""
        return self.hierarchy.height if self.max_level is None else self.max_level


@dataclass(frozen=True, eq=False)
class Problem:
    """A frequency set, what is asked of its release, and how long the answer may take."""

    attributes: tuple[Attribute, ...]
    frequency: FrequencySet
    """Coded by the leaves of the attributes' hierarchies."""
    demands: tuple[Demand, ...]
    suppression_limit: int
    """How many records may be left out."""
    has_own_limit: bool = True
    """False: the policy has no [suppression], so an algorithm's own rule applies."""
    objective: Figure | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    """The algorithm's own parameters, validated."""
    target: str | None = None
    labels: LabelStyle = "interval"
    """What sets of values are released as that no hierarchy has a name for."""
    deadline: float | None = None
    """When to stop, on `time.monotonic`'s clock."""
    threads: int = 2
    seed: int = 0
    trace: Trace | None = None
    watch: Callable[[str], None] | None = None
    """Told now and then, in a few words, how far the search is."""

    @cached_property
    def hierarchies(self) -> tuple[Hierarchy, ...]:
        """The hierarchy of each attribute."""
        return tuple(attribute.hierarchy for attribute in self.attributes)

    @cached_property
    def leaf_records(self) -> tuple[NDArray[np.int64], ...]:
        """For each attribute and leaf: how many input records have it."""
        return tuple(
            sum_by(np.ascontiguousarray(codes), self.frequency.counts, len(hierarchy.leaves))
            for codes, hierarchy in zip(self.frequency.codes, self.hierarchies, strict=True)
        )

    @cached_property
    def tops(self) -> tuple[int, ...]:
        """The highest level that each attribute may take."""
        return tuple(attribute.top for attribute in self.attributes)

    @cached_property
    def weights(self) -> tuple[float, ...]:
        """The attributes' weights, normalised to a mean of 1."""
        raw = np.array([attribute.weight for attribute in self.attributes])
        return tuple((raw / raw.mean()).tolist())

    @cached_property
    def is_monotone(self) -> bool:
        """Does merging classes that satisfy never break a requirement?"""
        return all(demand.requirement.is_monotone for demand in self.demands)

    @cached_property
    def is_absorbing(self) -> bool:
        """Can a class that contains a satisfying one never fail?"""
        return all(demand.requirement.is_absorbing for demand in self.demands)

    @cached_property
    def is_decided_by_size(self) -> bool:
        """Do the sizes of the classes over all attributes decide every requirement?"""
        everything = tuple(range(len(self.attributes)))
        return all(
            demand.requirement.is_decided_by_size and demand.shield == everything
            for demand in self.demands
        )

    @property
    def required_objective(self) -> Figure:
        """The objective, for algorithms that need one."""
        if self.objective is None:
            raise UsageError("this algorithm needs an objective", hint='the default is "loss"')
        return self.objective

    @property
    def is_out_of_time(self) -> bool:
        """Has the deadline passed?"""
        return self.deadline is not None and time.monotonic() >= self.deadline

    def grouping(self, levels: Sequence[int]) -> Grouping:
        """The frequency set seen at one level for each attribute."""
        return Grouping.of_levels(self.frequency, self.hierarchies, levels)

    def judge(self, grouping: Grouping) -> Verdict:
        """Which classes survive, and whether the policy is met within the limit."""
        return survivors(self.demands, grouping, self.suppression_limit)
