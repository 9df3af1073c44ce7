"""HeuristicMin finds what its definition finds, and says no more than trying every cut bears out."""

from __future__ import annotations

import random
import time
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.algorithms.tree.cut_tables import JudgedTable
from hoarfrost.errors import NotApplicable, PolicyNotReachable
from hoarfrost.examples.teaching import teaching_problem
from hoarfrost.frequency import FrequencySet
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.judgement import Demand
from hoarfrost.problem import Attribute, Problem
from hoarfrost.requirements import Requirement
from hoarfrost.requirements.k_anonymity import KAnonymity
from hoarfrost.requirements.k_map import KMap
from hoarfrost.trace import Trace
from tests.effort import examples
from tests.naive import cuts as naive
from tests.naive.lattice import Case
from tests.requirements.drawing import KINDS, PATHS, requirements
from tests.strategies import SIZE_KINDS, cases, problem_of

EXAMPLES = examples(200)
FEWER = max(EXAMPLES // 8, 20)
TREE = "hoarfrost.algorithms.tree"
JUDGING = [
    kind for kind in KINDS if kind.is_monotone and kind.judge_table is Requirement.judge_table
]
MOST_TABLES = 700
"""So many are tried one by one."""


@st.composite
def crowded_cases(draw):
    """Few attributes of many values, some of them rare: much to keep apart, much to give up."""
    source = random.Random(draw(st.integers(0, 10**9)))
    deep = [True, True] if draw(st.booleans()) else [True, False, False]
    hierarchies = [nested(name, own, source) for name, own in zip("abc", deep, strict=False)]
    values = [[path[0] for path in paths] for paths in hierarchies]
    weights = [[source.choice([1, 4, 20]) for _ in own] for own in values]
    pairs = list(zip(values, weights, strict=True))
    records = [
        tuple(source.choices(own, weight)[0] for own, weight in pairs)
        for _ in range(source.randint(40, 120))
    ]
    everything = tuple(range(len(deep)))
    shields = [everything, everything, tuple(sorted(source.sample(everything, len(deep) - 1)))]
    others = draw(st.lists(st.sampled_from(JUDGING), max_size=1))
    asked = [KAnonymity(source.randint(2, 4)), *(draw(requirements(own)) for own in others)]
    return Case(
        hierarchies=hierarchies,
        records=records,
        sensitive={name: [source.choice("abcd") for _ in records] for name in ("first", "second")},
        demands=[
            (own, source.choice(shields), "first" if own.reads_sensitive else None) for own in asked
        ],
        paths=PATHS,
        population=records + [tuple(map(source.choice, values)) for _ in range(40)],
        lowest=[0] * len(deep),
        highest=[len(paths[0]) - 1 for paths in hierarchies],
        weights=[1.0] * len(deep),
        priorities=[1] * len(deep),
    )


def nested(name, is_deep, source):
    """Paths to values in groups, some of one value, and these in two groups if that is wanted."""
    paths = [
        [f"{name}{outer}{inner}{leaf}", f"{name}{outer}{inner}", f"{name}{outer}", "*"]
        for outer in range(2)
        for inner in range(2 if is_deep else 1)
        for leaf in range(source.randint(1, 3))
    ]
    return paths if is_deep else [[leaf, outer, root] for leaf, _, outer, root in paths]


CASES = (
    crowded_cases()
    | cases(kinds=tuple(JUDGING), least_height=1)
    | crowded_cases()
    | cases(kinds=tuple(SIZE_KINDS), least_height=1)
)
WAYS = {
    "by judging": {
        f"{TREE}.cut_space.finest_table": lambda problem, attributes: JudgedTable.of(
            problem, [own.tree for own in attributes]
        )
    },
    "with keys of many words": {f"{TREE}.cut_tables.KEY_BITS": 1},
    "with next to no memory": {f"{TREE}.span_search.MOST_WAITING": 0},
}


@pytest.fixture(params=WAYS)
def way(request, monkeypatch):
    """How tables are kept."""
    for place, value in WAYS[request.param].items():
        monkeypatch.setattr(place, value)


def most_rows(case):
    """What trying every table of a case finds, if it is small enough for that."""
    counts = [len(naive.every_cut(ways)) for ways in naive.ways_up(case)]
    assume(np.prod(counts) <= MOST_TABLES)
    return naive.most_rows(case)


def found(case, steps, **settings):
    """What the algorithm finds; None: unreachable."""
    problem = problem_of(case, options={"steps": steps}, **settings)
    try:
        return ALGORITHMS.get("heuristic-min").solve(problem)
    except PolicyNotReachable:
        return None


def released(case, outcome):
    """The cuts of an outcome: the label of each value of the lowest level."""
    lexicons = outcome.recoding.lexicons
    return tuple(
        {path[low]: own.labels[own.code_of[path[0]]] for path in paths}
        for own, paths, low in zip(lexicons, case.hierarchies, case.lowest, strict=True)
    )


def is_right_over_all_cuts(case):
    """The best is found one parent at a time; the paper's steps claim no more than they may."""
    best = most_rows(case)
    one, every = found(case, "one"), found(case, "all")
    if best is None:
        assert (one, every) == (None, None)
        return
    assert (one.value, one.bound, one.is_optimal, one.ended) == (best, best, True, "complete")
    assert every.value <= best <= every.bound
    assert every.is_optimal == (every.gap == 0)
    assert bool(every.notes) == (not every.is_optimal)


@settings(max_examples=EXAMPLES)
@given(CASES)
def test_over_all_cuts_it_finds_what_trying_every_table_finds(case):
    is_right_over_all_cuts(case)


@pytest.mark.usefixtures("way")
@settings(max_examples=FEWER)
@given(CASES)
def test_however_tables_are_kept_it_finds_the_same(case):
    is_right_over_all_cuts(case)


@settings(max_examples=EXAMPLES)
@given(CASES)
def test_no_table_that_the_papers_steps_lead_to_is_larger(case):
    tables = naive.reachable(case)
    best = max((table.rows for table in tables if not table.violating), default=None)
    outcome = found(case, "all")
    assert (outcome and outcome.value) == best


@settings(max_examples=EXAMPLES)
@given(CASES)
def test_the_papers_search_takes_the_papers_way(case):
    trace = Trace()
    outcome = found(case, "all", trace=trace)
    expected = naive.search(case)
    assert (outcome is None) == (expected.best is None)
    if outcome:
        states = [(event["violating"], event["rows"]) for event in trace]
        assert states == [*expected.states, (0, expected.best.rows)]
        assert outcome.evaluated == expected.evaluated
        assert outcome.pruned["met again"] == len(expected.states) - 1 - expected.evaluated
        assert released(case, outcome) == expected.best.cuts


@contextmanager
def patience(times):
    """Searches may ask how late it is so many times, and then it is too late."""
    answers = iter([False] * times)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Problem, "is_out_of_time", property(lambda _: next(answers, True)))
        yield


