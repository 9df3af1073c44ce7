"""Random requirements of every kind, and random classes to judge."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Literal, get_args, get_origin

import annotated_types
import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from hoarfrost.errors import PolicyError
from hoarfrost.frequency import Histogram
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.options import options_of
from hoarfrost.requirements import REQUIREMENTS, Classes
from tests.naive.requirements import Shown

VALUES = list("abcdef")
PATHS = {
    "a": ["a", "ab", "abc", "*"],
    "b": ["b", "ab", "abc", "*"],
    "c": ["c", "c", "abc", "*"],
    "d": ["d", "de", "de", "*"],
    "e": ["e", "de", "de", "*"],
    "f": ["f", "f", "f", "*"],
}
TREE = Hierarchy.from_rows(list(PATHS.values()))
# Halves, fifths, tenths and the like, so that classes often meet a limit exactly.
DECIMALS = [
    Decimal(text)
    for text in "0 0.05 0.1 0.125 0.2 0.25 0.3 0.375 0.4 0.5 0.6 0.75 0.8 1 1.5 2 3 4".split()
]
KINDS = [kind for _, kind in REQUIREMENTS]


@st.composite
def requirements(draw, kind):
    """A requirement with parameters that small classes sometimes satisfy."""
    fields = {
        name: field for name, field in options_of(kind).items() if name not in {"on", "sensitive"}
    }
    options = {name: draw(parameters(field)) for name, field in fields.items()}
    try:
        return kind(**options)
    except PolicyError:  # dmin above dmax
        assume(False)


def parameters(field):
    if get_origin(field.annotation) is Literal:
        return st.sampled_from(get_args(field.annotation))
    if field.annotation is int:
        return st.integers(1, 4)
    if field.annotation is Decimal:
        return st.sampled_from([number for number in DECIMALS if is_within(number, field)])
    return st.just("register.csv")


def is_within(number, field):
    bounds = {type(bound): bound for bound in field.metadata}
    ge, gt = bounds.get(annotated_types.Ge), bounds.get(annotated_types.Gt)
    le = bounds.get(annotated_types.Le)
    return (
        not (ge and number < ge.ge) and not (gt and number <= gt.gt) and not (le and number > le.le)
    )


def groups(most=5, values=VALUES):
    """Classes as lists of sensitive values."""
    one = st.lists(st.sampled_from(values), min_size=1, max_size=10)
    return st.lists(one, min_size=1, max_size=most)


@st.composite
def tables(draw):
    """Classes, the whole table they are part of, and population rows for each."""
    # Few values often, so that requirements on every value of the table are sometimes met.
    values = VALUES[: draw(st.integers(1, len(VALUES)))]
    classes = draw(groups(values=values))
    suppressed = draw(st.lists(st.sampled_from(values), max_size=6))
    table = [value for values in classes for value in values] + suppressed
    rows = [len(values) + draw(st.integers(0, 6)) for values in classes]
    return classes, table, rows


def shown_of(groups, table, rows=None):
    """Each class as the slow twins see it."""
    order = values_of(groups, table)
    under = rows or [0] * len(groups)
    return [Shown(values, table, order, PATHS, n) for values, n in zip(groups, under, strict=True)]


def values_of(groups, table):
    """All values that occur, in the attribute's order."""
    return sorted({*table, *(value for values in groups for value in values)})


def classes_of(groups, table, rows=None, uncovered=0):
    """Classes as requirements see them."""
    counters = [Counter(values) for values in groups]
    values = values_of(groups, table)
    entries = [
        (values.index(value), n) for counter in counters for value, n in sorted(counter.items())
    ]
    histogram = Histogram(
        tuple(values),
        np.cumsum([0, *map(len, counters)], dtype=np.int64),
        np.array([code for code, _ in entries], dtype=np.int32),
        np.array([count for _, count in entries], dtype=np.int64),
    )
    reference = np.array([table.count(value) for value in values], dtype=np.int64)
    sizes = np.array([len(values) for values in groups], dtype=np.int64)
    population = None if rows is None else np.array(rows, dtype=np.int64)
    return Classes(sizes, len(table), histogram, reference, TREE, population, uncovered)
