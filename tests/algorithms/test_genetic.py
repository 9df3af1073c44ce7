"""The genetic search finds releases that are safe, and as good as there are where spaces are small."""

from __future__ import annotations

import math
from dataclasses import replace
from math import prod

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.algorithms.partitions.appraising import AnyAppraiser, SizeAppraiser, appraiser_for
from hoarfrost.algorithms.partitions.columns import Columns
from hoarfrost.algorithms.partitions.genes import Genome
from hoarfrost.algorithms.partitions.genetic import genetic
from hoarfrost.errors import LimitReached, NotApplicable, PolicyError, PolicyNotReachable
from hoarfrost.examples.teaching import teaching_problem
from hoarfrost.figures import Figure
from hoarfrost.guide.telling import told
from hoarfrost.judgement import Demand
from hoarfrost.problem import Problem
from hoarfrost.recoding.labels import STYLES
from hoarfrost.requirements.base import Requirement
from hoarfrost.trace import Trace
from tests.effort import examples
from tests.naive.genetic import every_partition, measured, schemes_of, values_of_accepted
from tests.strategies import SIZE_KINDS, cases, problem_of

EXAMPLES = examples(100)
MOST_RELEASES = 300
NAMES = st.lists(st.sampled_from(["ghs", "ops"]), min_size=4, max_size=4)

LABELS = st.sampled_from(STYLES)
"""Where ancestors are released, different intervals can have the same label."""


def asked(problem, names):
    """The policy's key for schemes by attribute."""
    return {own.name: name for own, name in zip(problem.attributes, names, strict=False)}


def solved(problem, names, *, population=20, generations=10, seed=0):
    """The outcome; None: nothing that meets the policy was met."""
    try:
        return genetic(
            problem,
            scheme=asked(problem, names),
            population=population,
            generations=generations,
            seed=seed,
        )
    except PolicyNotReachable:
        return None


def space_of(problem, names):
    schemes = schemes_of(problem, names[: len(problem.attributes)])
    return prod(len(every_partition(scheme)) for scheme in schemes)


@settings(max_examples=EXAMPLES)
@given(case=cases(), names=NAMES, seed=st.integers(0, 99), labels=LABELS)
def test_a_release_is_safe_and_no_better_than_the_best_there_is(case, names, seed, labels):
    problem = problem_of(case, labels=labels)
    space = space_of(problem, names)
    assume(space <= MOST_RELEASES and not any(own.population for own in problem.demands))
    values = values_of_accepted(problem, names[: len(problem.attributes)])
    outcome = solved(problem, names, seed=seed)
    if outcome is None:
        assert not values or space > 20
        return
    is_accepted, value, _ = measured(problem, outcome.recoding)
    assert is_accepted
    assert outcome.value == pytest.approx(value)
    assert outcome.evaluated <= outcome.space == space
    best = (max if case.larger_is_better else min)(values)
    if math.isclose(outcome.value, best):
        return
    assert space > 20
    assert (outcome.value < best) == case.larger_is_better


@settings(max_examples=EXAMPLES)
@given(case=cases(), names=NAMES, labels=LABELS)
def test_where_all_releases_can_be_looked_at_the_best_is_found(case, names, labels):
    problem = problem_of(case, labels=labels)
    space = space_of(problem, names)
    assume(space <= MOST_RELEASES and not any(own.population for own in problem.demands))
    values = values_of_accepted(problem, names[: len(problem.attributes)])
    outcome = solved(problem, names, population=MOST_RELEASES, generations=3)
    assert (outcome is None) == (not values)
    if outcome is not None:
        best = (max if case.larger_is_better else min)(values)
        assert outcome.value == pytest.approx(best)
        assert outcome.evaluated == space


