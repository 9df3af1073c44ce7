"""Give a recoding the partial-domain step: each class as fine as the requirements allow.

A full-domain recoding has to treat all records alike; this step does not. It starts from what an
algorithm found and only ever goes down: every combination is released in nodes that lie inside of
what it was released as before, so that no cell gets worse. Records that were left out come back at
the highest levels allowed, if they meet the policy there, and are refined like the others. Then
classes are built anew inside of the old ones, the cheapest first; combinations move to where they
cost less; and whatever can still be split is.

Raymond Wong and others' and PrivacyFrost2's name for one split of it is partial-domain
de-generalisation (PrivacyFrost2: A Efficient Data Anonymization Tool Based on Scoring Functions).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.fitness import Needs, refuse_unfit
from hoarfrost.algorithms.refining.covering import cover
from hoarfrost.algorithms.refining.parts import Parts
from hoarfrost.algorithms.refining.relocating import relocated
from hoarfrost.algorithms.refining.room import Room, bounds_of
from hoarfrost.algorithms.refining.splitting import Division, split
from hoarfrost.algorithms.wording import counted
from hoarfrost.errors import NotApplicable
from hoarfrost.figures.base import FIGURES, View
from hoarfrost.grouping import group_columns, sum_by
from hoarfrost.recoding.local import Local

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.algorithms.catalogue import Algorithm, Outcome
    from hoarfrost.figures.base import Figure
    from hoarfrost.grouping import Grouping
    from hoarfrost.judgement import Verdict
    from hoarfrost.problem import Problem

NEEDS = Needs(monotone=True, classes=True)
TIE = 1e-12
UNCHANGED = "Refining found nothing better, so that the recoding is as the algorithm found it."


@dataclass(frozen=True, eq=False)
class Standing:
    """A recoding as it is judged, and its objective."""

    grouping: Grouping
    verdict: Verdict
    value: float | None

    @property
    def class_count(self) -> int:
        """How many classes are released."""
        return int(np.count_nonzero(self.verdict.kept))


def check_refinable(problem: Problem) -> None:
    """Raise when a policy asks for what refining could break unseen."""
    refuse_unfit("refine = true", NEEDS, problem)
    for demand in problem.demands:
        if demand.requirement.reads_population:
            raise NotApplicable(
                f"refine = true cannot serve {demand.requirement.name}: it compares with a"
                " population table, which other classes would have to be counted in",
                hint="leave refine out",
            )


def refined(algorithm: Algorithm, problem: Problem, outcome: Outcome) -> Outcome:
    """The outcome with its recoding refined; what was claimed of the start is told as its."""
    figure = _figure(algorithm, problem)
    before = _standing(problem, outcome.recoding.grouping(problem), figure)
    room, put_back = _room(problem, before)
    _tell(problem, "begin-refining", figure, before)
    if problem.trace is not None and put_back:
        problem.trace.add("put-back", records=put_back)
    parts = _parts(problem, before, room)
    division = _divided(room, parts)
    recoding = _recoding(problem, before.grouping, division)
    after = _standing(problem, recoding.grouping(problem), figure)
    if not after.verdict.is_accepted or _is_worse(figure, after, before):
        return replace(outcome, notes=(*outcome.notes, UNCHANGED))
    if problem.trace is not None:
        is_finer = division.levels < room.bounds
        for attribute, own in zip(problem.attributes, is_finer, strict=True):
            records = int(problem.frequency.counts[own & (division.class_of >= 0)].sum())
            if records:
                problem.trace.add("refined", attribute=attribute.name, records=records)
    _tell(problem, "end-refining", figure, after)
    return replace(
        outcome,
        recoding=recoding,
        is_optimal=False,
        value=None if outcome.value is None else after.value,
        bound=None,
        alternatives=(),
        notes=(*outcome.notes, _note(outcome, figure, before, after)),
        refined={
            "objective": figure.name,
            "before": before.value,
            "after": after.value,
            "classes_before": before.class_count,
            "classes_after": after.class_count,
            "suppressed_before": before.verdict.suppressed_records,
            "suppressed_after": after.verdict.suppressed_records,
        },
    )


def _figure(algorithm: Algorithm, problem: Problem) -> Figure:
    """What the outcome's value is measured in; loss where the policy has no objective."""
    if algorithm.own_objective is not None:
        return FIGURES.get(algorithm.own_objective)
    return problem.objective or FIGURES.get("loss")


