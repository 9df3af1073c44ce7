from __future__ import annotations

import pytest

import hoarfrost as hf
from hoarfrost.errors import DataError
from hoarfrost.recoding import Recoding
from hoarfrost.verify.intervals import Intervals
from hoarfrost.verifying import verify
from tests.files import read, write


def policy_of(kind="integer", **more):
    return hf.Policy(
        attributes={
            "age": {"role": "quasi", "type": kind},
            "sex": {"role": "quasi"},
            "class": {"role": "target"},
        },
        **{"requirements": [hf.KAnonymity(2)], "algorithm": {"name": "top-down-specialization"}}
        | more,
    )


@pytest.mark.parametrize(
    ("label", "values"),
    [("[9,20)", {"9"}), ("[9,20]", {"9", "20", "20.0"}), ("[8,100)", {"9", "20", "20.0", "30"}),
     ("9", set()), ("[9]", set()), ("[a,b)", set()), ("*", set())],
)  # fmt: skip
def test_an_interval_holds_the_values_between_its_ends(label, values):
    intervals = Intervals.of(policy_of("decimal"), "age", ("9", "20", "20.0", "30", ""))
    assert intervals.inside(label) == values


def test_dates_may_hold_commas():
    dates = ("march 5, 2021", "april 1, 2021", "may 1, 2021")
    intervals = Intervals.of(policy_of("date"), "age", dates)
    assert intervals.inside("[march 5, 2021,may 1, 2021)") == set(dates[:2])


def test_only_numbers_and_dates_without_a_hierarchy_have_intervals():
    assert Intervals.of(policy_of(), "sex", ("M",)) is None


RECORDS = [
    (age, sex, own)
    for age, sex, own in [
        ("9", "M", "A"), ("20", "F", "A"), ("21", "M", "B"), ("30", "M", "B"),
        ("31", "F", "A"), ("40", "M", "A"), ("41", "F", "A"),
    ]
    for _ in range(2)
]  # fmt: skip


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "table.csv"
    write(path, [("age", "sex", "class"), *RECORDS])
    return path


def released(data, policy):
    out = data.with_name("out.csv")
    with hf.anonymize(data, policy, out=out, force=True) as release:
        return out, release


FOUR = {"requirements": [hf.KAnonymity(4, on=("age",))]}


def test_figures_are_derived_again_from_interval_labels(data):
    policy = policy_of(**FOUR)
    out, release = released(data, policy)
    _, rows = read(out)
    assert {row[0] for row in rows} == {"[9,21)", "[21,31)", "[31,41]"}
    found, differences = verify(
        out, policy, report=release.report, recoding=release.recoding, original=data
    )
    assert (found.problems(), differences) == ([], [])
    for name in ("loss", "precision", "entropy", "hierarchical-discernibility", "ambiguity"):
        assert found.figures[name] == pytest.approx(release.figures[name])


def test_a_label_that_does_not_hold_its_value_is_found_out(data):
    out, release = released(data, policy_of(**FOUR))
    document = release.recoding.to_dict()
    labels = document["attributes"][0]["labels"]
    labels["[50,60]"] = labels.pop("[9,21)")
    wrong = Recoding.from_dict(document)
    with pytest.raises(DataError, match="do not fit together"):
        verify(out, policy_of(**FOUR), recoding=wrong, original=data)


def test_a_population_is_counted_under_interval_labels(data, tmp_path):
    people = [*RECORDS, ("10", "M", ""), ("35", "F", ""), ("35", "F", "")]
    write(tmp_path / "register.csv", [("age", "sex"), *(row[:2] for row in people)])
    k_map = {"type": "k-map", "k": 5, "population": "register.csv", "on": ["age"]}
    policy = policy_of(requirements=[k_map], folder=tmp_path)
    out, _ = released(data, policy)
    _, rows = read(out)
    # Between 21 and 31 the population has the four of the table and nobody else.
    assert {row[0] for row in rows} == {"[9,31)", "[31,41]"}
    found, _ = verify(out, policy)
    assert (found.holds, found.requirements[0]["worst"]) == (True, 8)
