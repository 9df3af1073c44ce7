"""From plain values to the parts of a policy, with every finding on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from hoarfrost.errors import PolicyError
from hoarfrost.naming import did_you_mean
from hoarfrost.options import Finding, Path, build, misfits, problems
from hoarfrost.policy import shelves
from hoarfrost.policy.algorithm_keys import misfits_of_parameters
from hoarfrost.policy.draft import OWN_KEYS, Asked, Draft
from hoarfrost.policy.names import misfits_of_name
from hoarfrost.policy.sections import (
    AlgorithmPolicy,
    AttributePolicy,
    DataOptions,
    ReleaseOptions,
    Suppression,
)

if TYPE_CHECKING:
    from hoarfrost.requirements.base import Requirement

Thing = TypeVar("Thing")
Findings = list[Finding]
KEYS = ("title", "data", "attributes", "requirements", "suppression", "algorithm", "release")


def draft_of(raw: Mapping[str, Any], findings: Findings) -> Draft:
    """Every part of a policy that can be read; what is wrong is added to `findings`."""
    unknown = [key for key in raw if key not in KEYS]
    findings += [Finding((key,), "unknown key", did_you_mean(key, KEYS)) for key in unknown]
    draft = Draft(title=_value(raw, "title", "", findings))
    draft.has_attributes = "attributes" in raw or not unknown
    draft.data = _section(DataOptions, raw.get("data", {}), ("data",), findings)
    attributes: dict[str, Any] = _value(raw, "attributes", {}, findings)
    for name, table in attributes.items():
        _read_attribute(draft, name, table, findings)
    requirements: list[Any] = _value(raw, "requirements", [], findings)
    for position, entry in enumerate(requirements):
        asked = _requirement(entry, ("requirements", position), findings)
        draft.asked += [asked] if asked else []
    if "suppression" in raw:
        draft.suppression = _section(Suppression, raw["suppression"], ("suppression",), findings)
    draft.algorithm = _algorithm(_value(raw, "algorithm", {}, findings), findings)
    added = _added(draft.algorithm, [asked.made for asked in draft.asked], findings)
    draft.asked += added
    draft.added = len(added)
    draft.release = _section(ReleaseOptions, raw.get("release", {}), ("release",), findings)
    return draft


def _added(
    algorithm: AlgorithmPolicy, given: Sequence[Requirement | None], findings: Findings
) -> list[Asked]:
    """The requirements that an algorithm's own parameters stand for, without those given anyway."""
    if misfits_of_parameters(algorithm.name, algorithm.options):
        return []
    try:
        added = shelves.algorithms().get(algorithm.name).requirements(algorithm.options)
    except PolicyError as error:
        findings += [Finding(("algorithm",), flaw.message, flaw.hint) for flaw in error.flaws]
        return []
    return [
        Asked(("algorithm",), one.on, one.sensitive, type(one), one)
        for one in added
        if one not in given
    ]


def _value(raw: Mapping[str, Any], key: str, default: Thing, findings: Findings) -> Thing:
    value: Thing = raw.get(key, default)
    wrong = list(misfits(value, type(default), (key,)))
    if wrong and isinstance(default, list) and isinstance(value, Mapping):
        wrong = [replace(wrong[0], hint=f"each of them is headed [[{key}]]")]
    findings += wrong
    return default if wrong else value


def _section(kind: type[Thing], table: Any, path: Path, findings: Findings) -> Thing:
    """A table as an object; keys that are wrong are left out, so that the others can be checked."""
    wrong = list(misfits(table, dict, path))
    found = wrong or problems(kind, table, path)
    if not found:
        return build(kind, table)
    findings += found
    bad = {finding.path[: len(path) + 1] for finding in found}
    rest = {} if wrong else {key: table[key] for key in table if (*path, key) not in bad}
    return kind() if problems(kind, rest, path) else build(kind, rest)


def _read_attribute(draft: Draft, name: str, table: Any, findings: Findings) -> None:
    path = ("attributes", name)
    found: Findings = []
    attribute = draft.attributes[name] = _section(AttributePolicy, table, path, found)
    if found and (not isinstance(table, Mapping) or table.get("role") != attribute.role):
        draft.unclear.add(name)
    if attribute.hierarchy is not None:
        found += shelves.findings_of_hierarchy(attribute.hierarchy, (*path, "hierarchy"))
    findings += found


def _requirement(table: Any, path: Path, findings: Findings) -> Asked | None:
    wrong = list(misfits(table, dict, path))
    if wrong:
        findings += wrong
        return None
    on = _if_fitting(table.get("on"), tuple[str, ...])
    asked = Asked(path, on if on is None else tuple(on), _if_fitting(table.get("sensitive"), str))
    found = misfits_of_name(table.get("type"), shelves.requirements(), (*path, "type"))
    if found:
        findings += found
        return asked
    kind = shelves.requirements().get(table["type"])
    keys = {key: value for key, value in table.items() if key != "type"}
    found = problems(kind, keys, path)
    findings += found
    return replace(asked, kind=kind, made=None if found else build(kind, keys))


def _if_fitting(value: Any, annotation: Any) -> Any:
    return None if value is None or any(misfits(value, annotation, ())) else value


def _algorithm(table: Mapping[str, Any], findings: Findings) -> AlgorithmPolicy:
    own = {key: table[key] for key in OWN_KEYS if key in table}
    parameters = {key: value for key, value in table.items() if key not in OWN_KEYS}
    found: Findings = []
    algorithm = _section(AlgorithmPolicy, own, ("algorithm",), found)
    if not any(finding.path == ("algorithm", "objective") for finding in found):
        found += misfits_of_name(algorithm.objective, shelves.figures(), ("algorithm", "objective"))
    if not any(finding.path == ("algorithm", "name") for finding in found):
        found += misfits_of_parameters(algorithm.name, parameters)
    findings += found
    return replace(algorithm, options=parameters)
