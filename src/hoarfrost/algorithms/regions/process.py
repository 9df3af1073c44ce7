"""The process of multidimensional recoding: split regions as long as their parts stay safe.

Every algorithm of the family is this process with its own parts filled in: where it starts, and
how the possible splits of a region are ranked. The first split that is allowed is taken. Regions
are split in rounds, all that are open at once; what becomes of a region depends on nothing but
the region, so neither the order nor the number of threads matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.charts import Chart, Do, While, done_by, lowered, said_by
from hoarfrost.algorithms.regions.requirements import are_satisfying
from hoarfrost.algorithms.regions.space import Boxes, Region, Space, Split
from hoarfrost.algorithms.unreachable import explain_unreachable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Problem

EVENTS = {
    "began": "The table begins as {rows} regions, of which {violating} fail.",
    "split": "{attribute}: {what}, chosen for {reason}. {violating} of {rows} regions fail now.",
    "refused": "{attribute}: {what} is not allowed, a part of {smallest} records would fail."
    " {violating} of {rows} regions fail now.",
}
"""The sentences of the family's events."""
Candidate = tuple[Region, Iterator[Split], Split, list[Region]]


@dataclass(frozen=True)
class RegionsProcess:
    """Start; split regions by the first split that is allowed; until none can be split."""

    ranked: Callable[..., Iterator[Split]]
    """The splits of a region in the space that `start` makes, best first."""
    start: Callable[..., Space]

    def run(self, space: Space) -> Boxes:
        """Carry it out, from a started space to boxes that cannot be split."""
        problem = space.problem
        telling = _Telling(problem, space)
        closed = [space.cell(number) for number in space.closed]
        free = [space.cell(one) for one in range(len(space.cells)) if one not in space.closed]
        open_ones = [(region, self.ranked(space, region)) for region in free]
        rows = len(closed) + len(open_ones)
        telling.began(rows)
        while open_ones and not problem.is_out_of_time:
            candidates: list[Candidate] = []
            for region, splits in open_ones:
                split = next(splits, None) if can_be_split(space, region) else None
                if split is None:
                    closed.append(region)
                else:
                    candidates.append((region, splits, split, space.parts(region, split)))
            allowed = keeps_requirements(space, [parts for *_, parts in candidates])
            open_ones = []
            for (region, splits, split, parts), is_allowed in zip(candidates, allowed, strict=True):
                if is_allowed:
                    open_ones.extend((part, self.ranked(space, part)) for part in parts)
                    rows += len(parts) - 1
                else:
                    open_ones.append((region, splits))
                telling.tried(region, split, parts, rows, is_allowed=is_allowed)
            if problem.watch is not None:
                problem.watch(f"splitting: {rows} regions")
        regions = [*closed, *(region for region, _ in open_ones)]
        return Boxes.of(regions, is_complete=not open_ones)

    def chart(self) -> Chart:
        """The process in the words of its parts."""
        repeated = (
            Do(f"Rank the possible splits of each: {lowered(said_by(self.ranked))}"),
            done_by(keeps_requirements),
            Do("Put the parts in the place of the region."),
        )
        return (done_by(self.start), While(said_by(can_be_split), repeated))


def can_be_split(space: Space, region: Region) -> bool:
    """Is there a region with a split that was not tried yet?"""
    return region.records >= 2 * space.least


def keeps_requirements(space: Space, candidates: Sequence[Sequence[Region]]) -> list[bool]:
    """Take the first split all of whose parts satisfy every requirement."""
    large = [all(part.records >= space.least for part in parts) for parts in candidates]
    judged = [part for parts, fits in zip(candidates, large, strict=True) if fits for part in parts]
    if not judged:
        return large
    tuples = np.concatenate([space.order[part.start : part.end] for part in judged])
    lengths = [part.end - part.start for part in judged]
    groups = np.repeat(np.arange(len(judged), dtype=np.int32), lengths)
    found = iter(are_satisfying(space.problem, tuples, groups, len(judged)).tolist())
    return [
        fits and all([next(found) for _ in parts])  # noqa: C419 - every part's answer is taken
        for parts, fits in zip(candidates, large, strict=True)
    ]


def started(problem: Problem) -> None:
    """Raise when not even the regions that a search begins with satisfy."""
    if not problem.judge(problem.grouping(problem.tops)).is_accepted:
        raise explain_unreachable(problem, suppresses=False)


@dataclass(frozen=True)
class _Telling:
    """What a trace is told."""

    problem: Problem
    space: Space

    def began(self, rows: int) -> None:
        if self.problem.trace is not None:
            self.problem.trace.add("began", rows=rows, violating=0)

    def tried(
        self,
        region: Region,
        split: Split,
        parts: Sequence[Region],
        rows: int,
        *,
        is_allowed: bool,
    ) -> None:
        """One split, with the places of the region and of its parts as labels."""
        if self.problem.trace is None:
            return
        names = [self._named(split.axis, part) for part in (region, *parts)]
        self.problem.trace.add(
            "split" if is_allowed else "refused",
            attribute=self.space.axes[split.axis].attribute.name,
            what=f"{names[0]} into {', '.join(names[1:])}",
            reason=split.reason,
            records=region.records,
            smallest=min(part.records for part in parts),
            violating=0,
            rows=rows,
        )

    def _named(self, axis: int, region: Region) -> str:
        leaves: NDArray[np.int32] = self.space.axes[axis].leaf_at
        labels = self.space.axes[axis].attribute.hierarchy.leaves
        first, last = (labels[leaves[place]] for place in (region.lows[axis], region.highs[axis]))
        return first if first == last else f"{first} to {last}"
