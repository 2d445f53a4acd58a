"""The moves of a fishing game, in the engine and in the JSON of clients (docs/records.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec

from games.engine.fishing.cards import DECK, RANKS
from games.engine.protocol import convert_move

NO_CARD: Final = -1
"""A card that the game does not have: clients can write it, but no hand holds it."""


class Play(msgspec.Struct, frozen=True, gc=False):
    """Play a card and capture a set of table cards (0: none)."""

    card: int
    capture: int


class Declare(msgspec.Struct, frozen=True, gc=False):
    """Announce a combination: of the whole packet (cards 0), or of three cards.

    ``matta`` is the rank that the 7♥ stands for, from 1 (ace) to 10 (king), if it is among the cards; else 0.
    """

    cards: int
    matta: int


CardName = Annotated[
    str,
    msgspec.Meta(
        description="Rank A 2-7 J Q K, then suit D H S C.", extra_json_schema={"pattern": "^[A2-7JQK][DHSC]$"}
    ),
]


class FishingPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="play"):
    """Play a card. `capture` names the table cards that it takes; it is empty when the card stays on the table."""

    card: CardName
    """The card from your hand."""
    capture: list[CardName]
    """The table cards that your card takes; empty if it takes none."""


class FishingCut(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="cut"):
    """Keep the card that you drew as your first hand card, or lay it on the table."""

    keep: bool
    """True if you keep the card, false if you lay the card on the table."""


class FishingDeclare(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", tag="declare"
):
    """Announce a combination of your hand cards.

    `matta` is the rank that your 7♥ stands for, if it is among the cards. `cards` are the three cards, if the game asks
    for them.
    """

    cards: list[CardName] | msgspec.UnsetType = msgspec.UNSET
    """The three cards, if the game asks for them."""
    matta: Literal["A", "2", "3", "4", "5", "6", "7", "J", "Q", "K"] | msgspec.UnsetType = msgspec.UNSET
    """The rank that your 7♥ stands for, if it is among the cards."""


class FishingPass(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="pass"):
    """Announce nothing when the server asks you for an announcement."""


FishingMove = FishingPlay | FishingCut | FishingDeclare | FishingPass

Cut = FishingCut
Pass = FishingPass
"""Moves that are the same in the engine and in the JSON of clients."""

Move = Play | Cut | Declare | Pass


def read_move(data: Mapping[str, Any]) -> Move:
    """Parse a move. Raises RuleViolation ``unknown_move`` for wrong fields.

    Cards that do not exist, and captures that name such a card or name a card twice, are well-formed: the rules refuse
    them.
    """
    wire: FishingMove = convert_move(data, FishingMove)
    if isinstance(wire, FishingPlay):
        card = DECK.card(wire.card)
        return Play(NO_CARD if card is None else card, _read_cards(wire.capture))
    if isinstance(wire, FishingDeclare):
        return Declare(
            0 if wire.cards is msgspec.UNSET else _read_cards(wire.cards) or NO_CARD,
            0 if wire.matta is msgspec.UNSET else RANKS.index(wire.matta) + 1,
        )
    return wire


def _read_cards(names: list[str]) -> int:
    """Return the set of these cards, or NO_CARD if one does not exist or is named twice."""
    if len(set(names)) < len(names) or any(DECK.card(name) is None for name in names):
        return NO_CARD
    return DECK.mask(names)


def write_move(move: Move) -> dict[str, Any]:
    """Return the canonical form of a move."""
    if isinstance(move, Play):
        return {"type": "play", "card": DECK.name(move.card), "capture": DECK.names(move.capture)}
    if isinstance(move, Declare):
        data: dict[str, Any] = {"type": "declare"}
        if move.cards:
            data["cards"] = DECK.names(move.cards)
        if move.matta:
            data["matta"] = RANKS[move.matta - 1]
        return data
    return dict(msgspec.to_builtins(move))
