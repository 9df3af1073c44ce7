"""The table with every attribute at one level: what Datafly and mu-Argus generalise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.wording import counted
from hoarfrost.grouping import Blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hoarfrost.grouping import Grouping
    from hoarfrost.judgement import Verdict
    from hoarfrost.problem import Problem


@dataclass(frozen=True)
class Raise:
    """Generalise one attribute by one level."""

    position: int
    attribute: str
    level: int
    """The user's level that it is raised to."""
    distinct: int
    """How many different values it has now."""

    def facts(self) -> Mapping[str, object]:
        """What a trace says of it."""
        return {
            "attribute": self.attribute,
            "level": self.level,
            "distinct": self.distinct,
            "what": f"from level {self.level - 1} to level {self.level}",
            "reason": f"its {counted(self.distinct, 'different value')}",
        }


@dataclass(frozen=True, eq=False)
class Columns:
    """A table whose attributes are each at one level of their hierarchy."""

    problem: Problem
    levels: tuple[int, ...]
    grouping: Grouping

    @classmethod
    def of(cls, problem: Problem) -> Columns:
        """Take the table as it is."""
        bottom = (0,) * len(problem.attributes)
        return cls(problem, bottom, problem.grouping(bottom))

    @cached_property
    def verdict(self) -> Verdict:
        """Which combinations would survive, were all others suppressed."""
        return self.problem.judge(self.grouping)

    @cached_property
    def distinct(self) -> tuple[int, ...]:
        """How many different values each attribute has."""
        return tuple(int(np.count_nonzero(np.bincount(codes))) for codes in self.grouping.codes)

    def rows(self) -> tuple[int, int]:
        """How many combinations fail, and how many there are."""
        return int(np.count_nonzero(~self.verdict.kept)), self.grouping.class_count

    def raises(self) -> Iterator[Raise]:
        """Look at every attribute that may still become more general."""
        pairs = zip(self.problem.attributes, self.levels, strict=True)
        for position, (attribute, level) in enumerate(pairs):
            if level < attribute.top:
                level_above = attribute.first_level + level + 1
                yield Raise(position, attribute.name, level_above, self.distinct[position])

    def raised(self, step: Raise) -> Columns:
        """Generalise the whole attribute by one level."""
        place = step.position
        hierarchy = self.problem.hierarchies[place]
        level = self.levels[place]
        blocks = Blocks.of_level(hierarchy, level + 1)
        coarser = self.grouping.coarsen(place, blocks, hierarchy.parents[level])
        levels = (*self.levels[:place], level + 1, *self.levels[place + 1 :])
        return Columns(self.problem, levels, coarser)
