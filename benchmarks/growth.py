"""How the time of searches grows: with records, combinations, attributes, levels and k.

A search that is to be drawn is one line in `GROWN`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from adult import adult_problem, asking, fresh
from charts import Series, log_log
from measuring import timed

from hoarfrost.algorithms.lattice.incognito import incognito
from hoarfrost.algorithms.lattice.optimal import optimal
from hoarfrost.algorithms.lattice.samarati import samarati
from hoarfrost.frequency import FrequencySet
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.judgement import Demand
from hoarfrost.problem import Attribute, Problem
from hoarfrost.requirements.k_anonymity import KAnonymity

if TYPE_CHECKING:
    from numpy.typing import NDArray

RUNS = 5
LIMIT, K = 0.02, 5
SIZES = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
KS = (2, 5, 10, 20, 50, 100, 200, 500, 1000)
SHARE_CHANGED = 0.05
MOST_YEARS = 3
MADE_ATTRIBUTES, MADE_RECORDS, DOUBLINGS = 6, 20_000, 6


@dataclass(frozen=True)
class Point:
    """One problem, and how large it is in the sense of the picture."""

    size: float
    problem: Problem


@dataclass(frozen=True)
class Grown:
    """A search whose growth is drawn; it gets the problems under loss, with a limit of 0.02."""

    name: str
    solve: Callable[[Problem], object]
    runs: int = RUNS


GROWN = (
    Grown("optimal", optimal),
    Grown("samarati", partial(samarati, preference="loss", all_nodes=False)),
    Grown("incognito", incognito, runs=3),
)


def write(folder: Path, only: str = "") -> None:
    """Measure every kind of growth of every search, or of one; pictures, and all numbers."""
    path = folder / "growth.json"
    whole = json.loads(path.read_text("utf-8")) if path.exists() else {}
    for grown in GROWN:
        if only in ("", grown.name):
            whole[grown.name] = _drawn(grown, folder)
            path.write_text(json.dumps(whole, indent=1) + "\n", "utf-8")


def _drawn(grown: Grown, folder: Path) -> dict[str, dict[str, object]]:
    """The numbers of one search, after its pictures are drawn."""
    axis = f"levels of each of {MADE_ATTRIBUTES} attributes"
    drawn = [
        *_both(grown, list(resampled())),
        Series("attributes", "quasi attributes", *measured(grown, by_attributes())),
        Series("levels", axis, *measured(grown, by_levels())),
        Series("k", "k", *measured(grown, by_k(under_loss()))),
    ]
    return draw(grown.name, drawn, f"search of {grown.name}, loss, limit {LIMIT}", folder)


def draw(
    name: str, drawn: Iterable[Series], title: str, folder: Path
) -> dict[str, dict[str, object]]:
    """One picture for each series of a search; the numbers."""
    found: dict[str, dict[str, object]] = {}
    for series in drawn:
        (folder / f"growth-{name}-{series.name}.svg").write_text(log_log(series, title), "utf-8")
        print(f"growth of {name} with {series.name}: time ~ size^{series.slope:.2f}")
        found[series.name] = {
            "sizes": series.sizes,
            "seconds": series.seconds,
            "slope": series.slope,
        }
    return found


def _both(grown: Grown, points: Sequence[Point]) -> tuple[Series, Series]:
    """The same runs against records and against distinct combinations."""
    sizes, seconds = measured(grown, points)
    tuples = [float(point.problem.frequency.tuple_count) for point in points]
    return (
        Series("records", "records, resampled with jitter", sizes, seconds),
        Series("combinations", "distinct combinations", tuples, seconds),
    )


def measured(grown: Grown, points: Iterable[Point]) -> tuple[list[float], list[float]]:
    """The sizes, and the seconds that a search takes at each."""
    sizes, seconds = [], []
    for point in points:
        spent = timed(partial(fresh, point.problem), grown.solve, grown.runs)
        sizes.append(point.size)
        seconds.append(spent.median)
        print(f"  {grown.name} {point.size:>9g}  {spent.median:.4f} s", file=sys.stderr)
    return sizes, seconds


def under_loss() -> Problem:
    """The table of adults whose recoding should lose least."""
    return asking(adult_problem(), "loss", LIMIT)


def resampled() -> Iterator[Point]:
    """The table of adults at other sizes, its records varied so that new combinations arise."""
    problem = under_loss()
    records = np.repeat(problem.frequency.codes, problem.frequency.counts, axis=1)
    for size in SIZES:
        random = np.random.default_rng(size)
        codes = _varied(records, size, random, _position(problem, "age"))
        frequency = _frequency(problem, codes)
        yield Point(size, replace(problem, frequency=frequency, suppression_limit=size // 50))


def _varied(
    records: NDArray[np.int32], size: int, random: np.random.Generator, age: int
) -> NDArray[np.int32]:
    """Records drawn with replacement; some values come from other records, ages are near."""
    count = records.shape[1]
    codes = records[:, random.integers(count, size=size)]
    for row, own in zip(codes, records, strict=True):
        changed = random.random(size) < SHARE_CHANGED
        row[changed] = own[random.integers(count, size=int(changed.sum()))]
    nearby = codes[age] + random.integers(-MOST_YEARS, MOST_YEARS + 1, size=size)
    codes[age] = np.clip(nearby, 0, int(records[age].max()))
    return codes


def _frequency(problem: Problem, codes: NDArray[np.int32]) -> FrequencySet:
    radices = [len(hierarchy.leaves) for hierarchy in problem.hierarchies]
    keys = np.ravel_multi_index(tuple(codes), radices)
    _, firsts, counts = np.unique(keys, return_index=True, return_counts=True)
    own = np.ascontiguousarray(codes[:, firsts])
    return FrequencySet(problem.frequency.names, own, counts.astype(np.int64), {})


def _position(problem: Problem, name: str) -> int:
    return [attribute.name for attribute in problem.attributes].index(name)


def by_attributes() -> Iterator[Point]:
    """The first two, three, … attributes of the table of adults."""
    whole = under_loss()
    for count in range(2, len(whole.attributes) + 1):
        codes = np.repeat(whole.frequency.codes[:count], whole.frequency.counts, axis=1)
        yield Point(count, _of(whole, whole.attributes[:count], codes))


def by_levels() -> Iterator[Point]:
    """A made table whose attributes have 64 values and two to seven levels."""
    random = np.random.default_rng(0)
    shape = (MADE_ATTRIBUTES, MADE_RECORDS)
    codes = (2**DOUBLINGS * random.random(shape) ** 2).astype(np.int32)
    whole = under_loss()
    for count in range(2, DOUBLINGS + 2):
        hierarchy = _binary(count)
        attributes = tuple(
            Attribute(f"attribute {number}", replace(hierarchy))
            for number in range(MADE_ATTRIBUTES)
        )
        yield Point(count, _of(whole, attributes, codes))


def _binary(count: int) -> Hierarchy:
    """64 values under `count` levels, evenly chosen from those that halve the number of labels."""
    shifts = np.linspace(0, DOUBLINGS, count).round().astype(int).tolist()
    columns = [[f"{shift}.{value >> shift}" for value in range(2**DOUBLINGS)] for shift in shifts]
    return Hierarchy.from_columns(columns)


def _of(whole: Problem, attributes: tuple[Attribute, ...], codes: NDArray[np.int32]) -> Problem:
    """The problem of other attributes and records."""
    names = tuple(attribute.name for attribute in attributes)
    problem = replace(
        whole,
        attributes=attributes,
        demands=(Demand(KAnonymity(K), tuple(range(len(attributes)))),),
        suppression_limit=codes.shape[1] // 50,
    )
    return replace(problem, frequency=replace(_frequency(problem, codes), names=names))


def by_k(problem: Problem) -> Iterator[Point]:
    """The same table with classes of two to a thousand records."""
    shield = problem.demands[0].shield
    for k in KS:
        yield Point(k, replace(problem, demands=(Demand(KAnonymity(k), shield),)))
