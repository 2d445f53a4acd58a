"""Čamba in the data of clients: the table, the events of the feed, the trace."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from games.engine.camba import events
from games.engine.camba.calls import Call
from games.engine.camba.cards import COLOURS, DECK, NO_CARD, Cards
from games.engine.camba.moves import CardName, ClassNumber, ColourName
from games.engine.camba.scoring import totals
from games.engine.camba.state import CLASS, COLOUR, OVER, PENDING, SCORED, State
from games.engine.camba.view import View
from games.engine.view_annotations import BY_SEAT, SEATS

Phase = Literal["dealing", "playing", "sticking", "drawn", "reshuffling", "scored", "over"]
_PHASES: tuple[Phase, ...] = ("dealing", "playing", "sticking", "drawn", "reshuffling", "scored", "over")
Mode = Literal["normal", "colour", "class", "pending"]
_MODES: tuple[Mode, ...] = ("normal", "colour", "class", "pending")


class CambaTable(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="camba"):
    """The table of Čamba as the viewer sees it. Lists of cards are sorted by name."""

    phase: Phase
    """The phase of the match. `sticking`: the seat to act must discard one more card on its prima. `drawn`: it may
    discard the card that it just drew."""
    round: int
    """The number of the current or last game, from 0."""
    games: int
    """The number of games in the match."""
    games_played: int
    """The number of games that are over."""
    dealer: Annotated[int, SEATS]
    """The seat that dealt this game."""
    effective: CardName | None
    """The card that the next discard must fit: the topmost one that is no transparent sexta."""
    top: CardName | None
    """The uppermost card of the discard pile, which may be a transparent sexta."""
    mode: Mode
    """The request that the seat to act faces: nothing, a colour, a class, or a pending draw."""
    colour: ColourName | None
    """The colour asked for, in mode `colour`."""
    class_: ClassNumber | None = msgspec.field(name="class")
    """The class asked for, in mode `class`."""
    pending: int
    """The number of cards that the seat to act must draw unless it answers, in mode `pending`; else 0."""
    direction: Literal[1, -1]
    """1 if seats follow each other by ascending number, else -1."""
    draw: int
    """The number of cards in the draw deck."""
    bottom: CardName | None
    """The last card of the draw deck; null if it was not shown."""
    discard: int
    """The number of cards on the discard pile."""
    hand: list[CardName] | None
    """The viewer's own cards; null for a spectator."""
    hand_counts: Annotated[list[int], BY_SEAT]
    """The number of cards in hand, per seat. A seat without cards finishes only when its turn comes again."""
    drawn: CardName | None
    """The card that the viewer just drew, and may discard or keep; else null."""
    places: Annotated[list[int], SEATS]
    """The seats that have finished this game, first place first; once it is over, the loser is last."""
    finishes: Annotated[list[list[int]], BY_SEAT]
    """The number of times that each seat took each place in the games that are over, first places first."""


def show(view: View) -> CambaTable:
    """Return a view as clients read it."""
    return CambaTable(
        phase=_PHASES[view.phase],
        round=view.round,
        games=view.rules.games,
        games_played=view.round + (view.phase in (SCORED, OVER)),
        dealer=view.dealer,
        effective=_name(view.top),
        top=_name(view.pile[-1]) if view.pile else None,
        mode=_MODES[view.mode],
        colour=_colour(view.asked) if view.mode == COLOUR else None,
        class_=view.asked if view.mode == CLASS else None,
        pending=view.asked if view.mode == PENDING else 0,
        direction=1 if view.direction == 1 else -1,
        draw=view.draw_count,
        bottom=_name(view.bottom),
        discard=len(view.pile),
        hand=None if view.seat is None else DECK.names_of(view.hand),
        hand_counts=list(view.hand_counts),
        drawn=_name(view.drawn),
        places=list(view.places),
        finishes=[list(counts) for counts in view.finishes],
    )


def _name(card: int) -> CardName | None:
    return None if card == NO_CARD else DECK.name(card)


def _colour(number: int) -> Any:
    return COLOURS[number]


def _own(cards: tuple[Cards, ...], seat: int | None) -> list[str] | None:
    """Return the names of the viewer's cards, or None for a spectator."""
    return None if seat is None else DECK.names_of(cards[seat])


def visible(event: events.Event, seat: int | None) -> dict[str, Any]:
    """Return an event as a viewer may see it. The fields are named one by one, so that new ones stay hidden."""
    match event:
        case events.Shuffled():
            return {"type": "shuffled", "round": event.round, "dealer": event.dealer}
        case events.Dealt():
            return {
                "type": "dealt",
                "hand": _own(event.hands, seat),
                "hand_counts": [len(hand) for hand in event.hands],
                "turned": DECK.name(event.turned),
                "bottom": _name(event.bottom),
            }
        case events.Played():
            return {
                "type": "played",
                "seat": event.seat,
                "card": DECK.name(event.card),
                "call": event.call.value,
                "colour": _colour(event.named) if event.call is Call.CHANGES else None,
                "class": event.named if event.call is Call.VOJADZR else None,
            }
        case events.Exchanged():
            return {
                "type": "exchanged",
                "given": _own(event.given, seat),
                "taken": _own(event.taken, seat),
                "hand_counts": [len(hand) for hand in event.taken],
            }
        case events.Drew():
            return {
                "type": "drew",
                "seat": event.seat,
                "count": len(event.cards),
                "cards": DECK.names_of(event.cards) if event.seat == seat else None,
                "owed": event.owed,
            }
        case events.Reshuffled():
            return {"type": "reshuffled", "draw": len(event.deck)}
        case events.Kept():
            return {"type": "kept", "seat": event.seat}
        case events.Skipped():
            return {"type": "skipped", "seat": event.seat}
        case events.Finished():
            return {"type": "went_out", "seat": event.seat, "place": event.place}
        case events.Ended():
            return {
                "type": "round_ended",
                "round": event.round,
                "places": list(event.places),
                "totals": list(event.totals),
            }


def truth(state: State) -> dict[str, Any]:
    """Return the full state as a trace shows it (docs/records.md)."""
    return {
        "dealer": state.dealer,
        "hands": [DECK.names_of(hand) for hand in state.hands],
        "draw": len(state.draw),
        "discard": len(state.pile),
        "top": _name(state.top),
        "mode": mode_in_words(state),
        "direction": state.direction,
        "places": list(state.places),
        "totals": list(totals(state)),
    }


def mode_in_words(state: State) -> str:
    """Return the mode as a trace shows it: ``normal``, ``colour:B``, ``class:3`` or ``pending:4``."""
    if state.mode == COLOUR:
        return f"colour:{COLOURS[state.asked]}"
    return f"{_MODES[state.mode]}:{state.asked}" if state.mode in (CLASS, PENDING) else "normal"
