"""Anonymise a table, check one, apply a saved recoding: what the library is for."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import hoarfrost
from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.engines.destinations import check_destination
from hoarfrost.own_judges import judged_by_themselves, own_judges
from hoarfrost.releasing import measured, plan, suppressed_cells, totals_of
from hoarfrost.report import (
    Check,
    ColumnFacts,
    DataFacts,
    ReportFacts,
    WrittenFacts,
    build_report,
)
from hoarfrost.report.provenance import provenance
from hoarfrost.report.ranges import figure_ranges
from hoarfrost.running import Run, Settings, Written, claims_of
from hoarfrost.trace import Trace
from hoarfrost.verify import verify_release

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Outcome
    from hoarfrost.engines.protocol import ReleasePlan
    from hoarfrost.policy import Policy
    from hoarfrost.recoding import Recoding
    from hoarfrost.releasing import Solved
    from hoarfrost.running import Claims
    from hoarfrost.verify import Verification

MOST_STEPS = 10_000
"""So many steps of a search are kept unasked."""


class Release:
    """A verified release: its report, its recoding, and its table in whatever form is wanted."""

    def __init__(  # noqa: PLR0913 - made by the library's own verbs only
        self,
        run: Run,
        *,
        recoding: Recoding,
        release: ReleasePlan,
        claims: Claims,
        report: dict[str, Any],
        verification: Verification,
    ) -> None:
        self._run = run
        self._plan = release
        self._claims = claims
        self.recoding = recoding
        self.report = report
        self.verification = verification
        self.trace = run.settings.trace
        # Also when nobody closes it: files are not left open until chance has it.
        self._close = weakref.finalize(self, run.engine.close)

    @property
    def figures(self) -> Mapping[str, float]:
        """The quality figures of the report."""
        figures: Mapping[str, float] = self.report["figures"]
        return figures

    def to_arrow(self) -> Any:
        """The released table as a PyArrow table."""
        from pyarrow import parquet

        path = self._run.engine.private_path(".parquet")
        self._write(path)
        return parquet.ParquetFile(path).read()

    def to_pandas(self) -> Any:
        """The released table as a pandas data frame."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """The released table as a Polars data frame."""
        import polars

        return polars.from_arrow(self.to_arrow())

    def write(self, path: str | Path, *, force: bool = False) -> None:
        """Write the released table, verified again as it was written."""
        check_destination(str(path), force=force)
        written = self._write(str(path))
        self.report["release"]["sha256"] = written.sha256

    def _write(self, path: str) -> Written:
        with self._run.written(self._plan, path, self._claims) as written:
            return written

    def close(self) -> None:
        """Free the engine that holds the records; reports and recoding stay."""
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def anonymize(  # noqa: PLR0913 - a call and how it is carried out
    data: object,
    policy: Policy,
    *,
    out: str | Path | None = None,
    force: bool = False,
    trace: bool = True,
    settings: Settings | None = None,
    beside: Callable[[Release], None] | None = None,
) -> Release:
    """The best release of a table under a policy, written to `out` if given, and verified.

    `data` is a path, a URL, or a pandas, Polars, PyArrow or Ibis table. `release.trace` tells the
    search's first 10,000 steps; `trace=False` records none, `Settings(trace=Trace())` all of them.
    `beside` is called with the verified release before it is put in its place: when it fails,
    nothing is written.
    """
    chosen = settings or Settings()
    if trace and chosen.trace is None:
        chosen = replace(chosen, trace=Trace(MOST_STEPS))
    if out is not None:
        check_destination(str(out), force=force, source=data)
    engine = chosen.engine()
    try:
        return _anonymize(Run(engine, data, policy, chosen), out, beside)
    except BaseException:
        engine.close()
        raise


def _anonymize(
    run: Run, out: str | Path | None, beside: Callable[[Release], None] | None
) -> Release:
    outcome, solution = run.search(run.prepare())
    release = plan(run.policy, run.table, solution)
    claims = claims_of(solution)
    destination = str(out) if out is not None else run.engine.private_path(".parquet")
    with run.written(release, destination, claims) as written:
        made = Release(
            run,
            recoding=solution.recoding,
            release=release,
            claims=claims,
            report=_report(run, outcome, solution, written),
            verification=written.verification,
        )
        if beside is not None:
            beside(made)
    return made


def _report(run: Run, outcome: Outcome, solution: Solved, written: Written) -> dict[str, Any]:
    """The report of a finished run."""
    policy, table, data = run.policy, run.table, run.data
    figures = measured(solution, policy.algorithm.objective)
    facts = ReportFacts(
        version=hoarfrost.__version__,
        created=datetime.now(UTC),
        title=policy.title,
        policy=policy.to_dict(),
        data=DataFacts(
            records=table.record_count,
            columns=tuple(
                ColumnFacts(name, policy.attribute(name).role, policy.attribute(name).type)
                for name in table.names
            ),
            name=Path(data).name if isinstance(data, str | Path) else None,
            sha256=table.sha256,
        ),
        algorithm=ALGORITHMS.get(policy.algorithm.name),
        problem=solution.prepared.problem,
        outcome=outcome,
        grouping=solution.grouping,
        verdict=solution.verdict,
        starred=solution.starred,
        release=WrittenFacts(
            records=written.record_count,
            sha256=written.sha256,
            suppressed_cells=suppressed_cells(solution),
            escaped_cells=written.escaped_cells,
        ),
        figures=figures,
        figure_ranges=figure_ranges(solution.prepared.problem, figures),
        seconds=run.clock.seconds,
        checks=_checks(written.verification),
        notes=policy.warnings(),
        provenance=provenance(),
    )
    return build_report(facts, run.settings.edition)


def _checks(verification: Verification) -> tuple[Check, ...]:
    """Every check and every requirement, as the verifier found them in the written file."""
    return (
        *(Check(check.name, check.passed, check.detail) for check in verification.checks),
        *(
            Check(
                f"{found['type']} on {', '.join(found['on'])}",
                bool(found["holds"]),
                f"worst class: {found['worst']}{judged_by_themselves(found)}",
            )
            for found in verification.requirements
        ),
    )


def check(data: object, policy: Policy, *, settings: Settings | None = None) -> Verification:
    """Is a table as it stands already safe under a policy's requirements?

    The table itself is the reference of requirements that compare with the whole table.
    """
    chosen = settings or Settings()
    with chosen.engine() as engine:
        run = Run(engine, data, policy, chosen)
        reference = totals_of(run.count(is_release=True).histograms)
        return verify_release(
            run.table,
            policy,
            reference=reference,
            population=run.populations(),
            own_judges=own_judges(policy),
        )
