"""A policy as tables: as short as a file may be, and with everything filled in."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, time
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic_core import PydanticUndefined

from hoarfrost.options import options_of
from hoarfrost.policy import shelves
from hoarfrost.policy.draft import OWN_KEYS
from hoarfrost.policy.plain_values import table_of
from hoarfrost.policy.sections import AttributePolicy

if TYPE_CHECKING:
    from hoarfrost.policy.model import Policy
    from hoarfrost.requirements.base import Requirement


def file_tables(policy: Policy) -> dict[str, Any]:
    """The tables of a policy file, without what is at its default."""
    algorithm = policy.algorithm
    tables = {
        "title": policy.title,
        "data": table_of(policy.data),
        "attributes": {name: _attribute(one) for name, one in policy.attributes.items()},
        "requirements": [table_of(requirement) for requirement in policy.given],
        "suppression": table_of(policy.suppression) if policy.suppression else None,
        "algorithm": {
            "name": algorithm.name,
            "objective": algorithm.objective,
            **table_of(algorithm),
        },
        "release": table_of(policy.release),
    }
    is_optional = {"title", "data", "requirements", "release"}
    return {
        key: table
        for key, table in tables.items()
        if table is not None and (table or key not in is_optional)
    }


def report_tables(policy: Policy) -> dict[str, Any]:
    """Every key with its value or default, as JSON data."""
    tables = {
        "title": policy.title,
        "data": _filled(policy.data),
        "attributes": {name: _filled(one) for name, one in policy.attributes.items()},
        "requirements": [_filled_requirement(policy, one) for one in policy.requirements],
        "suppression": _filled(policy.suppression) if policy.suppression else None,
        "algorithm": _filled_algorithm(policy),
        "release": _filled(policy.release),
    }
    return {key: json_ready(table) for key, table in tables.items() if table is not None}


def moved(policy: Policy, folder: Path) -> Policy:
    """The same policy for a file in another folder: its relative paths are led back."""
    if folder.resolve() == policy.locate("").resolve():
        return policy

    def led_back(path: str) -> str:
        if "://" in path or Path(path).is_absolute():
            return path
        return Path(os.path.relpath(policy.locate(path), folder)).as_posix()

    attributes = {
        name: replace(one, hierarchy=led_back(one.hierarchy))
        if isinstance(one.hierarchy, str)
        else one
        for name, one in policy.attributes.items()
    }
    requirements = [table_of(requirement) for requirement in policy.given]
    for table in requirements:
        if "population" in table:
            table["population"] = led_back(table["population"])
    return policy.changed(attributes=attributes, requirements=requirements, folder=folder)


def json_ready(value: Any) -> Any:
    """A value as JSON has it: decimals as numbers, dates as text, tuples as lists."""
    if isinstance(value, Mapping):
        return {key: json_ready(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [json_ready(entry) for entry in value]
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value.isoformat() if isinstance(value, date | time) else value


def _attribute(attribute: AttributePolicy) -> dict[str, Any]:
    """The role always, and the hierarchy last, where a long one can have a heading."""
    table = {"role": attribute.role, **table_of(attribute)}
    hierarchy = table.pop("hierarchy", None)
    return table if hierarchy is None else {**table, "hierarchy": hierarchy}


def _filled(thing: Any) -> dict[str, Any]:
    values = {name: getattr(thing, name) for name in options_of(type(thing))}
    return {name: value for name, value in values.items() if value is not None}


def _filled_requirement(policy: Policy, requirement: Requirement) -> dict[str, Any]:
    table = {"type": requirement.name, **_filled(requirement), "on": policy.shield(requirement)}
    sensitive = policy.sensitive_of(requirement)
    return table if sensitive is None else {**table, "sensitive": sensitive}


def _filled_algorithm(policy: Policy) -> dict[str, Any]:
    own = {**_filled(policy.algorithm), "target": policy.target}
    declared = options_of(shelves.algorithms().get(policy.algorithm.name).options)
    defaults = {name: field.default for name, field in declared.items()}
    table = {name: own.get(name) for name in OWN_KEYS} | defaults | policy.algorithm.options
    return {
        name: value
        for name, value in table.items()
        if value is not None and value is not PydanticUndefined
    }
