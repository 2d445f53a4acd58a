"""JSON schemas of msgspec, rewritten for client generators."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec

from games.engine.malformed import ENDS_THERE


def tidy(schema: dict[str, Any]) -> dict[str, Any]:
    """Rewrite a schema of msgspec in the form that client generators understand. In place."""
    if "description" in schema:
        schema["description"] = unwrapped(schema["description"])
    if "pattern" in schema:
        schema["pattern"] = schema["pattern"].removesuffix(ENDS_THERE)
    if "prefixItems" in schema:
        schema["items"] = {}  # `maxItems` allows no more items
    if "properties" in schema:
        _tidy_object(schema)
    if "$ref" in schema:
        for name in ("type", "additionalProperties"):
            schema.pop(name, None)
    elif schema.get("type") == "object" and not schema.keys() & {"properties", "additionalProperties"}:
        schema["additionalProperties"] = {}
    if "enum" in schema:
        _tidy_enum(schema)
    if "anyOf" in schema:
        _tidy_union(schema)
    for part in (
        *schema.get("properties", {}).values(),
        *schema.get("oneOf", ()),
        *schema.get("anyOf", ()),
        *schema.get("prefixItems", ()),
        *(schema[name] for name in ("items", "additionalProperties", "propertyNames") if name in schema),
    ):
        if isinstance(part, dict):
            tidy(part)
    return schema


def unwrapped(text: str) -> str:
    """Return a docstring without the line breaks within its paragraphs."""
    return "\n\n".join(" ".join(part.split("\n")) for part in inspect.cleandoc(text).split("\n\n"))


def _tidy_object(schema: dict[str, Any]) -> None:
    """Mark the fields that are always present; document defaults as text, since generators take them for promises."""
    schema.pop("title", None)
    asked = schema.get("additionalProperties") is False
    required = set(schema.pop("required", ()))
    for name, field in schema["properties"].items():
        if "default" not in field:
            continue
        default = field.pop("default")
        if not asked:
            required.add(name)  # an answer always has all fields
        elif default not in ({}, "", None):
            said = field.get("description", "")
            field["description"] = f"{said} Default: `{msgspec.json.encode(default).decode()}`.".strip()
    if required:
        schema["required"] = [name for name in schema["properties"] if name in required]


def _tidy_enum(schema: dict[str, Any]) -> None:
    schema.pop("title", None)
    kinds = {bool: "boolean", int: "integer", str: "string"}
    schema["type"] = kinds[type(schema["enum"][0])]
    if schema["type"] == "boolean":
        del schema["enum"]  # Swift's generator makes types of enums, and cannot make one of booleans
    elif len(schema["enum"]) == 1:
        schema["const"] = schema.pop("enum")[0]


def _tidy_union(schema: dict[str, Any]) -> None:
    """Write a union as ``oneOf``, and a nullable simple type as a list of types.

    Another nullable type stays ``anyOf``: some validators accept null for a tagged object, too.
    """
    parts = schema.pop("anyOf")
    plain = [part for part in parts if part != {"type": "null"}]
    if len(plain) == 1 and len(parts) == 2 and "type" in plain[0] and not plain[0].keys() & {"enum", "$ref"}:
        schema |= {**plain[0], **schema, "type": [plain[0]["type"], "null"]}
    else:
        schema["oneOf" if len(plain) == len(parts) else "anyOf"] = parts
