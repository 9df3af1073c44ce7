"""The search of partition recoding: states in a tree, pruned by what is below them at least.

Li and Li (2008), sections 3.2 and 4, with their prunings, each of which can be switched off. Beside
those, one attribute can be left out of the tree and solved exactly at every state, and bounds
look at both ends of what is below a state: the finest and the coarsest partitions.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import islice
from typing import TYPE_CHECKING, Literal

import numpy as np

from hoarfrost.algorithms.partitions.best import Best
from hoarfrost.algorithms.partitions.exact_attribute import ExactAttribute
from hoarfrost.partitions import Anonymisations, Direction, State

if TYPE_CHECKING:
    from hoarfrost.algorithms.partitions.known import Known
    from hoarfrost.algorithms.partitions.weighing import Weigher
    from hoarfrost.partitions import Partition

AT_ONCE = 256
"""So many states are weighed in one go."""
MOST_WAITING = 200_000
"""So many states wait in the order of their bounds; those that come then are taken first, the
last one before all others, so that hardly more ever wait beside them."""

NODE = "nothing below can be better"
SOLVED = "its best cannot be better"
USELESS = "an attribute leads to nothing better"
USEFUL = "an attribute is given up that has to change"
"""Why something was dropped, as reports count it."""


@dataclass(frozen=True)
class Rules:
    """What the search may use to look at fewer states."""

    node_pruning: bool = True
    useless_applicators: bool = True
    useful_applicators: bool = True
    requeue: bool = True
    best_first: bool = True
    order_applicators: bool = True


@dataclass(eq=False)
class PartitionSearch:
    """The state of one search."""

    known: Known
    weigher: Weigher
    direction: Direction
    rules: Rules
    exact: ExactAttribute | None
    """The attribute that is solved at every state instead of being searched."""
    best: Best
    evaluated: int = 0
    solved: int = 0
    """How many states had the exact attribute solved."""
    pruned: Counter[str] = field(default_factory=Counter)
    _serial: int = 0

    def __post_init__(self) -> None:
        """Begin with nothing waiting."""
        self.tree = Anonymisations(tuple(scheme.space for scheme in self.known.schemes))
        self._ordered: list[tuple[float, int, bool, State]] = []
        self._queue: deque[tuple[float, int, bool, State]] = deque()
        self._overflow: list[tuple[float, int, bool, State]] = []
        self._taken = -np.inf
        """The bound of the state that is being looked at; before the first one nothing is known."""

    @property
    def bound(self) -> float:
        """Nothing costs less."""
        waiting = [self._ordered[:1], self._queue, self._overflow]
        return min([self.best.cost, self._taken, *(entry[0] for own in waiting for entry in own)])

    def run(self) -> Literal["complete", "time"]:
        """Take states as long as one may be better than the best, and look at what is below them."""
        self.begin()
        while self.may_go_on():
            if self.known.objective.problem.is_out_of_time:
                return "time"
            state = self.take()
            if state is None:
                continue
            if not self.expand(state):
                return "time"
            self._taken = np.inf
        return "complete"

    def begin(self) -> None:
        """Start at the root of the tree: all values apart, or as much together as may be."""
        root = self.tree.root(self.direction)
        if self.exact is not None:
            attribute = self.exact.attribute
            root = State(
                root.partitions, tuple(own for own in root.applicators if own != attribute)
            )
            # Where nothing is cheaper than to leave out all, which is no release, the best
            # partition of the attribute may be just that; then the coarsest costs the same.
            self.settle(tuple(space.coarsest for space in self.tree.spaces))
        self._weigh([root])
        self._taken = np.inf

    def may_go_on(self) -> bool:
        """Is a state waiting below which there may be something better?"""
        return bool(self._ordered or self._queue or self._overflow)

    def take(self) -> State | None:
        """Take the state with the least bound, and look again whether it may be better."""
        waiting = self._overflow or self._ordered or self._queue
        bound, serial, was_put_back, state = waiting[-1 if self._overflow else 0]
        # Known before it is taken out: a search that is interrupted here must not forget it.
        self._taken = bound
        if self._overflow:
            self._overflow.pop()
        elif self.rules.best_first:
            heappop(self._ordered)
        else:
            self._queue.popleft()
        if self.rules.node_pruning and self.best.excludes(bound):
            self.pruned[NODE] += 1
            return None
        if self.rules.requeue and not self.rules.best_first and not was_put_back:
            self._queue.append((bound, serial, True, state))
            return None
        return state

    def expand(self, state: State) -> bool:
        """Weigh the states below one by its applicators; says whether there was time for all."""
        applicators = self._arranged(self._without_useless(state))
        first = self._first_useful(state, applicators)
        children = self.tree.children(state, self.direction, applicators, first)
        while chunk := list(islice(children, AT_ONCE)):
            self._weigh(chunk)
            if self.known.objective.problem.is_out_of_time:
                return False
        return True

    def _ends(self, state: State) -> tuple[list[int], list[int], list[int]]:
        """The rows of the finest and the coarsest partitions below a state, and its own."""
        own = self.known.row(state.partitions)
        other = list(own)
        for attribute in state.applicators:
            other[attribute] = self.known.reach(
                attribute, state.partitions[attribute], self.direction
            )
        fine, coarse = (own, other) if self.direction == "up" else (other, own)
        if self.exact is not None:
            space = self.exact.scheme.frame
            fine, coarse = list(fine), list(coarse)
            fine[self.exact.attribute] = self.known.number(self.exact.attribute, space.finest)
            coarse[self.exact.attribute] = self.known.number(self.exact.attribute, space.coarsest)
        return fine, coarse, own

    def _weigh(self, states: Sequence[State]) -> None:
        """Bound states, keep the best of them, and let wait what may lead to better ones."""
        ends = [self._ends(state) for state in states]
        fine, coarse, own = zip(*ends, strict=True)
        weights = self.weigher.weigh(fine, coarse, own)
        self.evaluated += len(states)
        bounds = weights.bounds.tolist()
        if self.exact is None:
            found = zip(weights.costs.tolist(), weights.suppressed.tolist(), states, strict=True)
            for cost, suppressed, state in found:
                self._offer(cost, suppressed, state.partitions)
        else:
            self._solve(states, own, bounds)
        for bound, state in zip(bounds, states, strict=True):
            if self.rules.node_pruning and self.best.excludes(bound):
                self.pruned[NODE] += 1
            elif state.applicators:
                self._wait(bound, state)
        self._watch()

    def _solve(
        self, states: Sequence[State], rows: Sequence[list[int]], bounds: Sequence[float]
    ) -> None:
        """Solve the exact attribute at the states that may be better than the best."""
        exact, threshold = self.exact, self.best.cost
        assert exact is not None  # noqa: S101 - the caller has seen to it

        def solved(place: int) -> tuple[float, Partition] | None:
            columns = exact.columns(rows[place])
            shares = exact.least(columns)
            if self.rules.node_pruning and Best(threshold).excludes(shares.total):
                return None
            return exact.solve(columns, threshold if self.rules.node_pruning else np.inf, shares)

        # Every state is compared with what was best before all of them, so that the answer does
        # not hang on which thread is the first.
        wanted = [place for place, bound in enumerate(bounds)
                  if not (self.rules.node_pruning and self.best.excludes(bound))]  # fmt: skip
        threads = self.known.objective.problem.threads
        with ThreadPoolExecutor(max(1, min(threads, 2))) as pool:
            for place, found in zip(wanted, pool.map(solved, wanted), strict=True):
                if found is None:
                    self.pruned[SOLVED] += 1
                    continue
                self.solved += 1
                if not self.best.excludes(found[0]):
                    partitions = states[place].replaced(exact.attribute, found[1])
                    self.settle(partitions)

    def settle(self, partitions: tuple[Partition, ...]) -> None:
        """Keep partitions that were found elsewhere, if they are better."""
        row = [self.known.row(partitions)]
        weights = self.weigher.weigh(row, row, row)
        self._offer(float(weights.costs[0]), int(weights.suppressed[0]), partitions)

    def _offer(self, cost: float, suppressed: int, partitions: tuple[Partition, ...]) -> None:
        if self.best.offer(cost, suppressed, partitions):
            self.tell("better", suppressed=suppressed)

    def _wait(self, bound: float, state: State) -> None:
        self._serial += 1
        entry = bound, self._serial, False, state
        if not self.rules.best_first:
            self._queue.append(entry)
        elif len(self._ordered) < MOST_WAITING:
            heappush(self._ordered, entry)
        else:
            self._overflow.append(entry)

    def _without_useless(self, state: State) -> State:
        """The state without the applicators that lead to nothing better, in whatever order."""
        is_asked = self.rules.useless_applicators and self.best.cost < np.inf
        if not is_asked or len(state.applicators) == 1:
            return state
        left = tuple(one for one in state.applicators if not self._is_useless(state, one))
        self.pruned[USELESS] += len(state.applicators) - len(left)
        return State(state.partitions, left)

    def _is_useless(self, state: State, attribute: int) -> bool:
        children = self.tree.spaces[attribute].children(state.partitions[attribute], self.direction)
        # All applicators stay open in each, as what is below may use them in any order.
        while chunk := list(islice(children, AT_ONCE)):
            states = [State(state.replaced(attribute, own), state.applicators) for own in chunk]
            fine, coarse, _ = zip(*map(self._ends, states), strict=True)
            if not all(map(self.best.excludes, self.weigher.weigh(fine, coarse, fine).bounds)):
                return False
        return True

    def _arranged(self, state: State) -> tuple[int, ...]:
        """The applicators of a state, those that can merge the fewest classes first."""
        if not self.rules.order_applicators or len(state.applicators) == 1:
            return state.applicators
        fine, coarse, _ = self._ends(state)
        counts = {}
        for attribute in state.applicators:
            row = [*fine[:attribute], coarse[attribute], *fine[attribute + 1 :]]
            counts[attribute] = self.known.class_count(row)
        return tuple(sorted(state.applicators, key=lambda one: (-counts[one], one)))

    def _first_useful(self, state: State, applicators: Sequence[int]) -> int | None:
        """How many applicators may be used first; None: all.

        Without a useful one no table below satisfies, and a state reached by a later one has given
        it up. That is sound only upwards, and where no record may be left out.
        """
        problem = self.known.objective.problem
        is_sound = self.direction == "up" and problem.suppression_limit == 0 and problem.is_monotone
        if not (applicators and self.rules.useful_applicators and is_sound):
            return None
        fine, coarse, own = self._ends(state)
        rows = [[*coarse[:one], own[one], *coarse[one + 1 :]] for one in applicators]
        bounds = self.weigher.weigh([fine] * len(rows), rows, [own] * len(rows)).bounds
        useful = np.flatnonzero(bounds == np.inf)
        if not len(useful):
            return None
        self.pruned[USEFUL] += len(applicators) - 1 - int(useful[0])
        return int(useful[0]) + 1

    def tell(self, event: str, **facts: object) -> None:
        """Record what happened, with the best value so far."""
        problem = self.known.objective.problem
        if problem.trace is not None and self.best.partitions is not None:
            value = self.known.objective.value
            problem.trace.add(event, states=self.evaluated, value=value(self.best.cost), **facts)

    def _watch(self) -> None:
        problem = self.known.objective.problem
        if problem.watch is not None:
            best, bound = map(self.known.objective.value, (self.best.cost, self.bound))
            problem.watch(f"searching: {self.evaluated} states, {best:g} at best of {bound:g}")
