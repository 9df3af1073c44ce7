"""Each partition that a scheme allows comes once, upwards and downwards."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.partitions import Anonymisations, Frame, Levels, canonical
from tests.naive.cuts import every_cut
from tests.naive.partitions import all_partitions, are_nodes, are_runs, is_coarser, obeys

BELL = (1, 2, 5, 15, 52, 203, 877, 4140, 21147)
DIRECTIONS = ("up", "down")
STATE, LOCAL, FEDERAL, PRIVATE, INC, NOT_INC, WITHOUT_PAY, NEVER_WORKED = range(8)
WORK_CLASS = (
    (STATE, LOCAL, FEDERAL, PRIVATE, INC, NOT_INC, WITHOUT_PAY, NEVER_WORKED),
    ("government", "government", "government", "private", "self", "self", "unpaid", "unpaid"),
    ("*",) * 8,
)
GOVERNMENT, SELF_EMPLOYED, UNPAID = 8, 9, 10
WORK_NODES = (
    (STATE, LOCAL, FEDERAL),
    (INC, NOT_INC),
    (WITHOUT_PAY, NEVER_WORKED),
    (GOVERNMENT, PRIVATE, SELF_EMPLOYED, UNPAID),
)


def frame_of(levels, rule):
    """The frame of a hierarchy, told by the node of each value on each level."""
    nodes = [frozenset([value]) for value in range(len(levels[0]))]
    parents = []
    for level in levels[1:]:
        for own in dict.fromkeys(level):
            values = frozenset(value for value, node in enumerate(level) if node == own)
            if values not in nodes:
                children = [node for node in nodes if node < values
                            and not any(node < other < values for other in nodes)]  # fmt: skip
                parents.append(tuple(nodes.index(node) for node in sorted(children, key=min)))
                nodes.append(values)
    return Frame(len(levels[0]), tuple(parents), rule)


@st.composite
def hierarchies(draw):
    """The node of each value on each level, nodes together; the highest level may have several."""
    count = draw(st.integers(1, 6))
    levels = [tuple(range(count))]
    for _ in range(draw(st.integers(0, 3))):
        below = levels[-1]
        joins = [False, *(draw(st.booleans()) for _ in range(max(below)))]
        number = [sum(not joined for joined in joins[: node + 1]) - 1 for node in range(len(joins))]
        levels.append(tuple(number[node] for node in below))
    return levels


def expected_of(levels, rule):
    found = {own for own in all_partitions(len(levels[0])) if obeys(own, levels)}
    if rule == "runs":
        return {own for own in found if are_runs(own)}
    return {own for own in found if are_nodes(own, levels)} if rule == "all" else found


def below(space, partition, direction):
    """A partition and everything that stands below it."""
    return [
        partition,
        *(
            other
            for child in space.children(partition, direction)
            for other in below(space, child, direction)
        ),
    ]


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("count", range(1, 10))
def test_there_are_as_many_set_partitions_as_bell_numbers_say(count, direction):
    space = Frame.of_sets(count)
    found = list(space.enumerate(direction))
    assert len(found) == len(set(found)) == space.count == BELL[count - 1]
    if count < 8:
        assert set(found) == all_partitions(count)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("order", [(0,), (1, 0), (2, 0, 1), (0, 1, 2, 3), (3, 1, 4, 2, 0, 5)])
def test_there_are_as_many_runs_as_powers_of_two_say(order, direction):
    space = Frame.of_runs(order)
    found = list(space.enumerate(direction))
    assert len(found) == space.count == 2 ** (len(order) - 1)
    assert set(found) == {own for own in all_partitions(len(order)) if are_runs(own, order)}


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("rule", ["sets", "runs", "all"])
def test_a_hierarchy_guides_as_the_definition_says(rule, direction):
    @given(hierarchies())
    def law(levels):
        space = frame_of(levels, rule)
        found = list(space.enumerate(direction))
        assert len(found) == len(set(found)) == space.count
        assert set(found) == expected_of(levels, rule)

    law()


@pytest.mark.parametrize("rule", ["sets", "runs", "all"])
def test_what_stands_below_is_coarser_or_finer_and_within_reach(rule):
    @given(hierarchies(), st.sampled_from(DIRECTIONS))
    def law(levels, direction):
        space = frame_of(levels, rule)
        for partition in space.enumerate(direction):
            reach = space.reach(partition, direction)
            for child in space.children(partition, direction):
                pair = (child, partition) if direction == "up" else (partition, child)
                assert child != partition
                assert is_coarser(*pair)
            for other in below(space, partition, direction):
                assert is_coarser(*((reach, other) if direction == "up" else (other, reach)))

    law()


@pytest.mark.parametrize("rule", ["sets", "runs", "all"])
def test_a_partition_without_children_reaches_no_further(rule):
    space = Frame(8, WORK_NODES, rule)
    assert space.reach(space.coarsest, "up") == space.coarsest
    assert space.reach(space.finest, "down") == space.finest
    assert space.reach(space.finest, "up") == space.coarsest
    assert space.reach(space.coarsest, "down") == space.finest


@pytest.mark.parametrize(
    ("partition", "children"),
    [
        # <{1}, {2, 3}, {4}, {5}>: 4 and 5 join {2, 3}, or 5 joins 4.
        ((0, 1, 1, 2, 3), [(0, 1, 1, 1, 2), (0, 1, 1, 2, 1), (0, 1, 1, 2, 2)]),
        # <{1, 4}, {2}, {3}, {5}>: 5 joins each of the others, or 3 joins 2.
        (
            (0, 1, 2, 0, 3),
            [(0, 1, 2, 0, 0), (0, 1, 1, 0, 2), (0, 1, 2, 0, 1), (0, 1, 2, 0, 2)],
        ),
    ],
)
def test_the_children_are_those_of_the_paper(partition, children):
    found = list(Frame.of_sets(5).children(partition, "up"))
    assert sorted(found) == sorted(children)


@pytest.mark.parametrize(("rule", "count"), [("all", 9), ("sets", 67), ("runs", 40)])
def test_work_class_has_as_many_guided_partitions_as_brute_force_finds(rule, count):
    space = Frame(8, WORK_NODES, rule)
    assert space == frame_of(WORK_CLASS, rule)
    expected = expected_of(WORK_CLASS, rule)
    assert space.count == len(expected) == count
    for direction in DIRECTIONS:
        assert set(space.enumerate(direction)) == expected


def test_work_class_has_seventeen_labelled_cuts_of_nine_different_partitions():
    # Each of the four groups may be merged or not, or all of them: 1 + 2 * 2 * 2 * 2 cuts. Private
    # is the same block under the label of its group as under its own: 1 + 2 * 1 * 2 * 2 partitions.
    rows = list(zip(*WORK_CLASS, strict=True))
    cuts = every_cut({row[0]: row for row in rows})
    assert len(cuts) == 17
    partitions = {canonical([cut[value] for value in range(8)]) for cut in cuts}
    assert partitions == set(Frame(8, WORK_NODES, "all").enumerate())
    assert len(partitions) == 9


def test_work_class_has_as_many_unguided_partitions_as_the_paper_says():
    assert (Frame.of_runs(range(8)).count, Frame.of_sets(8).count) == (128, 4140)


def test_levels_that_do_not_differ_are_one():
    levels = Levels.of([*WORK_CLASS[:2], *WORK_CLASS[1:]])
    assert levels.count == 3
    assert list(levels.enumerate("up")) == list(levels.enumerate("down"))[::-1]
    assert next(levels.enumerate("up")) == levels.finest == tuple(range(8))
    assert levels.reach(levels.finest, "up") == levels.coarsest == (0,) * 8
    assert levels.reach(levels.coarsest, "down") == levels.finest


SPACES = (Frame.of_sets(4), Levels.of([(0, 1, 2), (0, 1, 1), (0, 0, 0)]), Frame.of_runs((0, 1, 2)))


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("seed", range(5))
def test_each_combination_comes_once_whatever_order_each_state_chooses(direction, seed):
    random = Random(seed)
    together = Anonymisations(SPACES)
    waiting, found = [together.root(direction)], []
    while waiting:
        state = waiting.pop()
        found.append(state.partitions)
        order = random.sample(state.applicators, len(state.applicators))
        waiting.extend(together.children(state, direction, order))
    assert len(found) == len(set(found)) == together.count == 15 * 3 * 4


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_combinations_are_within_reach_of_all_that_they_come_from(direction):
    together = Anonymisations(SPACES)
    waiting, count = [(together.root(direction), ())], 0
    while waiting:
        state, reaches = waiting.pop()
        count += 1
        known = (*reaches, together.reach(state, direction))
        for reach in known:
            for own, bound in zip(state.partitions, reach, strict=True):
                assert is_coarser(*((bound, own) if direction == "up" else (own, bound)))
        waiting.extend((child, known) for child in together.children(state, direction))
    assert count == together.count
