"""Structs as components of the schema, with the descriptions of their fields."""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec

from chkobba_api.rest.openapi.json_schema import tidy

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
