"""Several algorithms tried on one table within a budget of seconds.

Everybody gets the same time at first. What is left of the budget when all have ended is shared
by those that were stopped by the clock and could do better with more.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from hoarfrost.figures.cross_validation import can_train, load_models
from hoarfrost.figures.utility import learnable
from hoarfrost.side_by_side import Done, Overdue, Task, side_by_side
from hoarfrost.trying import Trial, failed, out_of_time

if TYPE_CHECKING:
    from hoarfrost.figures.utility import Learnt
    from hoarfrost.preparing import Prepared
    from hoarfrost.report.comparison import Attempt
    from hoarfrost.running import Run
    from hoarfrost.side_by_side import Ending

GRACE = 0.25
LEAST_GRACE = 1.0
"""A search that does not heed the clock is ended so much of its time, or so many seconds, later."""
WORTH_ANOTHER_ROUND = 2.0
"""Who was stopped by the clock is tried again only with so many times more time."""
ORIGINAL = "the original"
"""The task that learns from the table as it is; no algorithm has a name of two words."""


@dataclass
class Contest:
    """A table, the algorithms that are tried on it, and what has come of them so far."""

    run: Run
    posed: Prepared
    names: Sequence[str]
    budget: float | None
    attempts: dict[str, Attempt] = field(default_factory=dict)
    reachable: Learnt = field(default_factory=dict)
    """What there is to learn from the table itself; see `learnable`."""

    def carry_out(self) -> None:
        """Try everybody, then again whom more time may help."""
        started = time.monotonic()
        again, seconds = self.names, self._share(self.budget, len(self.names))
        more: Iterator[Task] = self._original()
        while again:
            self._round([*more, *self._tasks(again, seconds)], seconds)
            more = iter(())
            if self.budget is None or seconds is None:
                return
            again = [name for name in again if self._wants_more(name, seconds)]
            left = self._share(self.budget - (time.monotonic() - started), len(again))
            if left is None or left < WORTH_ANOTHER_ROUND * seconds:
                return
            seconds = left

    def _share(self, seconds: float | None, count: int) -> float | None:
        """The time for each when so many share it, some of them at a time."""
        if seconds is None or not count:
            return None
        return seconds * min(self.run.settings.threads, count) / count

    def _wants_more(self, name: str, seconds: float) -> bool:
        """Was it stopped by the clock of this contest?"""
        attempt, own_limit = self.attempts[name], self.run.policy.algorithm.time_limit
        is_stopped = attempt.standing == "out of time" or (
            attempt.report is not None and attempt.report["algorithm"]["ended"] == "time"
        )
        return is_stopped and (own_limit is None or own_limit > seconds)

    def _round(self, tasks: Sequence[Task], seconds: float | None) -> None:
        watched, done = self.run.settings, 0
        watched.tell(f"comparing {len(tasks)} tasks")
        with closing(side_by_side(tasks, watched.threads)) as endings:
            for task, ending in endings:
                done += 1
                watched.tell(f"comparing: {done} of {len(tasks)} done, the last {task.name}")
                if task.name != ORIGINAL:
                    self._note(_attempt(task.name, ending, seconds))
                elif isinstance(ending, Done):
                    self.reachable = cast("Learnt", ending.result)

    def _note(self, attempt: Attempt) -> None:
        """Remember what came of an algorithm; a second try does not undo a release."""
        before = self.attempts.get(attempt.name)
        if before is None or before.report is None or attempt.report is not None:
            self.attempts[attempt.name] = attempt

    def _tasks(self, names: Sequence[str], seconds: float | None) -> Iterator[Task]:
        trial = Trial(self._quiet_run, self._quiet_problem, seconds)
        ended_after = None if seconds is None else seconds + max(LEAST_GRACE, GRACE * seconds)
        for name in names:
            yield Task(name, partial(trial.of, name), ended_after)

    def _original(self) -> Iterator[Task]:
        problem = self._quiet_problem.problem
        if not self.run.settings.utility or problem.target is None or not can_train():
            return
        # Once, here, instead of in every process.
        load_models()
        yield Task(ORIGINAL, lambda _: _limits(self._quiet_problem))

    @property
    def _quiet_run(self) -> Run:
        """Every processor has a process, so none of these takes several; nobody watches them."""
        own = replace(self.run.settings, threads=1, edition="internal", trace=None, watch=None)
        return self.run.under(self.run.policy, own)

    @property
    def _quiet_problem(self) -> Prepared:
        problem = replace(self.posed.problem, threads=1, trace=None, watch=None)
        return replace(self.posed, problem=problem)


def _limits(posed: Prepared) -> Learnt:
    return learnable(posed.problem)


def _attempt(name: str, ending: Ending, seconds: float | None) -> Attempt:
    if isinstance(ending, Done):
        return cast("Attempt", ending.result)
    if isinstance(ending, Overdue):
        return out_of_time(name, seconds)
    return failed(name, f"its process broke down ({ending.cause})", "it may lack memory")
