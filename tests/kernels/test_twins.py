"""Every kernel equals its slow, obvious twin."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoarfrost.kernels import survey
from hoarfrost.kernels.combinations import mark_rare, renumber
from hoarfrost.kernels.counting import expected_count
from hoarfrost.kernels.hashing import keys_at, rank_columns
from hoarfrost.kernels.nodes import gather, slack_of_small, weigh
from hoarfrost.kernels.packing import append_nodes
from hoarfrost.kernels.pairs import pair_deficits
from hoarfrost.kernels.prices import admit, choose, settle
from hoarfrost.kernels.ranking import rank_keys
from hoarfrost.kernels.sharing import records_alike
from hoarfrost.kernels.summing import sum_groups
from tests.naive import kernels as naive

LARGEST = 2**62
COUNTS = st.integers(0, 10**9)
SIZES = st.integers(1, 10**6)


def longs(values):
    return np.array(values, dtype=np.int64)


def codes(values):
    return np.array(values, dtype=np.int32)


def floats(values):
    return np.array(values, dtype=np.float64)


def flags(values):
    return np.array(values, dtype=np.bool_)


def lists(found):
    return tuple(each.tolist() for each in found)


# Few distinct keys far apart, keys that differ in one high bit, and any keys at all.
KEYS = st.one_of(
    st.lists(st.integers(0, 5).map(lambda key: key << 59)),
    st.lists(st.integers(-3, 3)),
    st.lists(st.integers(-LARGEST, LARGEST)),
    st.lists(st.integers(0, 40), min_size=20, max_size=200),
)


@given(KEYS)
def test_ranks_count_first_appearances(keys):
    assert lists(rank_keys(longs(keys))) == naive.rank_keys(keys)


@given(
    st.lists(st.integers(0, 15), max_size=20), st.lists(st.integers(-3, 3), min_size=4, max_size=4)
)
def test_raised_groups_are_renumbered(keys, steps):
    found = survey.renumber(longs(keys), longs(steps), 1, 3)
    raised = [key + steps[(key >> 1) & 3] for key in keys]
    assert lists(found) == naive.rank_keys(raised)


@given(st.lists(st.integers(0, 4), max_size=20))
def test_positions_are_sorted_by_number(numbers):
    positions, begins = survey.by_number(codes(numbers), 5)
    assert (positions.tolist(), begins.tolist()) == naive.by_number(numbers, 5)


@given(st.lists(st.sets(st.integers(0, 129)), min_size=1, max_size=4), st.integers(0, 3))
def test_values_of_groups_are_laid_out_once_and_in_order(groups, end):
    values = [sorted(own) for own in groups]
    starts = np.cumsum([0, *map(len, values)], dtype=np.int64)
    flat, nothing = codes([value for own in values for value in own]), np.zeros((0, 0))
    given_groups = survey.Groups(longs([]), starts, nothing, flat, nothing)
    members = list(range(0, len(groups), 2))
    places, laid = np.zeros(130, dtype=np.int64), np.full(end + 130, -1, dtype=np.int32)
    words = np.zeros(3, dtype=np.uint64)
    new_end = survey.lay_out(end, longs(members), given_groups, places, laid, words)
    expected = naive.lay_out([values[member] for member in members])
    assert laid[end:new_end].tolist() == expected
    assert places[expected].tolist() == list(range(end, new_end))
    assert not words.any()


@given(st.integers(1, 3), st.data())
def test_keys_of_several_words_are_ranked_like_others(word_count, data):
    key = st.tuples(*(st.integers(0, 2).map(lambda word: word << 60) for _ in range(word_count)))
    keys = data.draw(st.lists(key, max_size=30))
    by_word = np.array(keys, dtype=np.int64).reshape(len(keys), word_count).T.copy()
    assert lists(rank_columns(by_word)) == naive.rank_keys(keys)


@given(st.data())
def test_groups_are_summed_exactly(data):
    count = data.draw(st.integers(1, 6))
    pairs = data.draw(
        st.lists(st.tuples(st.integers(0, count - 1), st.integers(-(2**58), 2**58)), max_size=12)
    )
    groups, values = [group for group, _ in pairs], [value for _, value in pairs]
    found = sum_groups(codes(groups), longs(values), count)
    assert found.tolist() == naive.sum_groups(groups, values, count)


@given(st.data(), st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_keys_tell_nodes_as_well(data, nodes):
    pairs = data.draw(st.lists(st.tuples(st.integers(0, 2**59), st.integers(0, 3)), max_size=12))
    before, leaves = [key for key, _ in pairs], [leaf for _, leaf in pairs]
    keys = longs(before)
    append_nodes(keys, codes(leaves), codes(nodes), 4)
    assert keys.tolist() == naive.append_nodes(before, leaves, nodes, 4)


@given(data=st.data())
def test_expected_counts(data):
    width, count = data.draw(st.integers(1, 4)), data.draw(st.integers(0, 12))
    rows = [
        data.draw(st.lists(st.integers(0, 3), min_size=count, max_size=count)) for _ in range(width)
    ]
    records = data.draw(st.lists(st.integers(0, 9), min_size=count, max_size=count))
    asked = data.draw(st.lists(st.integers(0, width - 1), unique=True, min_size=1, max_size=3))
    share = st.sampled_from([0.0, 0.25, 1.0])
    shares = [data.draw(st.lists(share, min_size=4, max_size=4)) for _ in asked]
    found = expected_count(
        np.array(rows, dtype=np.int32).reshape(width, count),
        np.array(records, dtype=np.float64),
        longs(asked),
        np.array(shares),
    )
    assert found == naive.expected_count(rows, records, asked, shares)


@st.composite
def trees(draw):
    """For each level, the node of each code: the codes themselves, coarser and coarser."""
    width = draw(st.integers(1, 5))
    levels = [list(range(width))]
    for _ in range(draw(st.integers(0, 3))):
        parents = draw(st.lists(st.integers(0, width - 1), min_size=width, max_size=width))
        levels.append([parents[node] for node in levels[-1]])
    return levels


@given(st.data(), trees(), trees(), st.integers(1, 12))
def test_pairs_condemn_what_too_few_share(data, first_nodes, second_nodes, minimum_size):
    pair = st.tuples(
        st.integers(0, len(first_nodes[0]) - 1), st.integers(0, len(second_nodes[0]) - 1)
    )
    pairs = data.draw(st.lists(pair, max_size=12))
    counts = data.draw(st.lists(st.integers(1, 6), min_size=len(pairs), max_size=len(pairs)))
    found = pair_deficits(
        codes([first for first, _ in pairs]),
        codes([second for _, second in pairs]),
        longs(counts),
        codes(first_nodes),
        codes(second_nodes),
        minimum_size,
    )
    expected = naive.pair_deficits(pairs, counts, first_nodes, second_nodes, minimum_size)
    assert found.tolist() == expected


@st.composite
def finer_classes(draw):
    """Columns of codes with records and weights, and a tree for each attribute."""
    forest = draw(st.lists(trees(), min_size=1, max_size=4))
    column = st.tuples(*(st.integers(0, len(levels[0]) - 1) for levels in forest))
    columns = draw(st.lists(column, min_size=1, max_size=30))
    count = {"min_size": len(columns), "max_size": len(columns)}
    return forest, columns, draw(st.lists(SIZES, **count)), draw(st.lists(COUNTS, **count))


def parts_of(forest, key_bits):
    """What each code adds to a class's key, in which word, and where each attribute's levels are."""
    parts, begins, words, shift, word = [], [], [], 0, 0
    for levels in forest:
        bits = max(len(levels[0]) - 1, 1).bit_length()
        if shift and shift + bits > key_bits:
            shift, word = 0, word + 1
        begins.append(len(parts))
        words.append(word)
        parts += [node << shift for level in levels for node in level]
        shift += bits
    return parts, begins, words


@given(st.data(), finer_classes(), st.sampled_from([1, 4, 62]))
def test_a_node_gathers_what_its_levels_make_equal(data, drawn, key_bits):
    forest, columns, sizes, weights = drawn
    parts, begins, words = parts_of(forest, key_bits)
    levels = [data.draw(st.integers(-1, len(tree) - 1)) for tree in forest]
    starts = [
        -1 if level < 0 else begin + level * len(tree[0])
        for begin, level, tree in zip(begins, levels, forest, strict=True)
    ]
    rows = codes(columns).T.copy()
    found = gather(rows, longs(sizes), longs(weights), longs(starts), longs(words), longs(parts))
    keys = keys_at(rows, longs(starts), longs(words), longs(parts))
    assert keys.tolist() == naive.keys_at(columns, starts, words, parts)
    combinations = [
        tuple(
            None if level < 0 else tree[level][code]
            for tree, level, code in zip(forest, levels, column, strict=True)
        )
        for column in columns
    ]
    assert lists(found) == naive.gather(combinations, sizes, weights)


@given(st.data(), finer_classes(), st.sampled_from([1, 4, 62]))
def test_columns_share_the_records_of_all_that_become_equal(data, drawn, key_bits):
    forest, columns, sizes, _ = drawn
    parts, begins, words = parts_of(forest, key_bits)
    levels = [data.draw(st.integers(-1, len(tree) - 1)) for tree in forest]
    starts = [
        -1 if level < 0 else begin + level * len(tree[0])
        for begin, level, tree in zip(begins, levels, forest, strict=True)
    ]
    rows = codes(columns).T.copy()
    found = records_alike(rows, longs(sizes), longs(starts), longs(words), longs(parts))
    combinations = [
        tuple(
            None if level < 0 else tree[level][code]
            for tree, level, code in zip(forest, levels, column, strict=True)
        )
        for column in columns
    ]
    assert found.tolist() == naive.records_alike(combinations, sizes)


@given(st.lists(st.integers(1, 10**8), max_size=20), st.integers(0, 10**8))
def test_a_node_is_weighed_by_its_sizes(sizes, minimum_size):
    assert weigh(longs(sizes), minimum_size) == naive.weigh(sizes, minimum_size)


@given(st.data(), finer_classes(), st.integers(1, 10**6))
def test_small_classes_lose_their_slack(data, drawn, minimum_size):
    forest, columns, sizes, weights = drawn
    slack = st.floats(0, 100)
    slacks = [
        data.draw(st.lists(slack, min_size=len(tree[0]), max_size=len(tree[0]))) for tree in forest
    ]
    chosen = data.draw(st.permutations(range(len(columns))))
    starts = np.cumsum([0, *map(len, slacks)])[:-1]
    found = slack_of_small(
        codes(columns).T.copy(),
        codes(chosen),
        longs(sizes),
        longs(weights),
        minimum_size,
        longs(starts),
        np.array([each for own in slacks for each in own]),
    )
    combinations = [columns[position] for position in chosen]
    expected = naive.slack_of_small(combinations, sizes, weights, minimum_size, slacks)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


# Codes far apart make more keys than there is room for: those are ranked.
@given(st.data(), st.sampled_from([1, 10**5]))
def test_rare_combinations_are_marked_and_new_ones_counted(data, spread):
    width = data.draw(st.integers(1, 4))
    column = st.tuples(*[st.sampled_from([-1, 0, spread, 3 * spread])] * width)
    columns = data.draw(st.lists(column, min_size=1, max_size=12))
    count = {"min_size": len(columns), "max_size": len(columns)}
    sizes = data.draw(st.lists(st.integers(1, 4), **count))
    attributes = data.draw(st.lists(st.integers(0, width - 1), unique=True, min_size=1))
    minimum_size = data.draw(st.integers(1, 9))
    # A mark says something of the combination: classes that share it have it or not together.
    marked = data.draw(st.sets(st.sampled_from(columns)))
    values = {tuple(own[place] for place in attributes) for own in marked}
    marks = [tuple(own[place] for place in attributes) in values for own in columns]
    found = np.array(marks, dtype=np.bool_)
    rows = codes(columns).T.copy()
    radices = longs([4 * spread] * width)
    new = mark_rare(rows, longs(sizes), longs(attributes), radices, minimum_size, found)
    assert (found.tolist(), new) == naive.mark_rare(columns, sizes, attributes, minimum_size, marks)


@given(st.lists(st.sampled_from([-1, 0, 3, 10**12])))
def test_keys_are_replaced_by_their_ranks_where_they_are_there(keys):
    found = longs(keys)
    assert (renumber(found), found.tolist()) == naive.renumber(keys)[::-1]


@st.composite
def offers(draw):
    """Items with options, each of which joins one class of each kind."""
    kinds, classes = draw(st.integers(1, 2)), draw(st.integers(1, 3))
    item_count = draw(st.integers(1, 4))
    record = st.lists(st.integers(1, 4), min_size=item_count, max_size=item_count)
    records = draw(record)
    options, costs, joins = [], [], []
    for _ in range(item_count):
        own = range(len(costs), len(costs) + draw(st.integers(1, 3)))
        options.append(own)
        costs += [draw(st.integers(0, 20)) for _ in own]
        joins += [[draw(st.integers(0, classes - 1)) for _ in range(kinds)] for _ in own]
    # Candidates are an item in a class of a kind, class by class.
    item_of = [item for item, own in enumerate(options) for _ in own]
    known = sorted({(kind, join, item_of[own])
                    for own, each in enumerate(joins) for kind, join in enumerate(each)})  # fmt: skip
    links = [[known.index((kind, join, item_of[own])) for kind, join in enumerate(each)]
             for own, each in enumerate(joins)]  # fmt: skip
    members = [
        [place for place, (*own, _) in enumerate(known) if own == [kind, join]]
        for kind in range(kinds)
        for join in range(classes)
    ]
    needed = [draw(st.integers(1, 6)) for _ in members]
    allowed = [draw(st.sampled_from([True, True, True, False])) for _ in costs]
    weights = [records[item] for *_, item in known]
    return options, costs, links, members, weights, needed, allowed


def starts_of(parts):
    return longs(np.cumsum([0, *map(len, parts)]))


PRICES = st.integers(-8, 8).map(float)


@given(st.data(), offers())
def test_items_choose_the_cheapest_option_and_classes_the_cheapest_members(data, drawn):
    options, costs, links, members, weights, needed, allowed = drawn
    prices = data.draw(st.lists(PRICES, min_size=len(weights), max_size=len(weights)))
    is_open = data.draw(st.lists(st.booleans(), min_size=len(weights), max_size=len(weights)))
    chosen, admitted = longs([0] * len(options)), np.zeros(len(weights), dtype=np.bool_)
    total = choose(
        starts_of(options), floats(costs), longs(links), floats(prices), flags(allowed), chosen
    )
    least = naive.choose(options, costs, links, prices, allowed)
    assert total == sum(least)
    for own, cost in zip(chosen.tolist(), least, strict=True):
        assert cost == (
            costs[own] - sum(prices[each] for each in links[own]) if own >= 0 else math.inf
        )
    paid = admit(
        starts_of(members), longs(weights), longs(needed), floats(prices), flags(is_open), admitted
    )
    assert paid == sum(naive.admit(members, weights, needed, prices, is_open))
    assert paid == sum(price for price, own in zip(prices, admitted, strict=True) if own)
    for each, least_weight in zip(members, needed, strict=True):
        inside = [own for own in each if admitted[own]]
        assert all(is_open[own] for own in inside)
        assert not inside or sum(weights[own] for own in inside) >= least_weight


@given(offers(), st.integers(1, 40))
def test_the_bound_is_what_its_prices_say_and_no_agreement_costs_less(drawn, rounds):
    options, costs, links, members, weights, needed, allowed = drawn
    prices, admitted = np.zeros(len(weights)), np.zeros(len(weights), dtype=np.bool_)
    chosen = longs([0] * len(options))
    bound = settle(
        starts_of(options), floats(costs), longs(links), starts_of(members), longs(weights),
        longs(needed), flags(allowed), 100.0, rounds, prices, chosen, admitted,
    )  # fmt: skip
    best = naive.agreed(*drawn)
    assert bound <= best + 1e-9
    if bound < math.inf:
        is_open = [
            any(place in links[own] and allowed[own] for own in range(len(costs)))
            for place in range(len(weights))
        ]
        own = naive.choose(options, costs, links, prices.tolist(), allowed)
        paid = naive.admit(members, weights, needed, prices.tolist(), is_open)
        assert bound == pytest.approx(sum(own) + sum(paid))
        free = naive.choose(options, costs, links, [0.0] * len(weights), allowed)
        assert bound >= sum(free) - 1e-9


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="this is that run")
def test_kernels_equal_their_twins_with_the_compiler_off():
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout
