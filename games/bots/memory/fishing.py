"""Memory for fishing games: all players saw the cards in face-down piles when they were captured.

All players also saw the plays from each packet. A packet without an announcement paid nothing, which rules out some of
its unseen cards.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.bots.level import Turn
from games.engine.fishing.cards import DECK
from games.engine.fishing.view import View


def remembered(turn: Turn) -> View:
    """Return the view with the cards of all piles, and with the plays of this packet if silence tells anything."""
    view = with_piles(turn)
    begun = any(
        0 < count < view.rules.ruleset.hand and not shown and seat != view.seat
        for seat, (count, shown) in enumerate(zip(view.hand_counts, view.shown, strict=True))
    )
    return replace(view, played=_played(turn)) if begun and view.rules.declares_for_players else view


def _played(turn: Turn) -> tuple[int, ...]:
    """Return the cards that each seat has played from the current packet."""
    played = list(turn.view.rules.nobody)
    for event in turn.seen:
        if event["type"] == "dealt":
            played = list(turn.view.rules.nobody)
        elif event["type"] == "played":
            played[event["seat"]] |= DECK.mask((event["card"],))
    return tuple(played)


def with_piles(turn: Turn) -> View:
    """Return the view with the cards of all piles; events are read only if piles lie face down."""
    view: View = turn.view
    if all(pile.bit_count() == count for pile, count in zip(view.piles, view.pile_counts, strict=True)):
        return view
    side_of = view.rules.side_of
    piles = list(view.rules.nothing)
    for event in turn.seen:
        match event["type"]:
            case "shuffled":
                piles = list(view.rules.nothing)
            case "table_bonus":
                piles[side_of[event["seat"]]] |= DECK.mask(event["capture"])
            case "played" if event["capture"]:
                piles[side_of[event["seat"]]] |= DECK.mask((event["card"], *event["capture"]))
            case "collected":
                piles[event["side"]] |= DECK.mask(event["cards"])
    return replace(view, piles=tuple(piles))
