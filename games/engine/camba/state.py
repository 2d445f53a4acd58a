"""The state of a match of Čamba."""

from __future__ import annotations

from typing import Final

import msgspec

from games.engine.camba.cards import NO_CARD, Cards
from games.engine.camba.rules import Rules

# Phases.
TO_DEAL: Final = 0
"""The match waits for the deal of its first game."""
PLAYING: Final = 1
"""The seat to act discards or draws."""
STICKING: Final = 2
"""The same seat must discard one more card on its prima."""
DRAWN: Final = 3
"""The same seat may discard the card that it just drew."""
RESHUFFLING: Final = 4
"""A draw waits until the discard pile is shuffled."""
SCORED: Final = 5
"""A game is over; the next begins with the deal."""
OVER: Final = 6

# Modes (camba.md 2).
NORMAL: Final = 0
COLOUR: Final = 1
CLASS: Final = 2
PENDING: Final = 3


class State(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The full state at one moment. Tuples of tuples are per seat."""

    rules: Rules
    phase: int
    round: int
    """The number of the game, from 0."""
    attempt: int
    """The number of shuffles in this game so far."""
    dealer: int
    turn: int
    """The seat that has the slot."""
    direction: int
    """1 if play goes clockwise, that is in the order of the seats; else -1."""
    hands: tuple[Cards, ...]
    draw: Cards
    """The draw deck, the next card first."""
    bottom_shown: bool
    """True if all players have seen the last card of the draw deck."""
    pile: Cards
    """The discard pile in the order of play; its oldest card comes first."""
    top: int
    """The effective card: the topmost of the pile that is no transparent sexta."""
    mode: int
    asked: int
    """The request of the mode: the number of the colour, the class, or the number of cards to draw; 0 in NORMAL."""
    drawn: int
    """The card that may be discarded in phase DRAWN, else NO_CARD."""
    owed: int
    """The number of cards that are still to be drawn after the reshuffle."""
    places: tuple[int, ...]
    """The seats that have finished this game, first place first; once it is over, the loser is last."""
    finishes: tuple[tuple[int, ...], ...]
    """The number of times that each seat took each place in the finished games, first places first."""


def begin(rules: Rules, dealer: int) -> State:
    """Return the state of a match before its first deal."""
    seats = rules.seats
    return State(
        rules=rules,
        phase=TO_DEAL,
        round=0,
        attempt=0,
        dealer=dealer,
        turn=dealer,
        direction=1,
        hands=((),) * seats,
        draw=(),
        bottom_shown=False,
        pile=(),
        top=NO_CARD,
        mode=NORMAL,
        asked=0,
        drawn=NO_CARD,
        owed=0,
        places=(),
        finishes=((0,) * seats,) * seats,
    )


def next_seat(state: State, seat: int, direction: int) -> int:
    """Return the next seat in a direction, without the seats that have finished."""
    seats, finished = state.rules.seats, state.places
    seat = (seat + direction) % seats
    while seat in finished:
        seat = (seat + direction) % seats
    return seat