@settings(max_examples=EXAMPLES)
@given(case=cases(kinds=tuple(SIZE_KINDS)), names=NAMES, seed=st.integers(0, 99), labels=LABELS)
def test_both_ways_to_appraise_say_the_same(case, names, seed, labels):
    problem = problem_of(case, labels=labels)
    schemes = schemes_of(problem, names[: len(problem.attributes)])
    quick = appraiser_for(problem, schemes)
    slow = AnyAppraiser(problem, Columns(problem, schemes))
    genome, random = Genome.of(schemes), np.random.default_rng(seed)
    for _ in range(10):
        bits = genome.repaired(random.random(genome.count) < random.random())
        partitions = genome.partitions(bits)
        left, right = quick.appraise(partitions), slow.appraise(partitions)
        assert (left.is_accepted, left.suppressed) == (right.is_accepted, right.suppressed)
        assert left.cost == pytest.approx(right.cost)


@settings(max_examples=EXAMPLES)
@given(case=cases(), names=NAMES, seed=st.integers(0, 99))
def test_bits_and_partitions_are_the_same_thing(case, names, seed):
    problem = problem_of(case)
    schemes = schemes_of(problem, names[: len(problem.attributes)])
    genome, random = Genome.of(schemes), np.random.default_rng(seed)
    bits = genome.repaired(random.random(genome.count) < random.random())
    for _ in range(10):
        partitions = genome.partitions(bits)
        for scheme, own in zip(schemes, partitions, strict=True):
            blocks = {tuple(scheme.values[np.array(own) == block].tolist()) for block in set(own)}
            assert blocks in map(set, every_partition(scheme))
        assert genome.bits_of(partitions).tolist() == bits.tolist()
        if genome.count:
            changed = genome.mutated(bits, random)
            assert changed.tolist() != bits.tolist()
            bits = changed


def test_sizes_and_sums_over_cells_are_appraised_by_arrays():
    for objective in ("loss", "precision", "entropy", "discernibility", "class-size"):
        problem = teaching_problem(objective=objective)
        assert isinstance(appraiser_for(problem, schemes_of(problem, ["ghs"] * 2)), SizeAppraiser)
    problem = teaching_problem(objective="ambiguity")
    assert isinstance(appraiser_for(problem, schemes_of(problem, ["ghs"] * 2)), AnyAppraiser)


@settings(max_examples=50)
@given(case=cases(), names=NAMES, seed=st.integers(0, 99))
def test_the_same_seed_gives_the_same_answer_and_the_runs_seed_counts_where_none_is_set(
    case, names, seed
):
    problem = problem_of(case, seed=seed)
    assume(not any(own.population for own in problem.demands))
    first, second, third = (
        solved(problem, names, population=4, generations=4, seed=own) for own in (seed, seed, None)
    )
    assert (first is None) == (second is None) == (third is None)
    if first is not None:
        assert first.recoding.to_dict() == second.recoding.to_dict() == third.recoding.to_dict()
        assert first.evaluated == second.evaluated == third.evaluated


@settings(max_examples=EXAMPLES)
@given(case=cases(), names=NAMES, times=st.integers(0, 30))
def test_when_time_is_up_the_release_is_safe(case, names, times):
    problem = problem_of(case)
    assume(not any(own.population for own in problem.demands))
    answers = iter([False] * times)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Problem, "is_out_of_time", property(lambda _: next(answers, True)))
        try:
            outcome = solved(problem, names, population=10)
        except LimitReached:
            return
    if outcome is not None:
        assert outcome.evaluated <= times + 1
        assert measured(problem, outcome.recoding)[0]


def test_with_no_time_at_all_the_coarsest_release_is_what_there_is():
    problem = teaching_problem(k=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Problem, "is_out_of_time", property(lambda _: True))
        outcome = genetic(problem, scheme="ghs", population=10, generations=10, seed=0)
    assert (outcome.ended, outcome.evaluated) == ("time", 1)
    [ages, educations] = outcome.recoding.blocks
    assert (ages[0].label, educations[0].label) == ("*", "*")


