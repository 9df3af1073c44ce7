"""What models can learn from a release, told in the way that suits its target."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

from hoarfrost.figures.accuracy import accuracies, accuracy_limits
from hoarfrost.figures.regression_error import as_numbers, estimation_errors, estimation_limits

if TYPE_CHECKING:
    from hoarfrost.figures.base import View
    from hoarfrost.problem import Problem

Way: TypeAlias = Literal["classification", "regression"]
Learnt: TypeAlias = Mapping[Way, Mapping[str, float]]
_OfRelease: TypeAlias = "Callable[[View], Mapping[str, float] | None]"
_OfProblem: TypeAlias = "Callable[[Problem], Mapping[str, float] | None]"

MOST_CLASSES = 10
"""Numbers of more different values are amounts to be estimated, and no classes to be told apart."""
LEAST_AMOUNTS = 3
"""Two numbers are names for yes and no."""


def learnt_from(view: View) -> Learnt:
    """What models reach that learn from a release."""
    return _told(view.problem, lambda way: MODELS[way][0](view))


def learnable(problem: Problem) -> Learnt:
    """What is there to be reached, whatever the release: its ceiling and its floor."""
    return _told(problem, lambda way: MODELS[way][1](problem))


def learnt_details(view: View) -> Learnt:
    """What models reach, with what there is to be reached."""
    limits = learnable(view.problem)
    return {way: {**limits[way], **own} for way, own in learnt_from(view).items()}


def ways_of(problem: Problem) -> tuple[Way, ...]:
    """How a target is to be predicted: by its class, as a number, or both for few numbers."""
    if problem.target is None:
        return ()
    values = problem.frequency.histograms[problem.target].values
    if as_numbers(values) is None or len(values) < LEAST_AMOUNTS:
        return ("classification",)
    return ("classification", "regression") if len(values) <= MOST_CLASSES else ("regression",)


def _told(problem: Problem, told: Callable[[Way], Mapping[str, float] | None]) -> Learnt:
    found = {way: told(way) for way in ways_of(problem)}
    return {way: own for way, own in found.items() if own is not None}


MODELS: Mapping[Way, tuple[_OfRelease, _OfProblem]] = {
    "classification": (accuracies, accuracy_limits),
    "regression": (estimation_errors, estimation_limits),
}
"""For each way: what models reach, and what there is to be reached."""
