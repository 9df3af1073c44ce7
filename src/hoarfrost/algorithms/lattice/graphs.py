"""Nodes that are to be tested, and what the tests say of them and of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.problem import Problem

Levels = tuple[int, ...]


@dataclass(frozen=True)
class Trial:
    """What a test found."""

    levels: Levels
    suppressed: int
    """How many records the requirements leave no place for."""
    violating: int
    """How many classes they lie in."""
    rows: int
    """How many classes there are."""
    is_accepted: bool


class Graph:
    """The candidate nodes over some of the attributes: arrays with an axis for each of them."""

    def __init__(self, attributes: tuple[int, ...], is_open: NDArray[np.bool_]) -> None:
        self.attributes = attributes
        self.is_open = np.array(is_open, order="C")
        """To be tested, unless a finer node turns out to satisfy."""
        self.candidates = self.is_open.copy()
        self.satisfies = np.zeros(is_open.shape, dtype=np.bool_)
        """Tested and found to satisfy, or more general than such a node."""
        self.candidate_count = int(np.count_nonzero(is_open))
        self.test_count = 0
        # Half of the tests may be of nodes above the candidates.
        self.tested = np.empty(2 * self.candidate_count, dtype=np.int64)
        """By number of the test: the flat index of the node."""
        self.found = np.empty((2 * self.candidate_count, 3), dtype=np.int64)
        """By number of the test: suppressed records, violating classes, classes."""

    @property
    def is_settled(self) -> bool:
        """Is no node left to test?"""
        return not (self.is_open & ~self.satisfies).any()

    @property
    def has_answer(self) -> bool:
        """Is it known of a candidate that it satisfies?"""
        return bool((self.candidates & self.satisfies).any())

    def note(self, trial: Trial) -> None:
        """Keep what a test found; every node more general than a satisfying one satisfies too."""
        self.tested[self.test_count] = np.ravel_multi_index(trial.levels, self.is_open.shape)
        self.found[self.test_count] = trial.suppressed, trial.violating, trial.rows
        self.test_count += 1
        self.is_open[trial.levels] = False
        if trial.is_accepted:
            self.satisfies[tuple(slice(level, None) for level in trial.levels)] = True

    def keep_open(self, other: Graph) -> bool:
        """Close what fails in another graph of the same nodes, and keep its failing tests.

        Says whether any node is left to test.
        """
        is_failing = ~other.satisfies.reshape(-1)[other.tested[: other.test_count]]
        end = self.test_count + int(np.count_nonzero(is_failing))
        self.tested[self.test_count : end] = other.tested[: other.test_count][is_failing]
        self.found[self.test_count : end] = other.found[: other.test_count][is_failing]
        self.test_count = end
        self.is_open &= ~other.failing()
        return not self.is_settled

    def tests(self) -> Iterator[Trial]:
        """Every test in its order."""
        return self._trials(np.arange(self.test_count))

    def accepted(self) -> Iterator[Trial]:
        """The tests of nodes that satisfy."""
        tested = self.tested[: self.test_count]
        return self._trials(np.flatnonzero(self.satisfies.reshape(-1)[tested]))

    def _trials(self, numbers: NDArray[np.int64]) -> Iterator[Trial]:
        nodes = self.tested[numbers]
        levels = np.stack(np.unravel_index(nodes, self.is_open.shape), axis=1).tolist()
        accepted = self.satisfies.reshape(-1)[nodes].tolist()
        found = self.found[numbers].tolist()
        for place, (suppressed, violating, rows), own in zip(levels, found, accepted, strict=True):
            yield Trial(tuple(place), suppressed, violating, rows, is_accepted=own)

    def failing(self) -> NDArray[np.bool_]:
        """The nodes that failed, and all finer ones."""
        nodes = np.zeros(self.is_open.shape, dtype=np.bool_)
        nodes.reshape(-1)[self.tested[: self.test_count]] = True
        nodes &= ~self.satisfies
        for axis in range(nodes.ndim):
            downwards = np.flip(nodes, axis)
            nodes = np.flip(np.logical_or.accumulate(downwards, axis=axis), axis)
        return nodes


def lowest_levels(nodes: NDArray[np.bool_]) -> Levels:
    """For each axis, the lowest level of any of the nodes, of which there is at least one."""
    axes = range(nodes.ndim)
    return tuple(
        int(nodes.any(axis=tuple(other for other in axes if other != axis)).argmax())
        for axis in axes
    )


def heights_of(shape: Sequence[int]) -> NDArray[np.int64]:
    """For every node, the sum of its levels."""
    total = np.zeros((1,) * len(shape), dtype=np.int64)
    for axis, length in enumerate(shape):
        sizes = [1] * len(shape)
        sizes[axis] = length
        total = total + np.arange(length).reshape(sizes)
    return total


def minimal(nodes: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Those nodes of a set that have none of the set directly below them."""
    found = nodes.copy()
    for axis in range(nodes.ndim):
        upper = tuple(slice(1, None) if own == axis else slice(None) for own in range(nodes.ndim))
        lower = tuple(slice(-1) if own == axis else slice(None) for own in range(nodes.ndim))
        found[upper] &= ~nodes[lower]
    return found


def vectors(nodes: NDArray[np.bool_]) -> Iterator[Levels]:
    """The level vectors of a set of nodes: least level sum first, then the least vector."""
    places = np.argwhere(nodes)
    order = np.argsort(places.sum(axis=1), kind="stable")
    return (tuple(place) for place in places[order].tolist())


def users_levels(
    problem: Problem, levels: Sequence[int], attributes: Sequence[int] | None = None
) -> dict[str, int]:
    """A level vector as the user counts levels, by attribute; all attributes unless some are named."""
    places = range(len(problem.attributes)) if attributes is None else attributes
    return {
        problem.attributes[place].name: problem.attributes[place].first_level + level
        for place, level in zip(places, levels, strict=True)
    }


def tell_tests(problem: Problem, graph: Graph) -> None:
    """Trace every tested node of a graph."""
    if problem.trace is None:
        return
    for test in graph.tests():
        levels = users_levels(problem, test.levels, graph.attributes)
        problem.trace.add(
            "satisfies" if test.is_accepted else "fails",
            node=", ".join(f"{name} {level}" for name, level in levels.items()),
            levels=levels,
            violating=test.violating,
            rows=test.rows,
            suppressed=test.suppressed,
        )
