"""A fishing game in the data of clients: the table, the events of the feed, the trace."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from games.engine.fishing import events
from games.engine.fishing.cards import DECK, RANK_OF, RANKS
from games.engine.fishing.moves import CardName
from games.engine.fishing.rules import Rules
from games.engine.fishing.state import NO_SIDE, State
from games.engine.fishing.view import View
from games.engine.messages import say
from games.engine.view_annotations import BY_SEAT, BY_SIDE, SEATS, SIDES

Phase = Literal["dealing", "cutting", "declaring", "playing", "scored", "over"]
_PHASES: tuple[Phase, ...] = ("dealing", "cutting", "declaring", "playing", "scored", "over")


class FishingTable(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="fishing"):
    """The table of a fishing game as the viewer sees it. Lists of cards are sorted by name."""

    phase: Phase
    """The phase of the match. `scored`: the round is counted; `over`: the match is over."""
    round: int
    """The number of the round, from 0."""
    dealer: Annotated[int, SEATS]
    """The seat that deals."""
    table: list[CardName]
    """The cards on the table."""
    hand: list[CardName] | None
    """The viewer's own cards; null for a spectator."""
    hand_counts: Annotated[list[int], BY_SEAT]
    """The number of cards in hand, per seat."""
    shown: Annotated[list[list[CardName]], BY_SEAT]
    """Announced hand cards, which all players have seen, per seat."""
    piles: Annotated[list[list[CardName]], BY_SIDE]
    """Captured cards, per side. Piles that lie face down (the option `open_piles` is false) are empty here until the
    round ends."""
    pile_counts: Annotated[list[int], BY_SIDE]
    """The number of captured cards, per side."""
    sweeps: Annotated[list[int], BY_SIDE]
    """Points for sweeps in this round, per side."""
    bonus: Annotated[list[int], BY_SIDE]
    """Points for announcements and first table cards in this round, per side."""
    provisional: Annotated[list[int], BY_SIDE]
    """Totals with the points of this round for sweeps, announcements and first table cards, per side. Those points
    count when the round ends."""
    stock: int
    """The number of cards not dealt yet."""
    cut_card: CardName | None
    """The card that the viewer drew at the cut, while the viewer decides about it; else null."""
    taker: Annotated[int | None, SIDES]
    """The side that captured last; it gets the cards left on the table. Null if no side has captured."""
    matta: Literal["A", "2", "3", "4", "5", "6", "7", "J", "Q", "K"] | None
    """The rank that the declared 7♥ stands for; null while it is a plain seven."""


def show(view: View) -> FishingTable:
    """Return a view as clients read it."""
    return FishingTable(
        phase=_PHASES[view.phase],
        round=view.round,
        dealer=view.dealer,
        table=DECK.names(view.table),
        hand=None if view.seat is None else DECK.names(view.hand),
        hand_counts=list(view.hand_counts),
        shown=[DECK.names(cards) for cards in view.shown],
        piles=[DECK.names(pile) for pile in view.piles],
        pile_counts=list(view.pile_counts),
        sweeps=list(view.sweeps),
        bonus=list(view.bonus),
        provisional=provisional(view),
        stock=view.stock_count,
        cut_card=None if view.cut_card is None else DECK.name(view.cut_card),
        taker=None if view.taker == NO_SIDE else view.taker,
        matta=rank_worth(view.matta, view.rules) if view.matta else None,
    )


def provisional(view: View) -> list[int]:
    """Return the totals with the points of this round so far; once the round is counted, the totals alone."""
    if _PHASES[view.phase] in ("scored", "over"):
        return list(view.totals)
    return [sum(points) for points in zip(view.totals, view.sweeps, view.bonus, strict=True)]


def rank_worth(value: int, rules: Rules) -> Any:
    """Return the rank of a capture value."""
    return RANKS[RANK_OF[rules.captures[0].values.index(value)]]


def visible(event: events.Event, seat: int | None) -> dict[str, Any]:
    """Return an event as a viewer may see it. The fields are named one by one, so that new ones stay hidden."""
    match event:
        case events.Shuffled():
            return {"type": "shuffled", "round": event.round, "attempt": event.attempt, "dealer": event.dealer}
        case events.CutMade():
            seen = not event.keep or event.seat == seat
            return {
                "type": "cut",
                "seat": event.seat,
                "keep": event.keep,
                "card": DECK.name(event.card) if seen else None,
            }
        case events.Dealt():
            return {
                "type": "dealt",
                "first": event.first,
                "hand": None if seat is None else DECK.names(event.hands[seat]),
                "hand_counts": [hand.bit_count() for hand in event.hands],
                "table": DECK.names(event.table),
            }
        case events.Voided():
            return {"type": "voided", "table": DECK.names(event.table), "dealer": event.dealer}
        case events.TableBonus():
            return {
                "type": "table_bonus",
                "seat": event.seat,
                "capture": DECK.names(event.capture),
                "points": event.points,
                "key": event.name.value,
                "name": say(f"fishing.table.{event.name}"),
            }
        case events.Declared():
            return {
                "type": "declared",
                "seat": event.seat,
                "cards": DECK.names(event.cards),
                "points": event.points,
                "matta": event.matta or None,
                "keys": [name.value for name in event.names],
                "names": [say(f"fishing.combination.{name}") for name in event.names],
            }
        case events.Passed():
            return {"type": "passed", "seat": event.seat}
        case events.Played():
            return {
                "type": "played",
                "seat": event.seat,
                "card": DECK.name(event.card),
                "capture": DECK.names(event.capture),
                "sweep": event.sweep,
            }
        case events.Collected():
            return {"type": "collected", "side": event.side, "cards": DECK.names(event.cards)}
        case events.Ended():
            return {
                "type": "round_ended",
                "round": event.round,
                "scores": list(event.scores),
                "totals": list(event.totals),
                "cappotto": None if event.cappotto == NO_SIDE else event.cappotto,
            }


def truth(state: State) -> dict[str, Any]:
    """Return the full state as a trace shows it (docs/records.md)."""
    return {
        "dealer": state.dealer,
        "table": DECK.names(state.table),
        "hands": [DECK.names(hand) for hand in state.hands],
        "piles": [DECK.names(pile) for pile in state.piles],
        "sweeps": list(state.sweeps),
        "bonus": list(state.bonus),
        "stock": len(state.stock),
        "totals": list(state.totals),
    }
