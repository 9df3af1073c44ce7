"""One run from a table to a verified release, step by step."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.engines.destinations import check_destination
from hoarfrost.engines.duckdb import DuckDBEngine
from hoarfrost.engines.protocol import Dialect, Limits
from hoarfrost.errors import PolicyError, UsageError, VerificationFailed
from hoarfrost.figures.base import FIGURES, View
from hoarfrost.memory import give_back
from hoarfrost.own_judges import own_judges
from hoarfrost.policy import Policy
from hoarfrost.preparing import count, prepare
from hoarfrost.releasing import solved
from hoarfrost.verify import Expected, verify_release

if TYPE_CHECKING:
    from pathlib import Path

    from hoarfrost.algorithms.catalogue import Outcome
    from hoarfrost.engines.drafts import WrittenDraft
    from hoarfrost.engines.duckdb import DuckDBTable
    from hoarfrost.engines.protocol import ReleasePlan
    from hoarfrost.hierarchy.tree import Hierarchy
    from hoarfrost.preparing import Counted, Prepared
    from hoarfrost.problem import Problem
    from hoarfrost.releasing import Solved
    from hoarfrost.trace import Trace
    from hoarfrost.verify import Verification

Watch = Callable[[str], None]
"""Told in a few words what a run is doing."""


@dataclass
class Settings:
    """How a run is carried out and reported; none of it changes the release."""

    memory_bytes: int | None = None
    threads: int = 2
    seed: int = 0
    edition: Literal["internal", "public"] = "internal"
    trace: Trace | None = None
    watch: Watch | None = None
    utility: bool = True
    """The report says how well a model that learns from the release predicts the target, if the
    policy names one. That takes as long as training the models: seconds."""

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


@dataclass(frozen=True)
class Claims:
    """What a written release must bear out, and what is needed to judge it."""

    expected: Expected
    reference: Mapping[str, Mapping[str, int]]
    hierarchies: Mapping[str, Hierarchy]


class Run:
    """A policy carried out on one table; every step keeps what later ones need."""

    def __init__(
        self, engine: DuckDBEngine, data: object, policy: Policy, settings: Settings
    ) -> None:
        _check_policy(policy)
        self.engine = engine
        self.data = data
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
        """Count the table and make the problem of it that the policy's algorithm is to solve."""
        return self.fit(self.pose())

    def pose(self) -> Prepared:
        """Count the table and make the problem of it, whatever algorithm is to solve it."""
        policy, settings = self.policy, self.settings
        return prepare(
            policy,
            self.count(),
            self.open_population,
            objective=FIGURES.get(policy.algorithm.objective),
            threads=settings.threads,
            seed=settings.seed,
            trace=settings.trace,
            watch=settings.watch,
        )

    def fit(self, posed: Prepared) -> Prepared:
        """The problem with what the policy's algorithm is told and allowed."""
        asked = self.policy.algorithm
        limit = asked.time_limit
        problem = replace(
            posed.problem,
            options=asked.options,
            refine=asked.refine,
            deadline=None if limit is None else time.monotonic() + limit,
        )
        own_limit = ALGORITHMS.get(asked.name).own_limit(problem)
        return replace(posed, problem=replace(problem, suppression_limit=own_limit))

    def under(self, policy: Policy, settings: Settings) -> Run:
        """The same table under another policy, with a clock of its own."""
        other = copy(self)
        other.policy, other.settings, other.clock = policy, settings, Clock()
        return other

    def search(self, prepared: Prepared) -> tuple[Outcome, Solved]:
        """Let the policy's algorithm find a recoding, and judge it as a whole."""
        self.settings.tell("searching")
        algorithm = ALGORITHMS.get(self.policy.algorithm.name)
        with self.clock.timing("search"):
            if algorithm.uses_objective:
                self._check_objective(prepared.problem)
            outcome = algorithm.solve(prepared.problem)
            give_back()
        star = self.policy.release.suppressed == "star"
        return outcome, solved(prepared, outcome.recoding, star=star)

    @contextmanager
    def written(self, release: ReleasePlan, destination: str, claims: Claims) -> Iterator[Written]:
        """A release, written beside its place and verified as it was written.

        It is put in its place at the end of the block, and removed when the block fails.
        """
        self.settings.tell("writing")
        dialect = self.policy.data.dialect().of_release()
        with self.clock.timing("write"):
            draft = self.table.write(release, destination, dialect)
        try:
            self.settings.tell("verifying")
            with self.clock.timing("verify"):
                verification = self._verified(draft, dialect, release, claims)
            yield Written(draft.record_count, draft.sha256, draft.escaped_cells, verification)
            draft.publish()
        except BaseException:
            draft.discard()
            raise

    def _check_objective(self, problem: Problem) -> None:
        """Refuse an objective that this table has no value of."""
        objective = problem.required_objective
        coarsest = problem.grouping(problem.tops)
        everything = np.ones(coarsest.class_count, dtype=np.bool_)
        if objective.value(View(problem, coarsest, everything)) is None:
            hint = "name one with target in [algorithm]" if problem.target is None else None
            needs = "has no target" if problem.target is None else "has a target that does not suit"
            raise PolicyError(
                f'{self.policy.source}, algorithm.objective: "{objective.name}" does not apply to'
                f" this table, which {needs}",
                hint=hint,
            )

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
        claims: Claims,
    ) -> Verification:
        expected = claims.expected
        untouched = tuple(
            name
            for name in release.columns
            if name not in release.quasi and name not in release.normalised
        )
        if untouched and expected.starred == 0 and not release.spreadsheet_safe:
            checksum = self.table.untouched_checksum(untouched, release)
            expected = replace(expected, untouched=checksum, untouched_columns=untouched)
        written = self.engine.open(draft.path, dialect)
        try:
            verification = verify_release(
                written,
                self.policy,
                reference=claims.reference,
                population=self.populations(),
                hierarchies=claims.hierarchies,
                expected=expected,
                own_judges=own_judges(self.policy),
            )
        finally:
            written.close()
        if not verification.holds:
            raise VerificationFailed(
                *verification.problems(), hint="the release was removed; please report this"
            )
        return verification


def check_call(data: object, policy: Policy, out: str | Path | None, *, force: bool) -> None:
    """Raise when a release cannot be made of this or put there, before anything else is done."""
    _check_policy(policy)
    if out is not None:
        check_destination(str(out), force=force, source=data, needed=policy.files())


def _check_policy(policy: object) -> None:
    if not isinstance(policy, Policy):
        raise UsageError(
            f"expected a policy, found {type(policy).__name__}",
            hint='load one from its file: Policy.load("policy.toml")',
        )


def claims_of(solution: Solved) -> Claims:
    """What the file written from a solution must show."""
    problem = solution.prepared.problem
    records = problem.frequency.record_count
    suppressed = solution.verdict.suppressed_records
    expected = Expected(
        records=records - suppressed + solution.starred_records,
        input_records=records,
        suppressed=suppressed,
        starred=solution.starred_records,
    )
    trees = {
        attribute.name: attribute.hierarchy.whole or attribute.hierarchy
        for attribute in problem.attributes
    }
    sensitive = {
        demand.sensitive: demand.hierarchy
        for demand in problem.demands
        if demand.sensitive is not None and demand.hierarchy is not None
    }
    return Claims(expected, solution.recoding.reference, {**trees, **sensitive})
