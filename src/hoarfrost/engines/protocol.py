"""The small face that every engine shows: open, count, write a draft, publish it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Dialect:
    """How a text file is read and written; Parquet and in-memory tables use `missing` only."""

    delimiter: str = ","
    quote: str = '"'
    encoding: str = "utf-8"
    header: bool = True
    names: tuple[str, ...] | None = None
    """The column names, when there is no header."""
    skip: int = 0
    """Lines to pass over before the header or the first record."""
    trim: bool = False
    """Take blanks around values away."""
    missing: tuple[str, ...] = ()
    """The values that mean "missing"; nulls always do."""

    @property
    def missing_label(self) -> str:
        """What a missing value is released as."""
        return self.missing[0] if self.missing else ""

    def of_release(self) -> Dialect:
        """How a release of this table is written: same characters, always with header and quotes."""
        return Dialect(self.delimiter, self.quote or '"', self.encoding, missing=self.missing)


@dataclass(frozen=True)
class Limits:
    """What a run may use."""

    memory_bytes: int | None = None
    threads: int = 2


@dataclass(frozen=True, eq=False)
class Combinations:
    """Distinct combinations of values, as codes into dictionaries, with their record counts."""

    names: tuple[str, ...]
    codes: NDArray[np.int32]
    """One row for each column, one column for each combination, in lexicographic order."""
    counts: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ReleasePlan:
    """What to write: every combination of quasi values, and what it is released as."""

    columns: tuple[str, ...]
    """The released columns in input order (identifiers are not among them)."""
    quasi: tuple[str, ...]
    """Those that are recoded; the order of the rows of `original` and `released`."""
    normalised: tuple[str, ...]
    """Other columns in which missing values are released as the missing label."""
    dictionaries: Mapping[str, tuple[str, ...]]
    """The values that `original` counts by."""
    original: NDArray[np.int32]
    labels: Mapping[str, tuple[str, ...]]
    """The labels that `released` counts by."""
    released: NDArray[np.int32]
    kept: NDArray[np.bool_]
    """Which combinations are released at all."""
    order: Literal["sorted", "input"] = "sorted"
    spreadsheet_safe: bool = False


class Draft(Protocol):
    """A release that is written whole but not yet in its place; private until published."""

    @property
    def record_count(self) -> int:
        """How many records it has."""

    @property
    def sha256(self) -> str:
        """The hash of what was written."""

    @property
    def escaped_cells(self) -> int:
        """Cells that got the spreadsheet prefix."""

    @property
    def path(self) -> str:
        """Where it can be read back."""

    def publish(self) -> None:
        """Put it in its place, in one step."""

    def discard(self) -> None:
        """Remove it; nothing is left behind."""


class Table(Protocol):
    """An opened table. Values are text; missing ones are the dialect's missing label."""

    names: tuple[str, ...]
    record_count: int
    can_hold_nulls: bool
    """False for text files: there, an empty value is missing only if the policy says so."""
    sha256: str | None
    """Of the file's bytes as stored; None for tables without a file."""

    def dictionaries(self, columns: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The distinct values of each column, in code point order."""

    def combinations(
        self, columns: Sequence[str], dictionaries: Mapping[str, tuple[str, ...]]
    ) -> Combinations:
        """The distinct combinations of some columns, with how many records have each."""

    def untouched_checksum(
        self, columns: Sequence[str], plan: ReleasePlan | None = None
    ) -> tuple[int, int]:
        """(records, order-free sum of hashes over `columns`) of all, or of the plan's kept records."""

    def write(self, plan: ReleasePlan, destination: str, dialect: Dialect) -> Draft:
        """Write a release beside its destination."""

    def close(self) -> None:
        """Free what the table holds."""


class Engine(Protocol):
    """Where records are."""

    def open(self, source: object, dialect: Dialect) -> Table:
        """Open a file, URL or in-memory table, checked as `reliability` demands."""

    def close(self) -> None:
        """End the engine and remove its private files."""
