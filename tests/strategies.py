"""Random tables with policies, as texts for the slow twins and as problems for the algorithms."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
from hypothesis import strategies as st

from hoarfrost.figures import FIGURES
from hoarfrost.frequency import FrequencySet, Histogram
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.judgement import Demand
from hoarfrost.problem import Attribute, Problem
from tests.naive.lattice import Case
from tests.requirements.drawing import KINDS, PATHS, TREE, VALUES, requirements

QUICK_FIGURES = [name for name, figure in FIGURES if not figure.is_slow]
VALUE_NAMES = ("a", "b, ", 'c"', "d;é")
SENSITIVE = ("first", "second")
SIZE_KINDS = [kind for kind in KINDS if kind.is_decided_by_size]


@st.composite
def hierarchy_paths(draw, name="v", least_height=0):
    """A path for each value: nodes with one child, labels that stay, a value that is the root."""
    height = draw(st.integers(least_height, 3))
    count = draw(st.integers(1, 5)) if height else 1
    columns = [[f"{name}{leaf}" for leaf in range(count)]]
    for level in range(1, height):
        below = columns[-1]
        nodes = sorted(set(below))
        parents = {node: draw(st.integers(0, len(nodes) - 1)) for node in nodes}
        children = Counter(parents.values())
        label = {
            node: node
            if children[parent] == 1 and draw(st.booleans())
            else f"{name}/{level}.{parent}"
            for node, parent in parents.items()
        }
        columns.append([label[node] for node in below])
    if height:
        columns.append(["*"] * count)
    return [list(path) for path in zip(*columns, strict=True)]


@st.composite
def cases(
    draw, *, kinds=tuple(KINDS), figures=tuple(QUICK_FIGURES), any_shield=True, least_height=0
):
    """A table of text and a policy for it; what the policy asks is often, not always, possible."""
    width = draw(st.integers(1, 4))
    hierarchies = [draw(hierarchy_paths(name, least_height)) for name in VALUE_NAMES[:width]]
    leaves = [[path[0] for path in paths] for paths in hierarchies]
    records = draw(records_of(leaves) | skewed_records(leaves))
    everything = tuple(range(width))
    shields = st.just(everything) | shields_of(width) if any_shield else st.just(everything)
    asked = [draw(st.sampled_from(kinds)) for _ in range(draw(st.sampled_from([1, 1, 2, 3])))]
    objective = draw(st.sampled_from(figures))
    bounds = [draw(bounds_of(len(paths[0]) - 1)) for paths in hierarchies]
    one_each = {"min_size": width, "max_size": width}
    return Case(
        hierarchies=hierarchies,
        records=records,
        sensitive={name: draw(values_for(records)) for name in SENSITIVE},
        demands=[
            (
                draw(requirements(kind)),
                draw(shields),
                draw(st.sampled_from(SENSITIVE)) if kind.reads_sensitive else None,
            )
            for kind in asked
        ],
        paths=PATHS,
        population=records + draw(skewed_records(leaves)),
        limit=draw(limits(len(records))),
        objective=objective,
        larger_is_better=FIGURES.get(objective).larger_is_better,
        lowest=[low for low, _ in bounds],
        highest=[high for _, high in bounds],
        weights=draw(st.lists(st.sampled_from([0.25, 0.3, 1.0, 1.0, 2.5]), **one_each)),
        priorities=draw(st.lists(st.integers(1, 4), **one_each)),
    )


@st.composite
def records_of(draw, leaves):
    """A few records that a failing example can do without."""
    row = st.tuples(*map(st.sampled_from, leaves))
    counted = draw(st.lists(st.tuples(row, st.sampled_from([1, 1, 2, 3])), max_size=8))
    return [draw(row), *(row for row, count in counted for _ in range(count))]


@st.composite
def skewed_records(draw, leaves):
    """More records, of which some are common and some are rare: those are worth suppressing."""
    source = random.Random(draw(st.integers(0, 10**6)))
    count = draw(st.sampled_from([8, 15, 25]))
    return [
        tuple(own[min(int(source.expovariate(0.9)), len(own) - 1)] for own in leaves)
        for _ in range(count)
    ]


@st.composite
def values_for(draw, records):
    """A sensitive value for each record."""
    source = random.Random(draw(st.integers(0, 10**6)))
    values = VALUES[: draw(st.integers(1, len(VALUES)))]
    return [source.choice(values) for _ in records]


def shields_of(width):
    """One attribute or more, ascending."""
    some = st.sets(st.sampled_from(range(width)), min_size=1)
    return some.map(sorted).map(tuple)


def bounds_of(height):
    """Mostly the whole hierarchy; else a lowest and a highest level."""
    level = st.integers(0, height)
    some = st.tuples(level, level).map(sorted).map(tuple)
    return st.just((0, height)) | st.just((0, height)) | some


def limits(record_count):
    """No suppression, some, or all but one record of it."""
    return st.sampled_from([0, 0, 1, 2, record_count // 3, record_count // 2, record_count])


def problem_of(case, **settings):
    """The problem that a case is."""
    attributes = tuple(
        _attribute(case, position, paths) for position, paths in enumerate(case.hierarchies)
    )
    lowest = case.released(case.records, case.lowest)
    rows = [_coded(attributes, row) for row in lowest]
    tally = Counter(rows)
    combinations = sorted(tally)
    return Problem(
        attributes,
        FrequencySet(
            tuple(attribute.name for attribute in attributes),
            _columns(combinations, len(attributes)),
            np.array([tally[row] for row in combinations], dtype=np.int64),
            {
                name: _histogram(combinations, rows, values)
                for name, values in case.sensitive.items()
            },
        ),
        tuple(_demand(case, attributes, *demand) for demand in case.demands),
        case.limit,
        objective=FIGURES.get(case.objective),
        **settings,
    )


def _attribute(case, position, paths):
    low, high = case.lowest[position], case.highest[position]
    return Attribute(
        f"attribute {position}",
        Hierarchy.from_rows(paths).above(low),
        first_level=low,
        max_level=high - low,
        weight=case.weights[position],
        priority=case.priorities[position],
    )


def _coded(attributes, row):
    return tuple(
        attribute.hierarchy.code_of[label] for attribute, label in zip(attributes, row, strict=True)
    )


def _columns(rows, width):
    return np.ascontiguousarray(np.array(rows, dtype=np.int32).reshape(len(rows), width).T)


def _histogram(combinations, rows, values):
    order = sorted(set(values))
    tally = Counter(zip(rows, values, strict=True))
    entries = [
        [(code, tally[row, value]) for code, value in enumerate(order) if tally[row, value]]
        for row in combinations
    ]
    return Histogram(
        tuple(order),
        np.cumsum([0, *map(len, entries)], dtype=np.int64),
        np.array([code for own in entries for code, _ in own], dtype=np.int32),
        np.array([count for own in entries for _, count in own], dtype=np.int64),
    )


def _demand(case, attributes, requirement, shield, sensitive):
    population = None
    if requirement.reads_population:
        own = [attributes[position] for position in shield]
        lowest = case.released(case.population, case.lowest)
        tally = Counter(_coded(own, tuple(row[position] for position in shield)) for row in lowest)
        population = FrequencySet(
            tuple(attribute.name for attribute in own),
            _columns(list(tally), len(own)),
            np.array(list(tally.values()), dtype=np.int64),
            {},
        )
    return Demand(requirement, shield, sensitive, TREE if sensitive else None, population)
