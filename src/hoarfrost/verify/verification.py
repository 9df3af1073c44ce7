"""What a verification found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Check:
    """One thing that was compared, and what came of it."""

    name: str
    passed: bool
    detail: str = ""
    """A sentence about what was found."""


@dataclass(frozen=True)
class Expected:
    """What is known about a release from elsewhere, to be compared with the file."""

    records: int | None = None
    """Rows of the file."""
    sha256: str | None = None
    input_records: int | None = None
    suppressed: int | None = None
    starred: int = 0
    """Suppressed records that are in the file as one class of all-root rows."""
    values: Mapping[str, Mapping[str, int]] | None = None
    """How often each sensitive or target value occurs in the input; None: as in the reference."""
    untouched: tuple[int, int] | None = None
    """The checksum of the columns that are released as they were."""
    untouched_columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class Verification:
    """Facts derived again from a released table."""

    records: int
    classes: int
    sha256: str | None
    figures: Mapping[str, float | int]
    requirements: list[dict[str, Any]] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)

    def __bool__(self) -> bool:
        """So that `if check(…)` asks what it seems to ask."""
        return self.holds

    @property
    def holds(self) -> bool:
        """Do all requirements hold, and did all checks pass?"""
        return not self.problems()

    def problems(self) -> list[str]:
        """A sentence for everything that does not hold."""
        failed = [check.detail for check in self.checks if not check.passed]
        failed += [_sentence(found) for found in self.requirements if not found["holds"]]
        return list(dict.fromkeys(failed))


def _sentence(found: Mapping[str, Any]) -> str:
    parameters = ", ".join(f"{name} = {value}" for name, value in found["params"].items())
    asked = f"{found['type']} ({parameters})" if parameters else found["type"]
    what = f"{asked} on {', '.join(found['on'])}"
    worst = f"{found['worst']:.12g}" if isinstance(found["worst"], float) else str(found["worst"])
    classes, records = found["violating_classes"], found["violating_records"]
    if not classes:
        return f"{what} does not hold for the table as a whole, which achieves {worst}"
    return (
        f"{what} does not hold in {counted(classes, 'class', 'classes')} with "
        f"{counted(records, 'record', 'records')}; the worst achieves {worst}"
    )


def counted(count: int, one: str, many: str) -> str:
    """A number with its noun.

    >>> counted(1, "class", "classes"), counted(2, "class", "classes")
    ('1 class', '2 classes')
    """
    return f"{count} {one if count == 1 else many}"
