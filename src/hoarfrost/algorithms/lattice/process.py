"""The process of lattice recoding: round after round of candidate nodes, tested and concluded from.

Every algorithm of the family is this process with its own parts filled in: where it starts, when
it goes on, which nodes are the candidates of the next round, how they are tested, what follows
for all others, which nodes are answers, and which of them is the best. The idea is that of
"Abstractions of generalization algorithms": nine published algorithms are three processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from hoarfrost.algorithms.charts import Chart, Do, While, done_by, lowered, said_by
from hoarfrost.algorithms.lattice.graphs import tell_tests, users_levels
from hoarfrost.errors import NotApplicable

if TYPE_CHECKING:
    from hoarfrost.algorithms.lattice.graphs import Graph
    from hoarfrost.problem import Problem

TESTED = {
    "satisfies": (
        "{node} satisfies: {violating} of {rows} combinations fail, with {suppressed} records."
    ),
    "fails": "{node} fails: {violating} of {rows} combinations fail, with {suppressed} records.",
}
"""The sentences of tested nodes, which all algorithms of the family share."""
MOST_ALTERNATIVES = 1000
"""So many answers are listed; a report with more would be read by nobody."""


class Search(Protocol):
    """What is known of a lattice after some rounds."""

    @property
    def problem(self) -> Problem:
        """What is to be solved."""


Levels = tuple[int, ...]
State = TypeVar("State", bound=Search)
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class LatticeProcess(Generic[State, Answer]):
    """Start; test candidates and conclude from them, as long as it takes; take the best answer."""

    start: Callable[..., State]
    goes_on: Callable[[State], bool]
    candidates: Callable[[State], Sequence[Graph]]
    test: Callable[[State, Sequence[Graph]], bool]
    """False when time was up before the end."""
    conclude: Callable[[State, Sequence[Graph]], None]
    answers: Callable[[State], Answer]
    best: Callable[..., Any]
    """What makes one answer better than another, and which one is released."""

    def run(self, problem: Problem, **options: object) -> tuple[State, Literal["complete", "time"]]:
        """Carry out the rounds, until none is left or time is up."""
        state = self.start(problem, **options)
        while self.goes_on(state):
            graphs = self.candidates(state)
            if not self.test(state, graphs):
                return state, "time"
            self.conclude(state, graphs)
        return state, "complete"

    def chart(self) -> Chart:
        """The process in the words of its parts."""
        repeated = (done_by(self.candidates), done_by(self.test), done_by(self.conclude))
        return (
            done_by(self.start),
            While(said_by(self.goes_on), repeated),
            done_by(self.answers),
            Do(f"Release the best of them: {lowered(said_by(self.best))}"),
        )


def tell(state: Search, event: str, graph: Graph, **facts: object) -> None:
    """Trace a graph and its tests."""
    trace = state.problem.trace
    if trace is not None:
        names = [state.problem.attributes[place].name for place in graph.attributes]
        attributes = ", ".join(names)
        trace.add(event, attributes=attributes, candidates=graph.candidate_count, **facts)
        tell_tests(state.problem, graph)


def listed(problem: Problem, answers: Iterable[Levels]) -> tuple[dict[str, int], ...]:
    """The first answers as a report lists them: the user's level of each attribute."""
    return tuple(users_levels(problem, levels) for levels in islice(answers, MOST_ALTERNATIVES))


def refuse_vast(name: str, nodes: int, most: int) -> None:
    """Refuse a lattice that could not be written down, with what it would take."""
    if nodes > most:
        raise NotApplicable(
            f"{name} keeps up to {most} nodes in memory, and here there are {nodes}",
            hint='use "optimal", which looks at few of them, or "datafly"',
        )
