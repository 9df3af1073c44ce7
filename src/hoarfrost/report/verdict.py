"""What a report says in the end: the same words on the page and on standard output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hoarfrost.report.facts import Report

Standing = Literal["good", "bad", "open"]


@dataclass(frozen=True)
class Conclusion:
    """A title, a sentence, and whether they are good news."""

    kind: Standing
    title: str
    sentence: str


def standing_of(verification: Report) -> Standing:
    """Was the written file checked, and does it hold?"""
    if not verification["checks"]:
        return "open"
    return "good" if verification["passed"] else "bad"


def verdict_of(report: Report) -> Conclusion:
    """Is the release safe under its policy?"""
    verified = standing_of(report["verification"])
    if verified == "bad" or not all(entry["holds"] for entry in report["requirements"]):
        return Conclusion("bad", "Not safe under this policy", "Do not publish this release.")
    if verified == "open":
        return Conclusion(
            "open",
            "Not verified",
            "The search says that the policy is met, but the file has not been checked.",
        )
    return Conclusion(
        "good",
        "Safe under this policy",
        "Everything that the policy asks for holds in the file as it was written.",
    )


def quasi_names(report: Report) -> list[str]:
    """The attributes that were recoded."""
    return [column["name"] for column in report["columns"] if "levels" in column]


def particulars(entry: Report, report: Report) -> list[tuple[str, list[str]]]:
    """What a requirement's sentence leaves open: its sensitive attribute and its shield."""
    found = []
    if "sensitive" in entry:
        found.append(("Sensitive", [entry["sensitive"]]))
    if sorted(entry["on"]) != sorted(quasi_names(report)):
        found.append(("Looked at", entry["on"]))
    return found