@pytest.mark.parametrize("steps", ["all", "one"])
@settings(max_examples=FEWER)
@given(case=CASES, times=st.integers(0, 12))
def test_an_interrupted_search_brackets_the_best_and_releases_something(steps, case, times):
    best = most_rows(case)
    with patience(times):
        outcome = found(case, steps)
    if outcome is None:
        assert best is None
        return
    own = naive.judged(case, released(case, outcome))
    assert (own.violating, own.rows) == (0, outcome.value)
    assert outcome.value <= best <= outcome.bound
    assert outcome.is_optimal == (outcome.gap == 0)
    assert outcome.is_optimal or outcome.ended == "time" or steps == "all"


@settings(max_examples=FEWER)
@given(case=CASES, most=st.integers(0, 8))
def test_a_search_that_outgrows_its_memory_releases_something_too(case, most):
    best = most_rows(case)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"{TREE}.table_search.MOST_TABLES", most)
        outcome = found(case, "all")
    if outcome is not None:
        own = naive.judged(case, released(case, outcome))
        assert (own.violating, own.rows) == (0, outcome.value)
        assert outcome.value <= best <= outcome.bound
        assert outcome.ended == "complete" or outcome.evaluated >= most


@pytest.mark.parametrize("steps", ["all", "one"])
@settings(max_examples=FEWER)
@given(case=crowded_cases())
def test_every_event_is_told_in_a_sentence(steps, case):
    trace = Trace()
    sentences = ALGORITHMS.get("heuristic-min").events
    if found(case, steps, trace=trace):
        told = [sentences[event["event"]].format_map(event) for event in trace]
        assert told[0].startswith("The table has ")
        assert told[-1].startswith("Of the tables that satisfy, one with ")


