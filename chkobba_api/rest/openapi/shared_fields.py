"""Fields that many structs have: a component stands for each, in place of the same text at every struct."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from chkobba_api.rest.openapi.components import REFERENCE

FIELDS: Final = {
    "CambaCard": ("CambaDealtEvent", "hand", "items"),
    "ChannelDigest": ("UpdateChannel", "digest"),
    "DeviceName": ("LogIn", "device"),
    "FishingCard": ("FishingDealtEvent", "hand", "items"),
    "HaggisCard": ("HaggisDealtEvent", "hand", "items"),
    "JoinDespiteVacation": ("Join", "despite_vacation"),
    "NextPage": ("MatchPage", "next"),
    "NotificationKind": ("UpdateChannel", "notifications", "items"),
    "PreviousPage": ("MatchPage", "previous"),
    "ScopeName": ("Device", "scopes", "items"),
}
"""The names of the components, each with a place where its schema stands: struct, field, and part of the field."""


def share_fields(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Replace fields that equal a named one by references; a hook of drf-spectacular."""
    schemas = result["components"]["schemas"]
    for name, (struct, *place) in FIELDS.items():
        if struct not in schemas:  # in a part of the schema
            continue
        named = schemas[struct]["properties"]
        for step in place:
            named = named[step]
        named = dict(named)
        for part in list(_fields(schemas)):
            if part == named:
                part.clear()
                part["$ref"] = REFERENCE.format(name=name)
        schemas[name] = named
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def _fields(part: Any) -> Iterator[dict[str, Any]]:
    """Yield the schemas of all fields, and the schemas within them."""
    if isinstance(part, dict):
        for name, one in part.items():
            if isinstance(one, dict):
                if name not in ("properties", "mapping", "discriminator"):
                    yield one
                yield from _fields(one)
