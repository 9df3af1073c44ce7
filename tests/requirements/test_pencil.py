"""Cases small enough to be worked out with pencil and paper."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hoarfrost.errors import DataError, HierarchyGap, LimitReached, PolicyError
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.requirements import REQUIREMENTS, Classes
from tests.requirements.drawing import classes_of

TABLE = list("aaaabbbbccdd")  # shares 1/3, 1/3, 1/6, 1/6


def judge(name, parameters, group, table=TABLE, **options):
    requirement = REQUIREMENTS.get(name)(*parameters, **options)
    return requirement.judge(classes_of([list(group)], table)).item()


def worst(name, parameters, *groups, table=TABLE):
    requirement = REQUIREMENTS.get(name)(*parameters)
    return requirement.worst(classes_of([list(group) for group in groups], table))


@pytest.mark.parametrize(
    ("name", "parameters", "group", "expected"),
    [
        ("entropy-l-diversity", (2,), "ab", True),
        ("entropy-l-diversity", (2,), "aab", False),
        ("entropy-l-diversity", (3,), "abc" * 7, True),
        ("entropy-l-diversity", (3,), "aabbccd", True),
        ("entropy-l-diversity", (1,), "aaa", True),
        ("recursive-l-diversity", (2, 2), "aab", False),  # 2 < 2 * 1 does not hold
        ("recursive-l-diversity", (2.01, 2), "aab", True),
        ("recursive-l-diversity", (1, 1), "aab", True),  # 2 < 3
        ("recursive-l-diversity", (1, 1), "aa", False),  # 2 < 2 does not hold
        ("recursive-l-diversity", (100, 3), "aabb", False),  # two values only
        ("t-closeness", (0.5,), "aabbcc", True),
        ("t-closeness", (0.5, "equal"), "ac", True),  # 1/2 - 1/3 + 1/2 - 1/6
        ("t-closeness", (0.49, "equal"), "ac", False),
        ("t-closeness", (0.5, "ordered"), "a", True),  # (2/3 + 1/3 + 1/6) / 3 = 7/18
        ("t-closeness", (0.38, "ordered"), "a", False),
        ("t-closeness", (0, "equal"), "aabbcd", True),
        ("t-closeness", (0, "ordered"), "aabbcd", True),
        ("t-closeness", (0, "hierarchical"), "aabbcd", True),
        ("alpha-k-anonymity", (0.5, 4), "aabb", True),
        ("alpha-k-anonymity", (0.5, 4), "aaab", False),
        ("alpha-k-anonymity", (0.5, 5), "aabb", False),
        ("p-sensitive-k-anonymity", (2, 4), "aaab", True),
        ("p-sensitive-k-anonymity", (2, 4), "aaaa", False),
        ("p-sensitive-k-anonymity", (2, 4), "abc", False),
        ("basic-beta-likeness", (0.5,), "ab", True),  # 1/2 by 1/3 is 3/2
        ("basic-beta-likeness", (0.49,), "ab", False),
        ("enhanced-beta-likeness", (2,), "ab", True),  # -ln 1/3 = 1.099
        ("enhanced-beta-likeness", (2,), "a", False),  # (1 - 1/3) / (1/3) = 2
        ("delta-disclosure", (0.7,), "abcd", True),  # ln(1/4 by 1/6) = 0.405
        ("delta-disclosure", (0.4,), "abcd", False),
        ("delta-disclosure", (10,), "aabbc", False),  # no d
    ],
)
def test_is_judged_as_on_paper(name, parameters, group, expected):
    assert judge(name, parameters, group) is expected


def test_hierarchical_distance_of_related_and_unrelated_values():
    # In "f" alone all moves through the root (3/3); in "a" alone b comes from the next level.
    assert worst("t-closeness", (1, "hierarchical"), "f", table=list("ab")) == 1
    assert worst("t-closeness", (1, "hierarchical"), "a", table=list("ab")) == pytest.approx(1 / 6)


def test_one_value_in_the_whole_table_is_at_no_distance():
    for distance in ("equal", "ordered", "hierarchical"):
        assert judge("t-closeness", (0, distance), "aa", table=list("aaa"))


def test_the_worst_class_is_measured_in_the_unit_of_the_requirement():
    groups = ("aabb", "aaab")
    assert worst("k-anonymity", (2,), "aabb", "abc") == 3
    assert worst("max-risk", (0.5,), "aabb", "abc") == pytest.approx(1 / 3)
    assert worst("average-risk", (0.5,), "aabb", "abc") == pytest.approx(2 / 7)
    assert worst("distinct-l-diversity", (2,), "aabb", "abc") == 2
    assert worst("entropy-l-diversity", (2,), "aabb", "abc") == 2.0
    assert worst("recursive-l-diversity", (2, 2), *groups) == 3.0
    assert worst("recursive-l-diversity", (2, 3), *groups) == math.inf
    assert worst("alpha-k-anonymity", (0.5, 2), *groups) == 0.75
    assert worst("p-sensitive-k-anonymity", (2, 2), "aabb", "abc") == 2
    assert worst("basic-beta-likeness", (1,), *groups) == pytest.approx(1.25)
    assert worst("enhanced-beta-likeness", (1,), "aabb") == pytest.approx(0.5)
    assert worst("enhanced-beta-likeness", (1,), *groups) == math.inf
    assert worst("delta-disclosure", (1,), "abcd") == pytest.approx(math.log(1.5))
    assert worst("delta-disclosure", (1,), *groups) == math.inf


def test_long_sums_of_logarithms_stay_on_the_threshold():
    values = [f"{number:04}" for number in range(3000)]
    assert judge("entropy-l-diversity", (3000,), values, table=values)
    assert not judge("entropy-l-diversity", (3000,), [*values, values[0]], table=values)


def test_population_rows_count_as_in_delta_presence():
    requirement = REQUIREMENTS.get("delta-presence")(0.2, 0.5, "register.csv")
    classes = classes_of(["aa", "ab", "ba"], list("aaabba"), rows=[4, 10, 11])
    assert requirement.judge(classes).tolist() == [True, True, False]
    assert requirement.worst(classes) == 0.5
    assert requirement.judge_table(classes)


def test_people_outside_every_class_break_a_lower_bound_on_presence():
    outside = classes_of(["aa"], list("aa"), rows=[4], uncovered=1)
    assert not REQUIREMENTS.get("delta-presence")(0.1, 0.5, "register.csv").judge_table(outside)
    assert REQUIREMENTS.get("delta-presence")(0, 0.5, "register.csv").judge_table(outside)


def test_a_population_smaller_than_the_data_is_bad_data():
    classes = classes_of(["aa", "ab", "bb"], list("aaabbb"), rows=[1, 0, 2])
    with pytest.raises(DataError) as bad:
        REQUIREMENTS.get("delta-presence")(0, 1, "register.csv").judge(classes)
    assert str(bad.value) == (
        "the population table register.csv does not cover the data:"
        " 2 combinations have more records than population rows"
    )


def test_a_population_without_fitting_rows_fails_k_map():
    classes = classes_of(["aa", "ab"], list("aaab"), rows=[0, 3])
    assert REQUIREMENTS.get("k-map")(1, "register.csv").judge(classes).tolist() == [False, True]


def test_values_that_the_hierarchy_lacks_are_counted_not_named():
    classes = classes_of([["a", "x"]], ["a", "x", "y"])
    with pytest.raises(HierarchyGap) as gap:
        REQUIREMENTS.get("t-closeness")(0.5, "hierarchical").judge(classes)
    assert str(gap.value) == "the hierarchy of the sensitive attribute lacks 2 values of the table"


@pytest.mark.parametrize(
    ("name", "parameters", "sentence"),
    [
        ("t-closeness", (0.5,), "a requirement about sensitive values has no sensitive attribute"),
        ("k-map", (2, "p.csv"), "a requirement about the population has no population table"),
    ],
)
def test_says_what_it_was_not_shown(name, parameters, sentence):
    classes = Classes(np.array([2]), 2, reference=np.array([2]))
    with pytest.raises(PolicyError) as missing:
        REQUIREMENTS.get(name)(*parameters).judge(classes)
    assert str(missing.value) == sentence


def test_a_hierarchical_distance_needs_a_hierarchy():
    requirement = REQUIREMENTS.get("t-closeness")(0.5, "hierarchical")
    shown = classes_of(["ab"], list("ab"))
    bare = Classes(shown.sizes, 2, shown.histogram, shown.reference)
    assert requirement.needs_hierarchy
    assert not REQUIREMENTS.get("t-closeness")(0.5).needs_hierarchy
    with pytest.raises(PolicyError) as missing:
        requirement.judge(bare)
    assert str(missing.value) == (
        "the hierarchical distance needs a hierarchy of the sensitive attribute"
    )


def test_a_hierarchy_of_a_single_level_has_no_distances():
    shown = classes_of(["aa"], list("aaa"))
    root = Hierarchy.from_rows([["a"]])
    classes = Classes(shown.sizes, 3, shown.histogram, shown.reference, root)
    assert REQUIREMENTS.get("t-closeness")(0, "hierarchical").judge(classes).tolist() == [True]


def test_more_records_than_can_be_compared_exactly_are_refused():
    shown = classes_of(["ab"], list("ab"))
    huge = Classes(shown.sizes, 2, shown.histogram, np.array([2**31, 1]))
    with pytest.raises(LimitReached) as limit:
        REQUIREMENTS.get("basic-beta-likeness")(1).judge(huge)
    assert str(limit.value) == (
        "shares are compared exactly up to 2147483648 records; this table has 2147483649"
    )


@pytest.mark.parametrize(
    ("name", "parameters", "sentence"),
    [
        ("k-anonymity", (5,), "Every {} is shared by at least 5 records."),
        ("distinct-l-diversity", (3,), "Every {} has at least 3 different values of disease."),
        (
            "entropy-l-diversity",
            (3,),
            "In every {} the values of disease are at least as varied as 3 equally frequent ones.",
        ),
        (
            "recursive-l-diversity",
            (4, 3),
            (
                "In every {} there are at least 3 values of disease, and the most frequent one has"
                " fewer than 4 times the records of all values from rank 3 on."
            ),
        ),
        (
            "t-closeness",
            (0.2,),
            (
                "In every {} the values of disease are distributed as in the whole table, up to a"
                " distance of 0.2 (equal)."
            ),
        ),
        (
            "alpha-k-anonymity",
            (0.5, 3),
            (
                "Every {} is shared by at least 3 records, and no value of disease has a share above"
                " 0.5 among them."
            ),
        ),
        (
            "p-sensitive-k-anonymity",
            (2, 3),
            "Every {} is shared by at least 3 records with at least 2 different values of disease.",
        ),
        (
            "basic-beta-likeness",
            (1.5,),
            (
                "In no {} is a value of disease more than 1.5 times its share in the whole table above"
                " that share."
            ),
        ),
        (
            "enhanced-beta-likeness",
            (1.5,),
            (
                "In no {} is a value of disease more than 1.5 times its share in the whole table above"
                " that share, and frequent values less than that."
            ),
        ),
        (
            "delta-disclosure",
            (1,),
            (
                "In every {} every value of disease has its share in the whole table up to a factor"
                " of 2.72."
            ),
        ),
        ("k-map", (5, "p.csv"), "Every {} fits at least 5 members of the population."),
        (
            "delta-presence",
            (0, 0.5, "p.csv"),
            "Of the members of the population that fit a {}, a share from 0 to 0.5 is in the data.",
        ),
        (
            "max-risk",
            (0.09,),
            (
                "No record is recognised with a probability above 0.09: every {} is shared by at"
                " least 12 records."
            ),
        ),
        (
            "average-risk",
            (0.05,),
            (
                "On average over all released records, the probability to be recognised is at most"
                " 0.05."
            ),
        ),
    ],
)
def test_says_what_it_demands(name, parameters, sentence):
    kind = REQUIREMENTS.get(name)
    options = {"on": ("age", "sex", "zip")}
    if kind.reads_sensitive:
        options["sensitive"] = "disease"
    said = kind(*parameters, **options).sentence()
    assert said == sentence.format("released combination of age, sex and zip")
