"""Random problems and recodings of every kind."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from hoarfrost.frequency import FrequencySet
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.problem import Attribute, Problem
from hoarfrost.recoding import Cells, Cut, FullDomain, Local, Partition, Regions

NAMES = ("age", "sex", "zip")
STYLES = st.sampled_from(("interval", "ancestor", "set"))


@st.composite
def hierarchies(draw, name):
    leaf_count = draw(st.integers(1, 6))
    columns = [[f"{name}{leaf}" for leaf in range(leaf_count)]]
    groups = list(range(leaf_count))
    for level in range(1, draw(st.integers(0, 2)) + 1):
        parents = [draw(st.integers(0, group)) for group in range(max(groups) + 1)]
        groups = [parents[group] for group in groups]
        columns.append([f"{name}-{level}-{group}" for group in groups])
    columns.append(["*"] * leaf_count)
    return Hierarchy.from_rows(list(zip(*columns, strict=True)))


@st.composite
def problems(draw):
    attributes = []
    for name in NAMES[: draw(st.integers(1, 3))]:
        whole = draw(hierarchies(name))
        first = draw(st.integers(0, whole.height - 1))
        upper = whole.above(first)
        order = draw(st.none() | st.permutations(range(len(upper.leaves))))
        ranks = None if order is None else np.array(order, dtype=np.int64)
        attributes.append(Attribute(name, upper, first, order=ranks))
    spaces = [st.integers(0, len(attribute.hierarchy.leaves) - 1) for attribute in attributes]
    rows = sorted(draw(st.sets(st.tuples(*spaces), min_size=1, max_size=12)))
    counts = draw(st.lists(st.integers(1, 5), min_size=len(rows), max_size=len(rows)))
    frequency = FrequencySet(
        tuple(attribute.name for attribute in attributes),
        np.ascontiguousarray(np.array(rows, dtype=np.int32).T),
        np.array(counts, dtype=np.int64),
        {},
    )
    return Problem(tuple(attributes), frequency, (), 0)


def level_of(attribute):
    return st.integers(0, attribute.hierarchy.height)


def cuts(draw, hierarchy, level, node):
    if level == 0 or draw(st.booleans()):
        return [(level, node)]
    children = np.flatnonzero(hierarchy.parents[level - 1] == node).tolist()
    return [part for child in children for part in cuts(draw, hierarchy, level - 1, child)]


def boxes(draw, codes, box):
    """Split a box at random until no split is wanted."""
    wide = [position for position, leaves in enumerate(box) if len(leaves) > 1]
    if not wide or draw(st.booleans()):
        return [box]
    position = draw(st.sampled_from(wide))
    leaves = draw(st.permutations(box[position]))
    size = draw(st.integers(1, len(leaves) - 1))
    halves = [
        [*box[:position], part, *box[position + 1 :]] for part in (leaves[:size], leaves[size:])
    ]
    return [part for half in halves for part in boxes(draw, codes, half)]


def full_domain(draw, problem):
    return FullDomain.of(problem, [draw(level_of(attribute)) for attribute in problem.attributes])


def cut(draw, problem):
    tops = [(attribute.hierarchy, attribute.hierarchy.height) for attribute in problem.attributes]
    return Cut.of(problem, [cuts(draw, hierarchy, height, 0) for hierarchy, height in tops])


def partition(draw, problem):
    sets = [
        np.array([draw(st.integers(0, 3)) for _ in attribute.hierarchy.leaves], dtype=np.int32)
        for attribute in problem.attributes
    ]
    return Partition.of(problem, sets, draw(STYLES))


def regions(draw, problem):
    everything = [list(range(len(each.hierarchy.leaves))) for each in problem.attributes]
    return Regions.of(problem, boxes(draw, problem.frequency.codes, everything), draw(STYLES))


def level_table(draw, problem):
    rows = [
        [draw(level_of(attribute)) for _ in problem.frequency.counts]
        for attribute in problem.attributes
    ]
    return np.array(rows, dtype=np.int64)


def local(draw, problem):
    return Local.of(problem, level_table(draw, problem))


def cells(draw, problem):
    levels = level_table(draw, problem)
    flags = draw(st.lists(st.booleans(), min_size=levels.size, max_size=levels.size))
    return Cells.of(problem, levels, np.array(flags).reshape(levels.shape))


MAKERS = {
    "full-domain": full_domain, "cut": cut, "partition": partition,
    "regions": regions, "local": local, "cells": cells,
}  # fmt: skip


@st.composite
def recoded(draw, kind=None):
    """A problem, and a recoding made for it."""
    problem = draw(problems())
    maker = MAKERS[kind or draw(st.sampled_from(sorted(MAKERS)))]
    return problem, maker(draw, problem)


def original_table(problem):
    """The problem's combinations in original texts: every value under each leaf, in turn."""
    dictionaries, rows = {}, []
    for attribute, codes in zip(problem.attributes, problem.frequency.codes, strict=True):
        whole = attribute.hierarchy.whole or attribute.hierarchy
        nodes = whole.nodes[whole.height - attribute.hierarchy.height]
        values = sorted(whole.leaves)
        under = {node: [] for node in range(len(attribute.hierarchy.leaves))}
        for value in values:
            under[int(nodes[whole.code_of[value]])].append(values.index(value))
        dictionaries[attribute.name] = tuple(values)
        rows.append(
            [under[code][turn % len(under[code])] for turn, code in enumerate(codes.tolist())]
        )
    return dictionaries, np.array(rows, dtype=np.int32)


def texts(labels, codes):
    """Rows of texts."""
    columns = [[own[code] for code in row] for own, row in zip(labels, codes.tolist(), strict=True)]
    return list(zip(*columns, strict=True))
