"""Every requirement: the verifier agrees with the judgement that the search uses."""

from __future__ import annotations

import csv
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoarfrost.frequency import FrequencySet, Histogram
from hoarfrost.grouping import Grouping
from hoarfrost.hierarchy.tree import Hierarchy
from hoarfrost.judgement import Demand
from hoarfrost.policy import Policy
from hoarfrost.requirements import REQUIREMENTS
from hoarfrost.verify import JUDGES, verify_release
from tests.verify.tables import ListTable

QUASI = ("age", "sex")
DISEASES = ("Cancer", "Cold", "Flu", "Gout")
TREE = {"Grave": ["Cancer"], "Mild": ["Cold", "Flu", "Gout"]}
SHARES = st.sampled_from(list(map(Decimal, ["0", "0.1", "0.25", "0.3333333333333333", "0.5", "1"])))
ABOVE_0 = st.sampled_from(list(map(Decimal, ["0.1", "0.25", "0.5", "0.6931471805599453", "1"])))
SMALL = st.integers(1, 4)
DISTANCES = st.sampled_from(["equal", "ordered", "hierarchical"])
PARAMETERS = {
    "k-anonymity": {"k": SMALL},
    "max-risk": {"threshold": ABOVE_0},
    "average-risk": {"threshold": ABOVE_0},
    "distinct-l-diversity": {"l": SMALL},
    "entropy-l-diversity": {"l": SMALL},
    "recursive-l-diversity": {"c": ABOVE_0, "l": SMALL},
    "alpha-k-anonymity": {"alpha": ABOVE_0, "k": SMALL},
    "p-sensitive-k-anonymity": {"p": SMALL, "k": SMALL},
    "t-closeness": {"t": SHARES, "distance": DISTANCES},
    "basic-beta-likeness": {"beta": ABOVE_0},
    "enhanced-beta-likeness": {"beta": ABOVE_0},
    "delta-disclosure": {"delta": ABOVE_0},
    "k-map": {"k": SMALL, "population": st.just("people.csv")},
    "delta-presence": {
        "dmin": st.sampled_from([Decimal(0), Decimal("0.1")]),
        "dmax": ABOVE_0,
        "population": st.just("people.csv"),
    },
}
ROWS = st.lists(
    st.tuples(st.sampled_from("12"), st.sampled_from("FM"), st.sampled_from(DISEASES)),
    min_size=1,
    max_size=12,
)
LOST = st.lists(st.sampled_from(DISEASES), max_size=4)
PEOPLE = st.lists(st.tuples(st.sampled_from("12"), st.sampled_from("FM")), max_size=8)


def test_every_registered_requirement_has_a_judge_of_the_verifiers_own():
    assert set(JUDGES) == set(REQUIREMENTS.names()) == set(PARAMETERS)


def judged_by_the_search(requirement, shield, rows, lost, people):
    # Suppressed records stand in a class of their own, so that the reference has them.
    trees = [Hierarchy.from_rows([(value, "*") for value in values]) for values in ("12X", "FMX")]
    everything = [*rows, *(("X", "X", disease) for disease in lost)]
    keys = sorted({row[:2] for row in everything})
    codes = np.array([["12X".index(age), "FMX".index(sex)] for age, sex in keys], dtype=np.int32)
    values = tuple(sorted({row[2] for row in everything}))
    entries = [
        (number, code, everything.count((*key, value)))
        for number, key in enumerate(keys)
        for code, value in enumerate(values)
        if (*key, value) in everything
    ]
    groups, value_codes, value_counts = (np.array(column) for column in zip(*entries, strict=True))
    starts = np.searchsorted(groups, np.arange(len(keys) + 1))
    histogram = Histogram(values, starts, value_codes.astype(np.int32), value_counts)
    counts = np.array([sum(row[:2] == key for row in everything) for key in keys])
    frequency = FrequencySet(QUASI, np.ascontiguousarray(codes.T), counts, {"disease": histogram})
    grouping = Grouping.of_levels(frequency, trees, (0, 0))
    kept = np.array([key != ("X", "X") for key in keys])
    demand = Demand(
        requirement,
        shield,
        sensitive="disease" if requirement.reads_sensitive else None,
        hierarchy=Hierarchy.from_rows([(value, group, "*") for group, values in TREE.items()
                                       for value in values]),
        population=population_of(people, trees, shield) if requirement.reads_population else None,
    )  # fmt: skip
    fails = demand.fails(grouping, kept)
    holds = not fails.any() and demand.holds_for_table(grouping, kept)
    return holds, int(grouping.sizes[fails].sum()), demand.worst(grouping, kept)


def population_of(people, trees, shield):
    keys = sorted({tuple(person[place] for place in shield) for person in people})
    codes = [[trees[place].code_of[key[row]] for key in keys] for row, place in enumerate(shield)]
    counts = [sum(tuple(person[place] for place in shield) == key for person in people)
              for key in keys]  # fmt: skip
    return FrequencySet(
        tuple(QUASI[place] for place in shield),
        np.array(codes, dtype=np.int32).reshape(len(shield), len(keys)),
        np.array(counts, dtype=np.int64),
        {},
    )


def policy_for(requirement, folder):
    return Policy(
        attributes={
            "age": {"role": "quasi"},
            "sex": {"role": "quasi"},
            "disease": {"role": "sensitive", "hierarchy": {"groups": TREE}},
        },
        requirements=[requirement],
        folder=folder,
    )


@pytest.mark.parametrize("kind", sorted(PARAMETERS))
def test_the_verifier_judges_as_the_search_does(kind, tmp_path):
    @settings(max_examples=60, deadline=None)
    @given(
        ROWS,
        LOST,
        PEOPLE,
        st.fixed_dictionaries(PARAMETERS[kind]),
        st.sampled_from([QUASI, ("age",), ("sex",)]),
    )
    def law(rows, lost, people, parameters, on):
        if kind in {"k-map", "delta-presence"}:
            # A population holds everybody who is in the data.
            people = [*people, *(row[:2] for row in rows)]
            with (tmp_path / "people.csv").open("w", newline="") as file:
                csv.writer(file).writerows([QUASI, *people])
        policy = policy_for({"type": kind, "on": list(on), **parameters}, tmp_path)
        diseases = [row[2] for row in rows] + lost
        reference = {"disease": {value: diseases.count(value) for value in DISEASES}}
        found = verify_release(
            ListTable((*QUASI, "disease"), rows), policy, reference=reference
        ).requirements[0]
        shield = tuple(QUASI.index(name) for name in on)
        holds, records, worst = judged_by_the_search(
            policy.requirements[0], shield, rows, lost, people
        )
        assert found["holds"] == holds
        assert found["violating_records"] == records
        assert found["worst"] == pytest.approx(worst, abs=1e-9)

    law()
