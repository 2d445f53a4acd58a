"""The moves of Čamba, in the engine and in the JSON of clients (docs/records.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec

from games.engine.camba.calls import CALLS, Call
from games.engine.camba.cards import CLASS_OF, COLOURS, DECK, NO_CARD
from games.engine.messages import Cards, say
from games.engine.protocol import convert_move
from games.engine.violations import RuleViolation


class Play(msgspec.Struct, frozen=True, gc=False):
    """Discard a card and call its function.

    ``named`` is the number of the colour that a kvarta names, or the class that a kvinta names; else 0. NO_CARD is a
    card that the game does not have: clients can write it, but no hand holds it.
    """

    card: int
    call: Call
    named: int


CardName = Annotated[
    str,
    msgspec.Meta(
        description="Colour B G R Y (blue, green, red, yellow), then class 1-8.",
        extra_json_schema={"pattern": "^[BGRY][1-8]$"},
    ),
]
ColourName = Literal["B", "G", "R", "Y"]
ClassNumber = Annotated[int, msgspec.Meta(ge=1, le=8)]


class CambaPlay(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", tag="play"
):
    """Discard a card and call one of the functions of its class.

    `colour` is the colour asked for, with the call `changes`; `class` is the class asked for, with `vojadzr`.
    """

    card: CardName
    """The card from your hand."""
    call: Call
    """The function that you give to the discarded card."""
    colour: ColourName | msgspec.UnsetType = msgspec.UNSET
    """The colour asked for, with the call `changes`."""
    class_: ClassNumber | msgspec.UnsetType = msgspec.field(default=msgspec.UNSET, name="class")
    """The class asked for, with the call `vojadzr`."""


class CambaDraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="draw"):
    """Draw one card, or all that a pending draw asks for."""


class CambaPass(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="pass"):
    """Keep the card that you just drew."""


CambaMove = CambaPlay | CambaDraw | CambaPass

Draw = CambaDraw
Pass = CambaPass
"""Moves that are the same in the engine and in the JSON of clients."""

Move = Play | Draw | Pass

DRAW: Final = Draw()
PASS: Final = Pass()


def read_move(data: Mapping[str, Any]) -> Move:
    """Parse a move. Raises RuleViolation ``unknown_move`` for wrong fields, or a call that the card's class lacks."""
    wire: CambaMove = convert_move(data, CambaMove)
    return _read_play(wire) if isinstance(wire, CambaPlay) else wire


def _read_play(wire: CambaPlay) -> Play:
    if (wire.colour is not msgspec.UNSET) != (wire.call is Call.CHANGES):
        raise RuleViolation("unknown_move", say("refused.camba.colour"))
    if (wire.class_ is not msgspec.UNSET) != (wire.call is Call.VOJADZR):
        raise RuleViolation("unknown_move", say("refused.camba.class"))
    card = DECK.card(wire.card)
    if card is None:
        card = NO_CARD
    elif wire.call not in CALLS[CLASS_OF[card] - 1]:
        raise RuleViolation(
            "unknown_move", say("refused.camba.call", call=wire.call.value, card=Cards("camba", (wire.card,)))
        )
    if wire.colour is not msgspec.UNSET:
        return Play(card, wire.call, COLOURS.index(wire.colour))
    return Play(card, wire.call, 0 if wire.class_ is msgspec.UNSET else wire.class_)


def write_move(move: Move) -> dict[str, Any]:
    """Return the canonical form of a move."""
    if isinstance(move, Play):
        data: dict[str, Any] = {"type": "play", "card": DECK.name(move.card), "call": move.call.value}
        if move.call is Call.CHANGES:
            data["colour"] = COLOURS[move.named]
        if move.call is Call.VOJADZR:
            data["class"] = move.named
        return data
    return dict(msgspec.to_builtins(move))
