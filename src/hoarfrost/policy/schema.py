"""The JSON schema of policy files, read off the declarations and the shelves."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import PydanticUndefined
from pydantic_core.core_schema import DecimalSchema, NullableSchema

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


class TomlSchema(GenerateJsonSchema):
    """Without what TOML cannot say or a policy refuses: null, and decimals in quotes."""

    def decimal_schema(self, schema: DecimalSchema) -> Schema:
        """A number."""
        both = super().decimal_schema(schema)
        return next(arm for arm in both["anyOf"] if arm["type"] == "number")

    def nullable_schema(self, schema: NullableSchema) -> Schema:
        """The type alone: what is absent is left out."""
        return self.generate_inner(schema["schema"])


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
    found = TypeAdapter(kind).json_schema(schema_generator=TomlSchema)
    shared |= found.pop("$defs", {})
    properties: Schema = found.get("properties", {})
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
