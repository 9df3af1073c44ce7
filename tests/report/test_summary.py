from __future__ import annotations

from dataclasses import replace

from hoarfrost.judgement import Demand
from hoarfrost.report import Check, build_report, summarize
from hoarfrost.requirements.k_anonymity import KAnonymity


def test_the_summary_tells_a_run_in_a_few_lines(facts, problem):
    demands = (*problem.demands, Demand(KAnonymity(5), (1,)))
    report = build_report(replace(facts, problem=replace(problem, demands=demands)))
    assert summarize(report) == (
        "Safe under this policy\n"
        "  ✓ Every released combination is shared by at least 5 records.\n"
        "  ✓ Every released combination is shared by at least 5 records. Looked at: sex.\n"
        "\n"
        "  name        removed\n"
        "  city        generalised, level 1 of 2, 4 values → 2 labels\n"
        "  sex         kept, 2 values\n"
        "  disease     kept\n"
        "  ward        kept\n"
        "\n"
        "  released    10 records in 2 classes, the smallest of 5\n"
        "  suppressed  1 record (9.1 %)\n"
        "  risk        at most 1 in 5\n"
        "  loss        0.2424, proven best\n"
        "  searched    4 of 6 recodings\n"
        "  verified    yes, 1 check on the written file"
    )


def test_the_summary_of_a_failed_verification_names_what_failed(facts):
    checks = (Check("records", passed=True), Check("k-anonymity", passed=False))
    lines = summarize(build_report(replace(facts, checks=checks))).splitlines()
    assert lines[0] == "Not safe under this policy"
    assert lines[-1] == "  verified    no: k-anonymity"


def test_the_summary_names_no_original_value(facts):
    assert "canary" not in summarize(build_report(facts))


def test_an_unfinished_search_says_how_far_it_got(facts):
    outcome = replace(facts.outcome, is_optimal=False, bound=0.2, ended="time")
    lines = summarize(build_report(replace(facts, outcome=outcome))).splitlines()
    assert "  loss        0.2424, no release can be better than 0.2" in lines
