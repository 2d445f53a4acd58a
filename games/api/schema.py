"""Named unions in the schema. One property of each union identifies the variant by its value."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any, get_args

from chkobba_api.rest.openapi.components import REFERENCE, components
from games.api.matches.feed_schemas import table_event_types
from games.api.matches.options_schema import AnyOption, published_options
from games.api.matches.record_schemas import RECORDED_MOVE
from games.api.notifications.channel_schemas import ChannelRequest
from games.api.social.chat_schemas import ChatContent, ClubChatContent
from games.clock.controls import CONTROLS
from games.engine.catalogue import GAMES
from games.engine.fishing.ruleset import Score as ScoreCategory
from games.plans.plan import Condition as PlanCondition
from games.plans.plan import Play as PlannedPlay
from games.texts import reader

SHAPE = {
    "type": "string",
    "description": "The type of the move, unique across all games. Optional in requests.",
}


def publish_unions(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add the tables, moves, events and rules of every game to the schema. A postprocessing hook of drf-spectacular."""
    schemas = result["components"]["schemas"]
    kinds = {game.kind: game for game in GAMES.values()}
    moves: dict[str, str] = {}
    for game in kinds.values():
        for variant in _variants(game.move_type):
            schemas |= _shaped(components(variant), game.kind, moves)
    named = {
        "Table": _union("kind", *(game.view_type for game in kinds.values())),
        "Ruleset": _union("kind", *(game.ruleset_type for game in kinds.values())),
        "FeedEvent": _union("shape", *(game.event_type for game in kinds.values()), *table_event_types()),
        "Control": _union("type", *CONTROLS),
        "Option": _union("type", AnyOption),
        "ChannelRequest": _union("type", ChannelRequest),
        "ChatContent": _union("type", ChatContent),
        "ClubChatContent": _union("type", ClubChatContent),
        "PlannedPlay": _union("type", PlannedPlay),
        "PlanCondition": _union("type", PlanCondition),
        "ScoreCategory": _union("type", ScoreCategory),
    }
    for _, described in named.values():
        schemas |= described
    unions = {name: union for name, (union, _) in named.items()}
    _refer_to_unions(schemas, unions)
    for name, union in unions.items():
        schemas[name] = {"description": DESCRIPTIONS[name], **union}
    schemas["Move"] = {"description": DESCRIPTIONS["Move"], **_one_of("shape", moves)}
    schemas["Options"] = published_options()
    schemas["RecordedMove"] = RECORDED_MOVE
    for operation in (one for path in result.get("paths", {}).values() for one in path.values()):
        for content in operation.get("requestBody", {}).get("content", {}).values():
            if content["schema"].get("$ref", "").rpartition("/")[2] in unions:
                operation["requestBody"]["required"] = True
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


DESCRIPTIONS = {
    "Table": "The table as the viewer sees it. `kind` names the family of games. A new family brings another variant.",
    "Ruleset": "The rules of a game as data. `kind` names the family of games.",
    "FeedEvent": (
        "An event. `shape` names its type, and its family of games or `match`. docs/feed.md lists all events. More may "
        "come: a client skips an event that it does not know."
    ),
    "Move": (
        "A move. `shape` names its type and its family of games. Every move in a response has one. A request may leave "
        "it out: then `type` and the game of the match identify the move."
    ),
    "Control": ("The time control. `type` names its kind. More kinds may come."),
    "Option": "An option of a game. `type` is the type of its value.",
    "ChannelRequest": "The settings of a new channel. `type` names its kind.",
    "ChatContent": "What a chat message says. `type` names its kind.",
    "ClubChatContent": "What a chat message of a club says. `type` names its kind.",
    "PlannedPlay": "The move that a step of a plan makes. `type` names its kind.",
    "PlanCondition": "A condition of a step of a plan. `type` names its kind.",
    "ScoreCategory": "What scores at the end of a round. `type` names its kind.",
}


def _variants(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) or (kind,)


def _union(property: str, *kinds: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of a union of tagged structs, and all components that it refers to."""
    variants = [variant for kind in kinds for variant in _variants(kind)]
    tags = {variant.__struct_config__.tag: variant.__name__ for variant in variants}
    return _one_of(property, tags), reduce(or_, map(components, variants))


def _one_of(property: str, names: Mapping[str, str]) -> dict[str, Any]:
    references = {tag: REFERENCE.format(name=name) for tag, name in names.items()}
    return {
        "oneOf": [{"$ref": reference} for reference in references.values()],
        "discriminator": {"propertyName": property, "mapping": references},
    }


def _shaped(described: dict[str, Any], kind: str, moves: dict[str, str]) -> dict[str, Any]:
    """Add ``shape`` to the components of moves, and add their names to ``moves``, by shape."""
    for name, schema in described.items():
        if "type" in schema.get("properties", {}):
            shape = f"{kind}_{schema['properties']['type']['const']}"
            schema["properties"] = {"shape": {"const": shape, **SHAPE}, **schema["properties"]}
            schema["required"] = ["shape", *schema["required"]]
            moves[shape] = name
            games = [reader().say(game.name) for game in GAMES.values() if game.kind == kind]
            schema["description"] += f" A move of {', '.join(games)}."
    return described


def _refer_to_unions(part: Any, unions: Mapping[str, Any]) -> None:
    """Replace each copy of a named union by a reference to it, in place."""
    if isinstance(part, dict):
        for name, union in unions.items():
            alone = len(union["oneOf"]) == 1 and part.get("$ref") == union["oneOf"][0]["$ref"]
            if alone or part.get("discriminator") == union["discriminator"]:
                part.pop("oneOf", None)
                part.pop("discriminator", None)
                part["$ref"] = REFERENCE.format(name=name)
    for one in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        _refer_to_unions(one, unions)
