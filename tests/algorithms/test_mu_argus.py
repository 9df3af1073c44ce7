"""mu-Argus does what going through the records by hand does, and says what it cannot do."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from itertools import product
from math import floor

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.algorithms.tree.mu_argus import mu_argus
from hoarfrost.algorithms.tree.unsafe import called_for
from hoarfrost.errors import NotApplicable, PolicyNotReachable
from hoarfrost.judgement import Demand
from hoarfrost.requirements.k_anonymity import KAnonymity
from hoarfrost.requirements.l_diversity import DistinctLDiversity
from hoarfrost.trace import Trace
from tests.effort import examples
from tests.naive import mu_argus as naive
from tests.naive.lattice import Case
from tests.strategies import SIZE_KINDS, cases, problem_of

EXAMPLES = examples(200)
RATINGS = ["most", "more", "identifying", "no"]
SHARES = ["0", "0.1", "0.3", "0.5", "1"]


@st.composite
def rated_cases(draw):
    """A table whose requirements sizes decide, with a rating for each attribute."""
    case = draw(cases(kinds=tuple(SIZE_KINDS)))
    width = len(case.hierarchies)
    return case, draw(st.lists(st.sampled_from(RATINGS), min_size=width, max_size=width))


def problem_with(case, ratings, **settings):
    problem = problem_of(case, **settings)
    attributes = tuple(
        replace(own, identifying=rating)
        for own, rating in zip(problem.attributes, ratings, strict=True)
    )
    return replace(problem, attributes=attributes, suppression_limit=0)


def in_table_order(case, problem):
    """The records, sorted as the frequency set is."""
    lowest = case.released(case.records, case.lowest)
    codes = [own.hierarchy.code_of for own in problem.attributes]

    def place(record):
        row = zip(codes, lowest[record], strict=True)
        return tuple(code_of[label] for code_of, label in row)

    return [case.records[own] for own in sorted(range(len(lowest)), key=place)]


def released(problem, recoding):
    grouping = recoding.grouping(problem)
    rows = [
        tuple(own.labels[code] for own, code in zip(grouping.blocks, codes, strict=True))
        for codes in grouping.codes.T
    ]
    return Counter(dict(zip(rows, grouping.sizes.tolist(), strict=True)))


def expected(case, ratings, records, *, complete, share):
    """What the slow twin releases; None: too many records are unsafe."""
    tested = naive.called_for(case, ratings)
    if complete:
        tested = list(dict.fromkeys([*tested, *naive.shields(case)]))
    tolerated = floor(Decimal(share) * len(records))
    levels = naive.generalised(case, ratings, tested, tolerated)
    rows = case.released(records, levels)
    if sum(naive.is_unsafe(case, rows, tested)) > tolerated:
        return None
    last = naive.shields(case) if complete else tested
    roots = [paths[0][-1] for paths in case.hierarchies]
    return Counter(
        tuple(root if own is None else own for own, root in zip(row, roots, strict=True))
        for row in naive.suppressed(case, rows, last, complete=complete)
    )


@settings(max_examples=EXAMPLES)
@given(drawn=rated_cases(), share=st.sampled_from(SHARES))
def test_complete_it_releases_what_its_twin_releases_and_that_is_safe(drawn, share):
    case, ratings = drawn
    problem = problem_with(case, ratings)
    records = in_table_order(case, problem)
    assume(all(own.minimum_size <= len(records) for own, _, _ in case.demands))
    wanted = expected(case, ratings, records, complete=True, share=share)
    if wanted is None:
        with pytest.raises(PolicyNotReachable, match="have such a combination"):
            mu_argus(problem, complete=True, unsafe_share=Decimal(share))
        return
    outcome = mu_argus(problem, complete=True, unsafe_share=Decimal(share))
    assert released(problem, outcome.recoding) == wanted
    assert problem.judge(outcome.recoding.grouping(problem)).is_accepted
    assert outcome.notes == ()


@settings(max_examples=EXAMPLES)
@given(drawn=rated_cases(), share=st.sampled_from(SHARES))
def test_as_published_it_releases_what_its_twin_releases_or_says_what_it_missed(drawn, share):
    case, ratings = drawn
    problem = problem_with(case, ratings)
    records = in_table_order(case, problem)
    assume(all(own.minimum_size <= len(records) for own, _, _ in case.demands))
    wanted = expected(case, ratings, records, complete=False, share=share)
    try:
        outcome = mu_argus(problem, complete=False, unsafe_share=Decimal(share))
    except PolicyNotReachable as error:
        told = str(error)
        if wanted is None:
            assert "have such a combination" in told
        else:
            assert told.startswith("mu-argus has not looked at all combinations: ")
            assert any(naive.rare(case, wanted.elements(), own) for own in naive.shields(case))
        return
    assert released(problem, outcome.recoding) == wanted
    assert outcome.notes
    assert problem.judge(outcome.recoding.grouping(problem)).is_accepted


@settings(max_examples=EXAMPLES)
@given(drawn=rated_cases())
def test_ratings_call_for_the_same_combinations_as_those_of_its_twin(drawn):
    case, ratings = drawn
    tested = called_for(problem_with(case, ratings))
    assert [own.attributes for own in tested] == naive.called_for(case, ratings)
    assert [own.minimum_size for own in tested] == [
        naive.needed(case, own.attributes) for own in tested
    ]


@settings(max_examples=50)
@given(drawn=rated_cases())
def test_with_no_cell_to_lose_it_generalises_until_everything_is_safe(drawn):
    case, ratings = drawn
    problem = problem_with(case, ratings)
    try:
        recoding = mu_argus(problem, complete=True, unsafe_share=Decimal(0)).recoding
    except PolicyNotReachable:
        return
    everything = np.ones(problem.frequency.tuple_count, dtype=np.bool_)
    assert set(recoding.suppressed_cells(problem, everything).values()) == {0}


def four_attributes(records, *, k=2, highest=1, shield=(0, 1, 2, 3)):
    """A table of four attributes with two values each."""
    return Case(
        hierarchies=[[[f"{name}0", "*"], [f"{name}1", "*"]] for name in "abcd"],
        records=[tuple(f"{n}{v}" for n, v in zip("abcd", row, strict=True)) for row in records],
        sensitive={},
        demands=[(KAnonymity(k), shield, None)],
        paths={},
        lowest=[0] * 4,
        highest=[highest] * 4,
        weights=[1.0] * 4,
        priorities=[1] * 4,
    )


EVERY_TRIPLE_TWICE = ["".join(bits) for bits in product("01", repeat=4)]
"""All sixteen combinations once: every three values are shared by two records."""


def test_a_combination_of_four_attributes_is_missed_as_published_and_the_error_says_so():
    problem = problem_of(four_attributes(EVERY_TRIPLE_TWICE))
    with pytest.raises(PolicyNotReachable) as caught:
        mu_argus(problem, complete=False, unsafe_share=Decimal("0.1"))
    [flaw] = caught.value.flaws
    assert flaw.message == (
        "mu-argus has not looked at all combinations: 16 of attribute 0, attribute 1, attribute 2,"
        " attribute 3 are still shared by fewer than 2 records"
    )
    assert flaw.hint == "set complete = true in [algorithm], which checks every combination"
    outcome = mu_argus(problem, complete=True, unsafe_share=Decimal("0.1"))
    assert problem.judge(outcome.recoding.grouping(problem)).is_accepted


def test_where_nothing_can_be_generalised_any_more_the_error_names_both_ways_out():
    problem = problem_of(four_attributes(["0000"] * 2 + ["1111"], highest=0))
    with pytest.raises(PolicyNotReachable) as caught:
        mu_argus(problem, complete=True, unsafe_share=Decimal("0.3"))
    [flaw] = caught.value.flaws
    assert flaw.message == (
        "with all attributes in unsafe combinations at their highest allowed levels, 1 of 3 records"
        " have such a combination, and 0 of them may lose cells"
    )
    assert flaw.hint == (
        "raise max_level of attribute 0, attribute 1, attribute 2, attribute 3, or unsafe_share"
        " to 0.3334"
    )
    mu_argus(problem, complete=True, unsafe_share=Decimal("0.3334"))


def test_more_records_than_there_are_cannot_be_asked_for():
    problem = problem_of(four_attributes(["0000"] * 2, k=3))
    with pytest.raises(PolicyNotReachable, match="the best achievable k is 2"):
        mu_argus(problem, complete=True, unsafe_share=Decimal(1))


def test_priority_decides_between_attributes_that_are_equally_unsafe():
    case = four_attributes(["0000", "1100", "0000", "0100", "1000"], shield=(0, 1))
    problem = problem_of(case, trace=Trace())
    important = replace(problem.attributes[1], priority=9)
    attributes = (problem.attributes[0], important, *problem.attributes[2:])
    for own, raised in ((problem.attributes, "attribute 1"), (attributes, "attribute 0")):
        trace = Trace()
        asked = replace(problem, attributes=own, trace=trace)
        mu_argus(asked, complete=True, unsafe_share=Decimal(0))
        first = next(event for event in trace if event["event"] == "generalised")
        assert first["attribute"] == raised


@settings(max_examples=50)
@given(drawn=rated_cases(), share=st.sampled_from(SHARES), complete=st.booleans())
def test_every_event_has_its_sentence_and_the_last_one_is_safe(drawn, share, complete):
    case, ratings = drawn
    trace = Trace()
    problem = problem_with(case, ratings, trace=trace)
    try:
        mu_argus(problem, complete=complete, unsafe_share=Decimal(share))
    except PolicyNotReachable:
        return
    sentences = ALGORITHMS.get("mu-argus").events
    for event in trace:
        assert "{" not in sentences[event["event"]].format(**event)
    if any("cells" in event for event in trace):
        assert list(trace)[-1]["violating"] == 0


def test_requirements_about_sensitive_values_are_refused_by_name():
    case = four_attributes(["0000"] * 4)
    problem = problem_of(case)
    asked = replace(problem, demands=(Demand(DistinctLDiversity(2), (0, 1)),))
    with pytest.raises(NotApplicable) as caught:
        ALGORITHMS.get("mu-argus").solve(asked)
    assert str(caught.value) == (
        "mu-argus cannot serve distinct-l-diversity: it is not decided by how many records share"
        " a combination"
    )
