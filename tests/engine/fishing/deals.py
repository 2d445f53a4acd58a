"""Helpers that deal the fishing games from a few card names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.engine.fishing.events import Event
from games.engine.fishing.game import FishingGame
from games.engine.fishing.state import State
from games.engine.seats import seats_after
from tests.engine.fishing.tables import ALL, cards, engine, harmless_table, start, told


class Deal(NamedTuple):
    """A deal, and the events that followed from it."""

    state: State
    events: list[Event]

    @property
    def void(self) -> bool:
        """Return whether the first table cards voided the deal."""
        return bool(told(self.state, self.events, "voided"))

    def bonuses(self) -> list[tuple[int, int, str]]:
        """Return the dealer's bonuses for the table: seat, points and captured cards."""
        bonuses = told(self.state, self.events, "table_bonus")
        return [(one["seat"], one["points"], " ".join(one["capture"])) for one in bonuses]

    def declared(self) -> list[tuple[int, int]]:
        """Return the seats that announced something, in this order, and the points."""
        return [(one["seat"], one["points"]) for one in told(self.state, self.events, "declared")]


def deck(state: State, *hands: str, table: str | None = None, first: str = "", then: str = "") -> list[int]:
    """Return a deck that deals these hands, per seat, then this table (a harmless one by default), then these cards.

    ``first`` comes before all other cards: the card of Chkobba's cut. Other cards fill the places that are not named.
    """
    if table is None:
        table = harmless_table(*hands, first, then) if state.rules.ruleset.table else ""
    held = [cards(hand) for hand in hands] + [()] * (state.rules.seats - len(hands))
    wanted: list[int | None] = [
        *cards(first),
        *[
            held[seat][place] if place < len(held[seat]) else None
            for place in range(state.rules.ruleset.hand)
            for seat in seats_after(state.dealer, state.rules.seats)
        ],
        *cards(table),
        *cards(then),
    ]
    given = [card for card in wanted if card is not None]
    assert len(given) == len(set(given)), "a card lies in two places"
    others = (card for card in sorted(cards(ALL), key=lambda card: card * 17 % 40) if card not in wanted)
    return [next(others) if card is None else card for card in wanted] + list(others)


def deal(
    game: str | FishingGame,
    *hands: str,
    table: str | None = None,
    then: str = "",
    seats: int | None = None,
    dealer: int = 0,
    **options: Any,
) -> Deal:
    """Deal these hands, per seat, this table and these next packets, in the first round."""
    state = start(game, seats or (len(hands) if len(hands) > 1 else None), dealer, **options)
    return dealt(state, deck(state, *hands, table=table, then=then))


def dealt(state: State, cards_in_order: Sequence[int]) -> Deal:
    """Deal this deck, and return the result."""
    events = list(engine(state).deal(state, cards_in_order))
    return Deal(engine(state).fold(state, events), events)
