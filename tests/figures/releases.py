"""Random small problems and releases for the laws, and tables written down by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from hypothesis import strategies as st

from hoarfrost.figures import View
from hoarfrost.frequency import FrequencySet, Histogram
from hoarfrost.grouping import Blocks, Grouping
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.problem import Attribute, Problem

Rows = Sequence[Sequence[str]]


def problem_of(
    hierarchies: Mapping[str, Rows],
    records: Sequence[Sequence[str]],
    *,
    weights: Sequence[float] | None = None,
    priorities: Sequence[int] | None = None,
    targets: Sequence[str] | None = None,
) -> Problem:
    """A problem from hierarchy rows and records."""
    trees = [Hierarchy.from_rows(rows) for rows in hierarchies.values()]
    coded = [
        tuple(tree.code_of[value] for tree, value in zip(trees, record, strict=True))
        for record in records
    ]
    tally = Counter(coded)
    combinations = sorted(tally)
    histograms = {} if targets is None else {"target": _histogram(combinations, coded, targets)}
    frequency = FrequencySet(
        tuple(hierarchies),
        np.ascontiguousarray(np.array(combinations, dtype=np.int32).T),
        np.array([tally[combination] for combination in combinations], dtype=np.int64),
        histograms,
    )
    attributes = tuple(
        Attribute(name, tree, weight=weight, priority=priority)
        for name, tree, weight, priority in zip(
            hierarchies,
            trees,
            weights or [1.0] * len(trees),
            priorities or [1] * len(trees),
            strict=True,
        )
    )
    target = None if targets is None else "target"
    return Problem(attributes, frequency, (), suppression_limit=0, target=target)


def _histogram(
    combinations: Sequence[tuple[int, ...]],
    coded: Sequence[tuple[int, ...]],
    targets: Sequence[str],
) -> Histogram:
    values = tuple(sorted(set(targets)))
    tally = Counter(zip(coded, targets, strict=True))
    codes, counts, starts = [], [], [0]
    for combination in combinations:
        for code, value in enumerate(values):
            if tally[combination, value]:
                codes.append(code)
                counts.append(tally[combination, value])
        starts.append(len(codes))
    return Histogram(
        values,
        np.array(starts, dtype=np.int64),
        np.array(codes, dtype=np.int32),
        np.array(counts, dtype=np.int64),
    )


def view_of(problem: Problem, grouping: Grouping, smallest: int = 1) -> View:
    """A release that suppresses the classes with fewer records."""
    return View(problem, grouping, grouping.sizes >= smallest)


def identity(problem: Problem) -> View:
    return view_of(problem, problem.grouping([0] * len(problem.attributes)))


def all_root(problem: Problem) -> View:
    heights = [attribute.hierarchy.height for attribute in problem.attributes]
    return view_of(problem, problem.grouping(heights))


def all_suppressed(problem: Problem) -> View:
    return view_of(problem, problem.grouping([0] * len(problem.attributes)), 10**9)


@st.composite
def hierarchy_rows(draw: st.DrawFn) -> list[list[str]]:
    """Up to seven leaves below up to four levels; a single leaf may be its own root."""
    height = draw(st.integers(0, 4))
    leaf_count = draw(st.integers(1, 7)) if height else 1
    paths = [[f"leaf {leaf}"] for leaf in range(leaf_count)]
    parent_of = dict(enumerate(range(leaf_count)))
    for level in range(1, height):
        count = len(set(parent_of.values()))
        above = draw(st.lists(st.integers(0, count - 1), min_size=leaf_count, max_size=leaf_count))
        parent_of = {leaf: above[parent_of[leaf]] for leaf in parent_of}
        for leaf, path in enumerate(paths):
            path.append(f"level {level}, node {parent_of[leaf]}")
    return [[*path, "*"] for path in paths] if height else paths


@st.composite
def tables(draw: st.DrawFn) -> tuple[dict[str, list[list[str]]], list[tuple[str, ...]]]:
    """One to three attributes with their hierarchies, and some records."""
    hierarchies = {
        f"attribute {number}": draw(hierarchy_rows()) for number in range(draw(st.integers(1, 3)))
    }
    record = st.tuples(
        *[st.sampled_from([path[0] for path in rows]) for rows in hierarchies.values()]
    )
    return hierarchies, draw(st.lists(record, min_size=1, max_size=20))


@st.composite
def problems(draw: st.DrawFn, *, targets: st.SearchStrategy[str] | None = None) -> Problem:
    hierarchies, records = draw(tables())
    count = len(hierarchies)
    weight, priority = st.sampled_from([0.3, 1.0, 1.0, 2.5]), st.integers(1, 10)
    chosen = None
    if targets is not None:
        chosen = draw(st.lists(targets, min_size=len(records), max_size=len(records)))
    return problem_of(
        hierarchies,
        records,
        weights=draw(st.lists(weight, min_size=count, max_size=count)),
        priorities=draw(st.lists(priority, min_size=count, max_size=count)),
        targets=chosen,
    )


@st.composite
def levels_of(draw: st.DrawFn, problem: Problem) -> list[int]:
    return [draw(st.integers(0, hierarchy.height)) for hierarchy in problem.hierarchies]


@st.composite
def cuts_of(draw: st.DrawFn, problem: Problem) -> Grouping:
    """One cut for each attribute: from the root down, some nodes are split."""
    blocks, codes = [], []
    for attribute, hierarchy in enumerate(problem.hierarchies):
        level_of = np.full(len(hierarchy.leaves), hierarchy.height)
        for level in range(hierarchy.height, 0, -1):
            for node in range(len(hierarchy.labels[level])):
                here = hierarchy.nodes[level] == node
                if (level_of[here] == level).all() and draw(st.booleans()):
                    level_of[here] = level - 1
        nodes = [(level, hierarchy.nodes[level][leaf]) for leaf, level in enumerate(level_of)]
        cut = list(dict.fromkeys(nodes))
        of_leaf = np.array([cut.index(node) for node in nodes], dtype=np.int32)
        labels = tuple(hierarchy.labels[level][node] for level, node in cut)
        lowest = np.array([hierarchy.lowest_levels[level][node] for level, node in cut])
        blocks.append(Blocks.of_partition(of_leaf, labels, lowest))
        codes.append(of_leaf[problem.frequency.codes[attribute]])
    return Grouping.of_blocks(problem.frequency, blocks, np.stack(codes))


@st.composite
def local_groupings_of(draw: st.DrawFn, problem: Problem) -> Grouping:
    """A level vector for every combination by itself: blocks overlap."""
    vectors = [draw(levels_of(problem)) for _ in range(problem.frequency.tuple_count)]
    return local_grouping(problem, vectors)


def local_grouping(problem: Problem, vectors: Sequence[Sequence[int]]) -> Grouping:
    """Every combination generalised by its own level vector."""
    blocks, codes = [], []
    for attribute, hierarchy in enumerate(problem.hierarchies):
        numbers: dict[tuple[int, ...], int] = {}
        labels, levels, chosen = [], [], []
        for leaf, vector in zip(problem.frequency.codes[attribute], vectors, strict=True):
            level = vector[attribute]
            node = hierarchy.nodes[level][leaf]
            leaves = tuple(np.flatnonzero(hierarchy.nodes[level] == node).tolist())
            if leaves not in numbers:
                numbers[leaves] = len(numbers)
                labels.append(hierarchy.labels[level][node])
                levels.append(int(hierarchy.lowest_levels[level][node]))
            chosen.append(numbers[leaves])
        blocks.append(Blocks.of_sets(list(numbers), tuple(labels), levels))
        codes.append(chosen)
    return Grouping.of_blocks(problem.frequency, blocks, np.array(codes, dtype=np.int32))


@st.composite
def groupings_of(draw: st.DrawFn, problem: Problem) -> Grouping:
    """A grouping of any kind."""
    full_domain = levels_of(problem).map(problem.grouping)
    return draw(st.one_of(full_domain, cuts_of(problem), local_groupings_of(problem)))


@st.composite
def masks_of(draw: st.DrawFn, grouping: Grouping) -> np.ndarray:
    """Which classes are kept."""
    count = grouping.class_count
    return np.array(draw(st.lists(st.booleans(), min_size=count, max_size=count)), dtype=np.bool_)


@st.composite
def views(draw: st.DrawFn) -> View:
    """A release of any kind, with any classes suppressed."""
    problem = draw(problems())
    grouping = draw(groupings_of(problem))
    return View(problem, grouping, draw(masks_of(grouping)))
