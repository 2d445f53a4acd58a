"""Legal discards, and the calls that they allow (camba.md 4)."""

from __future__ import annotations

from functools import cache
from typing import Final

from games.engine.camba.calls import CALLS, Call
from games.engine.camba.cards import (
    CLASS_OF,
    CLASSES,
    COLOUR_OF,
    COLOURS,
    DECK,
    KVARTA,
    KVINTA,
    OKTAVA,
    PRIMA,
    SEKUNDA,
    SEXTA,
    Cards,
    without,
)
from games.engine.camba.moves import Play
from games.engine.camba.state import CLASS, COLOUR, NORMAL, PENDING, State

NAMED: Final = {Call.CHANGES: range(len(COLOURS)), Call.VOJADZR: CLASSES}
"""The values that can be named with a call that names something."""

Plays = tuple[Play, ...]


def discards(state: State) -> list[Play]:
    """Return all discards that the seat to act may make, by card, then by call; draws are not included."""
    found: list[Play] = []
    plays = plays_on(state.top, state.mode, state.asked)
    hand = state.hands[state.turn]
    last = -1
    for card in hand:
        if card != last:
            found += _with_sticking(plays[card], hand, card)
            last = card
    return found


def discards_of(state: State, card: int) -> Plays:
    """Return all ways in which the seat to act may discard one card of its hand."""
    plays = plays_on(state.top, state.mode, state.asked)
    return _with_sticking(plays[card], state.hands[state.turn], card)


def fits(state: State, play: Play) -> bool:
    """Return whether a card and its call may come next; ``can_stick`` checks for a card to stick."""
    return play in plays_on(state.top, state.mode, state.asked)[play.card]


def can_stick(hand: Cards, prima: int) -> bool:
    """Return whether another card of the hand can be discarded on its prima (decision 5)."""
    plays = plays_on(prima, NORMAL, 0)
    return any(plays[card] for card in without(hand, prima))


def _with_sticking(plays: Plays, hand: Cards, card: int) -> Plays:
    """Return these plays of a card, without ``camba_sticks`` if no card could stick."""
    if plays and CLASS_OF[card] == PRIMA and not can_stick(hand, card):
        return plays[:1]
    return plays


@cache
def plays_on(top: int, mode: int, asked: int) -> tuple[Plays, ...]:
    """Return the legal plays of each card of the deck, on an effective card in a mode.

    ``asked`` is the colour or the class that the mode asks for. The number of cards to draw makes no difference.
    """
    return tuple(_plays_of(card, top, mode, asked) for card in range(DECK.size))


def _plays_of(card: int, top: int, mode: int, asked: int) -> Plays:
    regular = _fits_regularly(card, top, mode, asked)
    calls: tuple[Call, ...] = CALLS[CLASS_OF[card] - 1]
    if CLASS_OF[card] == SEXTA:
        transparent = CLASS_OF[top] != OKTAVA
        calls = (Call.PASA_DOBLE,) * transparent + (Call.PASA_DOBLE_PLAY,) * regular
    elif not regular:
        calls = ()
    return tuple(Play(card, call, named) for call in calls for named in NAMED.get(call, (0,)))


def _fits_regularly(card: int, top: int, mode: int, asked: int) -> bool:
    number = CLASS_OF[card]
    if mode == PENDING:
        return number == SEKUNDA
    if mode == CLASS:
        return number in (asked, KVINTA)
    if mode == COLOUR:
        return COLOUR_OF[card] == asked or number == KVARTA
    return COLOUR_OF[card] == COLOUR_OF[top] or number in (CLASS_OF[top], KVARTA)
