"""Shuffled cards: the deal of a game, and a reshuffle with the draw that waited for it (camba.md 1 and 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.camba.cards import CLASS_OF, KVARTA, KVINTA, NO_CARD, OKTAVA
from games.engine.camba.drawing import cards_to_reshuffle, draw
from games.engine.camba.events import Dealt, Event, Reshuffled, Shuffled
from games.engine.camba.evolve import evolve
from games.engine.camba.slots import then_pass_slots
from games.engine.camba.state import RESHUFFLING, SCORED, State
from games.engine.messages import say
from games.engine.protocol import Shuffle
from games.engine.seats import seats_after
from games.engine.violations import RuleViolation

HAND: Final = 5
"""The number of cards dealt to each seat."""


def chance(state: State) -> Shuffle:
    """Return the cards to shuffle: the deck of the next game, or the discard pile without the effective card."""
    if state.phase == RESHUFFLING:
        cards = cards_to_reshuffle(state)
        return Shuffle(kind="reshuffle", round=state.round, attempt=state.attempt, cards=cards)
    return Shuffle(kind="deck", round=_next_round(state), attempt=0, cards=state.rules.cards())


def deal(state: State, deck: Sequence[int]) -> list[Event]:
    """Return the events that follow from shuffled cards, up to the next decision.

    Raises RuleViolation ``bad_deck`` or ``bad_reshuffle`` if these are not the cards of ``chance``.
    """
    asked = chance(state)
    if tuple(sorted(deck)) != asked.cards:
        if asked.kind == "reshuffle":
            raise RuleViolation("bad_reshuffle", say("refused.reshuffle.camba"))
        raise RuleViolation("bad_deck", say("refused.deck.camba", decks=state.rules.decks))
    return _reshuffle(state, deck) if asked.kind == "reshuffle" else _begin_game(state, deck)


def _next_round(state: State) -> int:
    return state.round + 1 if state.phase == SCORED else state.round


def _begin_game(state: State, deck: Sequence[int]) -> list[Event]:
    """Deal one card at a time from the seat after the dealer, and turn the next card up (decision 1)."""
    seats = state.rules.seats
    dealer = state.places[-1] if state.phase == SCORED else state.dealer
    count = HAND * seats
    hands = {seat: tuple(sorted(deck[place:count:seats])) for place, seat in enumerate(seats_after(dealer, seats))}
    turned = deck[count]
    bottom = deck[-1] if CLASS_OF[turned] in (KVARTA, KVINTA) else NO_CARD
    events: list[Event] = [
        Shuffled(_next_round(state), dealer, tuple(deck)),
        Dealt(tuple(hands[seat] for seat in range(seats)), turned, bottom),
    ]
    return then_pass_slots(state, events, skips=CLASS_OF[turned] == OKTAVA)


def _reshuffle(state: State, deck: Sequence[int]) -> list[Event]:
    """Turn the discard pile over, and continue the interrupted draw."""
    reshuffled = Reshuffled(tuple(deck))
    drew = draw(evolve(state, reshuffled), state.owed)
    return then_pass_slots(state, [reshuffled, drew])
