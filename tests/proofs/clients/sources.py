"""Checks of generated sources for languages without a compiler here: each variant is a type with its own fields."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from tests.proofs.clients.tools import Failed

UNIONS = ("Table", "Move")


def variants(schema: Path) -> Iterator[tuple[str, str, str, set[str]]]:
    """Yield each variant of a table and of a move: its union, its tag, its name, its required fields."""
    components = yaml.safe_load(schema.read_text(encoding="utf-8"))["components"]["schemas"]
    for union in UNIONS:
        for tag, reference in components[union]["discriminator"]["mapping"].items():
            name = reference.rpartition("/")[2]
            yield union, tag, name, set(components[name]["required"])


def check_kotlin(schema: Path, models: Path) -> str:
    """Check classes of kotlinx.serialization: a required field has no default. Raises Failed."""
    for union, tag, name, required in variants(schema):
        source = (models / f"{name}.kt").read_text(encoding="utf-8")
        made = re.search(rf"^data class {name} \((.*?)^\)", source, re.DOTALL | re.MULTILINE)
        fields = re.findall(r'@SerialName\(value = "(\w+)"\)\s+val [^:]+: ([^\n]+)', made[1]) if made else []
        found = {field for field, kind in fields if " = " not in kind}
        if found != required:
            raise Failed(f"Kotlin's {name} must have {sorted(found)}, not {sorted(required)}")
        if f'"{tag}" ->' not in (models / f"{union}.kt").read_text(encoding="utf-8"):
            raise Failed(f"Kotlin's {union} knows no {tag}")
    return said(schema)


def check_dart(schema: Path, models: Path) -> str:
    """Check classes of built_value: a required field is always written. Raises Failed."""
    for union, tag, name, required in variants(schema):
        source = (models / file_of(name)).read_text(encoding="utf-8")
        if f"abstract class {name} implements Built<" not in source:
            raise Failed(f"Dart has no type {name}")
        found = set(re.findall(r"^    yield r'(\w+)';", source, re.MULTILINE))
        if found != required:
            raise Failed(f"Dart's {name} must have {sorted(found)}, not {sorted(required)}")
        if f"r'{tag}': {name}," not in (models / file_of(union)).read_text(encoding="utf-8"):
            raise Failed(f"Dart's {union} knows no {tag}")
    return said(schema)


def file_of(name: str) -> str:
    """Return the file name of Dart for a type."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower() + ".dart"


def said(schema: Path) -> str:
    """Return a line that names the checked types."""
    return f"{len(list(variants(schema)))} variants of {' and '.join(UNIONS)}, each a type with its own required fields"
