"""Schemas that repeat the attributes of a row."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct

Shape = TypeVar("Shape", bound=Struct)


def copied(shape: type[Shape], source: object, **others: Any) -> Shape:
    """Return a struct with the fields in ``others``, and the rest from the attributes of these names."""
    same = {name: getattr(source, name) for name in shape.__struct_fields__ if name not in others}
    return shape(**same, **others)
