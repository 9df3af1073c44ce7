"""The public edition: what may be known by anyone who gets the released file.

Everything in it is picked by name; a key that nobody thought of stays out. No original value,
no class listing, no hash of the input, and no count of records below the policy's smallest k.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hoarfrost.report.plain import picked as _pick
from hoarfrost.report.plain import rounded

if TYPE_CHECKING:
    from hoarfrost.report.facts import Report

AS_THEY_ARE = (
    "hoarfrost", "schema", "title", "created", "algorithm", "recoding", "alternatives",
    "smallest_count", "figures", "figures_explained", "search", "limits", "seconds",
)  # fmt: skip
OF_COLUMN = (
    "name", "role", "type", "technique", "height", "level", "levels", "groups", "distinct",
    "loss", "labels", "ladder",
)  # fmt: skip
OF_RELEASE = ("records", "suppressed", "suppressed_cells", "classes", "starred", "sha256")
OF_STANDING = ("records", "highest", "average", "records_above", "smallest_class", "histogram")
OF_UTILITY = {
    "classification": ("original", "majority", "naive_bayes", "strong"),
    "regression": ("original", "mean", "linear", "strong"),
}
OF_PROVENANCE = ("python", "platform", "dependencies")
OF_ATTRIBUTE_POLICY = (
    "role", "type", "min_level", "max_level", "priority", "weight", "identifying",
)  # fmt: skip
OF_RELEASE_POLICY = ("order", "suppressed", "labels", "outside", "spreadsheet_safe")
OF_ALGORITHM_POLICY = ("name", "objective", "time_limit", "target", "levels", "refine")
WORDS_OF_REQUIREMENT = ("type", "on", "sensitive", "distance", "holds", "sentence")


def public_edition(report: Report) -> Report:
    """The same report for everyone."""
    floor = report["smallest_count"]
    public: Report = {
        **_pick(report, AS_THEY_ARE),
        "edition": "public",
        "data": _pick(report["data"], ("records", "attributes")),
        "policy": public_policy(report["policy"]),
        "columns": [_column(column) for column in report["columns"]],
        "release": _without_small(_pick(report["release"], OF_RELEASE), floor),
        "suppression": report["suppression"],
        "requirements": [public_requirement(entry) for entry in report["requirements"]],
        **_utility(report),
        "risk": _risk(report["risk"], floor),
        "verification": _verification(report["verification"]),
        "provenance": _pick(report["provenance"], OF_PROVENANCE),
    }
    if 0 < report["release"]["suppressed"] < floor:
        return without_suppressed_count(public)
    return public


def _without_small(counts: Mapping[str, Any], floor: int) -> Report:
    return {
        name: count
        for name, count in counts.items()
        if name == "classes" or not isinstance(count, int) or not 0 < count < floor
    }


def _column(column: Report) -> Report:
    picked = _pick(column, OF_COLUMN)
    if "levels" in picked:
        picked["levels"] = {level: rounded(share) for level, share in picked["levels"].items()}
    if "groups" in picked:
        labels, share = picked["groups"]["labels"], rounded(picked["groups"]["share"])
        picked["groups"] = {"labels": labels, "share": share}
    if "ladder" in picked:
        picked["ladder"] = [_pick(step, ("level", "labels")) for step in picked["ladder"]]
    return picked


def public_policy(policy: Mapping[str, Any]) -> Report:
    """Roles, levels and demands; hierarchies, orders and files can hold values."""
    attributes = policy.get("attributes") or {}
    parts = {
        "title": policy.get("title"),
        "attributes": {name: _pick(own, OF_ATTRIBUTE_POLICY) for name, own in attributes.items()},
        "requirements": [public_requirement(entry) for entry in policy.get("requirements") or ()],
        "suppression": policy.get("suppression"),
        "algorithm": _pick(policy.get("algorithm") or {}, OF_ALGORITHM_POLICY),
        "release": _pick(policy.get("release") or {}, OF_RELEASE_POLICY),
    }
    return {name: part for name, part in parts.items() if part}


def public_requirement(entry: Mapping[str, Any]) -> Report:
    """What is asked, in numbers and in the words that cannot hold values."""
    return {
        name: value
        for name, value in entry.items()
        if name in WORDS_OF_REQUIREMENT or isinstance(value, int | float)
    }


def _utility(report: Report) -> Report:
    """Rounded amounts: what exact ones would tell is of how many records they are shares or means."""
    if "utility" not in report:
        return {}
    return {
        "utility": {
            way: {
                "target": found["target"],
                **{name: rounded(own) for name, own in _pick(found, OF_UTILITY[way]).items()},
            }
            for way, found in report["utility"].items()
        }
    }


def _risk(risk: Report, floor: int) -> Report:
    before, after = risk["before"], risk["after"]
    groups = joined_bars((before["histogram"], after["histogram"]), floor)
    return {
        "prosecutor": _without_small_above(risk["prosecutor"], floor),
        "marketer": risk["marketer"],
        "least_class": risk["least_class"],
        "before": _standing(before, groups, floor),
        "after": {"classes": after["classes"], **_standing(after, groups, floor)},
    }


def _without_small_above(risk: Report, floor: int) -> Report:
    return {**risk, "records_above": _without_small(risk["records_above"], floor)}


def _standing(standing: Report, groups: Iterable[range], floor: int) -> Report:
    shown = _without_small(_pick(standing, OF_STANDING), floor)
    bars = standing["histogram"]
    shown["histogram"] = [_join(bars[group.start : group.stop]) for group in groups]
    return _without_small_above(shown, floor)


def joined_bars(histograms: Sequence[Sequence[Mapping[str, int]]], floor: int) -> list[range]:
    """Neighbouring bars to show as one, so that no bar has fewer records than `floor`.

    >>> few, many = {"records": 3}, {"records": 8}
    >>> joined_bars([[few, many, many], [many, many, few]], floor=5)
    [range(0, 3)]
    """
    groups: list[range] = []
    start, end = 0, len(histograms[0])
    for stop in range(1, end + 1):
        if _is_publishable(histograms, range(start, stop), floor):
            groups.append(range(start, stop))
            start = stop
    while groups and not _is_publishable(histograms, range(start, end), floor):
        start = groups.pop().start
    rest = range(start, end)
    if rest and _is_publishable(histograms, rest, floor):
        groups.append(rest)
    return groups


def _is_publishable(
    histograms: Iterable[Sequence[Mapping[str, int]]], group: range, floor: int
) -> bool:
    sums = (sum(bar["records"] for bar in bars[group.start : group.stop]) for bars in histograms)
    return not any(0 < records < floor for records in sums)


def _join(bars: Sequence[Mapping[str, int]]) -> Report:
    return {
        "from": bars[0]["from"],
        "classes": sum(bar["classes"] for bar in bars),
        "records": sum(bar["records"] for bar in bars),
        **_pick(bars[-1], ("to",)),
    }


def _verification(verification: Report) -> Report:
    checks = [_pick(check, ("name", "passed")) for check in verification["checks"]]
    return {"passed": verification["passed"], "checks": checks}


def without_suppressed_count(public: Report) -> Report:
    """Leaves out everything from which a small number of suppressed records can be worked out."""
    figures = {name: rounded(value) for name, value in public["figures"].items()}
    algorithm = {
        name: rounded(value) if name in {"value", "bound", "gap"} else value
        for name, value in public["algorithm"].items()
    }
    columns = [
        {**column, "loss": rounded(column["loss"])} if "loss" in column else column
        for column in public["columns"]
    ]
    explained = {
        name: _pick(own, ("title", "larger_is_better"))
        for name, own in public["figures_explained"].items()
    }
    before = {"highest": public["risk"]["before"]["highest"]}
    return {
        **public,
        "data": _pick(public["data"], ("attributes",)),
        "algorithm": algorithm,
        "columns": columns,
        "suppression": _pick(public["suppression"], ("allowed",)),
        "figures": figures,
        "figures_explained": explained,
        "risk": {**public["risk"], "before": before},
    }
