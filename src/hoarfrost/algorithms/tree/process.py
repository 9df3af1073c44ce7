"""The process of tree recoding: from a start, one step after the other, always the best there is.

Every algorithm of the family is this process with its own parts filled in: where it starts, when
it goes on, which steps it can take next, what makes one better than another, and what it does
with records that still stand out at the end. The idea is that of "Abstractions of generalization
algorithms": nine published algorithms are three processes with parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from hoarfrost.algorithms.charts import Chart, Do, While, done_by, lowered, said_by
from hoarfrost.algorithms.unreachable import out_of_time

if TYPE_CHECKING:
    from hoarfrost.problem import Problem


class Table(Protocol):
    """The table as it is after some steps."""

    @property
    def problem(self) -> Problem:
        """What is to be solved."""

    def rows(self) -> tuple[int, int]:
        """How many released combinations there are that fail, and how many in all."""


class Step(Protocol):
    """One thing that can be done next."""

    def facts(self) -> Mapping[str, object]:
        """What a trace says of it: attribute, labels, levels and counts."""


State = TypeVar("State", bound=Table)
Choice = TypeVar("Choice", bound=Step)
UP, DOWN = "generalised", "specialised"
"""What a trace calls a step of either direction."""

EVENTS = {
    "began": "The table has {rows} different combinations, of which {violating} fail.",
    UP: "{attribute}: {what}, chosen for {reason}. {violating} of {rows} combinations fail now.",
    DOWN: "{attribute}: {what}, chosen for {reason}. {violating} of {rows} combinations fail now.",
    "suppressed": "{records} records in {classes} combinations are left out.",
}
"""The sentences of the family's events."""


@dataclass(frozen=True)
class TreeProcess(Generic[State, Choice]):
    """Start, go on as long as it takes, take the best step each time, settle the rest."""

    direction: Literal["bottom-up", "top-down"]
    start: Callable[[Problem], State]
    goes_on: Callable[[State], bool]
    choices: Callable[[State], Iterable[Choice]]
    """What can be done next; what is clearly worse than another may be left out."""
    metric: Callable[[State, Choice], Any]
    """The choice with the least value is the best; ties are part of it."""
    perform: Callable[[State, Choice], State]
    allows: Callable[[State, Choice], bool] | None = None
    """May the best choice be taken? If not, the state offers it no more."""
    finish: Callable[..., object] | None = None
    """What happens to records that still stand out, where an algorithm suppresses."""

    def run(self, problem: Problem) -> State:
        """Carry it out, up to what `finish` does."""
        state = self.start(problem)
        self._tell(problem, state, "began")
        taken = 0
        while self.goes_on(state):
            if problem.is_out_of_time:
                if self.direction == "bottom-up":
                    raise out_of_time()
                break
            best = self._best(state)
            if best is None:
                break
            state = self.perform(state, best)
            taken += 1
            self._tell(problem, state, UP if self.direction == "bottom-up" else DOWN, best)
            if problem.watch is not None:
                problem.watch(f"searching: {taken} steps taken")
        return state

    def _best(self, state: State) -> Choice | None:
        """The best choice that may be taken."""
        while True:
            best = min(self.choices(state), key=lambda own: self.metric(state, own), default=None)
            if best is None or self.allows is None or self.allows(state, best):
                return best

    def _tell(self, problem: Problem, state: State, event: str, step: Choice | None = None) -> None:
        if problem.trace is not None:
            violating, rows = state.rows()
            facts = step.facts() if step is not None else {}
            problem.trace.add(event, **facts, violating=violating, rows=rows)

    def chart(self) -> Chart:
        """The process in the words of its parts."""
        repeated = (
            done_by(self.choices),
            Do(f"Take the best of them: {lowered(said_by(self.metric))}"),
            *([done_by(self.allows)] if self.allows is not None else []),
            done_by(self.perform),
        )
        end = (done_by(self.finish),) if self.finish is not None else ()
        return (done_by(self.start), While(said_by(self.goes_on), repeated), *end)
