"""Several algorithms on one table under one policy: what each makes of it, and which to take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import hoarfrost
from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.contest import Contest
from hoarfrost.errors import (
    EngineFailure,
    Flaw,
    HoarfrostError,
    LimitReached,
    NotApplicable,
    PolicyNotReachable,
    UsageError,
    raise_all,
)
from hoarfrost.figures.cross_validation import can_train
from hoarfrost.naming import did_you_mean
from hoarfrost.policy.sections import SECONDS_OF_A_YEAR
from hoarfrost.report import write_report
from hoarfrost.report.comparison import (
    Attempt,
    ComparisonFacts,
    Standing,
    build_comparison,
    comparison_lines,
)
from hoarfrost.report.provenance import provenance
from hoarfrost.reporting import CANNOT_TRAIN, data_facts
from hoarfrost.running import Run, Settings

if TYPE_CHECKING:
    from pathlib import Path

    from hoarfrost.policy import Policy
    from hoarfrost.report import Report

ALL = "all"
USUAL_BUDGET = 60.0
FAILURES: dict[Standing, type[HoarfrostError]] = {
    "unreachable": PolicyNotReachable,
    "out of time": LimitReached,
    "failed": EngineFailure,
    "not applicable": NotApplicable,
}
"""What it means when this is the most that anybody came to."""


class Comparison:
    """What several algorithms make of one table: every figure of each, and which to take."""

    def __init__(self, report: Report, attempts: Sequence[Attempt]) -> None:
        self.report = report
        self.attempts = tuple(attempts)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One flat row for each algorithm: the best first, those without a release last."""
        return [_row(entry) for entry in self.report["algorithms"]]

    @property
    def best(self) -> Mapping[str, list[str]]:
        """For each figure, and for the suppressed records: the algorithms that nobody beats."""
        best: Mapping[str, list[str]] = self.report["comparison"]["best"]
        return best

    @property
    def advice(self) -> str:
        """Which algorithm to take, for what, and why."""
        return " ".join(self.report["comparison"]["advice"])

    @property
    def failure(self) -> HoarfrostError | None:
        """What there is to say when no algorithm came to a release."""
        standings = [attempt.standing for attempt in self.attempts]
        if "released" in standings:
            return None
        kind = next(kind for standing, kind in FAILURES.items() if standing in standings)
        if len({attempt.flaws for attempt in self.attempts}) == 1:
            return kind(*self.attempts[0].flaws)
        names = ", ".join(sorted(attempt.name for attempt in self.attempts))
        return kind(f"none of these came to a release: {names}", hint=self._common_hint)

    @property
    def _common_hint(self) -> str | None:
        """The way out, where there is but one."""
        hints = {flaw.hint for attempt in self.attempts for flaw in attempt.flaws if flaw.hint}
        return hints.pop() if len(hints) == 1 else None

    def to_pandas(self) -> Any:
        """The rows as a pandas data frame."""
        import pandas

        return pandas.DataFrame(self.rows)

    def write(self, path: str | Path) -> None:
        """Write the report, as JSON or as a page, by the ending of its name."""
        write_report(self.report, path)

    def __str__(self) -> str:
        return "\n".join(comparison_lines(self.report))


def compare(
    data: object,
    policy: Policy,
    algorithms: Sequence[str] | str = ALL,
    *,
    budget: float | None = USUAL_BUDGET,
    settings: Settings | None = None,
) -> Comparison:
    """What each algorithm makes of a table under one policy; nothing is written.

    `data` is a path, a URL, or a pandas, Polars, PyArrow or Ibis table; `algorithms` are names, or
    "all". Each runs in a process of its own, `settings.threads` at a time. `budget` is the time in
    seconds for all searches together, None as long as they take: first all have the same share of
    it, then those that were stopped share what is left.
    """
    names = _chosen(algorithms)
    _check_budget(budget)
    chosen = settings or Settings()
    with chosen.engine() as engine:
        run = Run(engine, data, policy, chosen)
        posed = run.pose()
    contest = Contest(run, posed, names, budget)
    with run.clock.timing("compare"):
        contest.carry_out()
    attempts = tuple(contest.attempts[name] for name in names)
    return Comparison(build_comparison(_facts(contest, attempts), chosen.edition), attempts)


def _facts(contest: Contest, attempts: tuple[Attempt, ...]) -> ComparisonFacts:
    run, problem = contest.run, contest.posed.problem
    is_untrained = run.settings.utility and problem.target is not None and not can_train()
    return ComparisonFacts(
        version=hoarfrost.__version__,
        created=datetime.now(UTC),
        title=run.policy.title,
        policy=run.policy.to_dict(),
        data=data_facts(run),
        problem=problem,
        attempts=attempts,
        budget=contest.budget,
        reachable=contest.reachable,
        seconds=run.clock.seconds,
        notes=(*run.policy.warnings(), *([CANNOT_TRAIN] if is_untrained else [])),
        provenance=provenance(),
    )


def _chosen(algorithms: Sequence[str] | str) -> tuple[str, ...]:
    """The names of the algorithms, or everything that is wrong with them."""
    if isinstance(algorithms, str):
        if algorithms != ALL:
            raise UsageError(
                f'algorithms: expected a list of names or "{ALL}", found "{algorithms}"'
            )
        return ALGORITHMS.names()
    raise_all(_misnamed(algorithms), UsageError)
    return tuple(algorithms)


def _misnamed(names: Sequence[str]) -> Iterator[Flaw]:
    if not names:
        yield Flaw("no algorithm is named", f"known: {', '.join(ALGORITHMS.names())}")
    for name, times in Counter(names).items():
        if name == ALL:
            yield Flaw(f'"{ALL}" stands alone, not among names')
        elif name not in ALGORITHMS:
            hint = did_you_mean(name, ALGORITHMS.names())
            yield Flaw(f'there is no algorithm "{name}"', hint)
        elif times > 1:
            yield Flaw(f'the algorithm "{name}" is named {times} times')


def _check_budget(budget: float | None) -> None:
    if budget is not None and not 0 < budget <= SECONDS_OF_A_YEAR:
        raise UsageError(f"budget: {budget} is not a time, expected seconds above 0 or None")


def _row(entry: Report) -> dict[str, Any]:
    """One algorithm without tables in tables."""
    parts = {
        "algorithm": entry["name"],
        "standing": entry["standing"],
        "reason": "; ".join(entry["reasons"]) if "reasons" in entry else None,
        **entry.get("figures", {}),
        **entry.get("release", {}),
        "seconds": entry.get("seconds", {}).get("search"),
        **{key: entry.get(key) for key in ("optimal", "objective", "value", "bound", "gap")},
    }
    return {key: value for key, value in parts.items() if value is not None}
