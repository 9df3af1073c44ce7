from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from hoarfrost.judgement import Demand
from hoarfrost.recoding import Local
from hoarfrost.releasing import roots_of, with_stars
from hoarfrost.report import WrittenFacts, build_report
from hoarfrost.requirements.k_anonymity import KAnonymity


def test_the_report_has_every_key_of_the_contract_with_its_type(facts):
    report = build_report(facts)
    expected = {
        ("hoarfrost",): str, ("title",): str, ("created",): str,
        ("data", "records"): int, ("data", "attributes"): int, ("data", "sha256"): str,
        ("policy",): dict,
        ("algorithm", "name"): str, ("algorithm", "family"): str,
        ("algorithm", "parameters"): dict, ("algorithm", "seed"): int,
        ("algorithm", "optimal"): bool, ("algorithm", "objective"): str,
        ("algorithm", "value"): float, ("algorithm", "bound"): float,
        ("algorithm", "gap"): float, ("algorithm", "ended"): str,
        ("recoding", "kind"): str, ("recoding", "levels"): dict,
        ("release", "records"): int, ("release", "suppressed"): int,
        ("release", "classes"): int, ("release", "sha256"): str,
        ("reference", "disease"): dict, ("requirements",): list, ("figures", "loss"): float,
        ("risk", "prosecutor", "highest"): float, ("risk", "prosecutor", "average"): float,
        ("risk", "prosecutor", "records_above"): dict, ("risk", "marketer"): float,
        ("search", "evaluated"): int, ("search", "space"): int, ("search", "pruned"): dict,
        ("seconds", "read"): float,
    }  # fmt: skip
    for path, kind in expected.items():
        value = report
        for key in path:
            value = value[key]
        assert type(value) is kind, path


def test_the_numbers_are_those_counted_by_hand(facts):
    report = build_report(facts)
    assert report["created"] == "2026-11-18T21:20:00Z"
    assert report["data"] == {
        "records": 11, "attributes": 5, "name": "canary.csv", "sha256": "canary-hash",
    }  # fmt: skip
    assert report["release"] == {"records": 10, "suppressed": 1, "classes": 2, "sha256": "5ea1"}
    assert report["suppression"] == {"allowed": 1, "records": 1, "share": 1 / 11}
    assert report["reference"] == {"disease": {"canary-cold": 4, "canary-flu": 7}}
    assert report["recoding"] == {"kind": "full-domain", "levels": {"city": 1, "sex": 0}}
    assert report["requirements"] == [
        {
            "type": "k-anonymity",
            "k": 5,
            "on": ["city", "sex"],
            "holds": True,
            "worst": 5,
            "sentence": "Every released combination is shared by at least 5 records.",
        }
    ]
    assert report["risk"]["prosecutor"] == {
        "highest": 0.2,
        "average": 0.2,
        "records_above": {"0.05": 10, "0.075": 10, "0.09": 10, "0.2": 0, "0.33": 0},
    }
    assert report["risk"]["before"]["unique_records"] == 2
    assert report["risk"]["after"]["smallest_class"] == 5


def test_the_report_survives_json(facts):
    report = build_report(facts)
    assert json.loads(json.dumps(report, allow_nan=False)) == report


def test_what_does_not_apply_is_absent(facts):
    bare = replace(
        facts,
        algorithm=replace(facts.algorithm, uses_objective=False),
        outcome=replace(facts.outcome, value=None, bound=None),
        data=replace(facts.data, sha256=None),
    )
    report = build_report(bare)
    assert {"objective", "value", "bound", "gap"}.isdisjoint(report["algorithm"])
    assert "sha256" not in report["data"]
    assert "alternatives" not in report
    assert {"suppressed_cells", "starred", "escaped_cells"}.isdisjoint(report["release"])


def test_alternatives_and_suppressed_cells_are_shown_when_there_are_some(facts):
    outcome = replace(facts.outcome, alternatives=({"city": 2, "sex": 0},))
    release = WrittenFacts(10, suppressed_cells={"city": 2, "sex": 1})
    report = build_report(replace(facts, outcome=outcome, release=release))
    assert report["alternatives"] == [{"city": 2, "sex": 0}]
    assert report["release"]["suppressed_cells"] == 3


def test_a_starred_class_counts_as_a_class_and_its_records_as_suppressed(facts):
    starred = with_stars(facts.grouping, facts.verdict.kept, roots_of(facts.problem))
    report = build_report(replace(facts, starred=starred, release=WrittenFacts(11)))
    assert report["release"] == {"records": 11, "suppressed": 1, "classes": 3, "starred": 1}
    assert report["risk"]["after"]["smallest_class"] == 1
    assert report["requirements"][0]["worst"] == 1


def test_a_starred_class_joins_a_class_that_is_all_root_already(facts, problem):
    all_root_but_two = np.array([[2, 2, 2, 0, 0], [1, 1, 1, 0, 0]])
    grouping = Local.of(problem, all_root_but_two).grouping(problem)
    verdict = problem.judge(grouping)
    starred = with_stars(grouping, verdict.kept, roots_of(problem))
    assert (verdict.suppressed_records, starred.sizes.tolist()) == (2, [11])
    shown = replace(facts, grouping=grouping, verdict=verdict, starred=starred)
    assert build_report(shown)["requirements"][0]["worst"] == 11


def test_a_release_without_checks_is_not_said_to_have_passed(facts):
    assert build_report(replace(facts, checks=()))["verification"] == {
        "passed": False,
        "checks": [],
    }


@pytest.mark.parametrize(
    ("demands", "least", "smallest"),
    [
        ([(5, (0, 1))], 5, 5),
        ([(5, (0, 1)), (3, (0,))], 5, 3),
        ([(2, (0, 1)), (4, (0, 1))], 4, 2),
        ([(4, (1,))], 1, 4),
    ],
)
def test_a_shield_asks_nothing_of_whole_classes(facts, problem, demands, least, smallest):
    own = tuple(Demand(KAnonymity(k), shield) for k, shield in demands)
    report = build_report(replace(facts, problem=replace(problem, demands=own)))
    assert (report["risk"]["least_class"], report["smallest_count"]) == (least, smallest)


def test_a_broken_requirement_is_reported_as_broken(facts, problem):
    demands = (Demand(KAnonymity(6), (0, 1)),)
    report = build_report(replace(facts, problem=replace(problem, demands=demands)))
    assert report["requirements"][0]["holds"] is False
