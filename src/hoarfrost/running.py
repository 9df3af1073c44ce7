"""One run from a table to a verified release, step by step."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.engines.duckdb import DuckDBEngine
from hoarfrost.engines.protocol import Dialect, Limits
from hoarfrost.errors import VerificationFailed
from hoarfrost.figures.base import FIGURES
from hoarfrost.preparing import count, prepare
from hoarfrost.releasing import solved
from hoarfrost.verify import Expected, verify_release

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Outcome
    from hoarfrost.engines.drafts import WrittenDraft
    from hoarfrost.engines.duckdb import DuckDBTable
    from hoarfrost.engines.protocol import ReleasePlan
    from hoarfrost.frequency import Histogram
    from hoarfrost.policy import Policy
    from hoarfrost.preparing import Counted, Prepared
    from hoarfrost.releasing import Solved
    from hoarfrost.trace import Trace
    from hoarfrost.verify import Verification

Watch = Callable[[str], None]
"""Told in a few words what a run is doing."""


@dataclass
class Settings:
    """How a run is carried out; none of it changes the result."""

    memory_bytes: int | None = None
    threads: int = 2
    seed: int = 0
    edition: Literal["internal", "public"] = "internal"
    trace: Trace | None = None
    watch: Watch | None = None

    def tell(self, what: str) -> None:
        """Tell whoever watches what is being done."""
        if self.watch is not None:
            self.watch(what)

    def engine(self) -> DuckDBEngine:
        """The engine for files and in-memory tables."""
        return DuckDBEngine(Limits(self.memory_bytes, self.threads))


@dataclass
class Clock:
    """The seconds that each part of a run took."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def timing(self, part: str) -> Iterator[None]:
        """Add what happens inside to a part."""
        start = time.perf_counter()
        try:
            yield
        finally:
            spent = time.perf_counter() - start
            self.seconds[part] = round(self.seconds.get(part, 0.0) + spent, 4)


@dataclass(frozen=True)
class Written:
    """A release that was written, read back and found right."""

    record_count: int
    sha256: str
    escaped_cells: int
    verification: Verification


class Run:
    """A policy carried out on one table; every step keeps what later ones need."""

    def __init__(
        self, engine: DuckDBEngine, data: object, policy: Policy, settings: Settings
    ) -> None:
        self.engine = engine
        self.policy = policy
        self.settings = settings
        self.clock = Clock()
        settings.tell("reading")
        with self.clock.timing("read"):
            self.table = engine.open(data, policy.data.dialect())

    def count(self, *, is_release: bool = False) -> Counted:
        """Let the engine count the table."""
        self.policy.check_columns(self.table.names, is_release=is_release)
        with self.clock.timing("read"):
            return count(self.table, self.policy)

    def prepare(self) -> Prepared:
        """Count the table and make the problem of it."""
        policy, settings = self.policy, self.settings
        limit = policy.algorithm.time_limit
        return prepare(
            policy,
            self.count(),
            self.open_population,
            objective=FIGURES.get(policy.algorithm.objective),
            options=policy.algorithm.options,
            deadline=None if limit is None else time.monotonic() + limit,
            threads=settings.threads,
            seed=settings.seed,
            trace=settings.trace,
            watch=settings.watch,
        )

    def search(self, prepared: Prepared) -> tuple[Outcome, Solved]:
        """Let the policy's algorithm find a recoding, and judge it as a whole."""
        self.settings.tell("searching")
        with self.clock.timing("search"):
            outcome = ALGORITHMS.get(self.policy.algorithm.name).solve(prepared.problem)
        star = self.policy.release.suppressed == "star"
        return outcome, solved(prepared, outcome.recoding, star=star)

    def write(
        self, release: ReleasePlan, destination: str, expected: Expected, reference: Reference
    ) -> Written:
        """Write a draft, verify it as it was written, and only then put it in its place."""
        self.settings.tell("writing")
        dialect = self.policy.data.dialect().of_release()
        with self.clock.timing("write"):
            draft = self.table.write(release, destination, dialect)
        try:
            self.settings.tell("verifying")
            with self.clock.timing("verify"):
                verification = self._verified(draft, dialect, release, expected, reference)
            draft.publish()
        except BaseException:
            draft.discard()
            raise
        return Written(draft.record_count, draft.sha256, draft.escaped_cells, verification)

    def open_population(self, path: str) -> DuckDBTable:
        """A population table, read as a plain CSV or Parquet file."""
        dialect = Dialect(missing=self.policy.data.missing)
        return self.engine.open(self.policy.locate(path), dialect)

    def populations(self) -> dict[str, DuckDBTable]:
        """The population tables that the policy's requirements name."""
        paths = [
            requirement.population  # type: ignore[attr-defined]
            for requirement in self.policy.requirements
            if requirement.reads_population
        ]
        return {path: self.open_population(path) for path in dict.fromkeys(paths)}

    def _verified(
        self,
        draft: WrittenDraft,
        dialect: Dialect,
        release: ReleasePlan,
        expected: Expected,
        reference: Reference,
    ) -> Verification:
        untouched = tuple(
            name
            for name in release.columns
            if name not in release.quasi and name not in release.normalised
        )
        if untouched and expected.starred == 0 and not release.spreadsheet_safe:
            checksum = self.table.untouched_checksum(untouched, release)
            expected = replace(expected, untouched=checksum, untouched_columns=untouched)
        written = self.engine.open(draft.path, dialect)
        verification = verify_release(
            written,
            self.policy,
            reference=reference,
            population=self.populations(),
            expected=expected,
        )
        if not verification.holds:
            raise VerificationFailed(
                *verification.problems(), hint="the release was removed; please report this"
            )
        return verification


Reference = Mapping[str, Mapping[str, int]]


def reference_of(solution: Solved) -> dict[str, dict[str, int]]:
    """How often each sensitive value occurs in the whole input."""
    return totals_of(solution.prepared.problem.frequency.histograms)


def totals_of(histograms: Mapping[str, Histogram]) -> dict[str, dict[str, int]]:
    """How often each value occurs in all groups of some histograms."""
    return {
        name: dict(zip(histogram.values, histogram.totals.tolist(), strict=True))
        for name, histogram in histograms.items()
    }


def expected_of(solution: Solved) -> Expected:
    """What the written file must show."""
    records = solution.prepared.problem.frequency.record_count
    suppressed = solution.verdict.suppressed_records
    return Expected(
        records=records - suppressed + solution.starred_records,
        input_records=records,
        suppressed=suppressed,
        starred=solution.starred_records,
    )
