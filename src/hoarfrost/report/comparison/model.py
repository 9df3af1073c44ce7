"""A comparison as one JSON object: what each algorithm makes of the table, the best first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hoarfrost.algorithms.catalogue import ALGORITHMS
from hoarfrost.report.comparison.advice import advice
from hoarfrost.report.comparison.ranking import aim_of, best_of, in_rank_order
from hoarfrost.report.editions import (
    OF_PROVENANCE,
    public_edition,
    public_policy,
    public_requirement,
    without_suppressed_count,
)
from hoarfrost.report.model import SCHEMA, asked_of, described_data, moment, smallest_count
from hoarfrost.report.plain import picked, plain, rounded

if TYPE_CHECKING:
    from hoarfrost.report.comparison.facts import Attempt, ComparisonFacts
    from hoarfrost.report.facts import Edition, Report

AS_THEY_ARE = ("recoding", "release", "suppression", "figures", "search", "seconds")
OF_RELEASE_LEARNT = ("naive_bayes", "linear", "strong")
OF_FIGURE = ("title", "larger_is_better", "range")
OF_RELEASE_UNCOUNTED = ("classes", "suppressed_cells")
"""What may be told of a release where its number of records would give a small count away."""


def build_comparison(facts: ComparisonFacts, edition: Edition = "internal") -> Report:
    """The report of a comparison; the public edition holds no small count, and no error's words."""
    floor = smallest_count(facts.problem.demands)
    reports = {one.name: one.report for one in facts.attempts if one.report is not None}
    is_public = edition == "public"
    hides_total = is_public and _tells_a_small_count(reports.values(), floor)
    if is_public:
        reports = {name: _public(own, hides_total=hides_total) for name, own in reports.items()}
    entries = [_entry(one, reports.get(one.name), is_public=is_public) for one in facts.attempts]
    explained = _explained(reports.values())
    aim = aim_of(facts.problem, explained)
    report: Report = {
        "hoarfrost": facts.version,
        "schema": SCHEMA,
        "edition": edition,
        "title": facts.title,
        "created": moment(facts.created),
        **_asked(facts, is_public=is_public, hides_total=hides_total),
        "smallest_count": floor,
        "comparison": _present(objective=aim, target=facts.problem.target, budget=facts.budget),
        "algorithms": in_rank_order(entries, aim, explained),
        "figures_explained": explained,
        **_utility(facts, is_public=is_public),
        "seconds": plain(facts.seconds),
        **_background(facts, is_public=is_public),
    }
    report["comparison"]["best"] = best_of(report)
    report["comparison"]["advice"] = advice(report)
    return report


def _present(**parts: object) -> Report:
    return {name: part for name, part in parts.items() if part is not None}


def _tells_a_small_count(reports: Iterable[Report], floor: int) -> bool:
    """Would the number of suppressed records of any release tell of fewer than may be counted?"""
    return any(0 < report["release"]["suppressed"] < floor for report in reports)


def _public(report: Report, *, hides_total: bool) -> Report:
    """What everyone may know of one algorithm's release.

    Where one release suppresses a small number of records, the total is hidden in all of them:
    whoever knows it can count the rows of that release.
    """
    public = public_edition(report)
    if not hides_total:
        return public
    public = without_suppressed_count(public)
    public["release"] = picked(public["release"], OF_RELEASE_UNCOUNTED)
    # Of a release in one class, the exact chance is one in the total.
    highest = rounded(public["risk"]["prosecutor"]["highest"])
    return {**public, "risk": {"prosecutor": {"highest": highest}}}


def _entry(attempt: Attempt, report: Report | None, *, is_public: bool) -> Report:
    """One algorithm: its release in numbers, or why there is none."""
    declared = ALGORITHMS.get(attempt.name)
    entry = {
        "name": attempt.name,
        "family": declared.family,
        "kind": declared.kind if report is None else report["recoding"]["kind"],
        "standing": attempt.standing,
    }
    if report is None:
        return entry if is_public else {**entry, **_reasons(attempt)}
    return {
        **entry,
        **{key: own for key, own in report["algorithm"].items() if key not in entry},
        **picked(report, AS_THEY_ARE),
        **_learnt(report),
        "risk": picked(report["risk"]["prosecutor"], ("highest", "average")),
        **({"notes": report["notes"]} if report.get("notes") else {}),
    }


def _reasons(attempt: Attempt) -> Report:
    hints = list(dict.fromkeys(flaw.hint for flaw in attempt.flaws if flaw.hint))
    reasons = [flaw.message for flaw in attempt.flaws]
    return {"reasons": reasons, **({"hints": hints} if hints else {})}


def _learnt(report: Report) -> Report:
    if "utility" not in report:
        return {}
    return {way: picked(found, OF_RELEASE_LEARNT) for way, found in report["utility"].items()}


def _explained(reports: Iterable[Report]) -> Report:
    """Every figure that any release has: what it is called, which way is better, its ends."""
    explained: Report = {}
    for report in reports:
        for name, own in report["figures_explained"].items():
            explained.setdefault(name, picked(own, OF_FIGURE))
    return dict(sorted(explained.items()))


def _asked(facts: ComparisonFacts, *, is_public: bool, hides_total: bool) -> Report:
    """The table that came in, and what the policy asks of its release."""
    data, policy = described_data(facts.data), plain(facts.policy)
    asked = [asked_of(facts.problem, demand) for demand in facts.problem.demands]
    if is_public:
        data = picked(data, ("attributes",) if hides_total else ("records", "attributes"))
        policy = public_policy(facts.policy)
        asked = list(map(public_requirement, asked))
    return {"data": data, "policy": policy, "requirements": asked}


def _utility(facts: ComparisonFacts, *, is_public: bool) -> Report:
    """What there is to learn from the table itself."""
    target = facts.problem.target
    told = {
        way: {
            "target": target,
            **{name: rounded(own) if is_public else own for name, own in found.items()},
        }
        for way, found in facts.reachable.items()
    }
    return {"utility": told} if told else {}


def _background(facts: ComparisonFacts, *, is_public: bool) -> Report:
    provenance = plain(facts.provenance)
    assert isinstance(provenance, dict)  # noqa: S101 - what was made of a mapping
    if is_public:
        return {"provenance": picked(provenance, OF_PROVENANCE)}
    return {"notes": list(facts.notes), "provenance": provenance}