def _standing(problem: Problem, grouping: Grouping, figure: Figure) -> Standing:
    verdict = problem.judge(grouping)
    return Standing(grouping, verdict, figure.value(View(problem, grouping, verdict.kept)))


def _is_worse(figure: Figure, after: Standing, before: Standing) -> bool:
    """By more than rounding."""
    if after.value is None or before.value is None:
        return False
    worse = (
        after.value - before.value if not figure.larger_is_better else before.value - after.value
    )
    return worse > TIE * abs(before.value)


def _room(problem: Problem, before: Standing) -> tuple[Room, int]:
    """How far each class may go down, and how many records are put back for it."""
    grouping, kept = before.grouping, before.verdict.kept
    bounds, caps = bounds_of(problem, grouping)
    class_of = np.where(kept[grouping.class_of], grouping.class_of, -1).astype(np.int32)
    floors = np.zeros_like(bounds)
    gone = np.flatnonzero(class_of < 0)
    back, numbers = _put_back(problem, gone)
    class_of[back] = grouping.class_count + numbers
    for attribute, top in enumerate(problem.tops):
        bounds[attribute, back] = caps[attribute, back] = top
    return Room(problem, class_of, bounds, caps, floors), int(problem.frequency.counts[back].sum())


def _put_back(
    problem: Problem, gone: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Combinations left out whose classes at the highest levels satisfy, and those classes."""
    nodes = np.stack(
        [
            tree.nodes[top][row[gone]]
            for tree, top, row in zip(
                problem.hierarchies, problem.tops, problem.frequency.codes, strict=True
            )
        ]
    )
    widths = [
        len(tree.labels[top]) for tree, top in zip(problem.hierarchies, problem.tops, strict=True)
    ]
    numbers, firsts = group_columns(np.ascontiguousarray(nodes), widths)
    records = sum_by(numbers, problem.frequency.counts[gone], len(firsts))
    is_back = Parts.of_all(problem).satisfy_among(gone, numbers, records)[numbers]
    return gone[is_back], numbers[is_back]


def _parts(problem: Problem, before: Standing, room: Room) -> Parts:
    """The requirements as they are asked of parts; attributes that must stay get their floor."""
    parts = Parts.of(problem, before.grouping, before.verdict.kept)
    was_gone = ~before.verdict.kept[before.grouping.class_of]
    parts.exempt[:, was_gone] = False
    for demand, exempt in zip(problem.demands, parts.exempt, strict=True):
        for attribute in demand.shield:
            room.floors[attribute, exempt] = room.bounds[attribute, exempt]
    return parts


def _divided(room: Room, parts: Parts) -> Division:
    """Classes built anew, moved to where they cost less, and split as far as that gains."""
    found = split(room, parts, cover(room, parts))
    if parts.least_records is None:
        return found
    return split(room, parts, relocated(room, parts.least_records, found))


def _recoding(problem: Problem, start: Grouping, division: Division) -> Local:
    """The released nodes; blocks of the start where a combination stays in one."""
    return Local.refining(problem, start, np.where(division.class_of >= 0, division.levels, -1))


def _tell(problem: Problem, event: str, figure: Figure, standing: Standing) -> None:
    if problem.trace is not None:
        problem.trace.add(
            event,
            classes=standing.class_count,
            objective=figure.name,
            value=standing.value,
            suppressed=standing.verdict.suppressed_records,
        )


def _note(outcome: Outcome, figure: Figure, before: Standing, after: Standing) -> str:
    """What refining did, and what is no longer claimed."""
    what = "the best of its kind" if outcome.is_optimal else "what the algorithm found"
    back = before.verdict.suppressed_records - after.verdict.suppressed_records
    words = (
        f"Refined class by class: {counted(after.class_count, 'class', 'classes')} instead of"
        f" {before.class_count}"
    )
    if back:
        words += f", {counted(back, 'record')} put back"
    if before.value is not None and after.value is not None:
        words += f"; {figure.name} {after.value:.6g} instead of {before.value:.6g}"
    return f"{words}. The recoding it began with was {what}; the refined one is local."
