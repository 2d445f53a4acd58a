"""What the players of a fishing game may agree on (catalogue: common options and the column of options)."""

from __future__ import annotations

from enum import Enum
from typing import Any

from games.engine.fishing.ruleset import Courts, Declarations, Redeal, Ruleset
from games.engine.options import Option

COMMON = ("target", "margin", "courts", "redeal", "last_sweep", "open_piles")

BOOLEAN = {"type": "boolean"}


def _one_of(values: type[Enum]) -> dict[str, Any]:
    return {"type": "string", "enum": [member.value for member in values]}


SCHEMAS: dict[str, tuple[dict[str, Any], str]] = {
    "target": (
        {"type": "integer", "minimum": 1, "maximum": 201},
        "The points that win the match, counted at the end of a round.",
    ),
    "margin": ({"type": "integer", "enum": [1, 2]}, "By how many points the winner must lead."),
    "courts": (
        _one_of(Courts),
        "What court cards are worth: jqk is jack 8, queen 9, king 10; qjk is queen 8, jack 9, king 10.",
    ),
    "redeal": (
        _one_of(Redeal),
        "First table cards that void the deal: two or three kings, two aces, or three of any rank (that many or more).",
    ),
    "last_sweep": (BOOLEAN, "Whether clearing the table with the very last card of a round scores."),
    "open_piles": (
        BOOLEAN,
        "Whether everybody sees what was taken, or each side's pile lies face down until the round ends.",
    ),
    "cut": (BOOLEAN, "Whether the first player peeks at a cut card and keeps it or lays it on the table."),
    "primiera_needs_all_suits": (BOOLEAN, "Whether a side that lacks a suit is out of the primiera."),
    "ace_fifteen": (BOOLEAN, "Whether an ace may make 15 also while another ace lies on the table."),
    "declarations": (
        _one_of(Declarations),
        "Whether the server declares what a hand is worth, or every player is asked.",
    ),
    "many_cards": ({"type": "integer", "enum": [40, 30]}, "The number of cards that pays 2 points instead of 1."),
    "piccola_most": ({"type": "integer", "enum": [6, 7]}, "The most points that a piccola pays."),
    "compulsory": (BOOLEAN, "Whether a card that can capture must."),
    "dealer_bonus": (
        {"type": "integer", "enum": [0, 1]},
        "What the dealer scores for first table cards that make 15; for 30 it is twice that.",
    ),
    "teams": (BOOLEAN, "Whether four players play two against two, partners across."),
}


def options_of(ruleset: Ruleset) -> tuple[Option, ...]:
    """Return the options of a game, with the ruleset's own values as defaults."""
    options = []
    for name in (*COMMON, *ruleset.options):
        schema, sentence = SCHEMAS[name]
        value = getattr(ruleset, name)
        default = value.value if isinstance(value, Enum) else value
        options.append(Option(name=name, schema=schema, default=default, sentence=sentence))
    return tuple(options)
