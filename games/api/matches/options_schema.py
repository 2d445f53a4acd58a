"""Schemas of options: their values in a match, and the choices that a game offers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from msgspec import UNSET, Struct, UnsetType

from games.engine.catalogue import GAMES
from games.engine.messages import Text
from games.texts import reader


class BooleanOption(Struct, kw_only=True, tag_field="type", tag="boolean"):
    """An option that is on or off."""

    default: bool
    """The value if a request does not name the option."""
    description: Text
    """The effect of the option, for players."""


class IntegerOption(Struct, kw_only=True, tag_field="type", tag="integer"):
    """An option that is a number: one of `enum`, or from `minimum` to `maximum`."""

    enum: list[int] | UnsetType = UNSET
    """The numbers to choose from."""
    minimum: int | UnsetType = UNSET
    """The lowest number that is allowed."""
    maximum: int | UnsetType = UNSET
    """The highest number that is allowed."""
    default: int
    """The value if a request does not name the option."""
    description: Text
    """The effect of the option, for players."""


class StringOption(Struct, kw_only=True, tag_field="type", tag="string"):
    """An option that is one of several keys."""

    enum: list[str]
    """The keys to choose from."""
    default: str
    """The value if a request does not name the option."""
    description: Text
    """The effect of the option, for players."""


AnyOption = BooleanOption | IntegerOption | StringOption


class OptionsSchema(Struct, kw_only=True):
    """A JSON Schema of the options on which players of a game may agree."""

    type: Literal["object"]
    """The JSON type of `options`."""
    additionalProperties: Literal[False]  # noqa: N815  (as JSON Schema has it)
    """False: the game has no other options."""
    properties: dict[str, AnyOption]
    """Each option, by its name."""


if TYPE_CHECKING:
    AnyOptions = Any
else:
    AnyOptions = OptionsSchema
    """The options of any game, as the engine describes them."""


def published_options() -> dict[str, Any]:
    """Return the schema of ``options``: every option of every game. Each game refuses what it does not have."""
    properties: dict[str, dict[str, Any]] = {}
    for game in GAMES.values():
        for option in game.options:
            known = properties.setdefault(option.name, {"type": option.schema["type"], "description": []})
            if option.schema["type"] != known["type"]:
                raise TypeError(f"the option {option.name} is of two types")
            sentence = reader().say(option.sentence)
            if sentence not in known["description"]:
                known["description"].append(sentence)
    for known in properties.values():
        known["description"] = " Or: ".join(known["description"])
    return {
        "type": "object",
        "description": (
            "The values of options by their names. `options` of `getGame` lists the options of a game, with defaults "
            "and allowed values. More may come."
        ),
        "properties": dict(sorted(properties.items())),
    }
