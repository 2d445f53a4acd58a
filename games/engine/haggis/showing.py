"""Haggis in the data of clients: the table, the events of the feed, the trace."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from games.engine.haggis import events
from games.engine.haggis.cards import DECK
from games.engine.haggis.combinations import reading_name
from games.engine.haggis.moves import BET_NAMES, BetName, CardName, ReadingName
from games.engine.haggis.scoring import captured_points
from games.engine.haggis.state import NO_SEAT, State
from games.engine.haggis.view import View
from games.engine.haggis.words import reading_in_words
from games.engine.messages import Text
from games.engine.view_annotations import BY_SEAT, SEATS

Phase = Literal["dealing", "playing", "scored", "over"]
_PHASES: tuple[Phase, ...] = ("dealing", "playing", "scored", "over")


class HaggisCombination(msgspec.Struct, frozen=True, kw_only=True):
    """A combination that a player has played."""

    seat: Annotated[int, SEATS]
    """The seat that played it."""
    cards: list[CardName]
    """The cards of the combination."""
    reading: ReadingName = msgspec.field(name="as")
    text: Text
    """The reading in words: `the run 5-6-7`."""


class HaggisTable(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="haggis"):
    """The table of Haggis as the viewer sees it. Lists of cards are sorted by name; other lists are per seat."""

    phase: Phase
    """The phase of the match. `scored`: the round is counted; `over`: the match is over."""
    round: int
    """The number of the round, from 0."""
    dealer: Annotated[int, SEATS]
    """The seat that deals; the next one leads the first trick."""
    hand: list[CardName] | None
    """The viewer's own cards, face cards included; null for a spectator."""
    hand_counts: Annotated[list[int], BY_SEAT]
    """The number of cards in hand, face cards included."""
    number_counts: Annotated[list[int], BY_SEAT]
    """The number of cards in hand without the face cards."""
    face_cards: Annotated[list[list[CardName]], BY_SEAT]
    """The face cards in hand, which all players see."""
    trick: list[HaggisCombination]
    """The plays of the current trick, in order."""
    to_beat: HaggisCombination | None
    """The highest combination of the trick; null for its leader."""
    passed: Annotated[list[int], SEATS]
    """The seats that have passed since the last play; they may play again when the turn comes back."""
    captured: Annotated[list[list[CardName]], BY_SEAT]
    """The cards that each seat has captured."""
    captured_points: Annotated[list[int], BY_SEAT]
    """The points of the captured cards."""
    bets: Annotated[list[BetName], BY_SEAT]
    """The bet of each seat on going out first."""
    out: Annotated[list[int], SEATS]
    """The seats that have gone out, the first one first."""
    out_points: Annotated[list[int], BY_SEAT]
    """The points for going out in this round."""
    haggis: int
    """The number of cards that were not dealt; the first seat to go out captures them at the end of the round."""


def show(view: View) -> HaggisTable:
    """Return a view as clients read it."""
    trick = [_combination(play) for play in view.trick]
    return HaggisTable(
        phase=_PHASES[view.phase],
        round=view.round,
        dealer=view.dealer,
        hand=None if view.seat is None else DECK.names(view.hand),
        hand_counts=[
            faces.bit_count() + count for faces, count in zip(view.face_cards, view.number_counts, strict=True)
        ],
        number_counts=list(view.number_counts),
        face_cards=[DECK.names(faces) for faces in view.face_cards],
        trick=trick,
        to_beat=trick[-1] if trick else None,
        passed=list(view.passed),
        captured=[DECK.names_of(cards) for cards in view.captured],
        captured_points=list(captured_points(view.captured, view.rules.scoring)),
        bets=[BET_NAMES[points] for points in view.bets],
        out=list(view.out),
        out_points=list(view.out_points),
        haggis=view.haggis_count,
    )


def _combination(play: events.Played) -> HaggisCombination:
    return HaggisCombination(
        seat=play.seat,
        cards=DECK.names(play.cards),
        reading=reading_name(play.reading),
        text=reading_in_words(play.reading),
    )


def visible(event: events.Event, seat: int | None) -> dict[str, Any]:
    """Return an event as a viewer may see it. The fields are named one by one, so that new ones stay hidden."""
    match event:
        case events.Dealt():
            return {
                "type": "dealt",
                "round": event.round,
                "dealer": event.dealer,
                "hand": None if seat is None else DECK.names(event.hands[seat]),
                "hand_counts": [hand.bit_count() for hand in event.hands],
                "haggis": event.haggis.bit_count(),
            }
        case events.BetMade():
            return {"type": "bet", "seat": event.seat, "bet": BET_NAMES[event.points]}
        case events.Played():
            return {
                "type": "played",
                "seat": event.seat,
                "cards": DECK.names(event.cards),
                "as": reading_name(event.reading),
                "text": reading_in_words(event.reading),
            }
        case events.Passed():
            return {"type": "passed", "seat": event.seat}
        case events.WentOut():
            return {"type": "went_out", "seat": event.seat, "points": event.points}
        case events.TrickEnded():
            return {
                "type": "trick_ended",
                "winner": event.winner,
                "taker": event.taker,
                "cards": DECK.names_of(event.cards),
                "leader": None if event.leader == NO_SEAT else event.leader,
            }
        case events.Collected():
            return {
                "type": "collected",
                "taker": event.taker,
                "last": event.last,
                "hand": DECK.names(event.hand),
                "haggis": DECK.names(event.haggis),
            }
        case events.Ended():
            return {
                "type": "round_ended",
                "round": event.round,
                "scores": list(event.scores),
                "totals": list(event.totals),
            }


def truth(state: State) -> dict[str, Any]:
    """Return the full state as a trace shows it (docs/records.md)."""
    return {
        "dealer": state.dealer,
        "hands": [DECK.names(hand) for hand in state.hands],
        "trick": [[play.seat, DECK.names(play.cards)] for play in state.trick],
        "captured": [DECK.names_of(cards) for cards in state.captured],
        "bets": [BET_NAMES[points] for points in state.bets],
        "out": list(state.out),
        "totals": list(state.totals),
    }
