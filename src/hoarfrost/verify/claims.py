"""The claims of a report, compared with what was derived again."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from hoarfrost.errors import UsageError
from hoarfrost.verify.verification import Expected, Verification

TOLERANCE = 1e-9
"""Reports hold decimals; equal numbers may differ in the last digits."""


def reference_of(report: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """The reference distributions that an internal report holds."""
    found = _part(report, "reference")
    reference: dict[str, dict[str, int]] = {}
    for name in found:
        counts = _part(found, name, "reference.")
        if not all(type(count) is int and count >= 0 for count in counts.values()):
            raise UsageError(f"the report, reference.{name}: expected counts of at least 0")
        reference[name] = dict(counts)
    return reference


def expected_of(report: Mapping[str, Any]) -> Expected:
    """What a report says of the file itself."""
    release, data = _part(report, "release"), _part(report, "data")
    return Expected(
        records=_count(release, "records", "release"),
        sha256=release.get("sha256"),
        input_records=_count(data, "records", "data"),
        suppressed=_count(release, "suppressed", "release"),
        starred=_count(release, "starred", "release") or 0,
    )


def check_report(verification: Verification, report: Mapping[str, Any]) -> list[str]:
    """A sentence for every claim of a report that the released table does not bear out."""
    release = _part(report, "release")
    figures = _part(report, "figures")
    pairs = [
        ("release.records", release.get("records"), verification.records),
        ("release.classes", release.get("classes"), verification.classes),
        ("release.sha256", release.get("sha256"), verification.sha256 or release.get("sha256")),
        *((f"figures.{name}", figures.get(name), value)
          for name, value in verification.figures.items()),
    ]  # fmt: skip
    wrong = [
        _sentence(place, claimed, found)
        for place, claimed, found in pairs
        if claimed is not None and not _is_same(claimed, found)
    ]
    return wrong + list(_wrong_requirements(verification, report.get("requirements", [])))


def _wrong_requirements(verification: Verification, claims: object) -> Iterator[str]:
    if not isinstance(claims, list) or not all(isinstance(claim, Mapping) for claim in claims):
        raise UsageError("the report, requirements: expected a list of objects")
    if len(claims) != len(verification.requirements):
        yield _sentence("requirements", len(claims), len(verification.requirements))
        return
    for position, (claim, found) in enumerate(zip(claims, verification.requirements, strict=True)):
        place = f"requirements[{position}]"
        for key, own in (("type", found["type"]), ("on", found["on"]), *found["params"].items()):
            if key in claim and not _is_same(claim[key], own):
                yield _sentence(f"{place}.{key}", claim[key], own)
        if claim.get("holds", True) is not found["holds"]:
            yield _sentence(f"{place}.holds", claim.get("holds"), found["holds"])
        if "worst" in claim and not _is_same(claim["worst"], found["worst"]):
            yield _sentence(f"{place}.worst", claim["worst"], found["worst"])


def _is_same(claimed: object, found: object) -> bool:
    number = _number(claimed)
    other = _number(found)
    if number is not None and other is not None:
        return math.isclose(number, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return claimed == found


def _number(value: object) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value)
    return math.inf if value == "inf" else None


def _sentence(place: str, claimed: object, found: object) -> str:
    return f"the report claims {place} = {claimed}, the released table has {found}"


def _part(report: Mapping[str, Any], key: str, prefix: str = "") -> Mapping[str, Any]:
    if not isinstance(report, Mapping):
        raise UsageError("the report: expected an object")
    part = report.get(key, {})
    if not isinstance(part, Mapping):
        raise UsageError(f"the report, {prefix}{key}: expected an object")
    return part


def _count(part: Mapping[str, Any], key: str, name: str) -> int | None:
    count = part.get(key)
    if count is not None and (type(count) is not int or count < 0):
        raise UsageError(f"the report, {name}.{key}: expected a number of at least 0")
    return count
