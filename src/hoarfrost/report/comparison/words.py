"""What the page and the lines of a comparison say in the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoarfrost.report.words import number

if TYPE_CHECKING:
    from hoarfrost.report.facts import Report

STANDINGS = {
    "not applicable": "does not apply",
    "unreachable": "does not meet the policy",
    "out of time": "ran out of time",
    "failed": "failed",
}


def proof(entry: Report) -> str:
    """Is a release proven to be the best of its kind, and by which figure?"""
    if entry["optimal"]:
        return f"yes, by {entry['objective']}" if "objective" in entry else "yes"
    if "gap" in entry:
        return f"within {number(entry['gap'])}"
    return "no"
