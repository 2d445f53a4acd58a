"""Fishing games: the cards in piles that lie face down were all seen when they were captured."""

from __future__ import annotations

from msgspec.structs import replace

from games.bots.level import Turn
from games.engine.fishing.cards import DECK
from games.engine.fishing.view import View


def remembered(turn: Turn) -> View:
    """Return the view with the cards of all piles."""
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
