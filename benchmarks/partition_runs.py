"""Searches of partition recoding on the table of adults: what is asked, and what came of it.

Ages are five-year intervals from 17 (`min_level` 1 of intervals of 5, 10, 20 and 40 years), the
others are as the bundled hierarchies have them; any number of records may be left out.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unittest.mock import patch

from adult import INCOME, K, asking, write_example

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.algorithms.partitions import partition
from hoarfrost.algorithms.partitions.weighing import ByLoops, Rows, Weights
from hoarfrost.judgement import Demand
from hoarfrost.policy import Policy
from hoarfrost.requirements.k_anonymity import KAnonymity
from hoarfrost.running import Run, Settings

if TYPE_CHECKING:
    from hoarfrost.problem import Problem

FOUR = ("age", "marital-status", "race", "sex")
FIVE = (*FOUR, "workclass")
NINE = (*FIVE, "education", "native-country", "occupation", INCOME)
SCHEMES = ("bhs", "ghs", "gops", "ops", "gsps", "sps")
DIRECTIONS = ("up", "down")
OBJECTIVES = {"discernibility": "DM", "hierarchical-discernibility": "HDM"}
KS = (2, 5, 10, 25, 50, 100)
FIVE_YEARS = {"intervals": [5, 10, 20, 40], "origin": 17}


@dataclass(frozen=True)
class Asked:
    """One search: the scheme of every attribute, what is to be least, and how it is searched."""

    scheme: str
    k: int
    objective: str = "discernibility"
    direction: str = "up"
    names: tuple[str, ...] = FOUR
    limit: float = 1.0
    off: frozenset[str] = field(default_factory=frozenset)
    """The switches of the algorithm that are off."""
    is_one_ended: bool = False
    """Do bounds look at the finest partitions alone, as the paper's do upwards?"""

    def problem(self, seconds: float) -> Problem:
        """The problem, to be ended after some seconds."""
        options = {"scheme": self.scheme, "direction": self.direction}
        switches = dict.fromkeys(sorted(self.off), False)
        posed = asking(_posed(self.names), self.objective, self.limit)
        return replace(
            posed,
            demands=(Demand(KAnonymity(self.k), tuple(range(len(self.names)))),),
            options={**options, **switches},
            deadline=time.monotonic() + seconds,
        )


@dataclass(frozen=True)
class Found:
    """What came of a search."""

    asked: Asked
    value: float
    bound: float
    is_proven: bool
    states: int
    space: int
    wall: float
    cpu: float
    """Processor seconds of all threads."""

    @property
    def gap(self) -> float:
        """The share of the value that may still be saved."""
        return 0.0 if self.is_proven else (self.value - self.bound) / self.value

    @property
    def speed(self) -> float:
        """States weighed in a second of the processor."""
        return self.states / self.cpu

    @property
    def facts(self) -> Mapping[str, object]:
        """As it is stored."""
        asked = self.asked
        return {
            "scheme": asked.scheme, "k": asked.k, "objective": asked.objective,
            "direction": asked.direction, "attributes": len(asked.names), "limit": asked.limit,
            "off": sorted(asked.off) + ["two-ended bounds"] * asked.is_one_ended,
            "value": self.value, "bound": self.bound, "proven": self.is_proven,
            "states": self.states, "space": self.space,
            "wall": round(self.wall, 4), "cpu": round(self.cpu, 4),
        }  # fmt: skip


def search(asked: Asked, seconds: float) -> Found:
    """Search once, to the proof or to the end of the time."""
    solve = ALGORITHMS.get("partition").solve
    problem = asked.problem(seconds)
    with _bounds(asked):
        cpu, wall = time.process_time(), time.perf_counter()
        outcome = solve(problem)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    bound = float("-inf") if outcome.bound is None else outcome.bound
    return Found(
        asked, outcome.value, bound, outcome.is_optimal, outcome.evaluated, outcome.space, wall, cpu
    )


def peak_bytes(asked: Asked, seconds: float) -> tuple[int, int]:
    """The most bytes that a search had at once, and how many states it weighed for that."""
    solve = ALGORITHMS.get("partition").solve
    problem = asked.problem(seconds)
    tracemalloc.start()
    try:
        outcome = solve(problem)
        return tracemalloc.get_traced_memory()[1], outcome.evaluated
    finally:
        tracemalloc.stop()


class OneEnded(ByLoops):
    """Bounds that know of the finest partitions alone: everything may still be put together."""

    def weigh(self, fine: Rows, coarse: Rows, own: Rows) -> Weights:
        """The states, with all values of every attribute together as the coarsest partitions."""
        spaces = (scheme.space for scheme in self.known.schemes)
        everything = self.known.row([space.coarsest for space in spaces])
        return super().weigh(fine, [everything] * len(coarse), own)


@contextmanager
def _bounds(asked: Asked) -> Iterator[None]:
    """The bounds that are asked for; the algorithm has no switch for them."""
    if not asked.is_one_ended:
        yield
        return
    with patch.object(partition, "weigher_of", OneEnded):
        yield


@cache
def _posed(names: tuple[str, ...]) -> Problem:
    """The problem of some attributes, in their order, under k-anonymity."""
    with TemporaryDirectory() as folder, Settings().engine() as engine:
        table, path = write_example(Path(folder), 0.0)
        policy = Policy.load(path).to_dict()
        own = policy["attributes"]
        own["age"] = {"role": "quasi", "type": "integer", "min_level": 1, "hierarchy": FIVE_YEARS}
        policy["attributes"] = {name: own[name] for name in names}
        policy["requirements"] = [{"type": "k-anonymity", "k": K}]
        whole = Policy(**policy, folder=Path(folder))
        return Run(engine, str(table), whole, Settings()).prepare().problem
