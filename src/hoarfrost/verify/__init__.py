"""Verification of what was written, by code that shares nothing with the search."""

from hoarfrost.verify.asked import Asked
from hoarfrost.verify.claims import check_report, expected_of, reference_of
from hoarfrost.verify.judges import JUDGES, Groups, Judged, OwnJudge
from hoarfrost.verify.original import verify_against_original
from hoarfrost.verify.release import verify_release
from hoarfrost.verify.verification import Check, Expected, Verification

__all__ = [
    "JUDGES",
    "Asked",
    "Check",
    "Expected",
    "Groups",
    "Judged",
    "OwnJudge",
    "Verification",
    "check_report",
    "expected_of",
    "reference_of",
    "verify_against_original",
    "verify_release",
]
