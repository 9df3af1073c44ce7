"""All that the report of a comparison is made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal, TypeAlias

from hoarfrost.errors import Flaw
from hoarfrost.report.facts import DataFacts, Report

if TYPE_CHECKING:
    from hoarfrost.figures.utility import Learnt
    from hoarfrost.problem import Problem

Standing: TypeAlias = Literal["released", "not applicable", "unreachable", "out of time", "failed"]
"""What became of an algorithm: a release; a policy that it cannot serve; a policy that it did not
meet; no answer in time; an error that nobody foresaw."""


@dataclass(frozen=True)
class Attempt:
    """What came of one algorithm."""

    name: str
    standing: Standing
    flaws: tuple[Flaw, ...] = ()
    """Why there is no release."""
    report: Report | None = None
    """The internal report of what it would release."""
    traceback: str = ""
    """Where an unforeseen error arose; for developers only."""


@dataclass(frozen=True, eq=False)
class ComparisonFacts:
    """What is known at the end of a comparison."""

    version: str
    created: datetime
    title: str
    policy: Mapping[str, object]
    """As read, defaults filled in."""
    data: DataFacts
    problem: Problem
    attempts: tuple[Attempt, ...]
    """In the order in which the algorithms were asked for."""
    budget: float | None
    """Seconds for all searches together; None: as long as they take."""
    reachable: Learnt = field(default_factory=dict)
    """What there is to learn from the table itself; see `learnable`."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    provenance: Mapping[str, object] = field(default_factory=dict)
