"""Structs as components of the schema, with the descriptions of their fields."""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec

from games.engine.malformed import ENDS_THERE

REFERENCE = "#/components/schemas/{name}"


def components(*kinds: Any) -> dict[str, Any]:
    """Return the components for some types, by name, with the descriptions of their fields."""
    schemas = msgspec.json.schema_components(kinds, ref_template=REFERENCE)[1]
    for struct in structs_in(*kinds):
        properties = schemas[struct.__name__].get("properties", {})
        said = field_descriptions(struct)
        for field in msgspec.structs.fields(struct):
            if sentence := said.get(field.name):
                properties[field.encode_name] = {**properties[field.encode_name], "description": sentence}
    return {name: tidy(schema) for name, schema in schemas.items()}


def structs_in(*kinds: Any) -> set[type]:
    """Return the structs among some types, and all structs within them."""
    found: set[type] = set()
    left: list[Any] = list(msgspec.inspect.multi_type_info(kinds))
    while left:
        info = left.pop()
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls in found:
                continue
            found.add(info.cls)
        if isinstance(info, list | tuple):
            left += info
        elif isinstance(info, msgspec.inspect.Type | msgspec.inspect.Field):
            left += [getattr(info, name) for name in info.__struct_fields__]
    return found


def field_descriptions(struct: type) -> dict[str, str]:
    """Return the descriptions of a struct's fields, also inherited ones: the docstring below each field.

    A struct without source, made by ``defstruct``, names the struct with its docstrings as ``described_by``.
    """
    said: dict[str, str] = {}
    for part in reversed(getattr(struct, "described_by", struct).__mro__):
        if issubclass(part, msgspec.Struct) and part is not msgspec.Struct:
            for field, text in pairwise(_classes_of(part.__module__)[part.__qualname__].body):
                if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                    said[ast.unparse(field.target)] = inspect.cleandoc(ast.literal_eval(text.value))
    return said


@cache
def _classes_of(module: str) -> dict[str, ast.ClassDef]:
    """Return the classes at the top level of a module. It is parsed once, since it defines many structs."""
    source = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in source.body if isinstance(node, ast.ClassDef)}


# --- JSON schemas of msgspec, rewritten for client generators ---------------------------------------------------------


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
