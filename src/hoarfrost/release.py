"""Anonymise a table, check one, apply a saved recoding: what the library is for."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from hoarfrost.errors import UsageError
from hoarfrost.own_judges import judged_by_themselves, own_judges
from hoarfrost.releasing import plan, suppressed_cells, totals_of
from hoarfrost.report import Check, Report, WrittenFacts, build_report
from hoarfrost.reporting import facts_of, with_models
from hoarfrost.running import Run, Settings, Written, check_call, claims_of
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

        self._check_open()
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
        self._check_open()
        check_call(self._run.data, self._run.policy, path, force=force)
        written = self._write(str(path))
        self.report["release"]["sha256"] = written.sha256

    def _check_open(self) -> None:
        if not self._close.alive:
            raise UsageError(
                "the release is closed, so its records are gone",
                hint="write or convert it before close(), or inside its with block",
            )

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
    check_call(data, policy, out, force=force)
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


def _report(run: Run, outcome: Outcome, solution: Solved, written: Written) -> Report:
    """The report of a finished run."""
    file = WrittenFacts(
        records=written.record_count,
        sha256=written.sha256,
        suppressed_cells=suppressed_cells(solution),
        escaped_cells=written.escaped_cells,
    )
    facts = facts_of(run, outcome, solution, file, _checks(written.verification))
    return build_report(with_models(run, facts), run.settings.edition)


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
