"""Incognito: every full-domain recoding that meets the policy.

LeFevre, DeWitt, Ramakrishnan: Incognito, efficient full-domain k-anonymity (2005), section 3.

Both of its properties hold with suppression as well, where requirements are monotone and
absorbing. Take the records that survive at a node. At a node that is more general, or has fewer
attributes, look at the classes that hold at least one of them. What such a class holds of them is
a union of satisfying classes and satisfies, for every requirement on its part of the shield, and
so the class that holds it satisfies. No round removes these classes: at least as much survives.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.algorithms.catalogue import Outcome, algorithm
from hoarfrost.algorithms.fitness import Needs, refuse_unfit
from hoarfrost.algorithms.lattice.choosing import cheapest
from hoarfrost.algorithms.lattice.graphs import Graph, lowest_levels, minimal, vectors
from hoarfrost.algorithms.lattice.process import (
    MOST_ALTERNATIVES,
    TESTED,
    LatticeProcess,
    listed,
    refuse_vast,
    tell,
)
from hoarfrost.algorithms.lattice.walking import Walker
from hoarfrost.algorithms.unreachable import explain_unreachable, out_of_time
from hoarfrost.recoding import FullDomain

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.judgement import Demand
    from hoarfrost.problem import Problem

MOST_NODES = 20_000_000
WORTH_A_THREAD = 5_000
"""From so many combinations on, several graphs are walked at a time."""
NEEDS = Needs(tagging=True)
OF_SUBSETS = "fail over fewer attributes"
OF_GENERAL = "are more general than one that satisfies"
OF_PARTS = "were decided over fewer attributes"
PRUNED = (OF_SUBSETS, OF_GENERAL, OF_PARTS)
"""Why nodes need no test: the subset property, the generalisation property, and shields."""


class Subsets:
    """What is known of the lattices over all subsets of the attributes up to some size."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.space = prod(top + 2 for top in problem.tops) - 1
        """The nodes of all lattices: an attribute is at one of its levels, or left out."""
        refuse_vast("incognito", self.space, MOST_NODES)
        self.walker = Walker(problem)
        self.size = 0
        self.satisfying: dict[tuple[int, ...], NDArray[np.bool_]] = {
            (): np.ones((), dtype=np.bool_)
        }
        """The satisfying nodes over each subset of the size reached."""
        self.evaluated = 0
        self.pruned = dict.fromkeys(PRUNED, 0)

    @property
    def width(self) -> int:
        """How many attributes there are."""
        return len(self.problem.attributes)

    def candidates(self, attributes: tuple[int, ...]) -> Graph:
        """The nodes over a subset that satisfy over each of its subsets with one attribute less."""
        shape = [self.problem.tops[own] + 1 for own in attributes]
        nodes = np.ones(shape, dtype=np.bool_)
        for axis in range(len(attributes)):
            without = (*attributes[:axis], *attributes[axis + 1 :])
            nodes &= np.expand_dims(self.satisfying[without], axis)
        return Graph(attributes, nodes)

    def bottom(self) -> tuple[int, ...]:
        """For each attribute, the lowest level of any node that is a candidate from now on."""
        lowest = [0] * self.width
        for attributes, nodes in self.satisfying.items():
            if nodes.any():
                for own, level in zip(attributes, lowest_levels(nodes), strict=True):
                    lowest[own] = max(lowest[own], level)
        return tuple(lowest)

    def to_test(self, attributes: Sequence[int]) -> tuple[Demand, ...]:
        """What has to be tested over a subset, given what was tested over its subsets.

        A requirement looks at the subset's part of its shield. Where the shields leave out an
        attribute, the classes of that part, and what is suppressed, are as without the attribute.
        Where nothing may be suppressed, that holds for each requirement by itself.
        """
        own = set(attributes)
        concerned = [demand for demand in self.problem.demands if own & set(demand.shield)]
        if self.problem.suppression_limit == 0:
            return tuple(demand for demand in concerned if own <= set(demand.shield))
        seen = {attribute for demand in concerned for attribute in demand.shield}
        return tuple(concerned) if own <= seen else ()


def no_attribute(problem: Problem) -> Subsets:
    """Begin with no attribute at all, of which everything satisfies."""
    return Subsets(problem)


def are_attributes_left(state: Subsets) -> bool:
    """Is there a larger subset of the attributes?"""
    return state.size < state.width


def one_more(state: Subsets) -> list[Graph]:
    """For every subset with one attribute more, take the nodes that satisfy over all its parts."""
    state.walker.start_above(state.bottom())
    subsets = combinations(range(state.width), state.size + 1)
    return [state.candidates(attributes) for attributes in subsets]


def from_the_bottom_up(state: Subsets, graphs: Sequence[Graph]) -> bool:
    """Test them from the bottom up; what is more general than a satisfying node satisfies too."""

    def walk(graph: Graph) -> bool:
        demands = state.to_test(graph.attributes)
        if not demands:
            graph.satisfies |= graph.candidates
            return True
        return state.walker.walk(graph, demands)

    problem = state.problem
    if problem.threads == 1 or problem.frequency.tuple_count < WORTH_A_THREAD:
        return all(map(walk, graphs))
    with ThreadPoolExecutor(problem.threads) as pool:
        return all(pool.map(walk, graphs))