def test_what_no_release_can_meet_is_explained_however_late_it_is():
    problem = teaching_problem(k=7)
    for is_late in (False, True):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Problem, "is_out_of_time", property(lambda _, is_late=is_late: is_late))
            with pytest.raises(PolicyNotReachable, match="the best achievable k is 6"):
                genetic(problem, scheme="ghs", population=10, generations=10, seed=0)


def test_with_no_time_and_only_finer_releases_that_could_be_safe_the_error_says_so():
    problem = replace(teaching_problem(), demands=(Demand(Small(), (0, 1)),))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Problem, "is_out_of_time", property(lambda _: True))
        with pytest.raises(LimitReached) as caught:
            genetic(problem, scheme="ghs", population=10, generations=10, seed=0)
    [flaw] = caught.value.flaws
    assert flaw.message == (
        "the search ended (time) before it found a release that meets the policy"
    )
    assert flaw.hint == "raise --time-limit"
    outcome = genetic(problem, scheme="ghs", population=50, generations=1, seed=0)
    assert measured(problem, outcome.recoding)[0]


class Small(Requirement):
    """No class has more than two records: what is more general can fail it."""

    name = "small"
    is_monotone = False

    def judge(self, classes):
        """By their sizes."""
        return classes.sizes <= 2


class Oldest(Figure):
    """How many leaves the largest block of ages has: smaller is better."""

    name = "oldest"

    def value(self, view):
        """Counted on what is released."""
        return float(view.grouping.blocks[0].leaf_counts[view.grouping.codes[0, view.kept]].max())


def test_a_figure_of_ones_own_is_made_best():
    problem = replace(teaching_problem(k=2), objective=Oldest())
    outcome = genetic(problem, scheme="ghs", population=50, generations=1, seed=0)
    assert outcome.value == 2.0


def test_a_figure_without_a_value_is_told_and_the_release_is_safe():
    trace = Trace()
    problem = replace(teaching_problem(k=2, objective="accuracy"), trace=trace)
    outcome = genetic(problem, scheme="ghs", population=50, generations=1, seed=0)
    assert outcome.value is None
    assert outcome.notes == (
        "accuracy has no value for this table: every release that meets the policy was as good.",
    )
    assert measured(problem, outcome.recoding)[0]
    [event] = [own for own in trace if own["event"] == "safe"]
    assert told(ALGORITHMS.get("genetic").events["safe"], event) == (
        "Generation 0: with so many sets of values: Age 3, Education 2, a release is safe with 0"
        " records left out; accuracy has no value for it."
    )


def test_other_schemes_are_refused_by_name():
    with pytest.raises(NotApplicable) as caught:
        genetic(teaching_problem(), scheme={"Age": "sps"}, population=9, generations=1, seed=0)
    [flaw] = caught.value.flaws
    assert flaw.message == ('genetic cannot search the scheme "sps" of Age: it knows ghs and ops')
    assert flaw.hint == 'use "partition", which searches all six'


def test_schemes_of_attributes_that_do_not_exist_are_refused():
    with pytest.raises(PolicyError) as caught:
        genetic(teaching_problem(), scheme={"Agee": "ops"}, population=9, generations=1, seed=0)
    [flaw] = caught.value.flaws
    assert flaw.message == 'algorithm.scheme: there is no quasi attribute "Agee"'
    assert flaw.hint == 'did you mean "Age"?'


@settings(max_examples=50)
@given(case=cases(), names=NAMES)
def test_every_event_has_its_sentence_and_values_get_better(case, names):
    trace = Trace()
    problem = problem_of(case, trace=trace)
    assume(not any(own.population for own in problem.demands))
    outcome = solved(problem, names, population=4, generations=5)
    sentences = ALGORITHMS.get("genetic").events
    for event in trace:
        assert "{" not in told(sentences[event["event"]], event)
    values = [event["value"] for event in trace if event["event"] == "better"]
    assert values == sorted(values, reverse=not case.larger_is_better)
    if outcome is not None and outcome.value is not None:
        assert values[-1] == outcome.value
