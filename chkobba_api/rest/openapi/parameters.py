"""The parameters of operations: those of a query, described by the struct that reads it, and the ETag."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from drf_spectacular.utils import OpenApiParameter

from chkobba_api.rest.openapi.components import field_descriptions

IF_NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of the answer that you have."
)


def query_parameters(query: type[msgspec.Struct]) -> list[OpenApiParameter]:
    """Return a parameter for each field of a query struct. The docstring below it describes it, or its type."""
    schema = msgspec.json.schema_components((query,))[1][query.__name__]
    said = field_descriptions(query)
    return [
        OpenApiParameter(
            name,
            _plain(field := schema["properties"][name], _values(hint)),
            required=name in schema.get("required", ()),
            explode=True if field.get("type") == "array" else None,
            description=said.get(name) or field["description"],
        )
        for name, hint in get_type_hints(query, include_extras=True).items()
    ]


def _values(hint: Any) -> list[Any]:
    """Return the values of the literal in a type, in their order, which the schema of msgspec does not keep."""
    values = list(get_args(hint))
    return values if get_origin(hint) is Literal else [value for part in values for value in _values(part)]


def _plain(field: dict[str, Any], values: list[Any]) -> dict[str, Any]:
    """Return the schema of a parameter, without a default that means the same as no parameter."""
    field = {name: value for name, value in field.items() if name != "description"}
    default = field.pop("default", None)
    kept = {} if default is False or default in {None, "", "false"} else {"default": default}
    field = next(iter(field.pop("anyOf", ())), field)  # a text or null: a query has no null
    if "items" in field:
        return {**field, "items": _plain(field["items"], values)}
    if set(values) == {"false", "true"}:
        return {"type": "boolean", **kept}
    return {"type": "string", **field, **({"enum": values} if values else {}), **kept}