def keep_satisfying(state: Subsets, graphs: Sequence[Graph]) -> None:
    """Keep the satisfying nodes of every subset; no other can be part of an answer."""
    state.size += 1
    state.satisfying = {graph.attributes: graph.satisfies for graph in graphs}
    for graph in graphs:
        is_tested = graph.test_count > 0
        state.evaluated += graph.test_count
        state.pruned[OF_SUBSETS] += graph.candidates.size - graph.candidate_count
        state.pruned[OF_GENERAL if is_tested else OF_PARTS] += (
            graph.candidate_count - graph.test_count
        )
        tell(state, "graph", graph)
    if state.problem.watch is not None:
        state.problem.watch(f"searching: subsets of {state.size} attributes done")


def of_all_attributes(state: Subsets) -> NDArray[np.bool_]:
    """The satisfying nodes over all attributes are the answers, and there are no others."""
    return state.satisfying[tuple(range(state.width))]


PROCESS = LatticeProcess(
    start=no_attribute,
    goes_on=are_attributes_left,
    candidates=one_more,
    test=from_the_bottom_up,
    conclude=keep_satisfying,
    answers=of_all_attributes,
    best=cheapest,
)
EVENTS = {
    "graph": "Over {attributes}: {candidates} nodes satisfy over all parts.",
    **TESTED,
}


def satisfying_recodings(problem: Problem) -> NDArray[np.bool_]:
    """Every full-domain recoding that meets the policy: an array with an axis for each attribute.

    Levels count from the policy's `min_level` up to its `max_level`.

    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> satisfying_recodings(teaching_problem(k=2)).astype(int).tolist()
    [[0, 0, 0], [0, 1, 1], [0, 1, 1]]
    """
    refuse_unfit("incognito", NEEDS, problem)
    return PROCESS.answers(_searched(problem))


def _searched(problem: Problem) -> Subsets:
    """What is known in the end; what is known before that is no use to anyone."""
    state, ended = PROCESS.run(problem)
    if ended == "time":
        raise out_of_time()
    return state


@algorithm(
    "incognito",
    family="lattice",
    kind="full-domain",
    is_exact=True,
    uses_objective=True,
    needs=NEEDS,
    process=PROCESS,
    events=EVENTS,
)
def incognito(problem: Problem) -> Outcome:
    """Every full-domain recoding that meets the policy, of which the best is released.

    The idea: what fails over some of the attributes fails over more of them as well, because
    classes only become smaller. So the attributes are looked at one by one first, then two by
    two, and so on. Over each subset only those nodes are candidates that satisfy over all its
    parts (the subset property). Their graph is walked from the bottom up, and what is more
    general than a satisfying node needs no test (the generalisation property). The classes of a
    node are merged from those of a finer one, never counted from the table (roll-up).

    When to choose it: when all recodings that meet the policy are wanted, to choose among them by
    other means than a figure, or to see what is possible. `hoarfrost.algorithms.lattice.incognito`
    has `satisfying_recodings` for the whole set. If only the best one is wanted, `optimal` finds
    the same and is much faster.

    Cost: the tested nodes times the classes of each, over 2^n subsets of n attributes.

    >>> from hoarfrost.examples.teaching import teaching_problem
    >>> outcome = incognito(teaching_problem(k=2, limit=2))
    >>> dict(outcome.recoding.levels), outcome.is_optimal, len(outcome.alternatives)
    ({'Age': 1, 'Education': 1}, True, 2)

    Deviations: besides k-anonymity, it serves every requirement that a more general recoding keeps.
    A requirement looks at the part of its shield that a subset holds, and what a smaller subset
    has decided is not tested again. Inside a graph, nodes are visited in the order of their level
    vectors, not of their heights: whatever is finer still comes first, so that the same nodes are
    tested, and neighbours in that order have more in common. The nodes of all subsets are
    counted as searched. Of the answers, the minimal ones are reported, below which everything fails:
    the released one first, if it is one of them.
    """
    state = _searched(problem)
    answers = PROCESS.answers(state)
    if not answers.any():
        raise explain_unreachable(problem)
    best = PROCESS.best(problem, list(vectors(answers)))
    least = list(vectors(minimal(answers)))
    # Where records are left out, a node above a minimal one can be the best.
    first = [best.levels] if best.levels in least else []
    return Outcome(
        FullDomain.of(problem, best.levels),
        is_optimal=best.is_proven,
        value=best.value,
        bound=best.bound,
        ended="complete" if best.is_proven else "time",
        evaluated=state.evaluated,
        space=state.space,
        pruned=state.pruned,
        notes=_notes(int(answers.sum()), len(least)),
        alternatives=listed(problem, [*first, *(own for own in least if own not in first)]),
    )


def _notes(answers: int, least: int) -> tuple[str, ...]:
    """What the user should know about the answers."""
    if answers == 1:
        return ("1 recoding meets the policy.",)
    if least == 1:
        return (f"{answers} recodings meet the policy; one of them is finer than all others.",)
    minimal_ones = (
        f"{answers} recodings meet the policy; {least} of them have no finer one that does"
    )
    if least > MOST_ALTERNATIVES:
        return (f"{minimal_ones}, of which the first {MOST_ALTERNATIVES} are listed.",)
    return (f"{minimal_ones}.",)
