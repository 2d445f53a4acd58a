"""Moves in the published schema: one component for each kind of game, and ``Move`` for any of them."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec

from chkobba_api.rest.schema import REFERENCE, tidy
from games.engine.catalogue import GAMES


def publish_moves(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add the moves of every game to the schema; a hook of drf-spectacular."""
    schemas = result["components"]["schemas"]
    unions = {}
    for game in GAMES.values():
        name = f"{game.view_type().__name__.removesuffix('Table')}Move"
        (union,), components = msgspec.json.schema_components([game.move_type()], ref_template=REFERENCE)
        schemas |= {key: tidy(component) for key, component in components.items()}
        games = [other.name for other in GAMES.values() if other.move_type() == game.move_type()]
        unions[name] = tidy(union) | {"description": inspect.cleandoc(f"A move of {', '.join(games)}.")}
    schemas |= unions
    schemas["Move"] = {
        "description": "A move; `type` tells which of the game's, and the match tells the game.",
        "anyOf": [{"$ref": REFERENCE.format(name=name)} for name in unions],
    }
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result
