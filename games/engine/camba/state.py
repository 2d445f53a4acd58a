"""The state of a match of Čamba."""

from __future__ import annotations

from typing import Final

import msgspec

from games.engine.camba.cards import Cards
from games.engine.camba.rules import Rules

# Phases.
TO_DEAL: Final = 0
"""The first game is to be dealt."""
PLAYING: Final = 1
"""The seat whose turn it is discards or draws."""
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
    """The whole truth at one moment. Tuples of tuples are per seat."""

    rules: Rules
    phase: int
    round: int
    """The game, from 0."""
    attempt: int
    """Shuffles of this game before the next one."""
    dealer: int
    turn: int
    """The seat whose slot it is."""
    direction: int
    """1 clockwise, that is in the order of the seats; else -1."""
    hands: tuple[Cards, ...]
    draw: Cards
    """The draw deck, the next card first."""
    bottom_shown: bool
    """Whether everybody has seen the last card of the draw deck."""
    pile: Cards
    """The discard pile in the order of play, the card turned first at its beginning."""
    top: int
    """The effective card: the topmost of the pile that is no transparent sexta."""
    mode: int
    asked: int
    """By mode: the number of the colour, the class, or how many cards the pending draw takes; 0 in NORMAL."""
    drawn: int
    """The card that may be discarded in phase DRAWN, else NO_CARD."""
    owed: int
    """Cards that are still to be drawn after the reshuffle."""
    places: tuple[int, ...]
    """The seats that have finished this game, first place first; once it is over the loser stands last."""
    finishes: tuple[tuple[int, ...], ...]
    """How often each seat took each place in the finished games, first places first."""


def next_seat(state: State, seat: int, direction: int) -> int:
    """Return the next seat in a direction that has not finished."""
    seats, finished = state.rules.seats, state.places
    seat = (seat + direction) % seats
    while seat in finished:
        seat = (seat + direction) % seats
    return seat
