"""Query error: how far off counts are that someone takes from the release."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hoarfrost.figures.base import Figure, View, figure
from hoarfrost.figures.wording import percent

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.grouping import Blocks
    from hoarfrost.problem import Problem

QUERIES = 1000
MOST_ATTRIBUTES = 3
SANITY_SHARE = 0.001
"""An answer below this share of the records counts as this share, so that queries which
hardly any record answers do not decide the mean."""


@figure("query-error")
class QueryError(Figure):
    """The mean relative error of 1,000 random questions "how many records lie in these ranges?".

    Each question takes one to three attributes and of each a range of leaves. The release
    answers as if the records of a class were spread evenly over the leaves under its labels;
    suppressed records are missing. The error is divided by the true count, but by no less than
    0.1 % of the records and no less than one record. Same seed, same questions for every release.

    Of the block {0, 1, 2} two leaves lie in the range 1 … 2, so it answers two thirds:

    >>> from hoarfrost.grouping import Blocks
    >>> blocks = Blocks.of_sets([[0, 1, 2], [3]], ("young", "old"), [1, 0])
    >>> LeafRuns.of(blocks).shares_inside(np.array([False, True, True, False])).round(3).tolist()
    [0.667, 0.0]

    Xiaokui Xiao and Yufei Tao: Anatomy: simple and effective privacy preservation (2006)
    measure releases by random counts.
    """

    title: ClassVar[str] = "Query error"
    is_bound: ClassVar[bool] = False
    is_slow: ClassVar[bool] = True

    def value(self, view: View) -> float:
        """The mean relative error."""
        return float(np.mean(relative_errors(random_queries(view.problem), view)))

    def sentence(self, value: float) -> str:
        """What the value says."""
        return f"Counts taken from the release are off by {percent(value)} on average."


@dataclass(frozen=True, eq=False)
class Query:
    """How many records have, in each of these attributes, one of these leaves?"""

    inside: dict[int, NDArray[np.bool_]]
    """For each attribute asked for: which leaves lie in the range."""


def random_queries(problem: Problem) -> list[Query]:
    """The questions, the same for every release of a problem."""
    random = np.random.default_rng(problem.seed)
    attribute_count = len(problem.attributes)
    queries = []
    for _ in range(QUERIES):
        width = random.integers(1, min(MOST_ATTRIBUTES, attribute_count) + 1)
        asked = random.choice(attribute_count, width, replace=False)
        queries.append(
            Query({int(attribute): _range(random, problem, attribute) for attribute in asked})
        )
    return queries


def relative_errors(queries: Sequence[Query], view: View) -> list[float]:
    """How far off the release's answers are, as shares of the true ones or of the sanity bound."""
    original, release = _original(view), _release(view)
    floor = max(1.0, SANITY_SHARE * view.record_count)
    errors = []
    for query in queries:
        true, answer = original.answer(query), release.answer(query)
        errors.append(abs(answer - true) / max(true, floor))
    return errors


@dataclass(frozen=True, eq=False)
class Answering:
    """A table of combinations that can be asked for counts."""

    codes: NDArray[np.int32]
    """One row for each attribute, one column for each combination."""
    records: NDArray[np.float64]
    shares: Callable[[int, NDArray[np.bool_]], NDArray[np.float64]]
    """For each code of an attribute, the share of its leaves that lie in a range."""

    def answer(self, query: Query) -> float:
        """How many records one would expect."""
        # Imported late: loading compiled loops takes longer than `hoarfrost --version` may.
        from hoarfrost.kernels.counting import expected_count

        asked = np.array(list(query.inside), dtype=np.int64)
        own = [self.shares(attribute, inside) for attribute, inside in query.inside.items()]
        table = np.zeros((len(own), max(map(len, own))))
        for row, shares in zip(table, own, strict=True):
            row[: len(shares)] = shares
        return float(expected_count(self.codes, self.records, asked, table))


def _original(view: View) -> Answering:
    """The input, which knows of every record whether it lies in a range."""
    frequency = view.problem.frequency
    records = frequency.counts.astype(np.float64)
    return Answering(frequency.codes, records, lambda _, inside: inside.astype(np.float64))


def _release(view: View) -> Answering:
    """The release, which takes the records of a class to be spread evenly over its leaves."""
    grouping = view.grouping
    records = np.where(view.kept, grouping.sizes, 0).astype(np.float64)
    runs = cache(lambda attribute: LeafRuns.of(grouping.blocks[attribute]))
    return Answering(
        grouping.codes,
        records,
        lambda attribute, inside: runs(attribute).shares_inside(inside),
    )


@dataclass(frozen=True, eq=False)
class LeafRuns:
    """The leaves of blocks as runs of neighbours: far fewer than leaves where blocks are ranges."""

    firsts: NDArray[np.int32]
    """The first leaf of each run."""
    ends: NDArray[np.int32]
    """The leaf after the last one of each run."""
    of_block: NDArray[np.int64]
    """The runs of block `b`: `of_block[b]` to `of_block[b + 1]`."""
    leaf_counts: NDArray[np.int64]

    @classmethod
    def of(cls, blocks: Blocks) -> LeafRuns:
        """The runs of some blocks."""
        leaves = blocks.leaf_codes
        is_first = np.diff(leaves, prepend=-2) != 1
        is_first[blocks.leaf_starts[:-1][blocks.leaf_counts > 0]] = True
        places = np.flatnonzero(is_first)
        lasts = np.append(places[1:], len(leaves))[: len(places)] - 1
        of_block = np.searchsorted(places, blocks.leaf_starts)
        return cls(leaves[places], leaves[lasts] + 1, of_block, blocks.leaf_counts)

    def shares_inside(self, inside: NDArray[np.bool_]) -> NDArray[np.float64]:
        """For each block the share of its leaves that lie in a range."""
        before = np.concatenate(([0], np.cumsum(inside)))
        running = np.concatenate(([0], np.cumsum(before[self.ends] - before[self.firsts])))
        found = running[self.of_block[1:]] - running[self.of_block[:-1]]
        return found / np.maximum(self.leaf_counts, 1)


def _range(random: np.random.Generator, problem: Problem, position: int) -> NDArray[np.bool_]:
    """The leaves between two random ones, in the attribute's order."""
    attribute = problem.attributes[position]
    leaf_count = len(attribute.hierarchy.leaves)
    order = np.arange(leaf_count) if attribute.order is None else attribute.order
    first, last = np.sort(random.choice(order, 2))
    return (order >= first) & (order <= last)
