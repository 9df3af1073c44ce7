"""All that a report is made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Algorithm, Outcome
    from hoarfrost.grouping import Grouping
    from hoarfrost.judgement import Verdict
    from hoarfrost.problem import Problem

Edition: TypeAlias = Literal["internal", "public"]
Report: TypeAlias = dict[str, Any]
"""The JSON object of the contract: plain values only."""


@dataclass(frozen=True)
class ColumnFacts:
    """A column of the input and the part it plays."""

    name: str
    role: str
    type: str = "text"


@dataclass(frozen=True)
class DataFacts:
    """The table that came in."""

    records: int
    columns: tuple[ColumnFacts, ...]
    name: str | None = None
    sha256: str | None = None


@dataclass(frozen=True)
class WrittenFacts:
    """The table that went out."""

    records: int
    sha256: str | None = None
    suppressed_cells: Mapping[str, int] | None = None
    """For each recoded column, for algorithms that suppress single cells."""
    escaped_cells: int = 0
    """Cells that got the spreadsheet prefix."""


@dataclass(frozen=True)
class Check:
    """One thing that was derived again from the written file."""

    name: str
    passed: bool
    detail: str = ""


@dataclass(frozen=True, eq=False)
class ReportFacts:
    """What is known at the end of a run."""

    version: str
    created: datetime
    title: str
    policy: Mapping[str, object]
    """As read, defaults filled in."""
    data: DataFacts
    algorithm: Algorithm
    problem: Problem
    outcome: Outcome
    grouping: Grouping
    verdict: Verdict
    release: WrittenFacts
    figures: Mapping[str, float]
    figure_ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """For each figure its value with nothing changed and with everything at the root."""
    classification: Mapping[str, float] | None = None
    """How often models predict the target rightly; see `accuracy_details`."""
    regression: Mapping[str, float] | None = None
    """How far off models are that estimate the target; see `estimation_errors`."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    checks: tuple[Check, ...] = ()
    """Empty: the release has not been verified."""
    starred: Grouping | None = None
    """All records, where the suppressed ones were written as all-root rows."""
    notes: tuple[str, ...] = ()
    provenance: Mapping[str, object] = field(default_factory=dict)