def test_a_trace_reads_as_the_search_goes():
    trace = Trace()
    algorithm = ALGORITHMS.get("heuristic-min")
    algorithm.solve(replace(teaching_problem(k=2), trace=trace))
    assert [algorithm.events[event["event"]].format_map(event) for event in trace] == [
        "The table has 5 rows, of which 4 violate a requirement.",
        "Age of table 0 to [19,23], [27,30]: table 1, 2 of 4 rows violate.",
        "Education of table 0 to Junior: table 2, 2 of 4 rows violate.",
        "Age of table 1 to *: table 3, 1 of 3 rows violate.",
        "Education of table 1 to Junior: table 4, 0 of 3 rows violate.",
        "Age of table 2 to [27,30]: table 5, 0 of 3 rows violate.",
        "Education of table 2 to *: table 6, 2 of 4 rows violate.",
        "Age of table 6 to [27,30]: table 7, 0 of 3 rows violate.",
        "Of the tables that satisfy, one with 3 rows is the largest.",
    ]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in JUDGING])
def test_what_asks_something_of_the_whole_table_is_refused_by_name(kind):
    options = {"average-risk": (0.5,), "delta-presence": (0, 1, "register.csv")}[kind.name]
    problem = teaching_problem()
    asked = replace(problem, demands=(Demand(kind(*options), (0, 1)),))
    with pytest.raises(NotApplicable) as error:
        ALGORITHMS.get("heuristic-min").solve(asked)
    assert f"heuristic-min cannot serve {kind.name}: " in str(error.value)


class OddSize(Requirement):
    """It says that it is monotone, and is not: two odd numbers make an even one."""

    name = "odd-size"

    def judge(self, classes):
        return classes.sizes % 2 == 1


@pytest.mark.parametrize("steps", ["all", "one"])
@pytest.mark.parametrize("seed", range(40))
def test_a_requirement_that_is_wrongly_said_to_be_monotone_makes_no_unsafe_release(seed, steps):
    source = random.Random(seed)
    trees = [Hierarchy.from_rows(nested(name, name == "a", source)) for name in "ab"]
    codes = np.array(list(np.ndindex(*(len(tree.leaves) for tree in trees))), dtype=np.int32).T
    counts = np.array([source.choice([1, 1, 2, 3]) for _ in codes.T], dtype=np.int64)
    counts[0] += 1 - counts.sum() % 2
    problem = Problem(
        tuple(Attribute(name, tree) for name, tree in zip("ab", trees, strict=True)),
        FrequencySet(("a", "b"), np.ascontiguousarray(codes), counts, {}),
        (Demand(OddSize(), (0, 1)),),
        0,
        options={"steps": steps},
    )
    outcome = ALGORITHMS.get("heuristic-min").solve(problem)
    grouping = outcome.recoding.grouping(problem)
    assert (grouping.sizes % 2 == 1).all()
    assert outcome.value == grouping.class_count


@pytest.mark.parametrize("steps", ["all", "one"])
def test_a_value_that_only_the_population_has_makes_a_parent_of_one_child_count(steps):
    tree = Hierarchy.from_rows([["30", "30-39", "*"], ["31", "30-39", "*"], ["40", "40-49", "*"]])
    table = FrequencySet(("age",), np.array([[0]], dtype=np.int32), np.array([1]), {})
    people = replace(table, codes=np.array([[0, 1, 2]], dtype=np.int32), counts=np.array([1, 1, 1]))
    demand = Demand(KMap(2, "register.csv"), (0,), population=people)
    problem = Problem((Attribute("age", tree),), table, (demand,), 0, options={"steps": steps})
    outcome = ALGORITHMS.get("heuristic-min").solve(problem)
    [lexicon] = outcome.recoding.lexicons
    labels = {value: lexicon.labels[code] for value, code in lexicon.code_of.items()}
    assert labels == {"30": "30-39", "31": "30-39", "40": "40"}
    assert outcome.is_optimal


@pytest.mark.parametrize("steps", ["all", "one"])
@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.05])
def test_with_hardly_any_time_there_is_a_release_all_the_same(steps, seconds):
    source = random.Random(1)
    paths = [nested(name, True, source) for name in "abcdef"]
    values = [[path[0] for path in own] for own in paths]
    case = Case(
        hierarchies=paths,
        records=[tuple(map(source.choice, values)) for _ in range(400)],
        sensitive={},
        demands=[(KAnonymity(3), tuple(range(6)), None)],
        paths={},
        lowest=[0] * 6,
        highest=[3] * 6,
        weights=[1.0] * 6,
        priorities=[1] * 6,
    )
    start = time.monotonic()
    outcome = found(case, steps, deadline=start + seconds)
    assert time.monotonic() - start < 10
    assert outcome.ended == "time"
    own = naive.judged(case, released(case, outcome))
    assert (own.violating, own.rows) == (0, outcome.value)
    assert outcome.value < outcome.bound < 400
