"""Čamba in words: messages for moves and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.engine.camba.calls import Call
from games.engine.camba.cards import COLOURS, DECK, NO_CARD
from games.engine.camba.moves import Move, Pass, Play
from games.engine.camba.state import PENDING
from games.engine.camba.view import View
from games.engine.messages import Cards, Message, say, scores

_KINDS: Final = {Call.CHANGES: "ask for a colour", Call.VOJADZR: "ask for a class"}


def sentence(view: View, move: Move) -> Message:
    """Return a move in words, for the player who may make it."""
    if isinstance(move, Play):
        return _play(view, move)
    if isinstance(move, Pass):
        if view.drawn == NO_CARD:
            return say("camba.move.keep.unseen")
        return say("camba.move.keep", card=card_in_words(view.drawn))
    return _draw(view)


def _play(view: View, play: Play) -> Message:
    named: dict[str, Any] = {}
    if play.call is Call.TAKE_TWO:
        named["count"] = 2 + (view.asked if view.mode == PENDING else 0)
    elif play.call is Call.CHANGES:
        named["colour"] = colour_in_words(COLOURS[play.named])
    elif play.call is Call.VOJADZR:
        named["number"] = class_in_words(play.named)
        named["asked"] = say(f"camba.class.{play.named}.asked")
    return say(f"camba.move.{play.call}", card=card_in_words(play.card), **named)


def _draw(view: View) -> Message:
    """Return a draw in words, with the number of cards, also if fewer are left (camba.md 6)."""
    asked = view.asked if view.mode == PENDING else 1
    left = view.draw_count + len(view.pile) - 1
    if left >= asked:
        return say("camba.move.draw", count=asked)
    return say("camba.move.draw.last", count=left) if left else say("camba.move.draw.nothing")


def kind_of(move: Move) -> str:
    """Return the key of a move's kind."""
    if isinstance(move, Play):
        return _KINDS.get(move.call, "discard")
    return "keep" if isinstance(move, Pass) else "draw"


def label_of(move: Move) -> Message:
    """Return the name of a move's kind, for people."""
    return say(f"camba.kind.{kind_of(move).replace(' ', '_')}")


def card_in_words(card: int) -> Cards:
    """Return a card for use in a sentence: ``green tercie``."""
    return _CARDS[card]


_CARDS: Final = tuple(Cards("camba", (name,)) for name in DECK.names_in_order)


def colour_in_words(letter: str) -> Message:
    """Return the name of a colour."""
    return say(f"camba.colour.{letter}")


def class_in_words(number: int) -> Message:
    """Return the name of a class."""
    return say(f"camba.class.{number}")


# --- events -----------------------------------------------------------------------------------------------------------


def event_in_words(seen: Mapping[str, Any], seats: Sequence[str], sides: Sequence[str]) -> Message:
    """Return an event in words, from its visible fields."""
    match seen:
        case {"type": "shuffled", "round": number, "dealer": dealer}:
            return say("camba.feed.shuffled", who=seats[dealer], round=number + 1)
        case {"type": "dealt", "hand_counts": counts, "turned": card}:
            return say("camba.feed.dealt", count=max(counts), card=Cards("camba", (card,)))
        case {"type": "played", "seat": seat, "card": card, "call": call, "colour": colour, "class": number}:
            played = {"who": seats[seat], "card": Cards("camba", (card,)), "call": say(f"camba.call.{call}")}
            if not colour and not number:
                return say("camba.feed.played", **played)
            wanted = colour_in_words(colour) if colour else class_in_words(number)
            return say("camba.feed.played.wanted", **played, wanted=wanted)
        case {"type": "exchanged"}:
            return say("camba.feed.exchanged")
        case {"type": "drew", "seat": seat, "count": count, "owed": 0}:
            return say("camba.feed.drew", who=seats[seat], count=count)
        case {"type": "drew", "seat": seat, "count": count, "owed": owed}:
            return say("camba.feed.drew.owed", who=seats[seat], count=count, owed=owed)
        case {"type": "reshuffled", "draw": count}:
            return say("camba.feed.reshuffled", count=count)
        case {"type": "kept", "seat": seat}:
            return say("camba.feed.kept", who=seats[seat])
        case {"type": "skipped", "seat": seat}:
            return say("camba.feed.skipped", who=seats[seat])
        case {"type": "went_out", "seat": seat, "place": place}:
            return say("camba.feed.out", who=seats[seat], place=place)
        case {"type": "round_ended", "round": number, "places": places, "totals": totals}:
            order = tuple(seats[seat] for seat in places)
            return say("camba.feed.ended", game=number + 1, order=order, totals=scores(sides, totals))
    raise LookupError(seen["type"])
