"""Refining in place equals its slow, obvious twin."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.kernels.specialising import UNKNOWN, refine_classes
from tests.naive.specialising import Specialising

NODES = [[0, 1, 2, 3], [0, 0, 1, 1], [0, 0, 0, 0]]
"""Two pairs of leaves under one root."""
LEAVES, TOP, VALUES = 4, 2, 3


def longs(values):
    return np.array(values, dtype=np.int64)


def codes(values):
    return np.array(values, dtype=np.int32)


@st.composite
def tasks(draw):
    """Combinations with sensitive values, and what is asked of each class."""
    width, count = draw(st.integers(1, 3)), draw(st.integers(1, 10))
    value = st.integers(0, VALUES - 1)
    return Specialising(
        leaves=[[draw(st.integers(0, LEAVES - 1)) for _ in range(count)] for _ in range(width)],
        nodes=[NODES] * width,
        rows=[draw(st.dictionaries(value, st.integers(1, 3), min_size=1)) for _ in range(count)],
        ranked=draw(st.permutations(range(width))),
        least=draw(st.integers(1, 3)),
        different=draw(st.integers(1, 2)),
        t=draw(st.sampled_from([None, Fraction(1, 4), Fraction(2, 5), Fraction(1)])),
    )


def refined(task, budget):
    """The levels of each combination, by the kernel, called until no class is open."""
    width, count = len(task.leaves), len(task.rows)
    offsets = longs(
        [[LEAVES * (3 * place + level) for level in range(3)] for place in range(width)]
    )
    nodes = codes([node for rows in task.nodes for row in rows for node in row])
    entries = [sorted(row.items()) for row in task.rows]
    starts = np.cumsum([0, *map(len, entries)], dtype=np.int64)
    above, below = (-1, 1) if task.t is None else task.t.as_integer_ratio()
    class_levels = np.full((count, width), TOP, dtype=np.int32)
    levels, witnesses = (
        np.zeros((width, count), dtype=np.int32),
        np.full_like(class_levels, UNKNOWN),
    )
    open_starts, open_ends = np.zeros(count, dtype=np.int64), np.full(count, count)
    order, left, steps, tried = np.arange(count, dtype=np.int32), 1, 0, 0
    while left:
        left, more_steps, more_tried = refine_classes(
            codes(task.leaves), longs([sum(row.values()) for row in task.rows]), nodes, offsets,
            longs(task.ranked), starts, codes([value for row in entries for value, _ in row]),
            longs([often for row in entries for _, often in row]),
            longs([task.whole[value] for value in range(VALUES)]),
            longs([task.least, task.different, above, below]), LEAVES, order,
            np.empty_like(order), class_levels, witnesses, open_starts, open_ends, left, levels,
            budget,
        )  # fmt: skip
        steps, tried = steps + more_steps, tried + more_tried
    assert tried >= steps
    return levels.T.tolist()


@given(tasks(), st.sampled_from([0, 10**6]))
def test_each_class_becomes_as_fine_as_its_parts_allow(task, budget):
    everything = list(range(len(task.rows)))
    expected = [[]] * len(task.rows)
    for members, levels in task.refine(everything, [TOP] * len(task.leaves)):
        for one in members:
            expected[one] = levels
    assert refined(task, budget) == expected
