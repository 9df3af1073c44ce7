"""From an algorithm's outcome to what is written: released labels, suppressed records, checks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.engines.protocol import ReleasePlan
from hoarfrost.errors import PolicyNotReachable
from hoarfrost.figures.base import FIGURES, View
from hoarfrost.grouping import Blocks, Grouping
from hoarfrost.judgement import Verdict, survivors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.engines.protocol import Table
    from hoarfrost.frequency import Histogram
    from hoarfrost.judgement import Demand
    from hoarfrost.policy import Policy
    from hoarfrost.preparing import Counted, Prepared
    from hoarfrost.problem import Problem
    from hoarfrost.recoding import Applied, Recoding


@dataclass(frozen=True)
class Root:
    """The label that stands for every value of an attribute, and how many leaves it covers."""

    label: str
    leaf_count: int


@dataclass(frozen=True, eq=False)
class Solved:
    """A recoding, judged on the table that it was found for."""

    prepared: Prepared
    recoding: Recoding
    grouping: Grouping
    verdict: Verdict
    starred: Grouping | None = None
    """All records, the suppressed ones as all-root rows; None: those are not released."""

    @property
    def starred_records(self) -> int:
        """How many suppressed records are in the released file all the same."""
        return 0 if self.starred is None else self.verdict.suppressed_records


def solved(prepared: Prepared, recoding: Recoding, *, star: bool) -> Solved:
    """Judge a recoding once more, as a whole, and settle what happens to what it suppresses."""
    problem = prepared.problem
    grouping = recoding.grouping(problem)
    verdict = problem.judge(grouping)
    if not verdict.is_accepted:
        raise PolicyNotReachable("the algorithm's recoding does not meet the policy")
    starred = None
    if star:
        starred = starred_release(problem.demands, grouping, verdict, roots_of(problem))
    complete = replace(
        recoding.leaving_out(grouping, verdict.kept),
        reference=totals_of(problem.frequency.histograms, recoded=problem.frequency.names),
    )
    return Solved(prepared, complete, grouping, verdict, starred)


def totals_of(
    histograms: Mapping[str, Histogram], recoded: Collection[str] = ()
) -> dict[str, dict[str, int]]:
    """How often each value occurs in all groups of some histograms.

    A target that is recoded itself is left out: its values are not those of the release.
    """
    return {
        name: dict(zip(histogram.values, histogram.totals.tolist(), strict=True))
        for name, histogram in histograms.items()
        if name not in recoded
    }


def roots_of(problem: Problem) -> list[Root]:
    """The roots of a problem's hierarchies."""
    return [Root(tree.labels[-1][0], len(tree.leaves)) for tree in problem.hierarchies]


def starred_release(
    demands: Sequence[Demand], grouping: Grouping, verdict: Verdict, roots: Sequence[Root]
) -> Grouping | None:
    """The release with its suppressed records as all-root rows, if it meets the policy so too."""
    if verdict.suppressed_records == 0:
        return None
    starred = with_stars(grouping, verdict.kept, roots)
    return starred if survivors(demands, starred, 0).is_accepted else None


def with_stars(grouping: Grouping, kept: NDArray[np.bool_], roots: Sequence[Root]) -> Grouping:
    """The same grouping with all records of other classes as all-root rows."""
    blocks, codes = [], []
    kept_tuples = kept[grouping.class_of]
    for own, row, wanted in zip(grouping.blocks, grouping.codes, roots, strict=True):
        with_root, root = _with_root(own, wanted.label, wanted.leaf_count)
        blocks.append(with_root)
        codes.append(np.where(kept_tuples, row[grouping.class_of], root).astype(np.int32))
    return Grouping.of_blocks(grouping.frequency, blocks, np.stack(codes))


def _with_root(blocks: Blocks, label: str, leaf_count: int) -> tuple[Blocks, int]:
    """The blocks with one for the root, and its number."""
    if label in blocks.labels:
        return blocks, blocks.labels.index(label)
    everything = np.arange(leaf_count, dtype=np.int32)
    widened = Blocks(
        (*blocks.labels, label),
        np.append(blocks.leaf_starts, blocks.leaf_starts[-1] + leaf_count),
        np.concatenate((blocks.leaf_codes, everything)),
        np.append(blocks.levels, -1),
    )
    return widened, len(blocks.labels)


def plan(policy: Policy, table: Table, outcome: Solved) -> ReleasePlan:
    """What the engine is to write."""
    prepared = outcome.prepared
    counted = prepared.counted
    applied = outcome.recoding.apply(counted.names, counted.dictionaries, counted.codes)
    kept = outcome.verdict.kept[outcome.grouping.class_of][prepared.tuple_of]
    made = release_plan(policy, table, counted, applied, kept)
    if outcome.starred is None:
        return made
    return starred_plan(made, roots_of(prepared.problem))


def release_plan(
    policy: Policy, table: Table, counted: Counted, applied: Applied, kept: NDArray[np.bool_]
) -> ReleasePlan:
    """The plan for combinations whose labels are known."""
    dropped = set(policy.identifiers)
    columns = tuple(name for name in table.names if name not in dropped)
    return ReleasePlan(
        columns=columns,
        quasi=policy.quasi,
        normalised=tuple(
            name for name in columns if policy.attribute(name).role in ("sensitive", "target")
        ),
        dictionaries=counted.dictionaries,
        original=counted.codes,
        labels=applied.labels,
        released=applied.codes,
        kept=kept,
        order=policy.release.order,
        spreadsheet_safe=policy.release.spreadsheet_safe,
    )


def starred_plan(made: ReleasePlan, roots: Sequence[Root]) -> ReleasePlan:
    """The same plan with the suppressed combinations at the root of every attribute."""
    labels, rows = {}, []
    for name, root, row in zip(made.quasi, roots, made.released, strict=True):
        own = made.labels[name]
        labels[name] = own if root.label in own else (*own, root.label)
        rows.append(np.where(made.kept, row, labels[name].index(root.label)).astype(np.int32))
    kept = np.ones_like(made.kept)
    return replace(made, labels=labels, released=np.stack(rows), kept=kept)


def suppressed_cells(outcome: Solved) -> Mapping[str, int] | None:
    """For each attribute, the suppressed cells of released records, where there can be any."""
    kept = outcome.verdict.kept[outcome.grouping.class_of]
    return outcome.recoding.suppressed_cells(outcome.prepared.problem, kept)


def measured(outcome: Solved, asked: str) -> dict[str, float]:
    """Every figure that applies; slow ones only when they were asked for."""
    view = View(outcome.prepared.problem, outcome.grouping, outcome.verdict.kept)
    values = {}
    for name, figure in FIGURES:
        if figure.is_slow and name != asked:
            continue
        value = figure.value(view)
        if value is not None:
            values[name] = value
    return values
