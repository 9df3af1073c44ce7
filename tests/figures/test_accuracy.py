from __future__ import annotations

import importlib
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from hoarfrost.errors import UsageError
from hoarfrost.figures import FIGURES, View
from hoarfrost.figures.accuracy import accuracy_details
from hoarfrost.figures.cross_validation import (
    MOST_RECORDS,
    Learning,
    boosted_trees,
    deal,
    drawn,
    naive_bayes,
)
from tests.figures import releases
from tests.naive import figures as naive

CASE_3 = [
    ("Acc", "F", "30", "A", 5),
    ("Acc", "F", "20", "A", 16),
    ("Acc", "F", "40", "A", 3),
    ("Acc", "M", "25", "B", 4),
    ("Acc", "M", "30", "B", 5),
    ("Rej", "M", "30", "B", 10),
    ("Rej", "F", "30", "A", 15),
    ("Rej", "F", "50", "A", 5),
    ("Rej", "F", "20", "A", 5),
    ("Rej", "M", "70", "B", 15),
]


def case_3():
    low = [[age, "[0,40)", "Any"] for age in ("20", "25", "30")]
    high = [[age, "[40,99)", "Any"] for age in ("40", "50", "70")]
    hierarchies = {
        "application": [["Acc", "*"], ["Rej", "*"]],
        "sex": [["F", "*"], ["M", "*"]],
        "age": low + high,
    }
    records = [row[:3] for row in CASE_3 for _ in range(row[4])]
    return releases.problem_of(
        hierarchies, records, targets=[row[3] for row in CASE_3 for _ in range(row[4])]
    )


counts = arrays.arrays(
    np.int64, st.shared(st.integers(1, 30), key="n"), elements=st.integers(1, 50)
)
targets = arrays.arrays(
    np.int32, st.shared(st.integers(1, 30), key="n"), elements=st.integers(0, 3)
)


@given(targets=targets, counts=counts, seed=st.integers(0, 2**32))
def test_every_record_is_dealt_to_one_fold_and_folds_are_alike(targets, counts, seed):
    dealt = deal(targets, counts, seed)
    assert (dealt.sum(axis=1) == counts).all()
    assert dealt.min() >= 0
    assert np.ptp(dealt.sum(axis=0)) <= 1
    for target in set(targets.tolist()):
        assert np.ptp(dealt[targets == target].sum(axis=0)) <= 1


