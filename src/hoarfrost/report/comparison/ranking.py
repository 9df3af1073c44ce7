"""Which release is better: by one figure, and by all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hoarfrost.problem import Problem
    from hoarfrost.report.facts import Report

DIGITS = 12
"""Values that agree to so many digits are ties."""
USUAL_AIM = "loss"
SUPPRESSED = "suppressed"
"""The records that are left out: the fewer the better."""


def aim_of(problem: Problem, explained: Mapping[str, Any]) -> str:
    """The figure that releases are ranked by: the policy's objective, where it applies."""
    asked = problem.objective.name if problem.objective is not None else USUAL_AIM
    return asked if asked in explained else USUAL_AIM


def releases_of(report: Report) -> list[Report]:
    """The algorithms that came to a release, the best first."""
    return [entry for entry in report["algorithms"] if entry["standing"] == "released"]


def others_of(report: Report) -> list[Report]:
    """The algorithms that came to none."""
    return [entry for entry in report["algorithms"] if entry["standing"] != "released"]


def in_rank_order(
    entries: Sequence[Report], aim: str, explained: Mapping[str, Any]
) -> list[Report]:
    """The best by one figure first; ties: fewest left out, proven, most different rows, by name."""
    sign = -1 if explained.get(aim, {}).get("larger_is_better") else 1

    def place(entry: Report) -> tuple[Any, ...]:
        if entry["standing"] != "released":
            return (1, entry["name"])
        value = entry["figures"].get(aim, float("inf"))
        return (
            0,
            sign * tied(value),
            entry["release"].get("suppressed", 0),
            not entry["optimal"],
            -entry["figures"].get("rows", 0),
            entry["name"],
        )

    return sorted(entries, key=place)


def best_of(report: Report) -> dict[str, list[str]]:
    """For each figure, and for what was left out: the algorithms that nobody beats."""
    releases, best = releases_of(report), {}
    for name, explained in report["figures_explained"].items():
        values = {own["name"]: own["figures"].get(name) for own in releases}
        best[name] = _best(values, larger=explained["larger_is_better"])
    counts = {own["name"]: own["release"].get(SUPPRESSED) for own in releases}
    if releases and None not in counts.values():
        best[SUPPRESSED] = _best(counts, larger=False)
    return best


def distinguished(report: Report, merit: str) -> list[str]:
    """The best by one figure, or nobody where it is what all have in common."""
    best: list[str] = report["comparison"]["best"].get(merit, [])
    return best if len(best) < len(releases_of(report)) else []


def _best(values: Mapping[str, float | None], *, larger: bool) -> list[str]:
    present = {name: tied(value) for name, value in values.items() if value is not None}
    top = (max if larger else min)(present.values())
    return sorted(name for name, value in present.items() if value == top)


def tied(value: float) -> float:
    """A value without the digits in which ties may differ.

    >>> tied(0.1 + 0.2) == tied(0.3)
    True
    """
    return float(f"{value:.{DIGITS}g}")
