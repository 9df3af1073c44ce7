"""Random cases small enough to try every combination of partitions."""

from __future__ import annotations

import random
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import strategies as st

from tests.naive.lattice import Case, survivors
from tests.naive.partition import RULES, PartitionCase, count, measured
from tests.strategies import cases, problem_of

MOST_COMBINATIONS = 200
SWITCHES = (
    "seeding",
    "exact_attribute",
    "node_pruning",
    "useless_applicators",
    "useful_applicators",
    "requeue",
    "best_first",
    "order_applicators",
)


@st.composite
def partition_cases(draw, schemes=tuple(RULES), *, keeps_nodes=False, **how):
    """A case, with a scheme and an order for each attribute."""
    case = draw(cases(**how))
    width = len(case.hierarchies)
    wanted = st.sampled_from(schemes)
    own = st.lists(wanted, min_size=width, max_size=width)
    chosen = draw(wanted.map(lambda name: [name] * width) | own)
    seed = draw(st.integers(0, 99))
    orders = [
        order_of(paths, low, seed, keeps_nodes=keeps_nodes or scheme == "gops")
        for paths, low, scheme in zip(case.hierarchies, case.lowest, chosen, strict=True)
    ]
    made = PartitionCase(
        **{part.name: getattr(case, part.name) for part in fields(Case)},
        schemes=chosen,
        orders=orders,
    )
    while count(made) > MOST_COMBINATIONS:
        made = simpler(made)
    return made


def order_of(paths, low, seed, *, keeps_nodes):
    """The values in a random order, which may keep together what lies under one node."""
    source = random.Random(seed)
    above = {path[low]: path[low:] for path in paths}
    rank = {node: source.random() for node in sorted({*enumerate_nodes(above.values())})}

    def key(value):
        ranks = [rank[node] for node in enumerate_nodes([above[value]])]
        return ranks[::-1] if keeps_nodes else ranks[:1]

    return sorted(above, key=key)


def enumerate_nodes(paths):
    return [node for path in paths for node in enumerate(path)]


def simpler(case):
    """The attribute with the most partitions has but the levels of its hierarchy."""
    sizes = [len(space) for space in case.spaces()]
    largest = sizes.index(max(sizes))
    if case.schemes[largest] != "bhs":
        schemes = [*case.schemes]
        schemes[largest] = "bhs"
        return replace(case, schemes=schemes)
    return replace(case, highest=[
        low if place == largest else high
        for place, (low, high) in enumerate(zip(case.lowest, case.highest, strict=True))
    ])  # fmt: skip


def partition_problem(case, **settings):
    """The problem that a case is, with its orders."""
    problem = problem_of(Case(**{part.name: getattr(case, part.name) for part in fields(Case)}),
                         **settings)  # fmt: skip
    attributes = tuple(
        replace(attribute, order=np.array(
            [order.index(label) for label in attribute.hierarchy.leaves], dtype=np.int64
        ))
        for attribute, order in zip(problem.attributes, case.orders, strict=True)
    )  # fmt: skip
    return replace(problem, attributes=attributes)


def schemes_of(case):
    """The schemes as a policy names them."""
    return {f"attribute {place}": scheme for place, scheme in enumerate(case.schemes)}


def own_value(case, recoding):
    """What a recoding that meets the policy is worth, record by record."""
    sets = sets_of(case, recoding)
    kept = survivors(case, sets)
    assert kept
    assert len(case.records) - len(kept) <= case.limit
    return pytest.approx(measured(case, sets, kept), rel=1e-9, abs=1e-12)


def sets_of(case, recoding):
    """For each attribute, the set that each original is released in."""
    found = []
    for order, lexicon, blocks in zip(
        case.orders, recoding.lexicons, recoding.block_of_leaf, strict=True
    ):
        block_of = dict(zip(lexicon.labels, blocks, strict=True))
        sets = {
            block: frozenset(value for value in order if block_of[value] == block)
            for block in blocks
        }
        found.append({value: sets[block_of[value]] for value in order})
    return found
