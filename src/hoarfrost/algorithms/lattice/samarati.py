"""Samarati's algorithm: the releases with the fewest steps of generalisation.

Samarati: Protecting respondents' identities in microdata release (2001), where it is given for
k-anonymity. Arca and Hewett (Data privacy with heuristic anonymisation) call it AllMin.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import prod
from typing import Literal

import numpy as np

from hoarfrost.algorithms.catalogue import Outcome, algorithm
from hoarfrost.algorithms.fitness import Needs
from hoarfrost.algorithms.lattice.choosing import Preference, preferred
from hoarfrost.algorithms.lattice.condemned import Condemned
from hoarfrost.algorithms.lattice.graphs import (
    Graph,
    Trial,
    heights_of,
)
from hoarfrost.algorithms.lattice.process import (
    TESTED,
    LatticeProcess,
    listed,
    refuse_vast,
    tell,
)
from hoarfrost.algorithms.lattice.walking import PLAIN, Manner, Walker
from hoarfrost.algorithms.unreachable import explain_unreachable, out_of_time
from hoarfrost.options import option
from hoarfrost.problem import Problem
from hoarfrost.recoding import FullDomain

MOST_NODES = 5_000_000


class Heights:
    """What is known of a lattice, height by height: a node's height is the sum of its levels."""

    def __init__(self, problem: Problem, *, all_nodes: bool) -> None:
        shape = [top + 1 for top in problem.tops]
        refuse_vast("samarati", prod(shape), MOST_NODES)
        self.problem = problem
        self.all_nodes = all_nodes
        self.walker = Walker(problem)
        self.heights = heights_of(shape)
        self.low, self.high = 1, int(self.heights.max())
        """The least height with a satisfying node is among these, if there is one at all."""
        self.fails = np.zeros(shape, dtype=np.bool_)
        """Known to fail: tested, finer than such a node, or condemned by two attributes."""
        self.is_tested = np.zeros(shape, dtype=np.bool_)
        self.is_looked_at = np.zeros(self.high + 1, dtype=np.bool_)
        self.satisfying: dict[int, list[Trial]] = defaultdict(list)
        """By height: the nodes that were tested and satisfy."""

    def nodes_of(self, height: int) -> Graph:
        """The nodes of a height, without those of which the answer is known."""
        nodes = (self.heights == height) & ~self.is_tested
        if not self.all_nodes:
            nodes &= ~self.fails
        return Graph(tuple(range(nodes.ndim)), nodes)

    def learn(self, height: int, graph: Graph) -> None:
        """Take over what was tested for a height."""
        self.is_looked_at[height] = True
        self.is_tested.reshape(-1)[graph.tested[: graph.test_count]] = True
        self.fails |= graph.failing()
        for trial in graph.accepted():
            self.satisfying[sum(trial.levels)].append(trial)
        tell(self, "height", graph, height=height)

    @property
    def middle(self) -> int:
        """The height that halves what is open."""
        return (self.low + self.high) // 2

    def pruned(self) -> dict[str, int]:
        """Why nodes were not tested; the table as it stands is none of them."""
        is_looked_at = self.is_looked_at[self.heights]
        left = ~self.is_tested & (self.heights > 0)
        return {
            "must suppress too much": int((left & is_looked_at & self.fails).sum()),
            "not needed": int((left & is_looked_at & ~self.fails).sum()),
            "at other heights": int((left & ~is_looked_at).sum()),
        }


def table_as_it_stands(problem: Problem, *, all_nodes: bool) -> Heights:
    """Test the table as it stands; if it fails, the least height is between 1 and the top."""
    state = Heights(problem, all_nodes=all_nodes)
    graph = state.nodes_of(0)
    state.walker.walk(graph, problem.demands)
    state.learn(0, graph)
    if state.satisfying[0]:
        state.low = state.high = 0
    elif not all_nodes:
        must = Condemned.of(problem).of_every_node(state.fails.shape)
        state.fails |= must > problem.suppression_limit
    return state


def height_is_open(state: Heights) -> bool:
    """Are there several heights that could be the least with a satisfying node?"""
    return state.low < state.high


def middle_height(state: Heights) -> list[Graph]:
    """Take the nodes of the height in the middle, without those that are known to fail."""
    return [state.nodes_of(state.middle)]


def until_one_satisfies(state: Heights, graphs: Sequence[Graph]) -> bool:
    """Test them until one satisfies."""
    if state.satisfying[state.middle] and not state.all_nodes:
        return True
    manner = PLAIN if state.all_nodes else Manner(until_first=True, from_above=True)
    return all(state.walker.walk(graph, state.problem.demands, manner) for graph in graphs)


