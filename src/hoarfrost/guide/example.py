"""An algorithm played on the small teaching table: before, step by step, after."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hoarfrost.errors import HoarfrostError
from hoarfrost.examples.teaching import RECORDS, teaching_problem
from hoarfrost.guide.replaying import replay
from hoarfrost.trace import Trace

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Algorithm, Outcome
    from hoarfrost.problem import Problem

K = 2
QUASI = ("Age", "Education")
TARGET = "Disease"
COLUMNS = (*QUASI, TARGET)
TASK = (
    "Age, education and disease of six people; every released combination of age and education"
    f" must be shared by at least {K} of them."
)


@dataclass(frozen=True)
class Played:
    """A run on the teaching table."""

    before: tuple[tuple[str, ...], ...]
    sentences: tuple[str, ...]
    after: tuple[tuple[str, ...] | None, ...]
    """The quasi values that each record is released with; None: it is left out."""


def played(algorithm: Algorithm) -> Played | None:
    """A run with nothing but defaults, told; None where that cannot be."""
    if any(field.is_required() for field in algorithm.options.model_fields.values()):
        return None
    problem = replace(teaching_problem(K), has_own_limit=False, target=TARGET)
    problem = replace(problem, suppression_limit=algorithm.own_limit(problem))
    told = (_played(algorithm, own) for own in (problem, _in_numbers(problem)))
    return next((run for run in told if run is not None), None)


def _in_numbers(problem: Problem) -> Problem:
    """The same table with a number in the place of each illness, for those who need one."""
    known = problem.frequency.histograms[TARGET]
    numbers = replace(known, values=tuple(map(str, range(len(known.values)))))
    return replace(problem, frequency=replace(problem.frequency, histograms={TARGET: numbers}))


def _played(algorithm: Algorithm, unwatched: Problem) -> Played | None:
    problem = replace(unwatched, trace=Trace())
    try:
        outcome = algorithm.solve(problem)
        sentences = replay(problem.trace).sentences if problem.trace else ()
    except HoarfrostError:
        return None
    return Played(RECORDS, sentences, tuple(_released(problem, outcome)))


def _released(problem: Problem, outcome: Outcome) -> list[tuple[str, ...] | None]:
    """The released quasi values of each record of the teaching table."""
    grouping = outcome.recoding.grouping(problem)
    kept = problem.judge(grouping).kept
    combinations = problem.frequency.codes.T.tolist()
    released: list[tuple[str, ...] | None] = []
    for *quasi, _ in RECORDS:
        codes = [
            tree.code_of[value] for tree, value in zip(problem.hierarchies, quasi, strict=True)
        ]
        own = int(grouping.class_of[combinations.index(codes)])
        labels = (
            blocks.labels[code]
            for blocks, code in zip(grouping.blocks, grouping.codes[:, own], strict=True)
        )
        released.append(tuple(labels) if kept[own] else None)
    return released
