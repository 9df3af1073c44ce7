"""One algorithm tried on a prepared table: what it would release, or why it would not."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hoarfrost.errors import (
    Flaw,
    HoarfrostError,
    LimitReached,
    NotApplicable,
    PolicyError,
    PolicyNotReachable,
    UsageError,
)
from hoarfrost.figures.utility import learnt_from
from hoarfrost.releasing import suppressed_cells
from hoarfrost.report import WrittenFacts, build_report
from hoarfrost.report.comparison import Attempt, Standing
from hoarfrost.reporting import facts_of, with_models

if TYPE_CHECKING:
    from hoarfrost.preparing import Prepared
    from hoarfrost.releasing import Solved
    from hoarfrost.report import Report
    from hoarfrost.running import Run

STANDINGS: dict[type[HoarfrostError], Standing] = {
    NotApplicable: "not applicable",
    PolicyError: "not applicable",
    UsageError: "not applicable",
    PolicyNotReachable: "unreachable",
}
"""What it means for a comparison that an algorithm ends with an error; any other: it failed."""


@dataclass(frozen=True, eq=False)
class Trial:
    """A table and a policy that algorithms are to be tried on."""

    run: Run
    posed: Prepared
    seconds: float | None
    """After so long an algorithm is to answer with the best that it has."""

    def of(self, name: str, found: Callable[[], None] = lambda: None) -> Attempt:
        """What comes of one algorithm; `found` is called when its search has ended."""
        deadline = None if self.seconds is None else time.monotonic() + self.seconds
        try:
            return Attempt(name, "released", report=self._report(name, deadline, found))
        except LimitReached as error:
            if _has_passed(deadline):
                return out_of_time(name, self.seconds)
            return Attempt(name, "out of time", error.flaws)
        except HoarfrostError as error:
            return Attempt(name, STANDINGS.get(type(error), "failed"), error.flaws)
        except MemoryError:
            return failed(name, "memory ran out", "--threads 1 runs one algorithm at a time")
        except Exception as error:  # noqa: BLE001 - one algorithm's breakdown is not another's
            what = f"something unforeseen happened ({type(error).__name__})"
            hint = "--debug shows where; please report it"
            return replace(failed(name, what, hint), traceback=traceback.format_exc())

    def _report(self, name: str, deadline: float | None, found: Callable[[], None]) -> Report:
        own = self.run.policy
        run = self.run.under(own.with_algorithm(name, source=own.source), self.run.settings)
        outcome, solution = run.search(_until(deadline, run.fit(self.posed)))
        found()
        facts = facts_of(run, outcome, solution, _written(solution))
        # What there is to note of the policy is noted once, for all.
        return build_report(replace(with_models(run, facts, learnt_from), notes=()))


def out_of_time(name: str, seconds: float | None) -> Attempt:
    """An algorithm that had no answer when its time was up."""
    limit = "" if seconds is None else f" within its {seconds:.3g} seconds"
    flaw = Flaw(f"found no release that meets the policy{limit}", "raise --budget")
    return Attempt(name, "out of time", (flaw,))


def failed(name: str, what: str, hint: str | None = None) -> Attempt:
    """An algorithm that broke down."""
    return Attempt(name, "failed", (Flaw(what, hint),))


def _has_passed(deadline: float | None) -> bool:
    return deadline is not None and time.monotonic() >= deadline


def _until(deadline: float | None, prepared: Prepared) -> Prepared:
    """The problem with whichever is the earlier end: the policy's own or this one."""
    ends = [end for end in (deadline, prepared.problem.deadline) if end is not None]
    problem = replace(prepared.problem, deadline=min(ends, default=None))
    return replace(prepared, problem=problem)


def _written(solution: Solved) -> WrittenFacts:
    """What would be written."""
    records = solution.prepared.problem.frequency.record_count
    left_out = solution.verdict.suppressed_records - solution.starred_records
    return WrittenFacts(records - left_out, suppressed_cells=suppressed_cells(solution))