def test_records_are_dealt_one_by_one():
    dealt = deal(np.array([1, 0]), np.array([7, 8]), seed=0)
    cards = [(position // 8 == 0) for position in range(15)]
    for fold in range(10):
        assert dealt[1, fold] == sum(cards[fold::10])
        assert dealt[0, fold] == len(cards[fold::10]) - sum(cards[fold::10])


@given(counts=arrays.arrays(np.int64, 5, elements=st.integers(0, 30_000)), seed=st.integers(0, 9))
def test_records_are_drawn_from_those_that_there_are(counts, seed):
    some = drawn(counts, seed)
    assert (some <= counts).all()
    assert some.sum() == min(counts.sum(), MOST_RECORDS)
    assert (some == drawn(counts, seed)).all()


def test_without_a_target_it_does_not_apply():
    problem = replace(case_3(), target=None)
    assert FIGURES.get("accuracy").value(releases.identity(problem)) is None
    assert accuracy_details(releases.identity(problem)) is None


def test_a_target_with_more_than_100_values_is_none_to_classify():
    rows = {"age": [[str(age), "*"] for age in range(101)]}
    ages = [str(age) for age in range(101)]
    problem = releases.problem_of(rows, [(age,) for age in ages], targets=ages)
    assert FIGURES.get("accuracy").value(releases.identity(problem)) is None


def test_without_scikit_learn_the_error_says_what_to_install(monkeypatch):
    def missing(name):
        raise ModuleNotFoundError(name)

    accuracy, view = FIGURES.get("accuracy"), releases.identity(case_3())
    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(UsageError) as caught:
        accuracy.value(view)
    (flaw,) = caught.value.flaws
    assert flaw.message == "figures that train a model need scikit-learn, which is not installed"
    assert flaw.hint == 'pip install "hoarfrost[utility]"'


@pytest.fixture
def with_scikit_learn():
    pytest.importorskip("sklearn")


@pytest.mark.usefixtures("with_scikit_learn")
class TestWithModels:
    def test_case_3_generalised_as_published_is_classified_without_fault(self):
        problem = case_3()
        view = releases.view_of(problem, problem.grouping([1, 0, 0]))
        details = accuracy_details(view)
        assert details == {
            "original": 1.0,
            "majority": 49 / 83,
            "naive_bayes": 1.0,
            "strong": 1.0,
        }
        assert FIGURES.get("accuracy").value(view) == 1.0

    def test_one_class_is_predicted_by_its_majority(self):
        details = accuracy_details(releases.all_root(case_3()))
        assert details["strong"] == details["naive_bayes"] == details["majority"] == 49 / 83

    def test_suppressed_records_are_predicted_by_the_majority_of_the_table(self):
        nothing = accuracy_details(releases.all_suppressed(case_3()))
        assert nothing["strong"] == nothing["naive_bayes"] == 49 / 83
        problem = case_3()
        view = releases.view_of(problem, problem.grouping([1, 0, 2]))
        only_men = View(problem, view.grouping, view.grouping.sizes == 34)
        assert FIGURES.get("accuracy").value(only_men) == 1.0
        only_women = View(problem, view.grouping, view.grouping.sizes == 49)
        assert FIGURES.get("accuracy").value(only_women) == 49 / 83

    def test_a_record_by_itself_teaches_nobody(self):
        problem = releases.problem_of({"sex": [["F", "*"]]}, [("F",)], targets=["A"])
        assert FIGURES.get("accuracy").value(releases.identity(problem)) == 1.0

    @settings(max_examples=4, deadline=None)
    @given(problem=releases.problems(targets=st.sampled_from("AB")), data=st.data())
    def test_the_same_release_has_the_same_accuracy_between_0_and_1(self, problem, data):
        grouping = data.draw(releases.groupings_of(problem))
        view = View(problem, grouping, data.draw(releases.masks_of(grouping)))
        details = accuracy_details(view)
        assert details == accuracy_details(View(problem, grouping, view.kept))
        assert all(0.0 <= accuracy <= 1.0 for accuracy in details.values())

    @settings(max_examples=4, deadline=None)
    @given(problem=releases.problems(targets=st.sampled_from("ABC")), data=st.data())
    def test_naive_bayes_predicts_as_one_does_by_counting(self, problem, data):
        grouping = data.draw(releases.groupings_of(problem))
        learning = Learning(releases.view_of(problem, grouping), "target")
        classes, targets, records = learning.rows
        rows = [tuple(row) for row in learning.labels.tolist()]
        answers = learning.predictions(naive_bayes(learning), np.arange(3), 0)
        for fold, predicted in enumerate(answers):
            taught = [
                (rows[classes[entry]], int(targets[entry]))
                for entry, alike in enumerate(records.sum(axis=1) - records[:, fold])
                for _ in range(alike)
            ]
            for row, answer in zip(rows, predicted, strict=True):
                if taught:
                    assert answer in naive.naive_bayes(taught, learning.label_counts, row)

    def test_models_learn_from_more_labels_than_they_have_bins(self):
        rows = {"age": [[str(age), "*"] for age in range(600)]}
        ages = [str(age) for age in range(600) for _ in range(2)]
        targets = ["A" if int(age) < 300 else "B" for age in ages]
        problem = releases.problem_of(rows, [(age,) for age in ages], targets=targets)
        details = accuracy_details(releases.identity(problem))
        assert details["strong"] > 0.99
        assert details["majority"] == 0.5

    def test_alike_records_weigh_as_much_as_if_they_were_rows(self):
        view = releases.identity(case_3())
        learning = Learning(view, "target")
        classes, targets, records = learning.rows
        each = np.repeat(np.arange(len(classes)), records.sum(axis=1))
        weighted, repeated = (boosted_trees(learning, "Classifier").estimator for _ in range(2))
        weighted.fit(learning.features[classes], targets, records.sum(axis=1))
        repeated.fit(learning.features[classes][each], targets[each])
        assert weighted.predict_proba(learning.features) == pytest.approx(
            repeated.predict_proba(learning.features), abs=1e-4
        )

    def test_of_a_large_table_as_many_records_take_part_as_of_any_other(self):
        problem = case_3()
        grown = replace(problem.frequency, counts=problem.frequency.counts * 10_000)
        histogram = grown.histograms["target"]
        more = replace(histogram, counts=histogram.counts * 10_000)
        problem = replace(problem, frequency=replace(grown, histograms={"target": more}))
        learning = Learning(releases.identity(problem), "target")
        assert learning.totals.sum() == MOST_RECORDS
        assert learning.totals[0] / MOST_RECORDS == pytest.approx(49 / 83, abs=0.01)
        only_men = View(problem, problem.grouping([1, 0, 2]), np.array([False, True]))
        assert FIGURES.get("accuracy").value(only_men) == 1.0
        nothing = accuracy_details(releases.all_suppressed(problem))
        assert nothing["strong"] == nothing["majority"] == learning.totals[0] / MOST_RECORDS

    def test_labels_are_ranked_by_the_attributes_order(self):
        problem = case_3()
        backwards = replace(problem.attributes[2], order=np.arange(6)[::-1].copy())
        turned = replace(problem, attributes=(*problem.attributes[:2], backwards))
        ranks = Learning(releases.identity(problem), "target").features[:, 2]
        assert (Learning(releases.identity(turned), "target").features[:, 2] == 5 - ranks).all()
