"""Rules of thumb for Čamba: get rid of cards, keep those that fit everywhere, hit players who are nearly out."""

from __future__ import annotations

from typing import Final

from games.engine.camba.calls import Call
from games.engine.camba.cards import CLASS_OF, COLOUR_OF, KVARTA, KVINTA, SEXTA, without
from games.engine.camba.moves import Draw, Move, Play
from games.engine.camba.view import View

_KEPT: Final = {SEXTA: 4.0, KVARTA: 3.0, KVINTA: 1.0}
"""The cost of parting with a card that fits where others do not."""


def worth(view: View, move: Move) -> float:
    """Return how good a move looks; only values of the same moment can be compared."""
    if isinstance(move, Play):
        return _worth_of_play(view, move)
    return -8.0 if isinstance(move, Draw) else -1.0


def _worth_of_play(view: View, play: Play) -> float:
    hand = without(view.hand, play.card)
    worth = 4.0 if not hand else 0.5 * _matching(hand, play)
    return worth - _KEPT.get(CLASS_OF[play.card], 0.0) * bool(hand) + _worth_of_call(view, play, hand)


def _matching(hand: tuple[int, ...], play: Play) -> int:
    """Return how many cards of the hand could follow this one."""
    return sum(COLOUR_OF[card] == COLOUR_OF[play.card] or CLASS_OF[card] == CLASS_OF[play.card] for card in hand)


def _worth_of_call(view: View, play: Play, hand: tuple[int, ...]) -> float:
    threat = max(0, 4 - _cards_of_next(view, view.direction))
    match play.call:
        case Call.CAMBA_STICKS:
            return 3.0
        case Call.TAKE_TWO:
            return 2.0 + 3.0 * threat
        case Call.SEET:
            return 1.0 * (_cards_of_next(view, -view.direction) - _cards_of_next(view, view.direction))
        case Call.CHANGES:
            return 1.5 * sum(COLOUR_OF[card] == play.named for card in hand)
        case Call.VOJADZR:
            return 1.0 + 1.5 * sum(CLASS_OF[card] == play.named for card in hand) + 0.5 * threat
        case Call.ALKONDOR_PASA_CHANGE:
            return 3.0 * (len(hand) - _cards_of_next(view, -view.direction))
        case Call.YOU_STAY:
            # A player who is skipped with an empty hand has finished for good.
            return -8.0 if threat == 4 else 1.0 + threat
    return 0.0


def _cards_of_next(view: View, direction: int) -> int:
    """Return the number of cards of the next player in a direction."""
    seats = len(view.hand_counts)
    seat = view.turn
    for _ in range(seats - 1):
        seat = (seat + direction) % seats
        if seat not in view.places:
            return view.hand_counts[seat]
    return 0
