"""PrivacyFrost2 takes the way that its definition takes; its switches change what they say."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.algorithms.scores.base import SCORES, Score
from hoarfrost.errors import PolicyError, PolicyNotReachable
from hoarfrost.examples.teaching import teaching_problem
from hoarfrost.policy import Policy
from hoarfrost.requirements.k_anonymity import KAnonymity
from hoarfrost.requirements.l_diversity import DistinctLDiversity, RecursiveLDiversity
from hoarfrost.requirements.t_closeness import TCloseness
from hoarfrost.trace import Trace
from tests.algorithms.test_trees import CASES
from tests.effort import examples
from tests.naive.privacy_frost import Frost, Unreachable
from tests.strategies import problem_of

EXAMPLES = settings(max_examples=examples(300))
SAMPLES = st.none() | st.tuples(st.integers(1, 4), st.integers(0, 3))
SCORE_NAMES = st.sampled_from(["basic", "log", "eta"])
ROLES = {
    "age": {"role": "quasi"},
    "ill": {"role": "sensitive"},
}


def solve(problem, **options):
    return ALGORITHMS.get("privacy-frost").solve(replace(problem, options=options))


def solved_or_none(problem, **options):
    try:
        return solve(problem, **options)
    except PolicyNotReachable:
        return None


def table_of(sample):
    return None if sample is None else {"k": sample[0], "levels": sample[1]}


@EXAMPLES
@given(
    case=CASES,
    score=SCORE_NAMES,
    d=st.integers(1, 4),
    p=st.sampled_from([0, 0, 1, 5]),
    sample=SAMPLES,
    repeat=st.booleans(),
    bound=st.booleans(),
)
def test_it_goes_the_way_of_its_definition(case, score, d, p, sample, repeat, bound):
    naive = Frost(case, score, d, p, sample, repeat)
    problem = problem_of(case)
    options = {"score": score, "eta_d": d, "p": p, "repeat": repeat, "bound": bound}
    found = solved_or_none(problem, presample=table_of(sample), **options)
    try:
        levels = naive.run()
    except Unreachable:
        assert found is None
        return
    assert list(found.recoding.levels.values()) == levels
    assert found.value == pytest.approx(naive.scores[-1], rel=1e-12)
    assert naive.scores == sorted(naive.scores)


@EXAMPLES
@given(case=CASES, score=SCORE_NAMES, sample=SAMPLES)
def test_every_phase_is_told_and_never_lowers_the_score(case, score, sample):
    trace = Trace()
    problem = replace(problem_of(case), trace=trace)
    found = solved_or_none(problem, score=score, presample=table_of(sample), local=True, eta_d=3)
    phases = [event for event in trace if event["event"] == "phase"]
    if found is not None:
        assert [event["phase"] for event in phases] == [
            "top-down",
            "second top-down and bottom-up",
            "class by class",
        ]
        scores = [score for event in phases for score in (event["before"], event["after"])]
        assert scores == sorted(scores)
        assert found.value == scores[-1]


@EXAMPLES
@given(case=CASES, sample=SAMPLES)
def test_class_by_class_only_refines_until_nothing_can_be_refined(case, sample):
    problem = problem_of(case)
    whole = solved_or_none(problem, presample=table_of(sample))
    if whole is None:
        return
    local = solve(problem, presample=table_of(sample), local=True)
    kinds = ALGORITHMS.get("privacy-frost").kinds
    assert (whole.recoding.kind, local.recoding.kind) == kinds
    coarse, fine = whole.recoding.grouping(problem), local.recoding.grouping(problem)
    before, after = problem.judge(coarse), problem.judge(fine)
    assert after.is_accepted
    assert (before.kept[coarse.class_of] == after.kept[fine.class_of]).all()
    pairs = set(zip(fine.class_of.tolist(), coarse.class_of.tolist(), strict=True))
    assert len(pairs) == fine.class_count
    everything = tuple(range(len(problem.attributes)))
    if all(
        one.shield == everything
        and not one.requirement.judges_table
        and not one.requirement.reads_population
        for one in problem.demands
    ):
        assert not any(splittable(problem, fine, number) for number in np.flatnonzero(after.kept))


def splittable(problem, grouping, number):
    """Can a class be one level finer in one attribute, all of its parts satisfying?"""
    own = np.flatnonzero(grouping.class_of == number)
    for place, attribute in enumerate(problem.attributes):
        block = grouping.blocks[place]
        leaves = problem.frequency.codes[place, own]
        code = grouping.codes[place, number]
        under = set(
            block.leaf_codes[block.leaf_starts[code] : block.leaf_starts[code + 1]].tolist()
        )
        for nodes in reversed(attribute.hierarchy.nodes):
            parts = {int(nodes[leaf]) for leaf in leaves}
            covered = set(np.flatnonzero(nodes == nodes[leaves[0]]).tolist())
            if covered < under:
                if len(parts) > 1 and all(
                    holds(problem, grouping, own[nodes[leaves] == part]) for part in parts
                ):
                    return True
                break
    return False


def holds(problem, grouping, chosen):
    """Do some combinations satisfy as a class of their own?"""
    gone = np.ones(problem.frequency.tuple_count, dtype=bool)
    gone[chosen] = False
    alone = grouping.leaving_out(gone)
    kept = ~alone.left_out
    return not any(demand.fails(alone, kept).any() for demand in problem.demands)


def test_a_score_of_ones_own_works_by_name(monkeypatch):
    seen = []

    def last_only(kept, before, priorities, options):
        seen.append((tuple(before), tuple(priorities), options["d"]))
        return kept[-1]

    # As @hoarfrost.score("last-only") would register it, for this test only.
    monkeypatch.setitem(SCORES._things, "last-only", Score("last-only", last_only))
    found = solve(teaching_problem(k=2), score="last-only", eta_d=3)
    assert found.value == 2
    assert set(seen) == {((4, 3), (1, 1), 3)}
    policy = Policy(attributes=ROLES, algorithm={"name": "privacy-frost", "score": "last-only"})
    assert policy.algorithm.options == {"score": "last-only"}


def test_an_unknown_score_is_refused_with_the_nearest_name():
    with pytest.raises(PolicyError, match='unknown score "basik"; did you mean "basic"'):
        Policy.loads(
            '[attributes.age]\nrole = "quasi"\n'
            '[algorithm]\nname = "privacy-frost"\nscore = "basik"\n'
        )


def test_its_own_parameters_are_requirements_of_the_policy():
    text = (
        '[attributes.age]\nrole = "quasi"\n[attributes.ill]\nrole = "sensitive"\n'
        '[algorithm]\nname = "privacy-frost"\n'
    )
    policy = Policy.loads(text + "k = 3\nl = 2\n")
    assert policy.requirements == (KAnonymity(3), DistinctLDiversity(2))
    assert policy.given == ()
    assert Policy.loads(policy.to_toml()) == policy
    stronger = policy.with_settings(["k=5", "c=0.5", "t=0.2"])
    assert [type(one) for one in stronger.requirements] == [
        KAnonymity,
        RecursiveLDiversity,
        TCloseness,
    ]
    assert stronger.requirements[0].k == 5
    assert Policy.loads(text + "k = 1\nl = 1\nc = 0\nt = -1\n").requirements == ()
    with pytest.raises(PolicyError, match=r"algorithm.*t-closeness, t"):
        Policy.loads(text + "t = -0.5\n")


def test_a_requirement_that_is_written_already_is_not_asked_twice():
    policy = Policy(
        attributes=ROLES,
        requirements=[{"type": "k-anonymity", "k": 3}],
        algorithm={"name": "privacy-frost", "k": 3},
    )
    assert policy.requirements == policy.given == (KAnonymity(3),)


def test_levels_of_presampling_that_no_attribute_has_are_refused():
    problem = teaching_problem(k=2)
    for levels, said in (
        (-1, "algorithm.presample.levels: -1 is too small, expected at least 0"),
        ({"Age": 3}, "algorithm.presample.levels.Age: 3 is not between 0 and 2"),
        ({"Age": -1}, "algorithm.presample.levels.Age: -1 is not between 0 and 2"),
        ({"Agee": 1}, 'algorithm.presample.levels: there is no quasi attribute "Agee"'),
    ):
        with pytest.raises(PolicyError, match=re.escape(said)):
            solve(problem, presample={"k": 1, "levels": levels})
    assert solve(problem, presample={"k": 6, "levels": 99}).value == 4


def test_failure_names_how_far_it_got_and_which_levels_stand_in_the_way():
    problem = teaching_problem(k=4)
    ages, educations = problem.attributes
    blocked = replace(problem, attributes=(replace(ages, max_level=1), educations))
    with pytest.raises(PolicyNotReachable) as failure:
        solve(blocked)
    said = " ".join(f"{flaw.message} {flaw.hint}" for flaw in failure.value.flaws)
    assert "k-anonymity (k = 4) cannot be met" in said
    assert "1 of 2 released combinations fails" in said
    assert "max_level keeps these from becoming more general: Age" in said
    with pytest.raises(PolicyNotReachable, match="pre-sampling leaves out every record"):
        solve(problem, presample={"k": 7, "levels": 2})
