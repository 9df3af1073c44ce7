"""The JSON schema of policy files, read off the declarations and the shelves."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter
from pydantic_core import PydanticUndefined

from hoarfrost.options import options_of
from hoarfrost.policy import shelves
from hoarfrost.policy.sections import (
    AlgorithmPolicy,
    AttributePolicy,
    DataOptions,
    ReleaseOptions,
    Suppression,
)
from hoarfrost.policy.tables import json_ready

Schema = dict[str, Any]


def policy_schema() -> Schema:
    """The schema of a whole policy file."""
    shared: Schema = {}
    properties = {
        "title": {"type": "string", "description": "what the release is called", "default": ""},
        "data": _section(DataOptions, shared),
        "attributes": {
            "type": "object",
            "additionalProperties": _attribute(shared),
            "minProperties": 1,
        },
        "requirements": {"type": "array", "items": {"oneOf": _requirements(shared)}},
        "suppression": _section(Suppression, shared),
        "algorithm": _algorithm(shared),
        "release": _section(ReleaseOptions, shared),
    }
    schema = _table(properties, ["attributes"])
    dialect = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "hoarfrost policy",
    }
    return {**dialect, **schema, **({"$defs": shared} if shared else {})}


def _section(kind: type, shared: Schema) -> Schema:
    """The schema of one declared class; definitions that it refers to are added to `shared`."""
    found = TypeAdapter(kind).json_schema()
    shared |= {name: _tidy(one) for name, one in found.pop("$defs", {}).items()}
    properties: Schema = _tidy(found.get("properties", {}))
    for name, field in options_of(kind).items():
        properties[name].pop("title", None)
        if field.default is None or field.default is PydanticUndefined:
            properties[name].pop("default", None)
        else:
            properties[name]["default"] = json_ready(field.default)
    return _table(properties, found.get("required", []))


def _table(properties: Schema, required: list[str]) -> Schema:
    table = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**table, "required": required} if required else table


def _tidy(schema: Any) -> Any:
    """Without what only JSON allows: null, and numbers in quotes."""
    if isinstance(schema, list):
        return [_tidy(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    tidied = {key: _tidy(value) for key, value in schema.items()}
    arms = [arm for arm in tidied.get("anyOf", []) if not _is_foreign(arm, tidied["anyOf"])]
    if len(arms) == 1:
        tidied.pop("anyOf")
        return {**arms[0], **tidied}
    return {**tidied, "anyOf": arms} if arms else tidied


def _is_foreign(arm: Schema, arms: list[Schema]) -> bool:
    has_number = any(other.get("type") == "number" for other in arms)
    return arm == {"type": "null"} or (has_number and "pattern" in arm)


def _attribute(shared: Schema) -> Schema:
    table = _section(AttributePolicy, shared)
    hierarchy = table["properties"]["hierarchy"]
    built = [
        {**_section(builder.options, shared), "description": builder.summary}
        for _, builder in shelves.builders()
    ]
    hierarchy["anyOf"] = [{"type": "string", "minLength": 1}, *built]
    return table


def _requirements(shared: Schema) -> list[Schema]:
    tables = []
    for name, kind in shelves.requirements():
        table = _section(kind, shared)
        summary = (kind.__doc__ or "").split("\n", maxsplit=1)[0]
        properties = {"type": {"const": name, "description": summary}, **table["properties"]}
        tables.append(_table(properties, ["type", *table.get("required", [])]))
    return tables


def _algorithm(shared: Schema) -> Schema:
    """The common keys, and for each algorithm its own parameters."""
    table = _section(AlgorithmPolicy, shared)
    del table["properties"]["options"], table["additionalProperties"]
    table["properties"]["name"]["enum"] = list(shelves.algorithms().names())
    table["properties"]["objective"]["enum"] = list(shelves.figures().names())
    default = options_of(AlgorithmPolicy)["name"].default
    cases = []
    for name, algorithm in shelves.algorithms():
        own = _section(algorithm.options, shared)
        own.pop("additionalProperties")
        is_meant: Schema = {"properties": {"name": {"const": name}}}
        # Without a name the default is meant.
        named = is_meant if name == default else {**is_meant, "required": ["name"]}
        cases.append({"if": named, "then": own})
    return {**table, "allOf": cases, "unevaluatedProperties": False}
