"""The options of a fishing game (rules catalogue: common options and the column of options)."""

from __future__ import annotations

from enum import Enum
from typing import Any

from games.engine.fishing.ruleset import Courts, Declarations, Redeal, Ruleset
from games.engine.messages import say
from games.engine.options import Option

COMMON = ("target", "margin", "courts", "redeal", "last_sweep", "open_piles")

BOOLEAN = {"type": "boolean"}


def _one_of(values: type[Enum]) -> dict[str, Any]:
    return {"type": "string", "enum": [member.value for member in values]}


SCHEMAS: dict[str, dict[str, Any]] = {
    "target": {"type": "integer", "minimum": 1, "maximum": 201},
    "margin": {"type": "integer", "enum": [1, 2]},
    "courts": _one_of(Courts),
    "redeal": _one_of(Redeal),
    "last_sweep": BOOLEAN,
    "open_piles": BOOLEAN,
    "cut": BOOLEAN,
    "primiera_needs_all_suits": BOOLEAN,
    "ace_fifteen": BOOLEAN,
    "declarations": _one_of(Declarations),
    "many_cards": {"type": "integer", "enum": [40, 30]},
    "piccola_most": {"type": "integer", "enum": [6, 7]},
    "compulsory": BOOLEAN,
    "dealer_bonus": {"type": "integer", "enum": [0, 1]},
    "teams": BOOLEAN,
}


def options_of(ruleset: Ruleset) -> tuple[Option, ...]:
    """Return the options of a game, with the ruleset's own values as defaults."""
    options = []
    for name in (*COMMON, *ruleset.options):
        value = getattr(ruleset, name)
        default = value.value if isinstance(value, Enum) else value
        sentence = say(f"option.fishing.{name}")
        options.append(Option(name=name, schema=SCHEMAS[name], default=default, sentence=sentence))
    return tuple(options)
