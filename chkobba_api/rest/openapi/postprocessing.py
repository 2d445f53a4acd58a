"""Hooks of drf-spectacular: add structs, problem codes and headers to the schema, and leave its enums open."""

from __future__ import annotations

from typing import Any

from chkobba_api.errors import OUTSIDE_THE_SCHEMA, by_status
from chkobba_api.rest.openapi.components import REFERENCE, components
from chkobba_api.rest.openapi.operation import ADDITIONAL_HEADERS, PUBLISHED_STRUCTS
from chkobba_api.rest.openapi.problem_document import ProblemDocument
from chkobba_api.rest.openapi.shared_problems import HEADERS, OF_DEPRECATED
from games.texts import reader


def publish_structs(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add referenced structs, the codes of problems, and the headers; a hook of drf-spectacular."""
    schemas = {**components(*PUBLISHED_STRUCTS, ProblemDocument), **result["components"]["schemas"]}
    codes = [code for code in by_status() if code.name not in OUTSIDE_THE_SCHEMA]
    meanings = [f"- `{code.name}` ({code.status}): {reader().text(code.title)}." for code in codes]
    schemas["ProblemCode"] = {
        "type": "string",
        "description": "A code; more may come. Decide by the status if you do not know it.\n\n" + "\n".join(meanings),
        "x-extensible-enum": [code.name for code in codes],
    }
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    deprecated = False
    for operation in (one for path in result["paths"].values() for one in path.values()):
        announcing = OF_DEPRECATED if operation.get("deprecated") else ()
        deprecated |= bool(announcing)
        for status, answer in operation["responses"].items():
            named = (*announcing, *ADDITIONAL_HEADERS.get((operation["operationId"], status), ()))
            answer["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in named}
    result["components"]["headers"] = {
        name: header for name, header in HEADERS.items() if deprecated or name not in OF_DEPRECATED
    }
    return result


def leave_values_open(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Declare that enums in answers may gain values; a hook of drf-spectacular.

    Generators turn an ``enum`` into a closed type, and most generated clients fail at a value that they do not know.
    """
    for name in components_in_answers(result):
        open_values(result["components"]["schemas"][name])
    return result


def components_in_answers(document: dict[str, Any]) -> set[str]:
    """Return the names of the components that occur in answers."""
    found: set[str] = set()
    left: list[Any] = [said["responses"] for path in document["paths"].values() for said in path.values()]
    while left:
        part = left.pop()
        if isinstance(part, list):
            left += part
        elif isinstance(part, dict):
            left += part.values()
            name = str(part.get("$ref", "")).removeprefix(REFERENCE.format(name=""))
            if name in document["components"]["schemas"] and name not in found:
                found.add(name)
                left.append(document["components"]["schemas"][name])
    return found


def open_values(schema: Any) -> None:
    """Turn all closed enums of texts into texts with documented values. In place."""
    if isinstance(schema, list):
        for part in schema:
            open_values(part)
    elif isinstance(schema, dict):
        choice = next((part for part in schema.get("anyOf", ()) if "enum" in part), None)
        if choice and {"type": "null"} in schema["anyOf"]:
            del schema["anyOf"]
            schema |= {**choice, **schema, "type": ["string", "null"]}
        if schema.get("type") in ("string", ["string", "null"]) and "enum" in schema:
            schema["x-extensible-enum"] = schema.pop("enum")
        for part in schema.values():
            open_values(part)
