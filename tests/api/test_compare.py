"""Several algorithms side by side: the same figures as alone, whatever the others do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hoarfrost as hf
from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.errors import (
    EngineFailure,
    LimitReached,
    NotApplicable,
    PolicyError,
    PolicyNotReachable,
    UsageError,
)
from tests.effort import examples
from tests.files import save
from tests.stand_ins import register
from tests.strategies import cases

LAW = settings(max_examples=examples(6))
REAL = ["optimal", "datafly", "fixed"]
TEXT = "age,zip,disease,pay\n" + "".join(
    f"{30 + n % 20},{1200 + n % 7},{'Flu' if n % 3 else 'Cold'},{'high' if n % 20 > 9 else 'low'}\n"
    for n in range(120)
)
ATTRIBUTES = {
    "age": {"role": "quasi", "type": "integer", "hierarchy": {"intervals": [5, 10]}},
    "zip": {"role": "quasi", "hierarchy": {"mask": "right"}},
    "disease": {"role": "sensitive"},
}

WITH_TARGET = {**ATTRIBUTES, "pay": {"role": "target"}}


def policy_of(**parts):
    given = {"attributes": ATTRIBUTES, "requirements": [hf.KAnonymity(5)]}
    return hf.Policy(**given | parts)


@pytest.fixture
def path(tmp_path) -> str:
    (tmp_path / "people.csv").write_text(TEXT)
    return str(tmp_path / "people.csv")


@pytest.fixture
def shelf(monkeypatch):
    """Puts algorithms that behave strangely on the shelf."""
    return lambda *names: register(monkeypatch, *names)


def told(comparison):
    """What is said of each algorithm but for the time that it took."""
    return {
        own["name"]: {key: part for key, part in own.items() if key != "seconds"}
        for own in comparison.report["algorithms"]
    }


def alone(path, policy, name, settings=None):
    """The report of one algorithm by itself, or the error it ended with."""
    try:
        with hf.anonymize(path, policy.with_algorithm(name), settings=settings) as release:
            return release.report
    except hf.HoarfrostError as error:
        return error


@LAW
@given(case=cases(least_height=1), data=st.data())
def test_every_algorithm_comes_to_what_it_comes_to_alone(tmp_path_factory, case, data):
    middle = {
        f"attribute {place}": (low + high + 1) // 2
        for place, (low, high) in enumerate(zip(case.lowest, case.highest, strict=True))
    }
    algorithm = {
        "name": "fixed", "levels": middle, "objective": case.objective, "target": "second",
    }  # fmt: skip
    release = {"suppressed": data.draw(st.sampled_from(["drop", "star"]))}
    remarks = list(map(str, range(len(case.records))))
    folder = tmp_path_factory.mktemp("case")
    saved = save(case, remarks, folder, algorithm=algorithm, release=release)
    quick = hf.Settings(utility=False)
    found = told(hf.compare(saved.data, saved.policy, budget=None, settings=quick))
    assert found.keys() == set(ALGORITHMS.names())
    for name, entry in found.items():
        report = alone(saved.data, saved.policy, name, quick)
        if isinstance(report, hf.HoarfrostError):
            assert entry["reasons"] == [flaw.message for flaw in report.flaws]
            unmet = isinstance(report, PolicyNotReachable)
            assert entry["standing"] == ("unreachable" if unmet else "not applicable")
            continue
        assert entry["standing"] == "released"
        for part in ("figures", "recoding", "suppression", "search"):
            assert entry[part] == report[part]
        written = {key: own for key, own in report["release"].items() if key != "sha256"}
        assert entry["release"] == written
        assert {key: entry[key] for key in report["algorithm"]} == report["algorithm"]
        assert entry["risk"]["highest"] == report["risk"]["prosecutor"]["highest"]


@LAW
@given(case=cases(least_height=1), names=st.permutations(["optimal", "datafly", "fixed"]))
def test_neither_their_order_nor_the_threads_matter(tmp_path_factory, case, names):
    remarks = list(map(str, range(len(case.records))))
    saved = save(case, remarks, tmp_path_factory.mktemp("case"))
    first = hf.compare(saved.data, saved.policy, REAL, settings=hf.Settings(threads=2))
    other = hf.compare(saved.data, saved.policy, names, settings=hf.Settings(threads=1))
    assert told(first) == told(other)
    assert [row["algorithm"] for row in first.rows] == [row["algorithm"] for row in other.rows]
    for part in ("comparison", "figures_explained"):
        assert first.report[part] == other.report[part]


def test_all_is_every_algorithm_on_the_shelf(path, shelf):
    shelf("careless")
    found = {row["algorithm"] for row in hf.compare(path, policy_of()).rows}
    assert found == {*ALGORITHMS.names()}
    assert "careless" in found


def test_rows_are_flat_and_the_best_comes_first(path):
    comparison = hf.compare(path, policy_of(), REAL)
    first, second, last = comparison.rows
    assert first["algorithm"] == "optimal"
    assert first["loss"] <= second["loss"]
    assert (first["optimal"], first["gap"]) == (True, 0.0)
    assert first.keys() >= {"suppressed", "classes", "records", "precision", "seconds"}
    assert last == {
        "algorithm": "fixed",
        "standing": "not applicable",
        "reason": "policy, algorithm.levels: missing, expected a table",
    }
    assert "optimal" in comparison.best["loss"]
    assert comparison.advice.startswith("Take optimal: it has the lowest loss (")
    assert str(comparison).startswith("Compared 3 algorithms: 2 came to a release\n")


def test_rows_become_a_data_frame(path):
    pytest.importorskip("pandas")
    frame = hf.compare(path, policy_of(), REAL).to_pandas()
    assert list(frame["algorithm"])[-1] == "fixed"
    assert frame["loss"].notna().tolist() == [True, True, False]


def test_tables_of_other_libraries_are_compared_too(path):
    pandas = pytest.importorskip("pandas")
    table = pandas.read_csv(path, dtype=str)
    assert told(hf.compare(table, policy_of(), ["optimal"])) == told(
        hf.compare(path, policy_of(), ["optimal"])
    )


def test_nothing_is_written_but_reports(path):
    folder = Path(path).parent
    before = {own: own.read_bytes() for own in folder.iterdir()}
    comparison = hf.compare(path, policy_of(), REAL)
    assert {own: own.read_bytes() for own in folder.iterdir()} == before
    comparison.write(folder / "comparison.json")
    comparison.write(folder / "comparison.html")
    assert json.loads((folder / "comparison.json").read_text()) == comparison.report
    assert (folder / "comparison.html").read_text().startswith("<!doctype html>")


def test_a_parameter_applies_to_the_algorithm_that_has_it(path):
    policy = policy_of(algorithm={"name": "fixed", "levels": {"age": 3, "zip": 4}})
    found = told(hf.compare(path, policy, REAL))
    assert found["fixed"]["recoding"]["levels"] == {"age": 3, "zip": 4}
    assert found["optimal"]["parameters"] == {}


def test_each_suppresses_by_its_own_rule_where_the_policy_has_none(path):
    found = told(hf.compare(path, policy_of(requirements=[hf.KAnonymity(7)]), REAL))
    assert found["datafly"]["suppression"]["allowed"] == 7
    assert found["optimal"]["suppression"]["allowed"] == 0


def test_an_objective_that_does_not_apply_is_a_reason(path):
    found = told(
        hf.compare(path, policy_of(algorithm={"objective": "accuracy"}), ["optimal", "datafly"])
    )
    assert found["optimal"]["standing"] == "not applicable"
    assert found["optimal"]["reasons"] == [
        'policy, algorithm.objective: "accuracy" does not apply to this table, which has no target'
    ]
    assert found["datafly"]["standing"] == "released"


def test_every_way_to_come_to_no_release_has_its_words(path, shelf):
    names = ("crasher", "dier", "hog", "endless", "late", "choosy", "misled", "careless")
    shelf(*names)
    comparison = hf.compare(path, policy_of(), [*names, "optimal"], budget=2)
    found = {
        own["name"]: (own["standing"], own.get("reasons"), own.get("hints"))
        for own in comparison.report["algorithms"]
    }
    share = f"found no release that meets the policy within its {2 * 2 / 9:.3g} seconds"
    debug, hints = "--debug shows where; please report it", ["raise --budget"]
    assert found == {
        "optimal": ("released", None, None),
        "crasher": ("failed", ["something unforeseen happened (ZeroDivisionError)"], [debug]),
        "dier": ("failed", ["its process broke down (signal 9)"], ["it may lack memory"]),
        "hog": ("failed", ["memory ran out"], ["--threads 1 runs one algorithm at a time"]),
        "endless": ("out of time", [share], hints),
        "late": ("out of time", [share], hints),
        "choosy": ("not applicable", ["choosy serves nobody"], ['use "optimal"']),
        "misled": ("failed", ["no such data"], None),
        "careless": (
            "unreachable",
            ["the algorithm's recoding does not meet the policy"],
            None,
        ),
    }
    assert "canary" not in json.dumps(comparison.report)
    tracebacks = {own.name: own.traceback for own in comparison.attempts if own.traceback}
    assert tracebacks.keys() == {"crasher"}


def test_what_is_left_of_the_budget_goes_to_those_who_were_stopped(path, shelf):
    names = ["hungry", "choosy", "crasher", "misled", "optimal", "datafly", "fixed", "careless"]
    shelf("hungry", "choosy", "crasher", "misled", "careless")
    own = hf.Settings(threads=1)
    entry = told_with_time(hf.compare(path, policy_of(), names, budget=3, settings=own))["hungry"]
    assert (entry["standing"], entry["ended"]) == ("released", "time")
    # An eighth at first; then what the others have left.
    assert 3 / 8 < entry["seconds"]["search"] < 3


def test_the_policy_s_own_time_limit_holds_for_each(path, shelf):
    shelf("hungry", "late")
    policy = policy_of(algorithm={"time_limit": 0.2})
    found = told_with_time(hf.compare(path, policy, ["hungry", "late"], budget=None))
    assert 0.2 <= found["hungry"]["seconds"]["search"] < 2
    assert found["late"]["standing"] == "out of time"
    assert found["late"]["reasons"] == ["nothing found"]


def told_with_time(comparison):
    return {own["name"]: own for own in comparison.report["algorithms"]}


@pytest.mark.parametrize(
    ("names", "kind", "message", "code"),
    [
        (["choosy", "fixed"], NotApplicable, "none of these came to a release: choosy, fixed", 2),
        (["choosy"], NotApplicable, "choosy serves nobody", 2),
        (
            ["choosy", "crasher"],
            EngineFailure,
            "none of these came to a release: choosy, crasher",
            3,
        ),
        (["late", "crasher"], LimitReached, "none of these came to a release: crasher, late", 3),
        (
            ["careless", "late"],
            PolicyNotReachable,
            "none of these came to a release: careless, late",
            1,
        ),
        (["careless", "optimal"], None, None, 0),
    ],
)
def test_without_any_release_there_is_an_error_to_tell(names, kind, message, code, path, shelf):
    shelf("choosy", "crasher", "late", "careless")
    failure = hf.compare(path, policy_of(), names, budget=0.3).failure
    assert type(failure) is (kind or type(None))
    if failure is not None:
        assert (str(failure), failure.exit_code) == (message, code)


def test_when_all_say_the_same_that_is_the_error(path):
    policy = policy_of(requirements=[hf.KAnonymity(500)], suppression={"records": 0})
    failure = hf.compare(path, policy, ["optimal", "datafly"]).failure
    assert str(failure) == str(alone(path, policy, "optimal"))


@pytest.mark.parametrize(
    ("arguments", "messages", "hint"),
    [
        ({"algorithms": []}, ["no algorithm is named"], f"known: {', '.join(ALGORITHMS.names())}"),
        (
            {"algorithms": ["optimum", "datafli", "optimal", "optimal", "all"]},
            [
                'there is no algorithm "optimum"',
                'there is no algorithm "datafli"',
                'the algorithm "optimal" is named 2 times',
                '"all" stands alone, not among names',
            ],
            'did you mean "optimal"?',
        ),
        (
            {"algorithms": "optimal"},
            ['algorithms: expected a list of names or "all", found "optimal"'],
            None,
        ),
        ({"budget": 0}, ["budget: 0 is not a time, expected seconds above 0 or None"], None),
        (
            {"budget": float("nan")},
            ["budget: nan is not a time, expected seconds above 0 or None"],
            None,
        ),
    ],
)
def test_a_call_that_makes_no_sense_is_refused(arguments, messages, hint, path):
    with pytest.raises(UsageError) as caught:
        hf.compare(path, policy_of(), **arguments)
    assert [flaw.message for flaw in caught.value.flaws] == messages
    assert caught.value.flaws[0].hint == hint


def test_data_that_does_not_fit_the_policy_is_no_algorithm_s_fault(path):
    with pytest.raises(PolicyError, match='the table has no column "town"'):
        hf.compare(path, policy_of(attributes={**ATTRIBUTES, "town": {"role": "quasi"}}))


class TestWithATarget:
    @pytest.fixture(autouse=True)
    def with_scikit_learn(self):
        pytest.importorskip("sklearn")

    def test_models_learn_what_they_learn_from_each_alone(self, path):
        policy = policy_of(attributes=WITH_TARGET)
        comparison = hf.compare(path, policy, ["optimal", "datafly"])
        found, limits = told(comparison), comparison.report["utility"]["classification"]
        assert limits.keys() == {"target", "original", "majority"}
        for name, entry in found.items():
            report = alone(path, policy, name)
            assert {**limits, **entry["classification"]} == report["utility"]["classification"]
            assert entry["figures"] == report["figures"]
            assert entry["figures"]["accuracy"] == entry["classification"]["strong"]
        assert set(comparison.best["accuracy"]) <= set(found)

    def test_a_target_of_many_numbers_is_estimated(self, tmp_path):
        place = tmp_path / "wages.csv"
        place.write_text("age,wage\n" + "".join(f"{n % 20},{n}\n" for n in range(200)))
        attributes = {"age": ATTRIBUTES["age"], "wage": {"role": "target"}}
        comparison = hf.compare(place, policy_of(attributes=attributes), ["optimal"])
        (row,) = comparison.rows
        assert "regression-error" in row
        assert "accuracy" not in row
        limits = comparison.report["utility"]["regression"]
        assert limits.keys() == {"target", "original", "mean"}
        (entry,) = comparison.report["algorithms"]
        assert entry["regression"].keys() == {"linear", "strong"}
        assert entry["regression"]["strong"] == row["regression-error"]
        assert "query-error" in row

    def test_models_can_be_left_out(self, path):
        own = hf.Settings(utility=False)
        comparison = hf.compare(path, policy_of(attributes=WITH_TARGET), ["optimal"], settings=own)
        assert "utility" not in comparison.report
        assert "accuracy" not in comparison.rows[0]

    def test_without_scikit_learn_a_note_says_so(self, path, monkeypatch):
        for module in ("comparing", "contest", "reporting"):
            monkeypatch.setattr(f"hoarfrost.{module}.can_train", lambda: False)
        comparison = hf.compare(path, policy_of(attributes=WITH_TARGET), ["optimal"])
        note = (
            "How well models that learn from the release predict the target was not measured:"
            ' scikit-learn is not installed (pip install "hoarfrost[utility]").'
        )
        assert comparison.report["notes"].count(note) == 1
        assert "accuracy" not in comparison.rows[0]
        with hf.anonymize(path, policy_of(attributes=WITH_TARGET)) as release:
            assert release.report["notes"].count(note) == 1
            assert "utility" not in release.report
