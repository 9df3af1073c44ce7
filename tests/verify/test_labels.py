"""Labels of partitions are read back as the values that they stand for."""

from __future__ import annotations

import pytest

import hoarfrost as hf
from hoarfrost.verify import verify_release
from hoarfrost.verify.hierarchies import hierarchy_over
from hoarfrost.verify.labels import Labels
from tests.verify.tables import ListTable

CONTINENTS = {
    "groups": {"Asia": ["China", "Japan", "Korea, North"], "Europe": ["Italy", "Malta", "Spain"]}
}
INTERVALS = {"intervals": [5, 10], "origin": 17, "bottom": 17, "top": 62}


def policy_of(people=None, **age):
    return hf.Policy(
        attributes={"age": {"role": "quasi", **age}},
        requirements=[hf.KAnonymity(2)] if people is None else [people],
        algorithm={"name": "fixed", "levels": {"age": 0}},
        data={"missing": ["?"]},
    )


def values_inside(label, values, **age):
    policy = policy_of(**age)
    labels = Labels.of(policy, "age", hierarchy_over(policy, "age", values))
    return sorted(labels.inside(label))


COUNTRIES = ("China", "Japan", "Korea, North", "Italy", "Malta", "Spain", "?")


@pytest.mark.parametrize(
    ("label", "values"),
    [
        ("Asia", ["China", "Japan", "Korea, North"]),
        ("Malta", ["Malta"]),
        ('{"Korea, North", Malta}', ["Korea, North", "Malta"]),
        ("{Asia, Malta}", ["China", "Japan", "Korea, North", "Malta"]),
        ("Europe except {Malta}", ["Italy", "Spain"]),
        ("* except {Europe, ?}", ["China", "Japan", "Korea, North"]),
        ("Atlantis", []),
        ("Atlantis except {Malta}", []),
        ('{"Mal\\ta", "\\x"}', []),
    ],
)
def test_sets_and_what_is_left_of_nodes(label, values):
    assert values_inside(label, COUNTRIES, hierarchy=CONTINENTS) == values


@pytest.mark.parametrize(
    ("label", "values"),
    [
        ("[17,22)", ["17"]),
        ("[17,27)", ["17", "22", "26"]),
        ("<27", ["16", "17", "22", "26"]),
        (">=57", ["61", "62", "80"]),
        ("{[17,22), >=62}", ["17", "62", "80"]),
        ("* except {?}", ["16", "17", "22", "26", "61", "62", "80"]),
        ("[17,22]", ["17", "22"]),
        (">=x", []),
    ],
)
@pytest.mark.parametrize("kind", ["integer", "text"])
def test_intervals_over_those_of_a_hierarchy(label, values, kind):
    numbers = ("16", "17", "22", "26", "61", "62", "80", "?")
    age = {"type": kind, "hierarchy": INTERVALS, "min_level": 1}
    assert values_inside(label, numbers, **age) == values


def test_intervals_in_a_listed_order():
    order = ["low", "middle", "high"]
    assert values_inside("[low,middle]", order, order=order) == ["low", "middle"]
    assert values_inside("[middle,high]", [*order, "?"], order=order) == ["high", "middle"]
    assert values_inside("[low,other]", order, order=order) == []


def test_intervals_of_dates_with_a_hierarchy():
    dates = ("2021-03-01", "2021-04-01", "2022-01-01")
    age = {"type": "date", "hierarchy": {"dates": ["year"]}}
    assert values_inside("[2021-03-01,2021-04-01]", dates, **age) == list(dates[:2])


def test_intervals_of_dates_tell_times_of_one_day_apart():
    times = (
        "2021-03-01 09:00:00",
        "2021-03-01 10:00:00",
        "2021-03-01 11:00:00",
        "2021-03-02 09:00:00",
    )
    inside = values_inside(f"[{times[0]},{times[1]}]", times, type="date")
    assert inside == list(times[:2])
    assert values_inside("[2021-03-01,2021-03-02)", times, type="date") == list(times[:3])


def test_a_population_is_counted_under_labels_of_blocks():
    people = ListTable(("age",), [(value,) for value in ("17", "26", "26", "30", "70")])
    k_map = {"type": "k-map", "k": 3, "population": "people.csv", "on": ["age"]}
    policy = policy_of(k_map, type="integer", hierarchy=INTERVALS, min_level=1)

    def judged(label):
        table = ListTable(("age",), [(label,)])
        return verify_release(table, policy, population={"people.csv": people}).requirements[0]

    assert judged("[17,27)")["worst"] == 3
    assert judged("{[17,22), >=62}")["worst"] == 2
    assert judged("* except {[27,32)}")["worst"] == 4
    assert not judged("[22,27)")["holds"]
