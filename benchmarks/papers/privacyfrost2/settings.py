"""The settings of the paper's tables, each solved and measured on its table."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).parent
sys.path.append(str(HERE.parents[1]))

from adult import fresh  # noqa: E402 - they lie two folders above
from hierarchies import DataSet  # noqa: E402
from measuring import Spent, timed  # noqa: E402

from hoarfrost.algorithms.catalogue import ALGORITHMS  # noqa: E402
from hoarfrost.algorithms.tree.presampling import Presample, sampled  # noqa: E402
from hoarfrost.running import Run, Settings  # noqa: E402

if TYPE_CHECKING:
    from hoarfrost.algorithms.catalogue import Outcome
    from hoarfrost.problem import Problem

SCORES = ("basic", "log", "eta")
BELOW_THE_ROOT = 2
RUNS = {"adult": 7, "census-income": 3}
MILLISECONDS = 1000
PAPER: Mapping[str, Any] = tomllib.loads((HERE / "figures.toml").read_text("utf-8"))


@dataclass(frozen=True)
class Measured:
    """One line of a table: a setting, and what came of it."""

    data: str
    work: str
    asked: Mapping[str, object]
    paper: int
    spent: Spent
    found: Mapping[str, object]

    @property
    def facts(self) -> dict[str, object]:
        """The line as it is stored, times in milliseconds."""
        ours = self.spent.median * MILLISECONDS
        return {
            "data": self.data,
            "work": self.work,
            **self.asked,
            "ours": round(ours, 2),
            "best": round(self.spent.best * MILLISECONDS, 2),
            "cpu": round(self.spent.median_cpu * MILLISECONDS, 2),
            "paper": self.paper,
            "ratio": round(self.paper / ours, 1),
            **self.found,
        }


@dataclass(frozen=True)
class Bench:
    """One of the paper's tables of data, read and counted once."""

    data: DataSet

    @cached_property
    def posed(self) -> Problem:
        """Its problem with the requirements of every setting."""
        policy = self.data.policy([one for asked in PAPER["settings"] for one in _demands(asked)])
        with Settings().engine() as engine:
            return Run(engine, str(self.data.path), policy, Settings()).prepare().problem

    def asking(self, asked: Mapping[str, Any], score: str) -> Problem:
        """The problem of one setting, with nothing worked out yet."""
        place = PAPER["settings"].index(asked)
        own = slice(2 * place, 2 * place + 2)
        return fresh(
            self.posed, demands=self.posed.demands[own], options={"score": score, "local": True}
        )

    def settings(self) -> Iterator[Measured]:
        """Every setting of Table 2 or 3."""
        for asked in PAPER["settings"]:
            for score, paper in zip(SCORES, asked[self.data.name], strict=True):
                yield self._setting(asked, score, paper)

    def _setting(self, asked: Mapping[str, Any], score: str, paper: int) -> Measured:
        outcomes: list[Outcome] = []
        algorithm = ALGORITHMS.get("privacy-frost")
        spent = timed(
            partial(self.asking, asked, score),
            lambda problem: outcomes.append(algorithm.solve(problem)),
            RUNS[self.data.name],
        )
        outcome = outcomes[-1]
        grouping = outcome.recoding.grouping(self.posed)
        found = {
            "tables": outcome.evaluated,
            "score value": outcome.value,
            "classes": grouping.class_count,
        }
        return Measured(
            self.data.name, "anonymisation", {**wanted(asked), "score": score}, paper, spent, found
        )

    def presamplings(self) -> Iterator[Measured]:
        """Every row of Table 1."""
        asked = PAPER["presampling"]
        levels = {
            attribute.name: max(attribute.hierarchy.height - BELOW_THE_ROOT, 0)
            for attribute in self.posed.attributes
        }
        everything = self.posed.frequency.record_count
        for k, paper in zip(asked["k"], asked[self.data.name], strict=True):
            prepare = partial(fresh, self.posed, suppression_limit=everything)
            presample = Presample(k=k, levels=levels)
            sample = sampled(prepare(), presample)
            spent = timed(
                prepare, lambda problem, own=presample: sampled(problem, own), RUNS[self.data.name]
            )
            found = {"left out": sample.records}
            yield Measured(self.data.name, "pre-sampling", {"k'": k}, paper, spent, found)


def wanted(asked: Mapping[str, Any]) -> dict[str, object]:
    """What a setting asks of the release."""
    return {key: asked[key] for key in ("k", "l", "t") if key in asked}


def _demands(asked: Mapping[str, Any]) -> Iterator[dict[str, object]]:
    yield {"type": "k-anonymity", "k": asked["k"]}
    if "l" in asked:
        yield {"type": "distinct-l-diversity", "l": asked["l"]}
    else:
        yield {"type": "t-closeness", "t": asked["t"]}