def lower_or_higher(state: Heights, graphs: Sequence[Graph]) -> None:
    """If one satisfies, the least height is not above this one; else it is."""
    middle = state.middle
    for graph in graphs:
        state.learn(middle, graph)
    if state.satisfying[middle]:
        state.high = middle
    else:
        state.low = middle + 1


def least_height(state: Heights) -> Literal["complete", "time"]:
    """Test what is left of the least height: all its satisfying nodes are answers."""
    graph = state.nodes_of(state.high)
    if not graph.candidate_count:
        return "complete"
    manner = Manner(from_above=not state.all_nodes)
    is_complete = state.walker.walk(graph, state.problem.demands, manner)
    state.learn(state.high, graph)
    return "complete" if is_complete else "time"


PROCESS = LatticeProcess(
    start=table_as_it_stands,
    goes_on=height_is_open,
    candidates=middle_height,
    test=until_one_satisfies,
    conclude=lower_or_higher,
    answers=least_height,
    best=preferred,
)
EVENTS = {
    "height": "Height {height}: {candidates} nodes could satisfy.",
    **TESTED,
}


@algorithm(
    "samarati",
    family="lattice",
    kind="full-domain",
    needs=Needs(tagging=True),
    process=PROCESS,
    events=EVENTS,
)
def samarati(
    problem: Problem,
    *,
    preference: Preference = option(
        "loss",
        help="which answer is released: minimum-absolute-distance, minimum-relative-distance,"
        " maximum-distribution, minimum-suppression, or the name of a figure",
    ),
    all_nodes: bool = option(
        False, help="test every node of each height that is looked at, as on paper"
    ),
) -> Outcome:
    """The full-domain recodings with the fewest steps of generalisation, one of which is released.

    The idea: the height of a recoding is the sum of its levels. If some recoding of a height meets the
    policy, so does one of every greater height; the least height is therefore found by halving:
    look at the height in the middle, go on below it if a recoding there meets the policy, above
    it if none does. All recodings of the least height that meet the policy are answers and are
    reported as alternatives; the first of them is preferred and released.

    When to choose it: when the number of steps is what counts, or when somebody is to choose among the
    answers. A recoding with more steps can keep more detail: `optimal` and `incognito` ask for that.

    Cost: the nodes of few heights, most of which two attributes alone, or coarser nodes that
    failed, rule out without a test.

    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> outcome = samarati(teaching_problem(k=2, limit=2), preference="loss", all_nodes=False)
    >>> dict(outcome.recoding.levels), outcome.alternatives
    ({'Age': 0, 'Education': 1}, ({'Age': 0, 'Education': 1}, {'Age': 1, 'Education': 0}))

    Deviations: besides k-anonymity, it serves every requirement that a more general recoding
    keeps. The paper leaves the choice among answers to preferences: the least absolute distance
    (sum of levels, the same for all of them), the least relative distance (each level divided by
    its height), the most different released combinations, the fewest suppressed records. Here any
    figure can be one. Unless `all_nodes` is set, where several nodes of a height have some levels
    in common, the least node above all of them can be tested before them: if that fails, they do.
    The table as it stands is tested first, and not counted as evaluated.
    """
    state, ended = PROCESS.run(problem, all_nodes=all_nodes)
    if ended == "complete":
        ended = PROCESS.answers(state)
    height = min((height for height, own in state.satisfying.items() if own), default=None)
    if height is None:
        raise explain_unreachable(problem) if ended == "complete" else out_of_time()
    answers = {own.levels: own for own in state.satisfying[height]}
    best = PROCESS.best(problem, list(answers.values()), preference)
    others = sorted(levels for levels in answers if levels != best)
    return Outcome(
        FullDomain.of(problem, best),
        ended=ended,
        evaluated=int(state.is_tested.sum()) - 1,
        space=state.is_tested.size,
        pruned=state.pruned(),
        notes=_notes(len(answers), height, ended),
        alternatives=listed(problem, [best, *others]),
    )


def _notes(count: int, height: int, ended: str) -> tuple[str, ...]:
    """What the user should know about the answers."""
    if ended == "time":
        return (f"Time was up before it was clear whether fewer than {height} steps would do.",)
    recodings = "1 recoding meets" if count == 1 else f"{count} recodings meet"
    return (f"{recodings} the policy with {height} steps, and none with fewer.",)
