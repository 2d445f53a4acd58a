"""Options that the players agree on before a match: their schemas, and reading and checking their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.engine.messages import Message, say
from games.engine.violations import RuleViolation

Options = dict[str, Any]
"""The value of every option of a game, by name."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a game that the players may agree on."""

    name: str
    schema: Mapping[str, Any]
    """JSON Schema of the value: ``boolean``, or ``integer`` or ``string`` with ``enum``, ``minimum``, ``maximum``."""
    default: Any
    sentence: Message
    """The effect of the option, in words for players."""

    def allows(self, value: object) -> bool:
        """Return whether the option accepts this value. ``True`` is not a number, and ``1`` is not a boolean."""
        kind = {"boolean": bool, "integer": int, "string": str}[self.schema["type"]]
        if type(value) is not kind:
            return False
        if "enum" in self.schema:
            return value in self.schema["enum"]
        return kind is bool or self.schema["minimum"] <= value <= self.schema["maximum"]


def option_of(kind: str, name: str, schema: Mapping[str, Any], default: Any) -> Option:
    """Return an option of the games of a kind; its sentence is ``option.`` with the kind and the name."""
    return Option(name=name, schema=schema, default=default, sentence=say(f"option.{kind}.{name}"))


def read_options(game: str, known: Sequence[Option], given: Mapping[str, Any]) -> Options:
    """Return the value of every option, the defaults included.

    Raises RuleViolation ``bad_option`` for an unknown option, or for a value that the option does not accept.
    """
    options = {option.name: option.default for option in known}
    by_name = {option.name: option for option in known}
    for name, value in given.items():
        if name not in by_name:
            raise RuleViolation("bad_option", say("refused.no_option", game=game, option=name), option=name)
        if not by_name[name].allows(value):
            shown = msgspec.json.encode(value).decode()
            raise RuleViolation("bad_option", say("refused.option_value", option=name, value=shown), option=name)
        options[name] = value
    return options


def changed_options(known: Sequence[Option], options: Options) -> Options:
    """Return the options that differ from their defaults."""
    return {option.name: options[option.name] for option in known if options[option.name] != option.default}


def options_schema(known: Sequence[Option]) -> dict[str, Any]:
    """Return the options of a game as one JSON Schema object, each with its default and a sentence."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            option.name: {**option.schema, "default": option.default, "description": option.sentence}
            for option in known
        },
    }
