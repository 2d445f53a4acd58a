"""Conclusions from the others' plays about their cards: a player who lays down a four had nothing better.

For each play seen in the current packet, the better plays with other cards are worked out once. A deal in which the
player held one of these cards is less likely. People err and have reasons of their own. So no play excludes anything,
and some deals are taken as they come.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from games.bots.knowledge.fishing import unseen_by
from games.bots.level import Seen, Turn
from games.bots.search.tactics import SWEPT, Tactics, Way, tactics_of
from games.engine.cards import cards_in
from games.engine.fishing.cards import DECK
from games.engine.fishing.state import State
from games.engine.fishing.view import View

BETTER: Final = ((160, 2), (80, 3), (20, 5))
"""The steps by which another card was better, each with the likelihood of the play, in eighths. Below all steps it is
eight."""
AS_THEY_COME: Final = 3
"""The number of deals in twenty that are taken whatever the plays say."""


class Conclusion(NamedTuple):
    """The conclusion from a play about the hand that it came from."""

    seat: int
    since: int
    """The cards that the seat has played since then, this one included."""
    better: tuple[tuple[int, int], ...]
    """Sets of cards that would have been better, the best first, each with the likelihood of the play if one was
    held."""


def deals(turn: Turn, view: View, among: int) -> Iterator[State]:
    """Yield possible deals, each drawn from ``among`` deals by their likelihood after the plays of this packet."""
    imagine, luck = turn.game.imagine, turn.luck
    conclusions = list(_conclusions(view, turn.seen)) if among > 1 else []
    if not conclusions:
        while True:
            yield imagine(view, luck)
    while True:
        drawn = [imagine(view, luck) for _ in range(among)]
        if luck.randrange(20) < AS_THEY_COME:
            yield drawn[0]
        else:
            likely = [likelihood(deal.hands, conclusions) for deal in drawn]
            place = luck.randrange(sum(likely))
            for deal, share in zip(drawn, likely, strict=True):
                place -= share
                if place < 0:
                    yield deal
                    break


def likelihood(hands: Sequence[int], conclusions: Sequence[Conclusion]) -> int:
    """Return the relative likelihood of the plays with these hands."""
    likely = 1
    for seat, since, better in conclusions:
        hand = hands[seat] | since
        for cards, eighths in better:
            if hand & cards:
                likely *= eighths
                break
        else:
            likely *= 8
    return likely


def _conclusions(view: View, seen: Sequence[Seen]) -> Iterator[Conclusion]:
    """Yield the conclusion from each play of the packet, the last one first, taking back the plays one by one."""
    tactics = tactics_of(view.rules.captures[view.matta])
    table, played = view.table, list(view.rules.nobody)
    hidden = unseen_by(view, view.table, view.hand)
    holding = list(view.hand_counts)
    for event in _plays(seen):
        seat, card = event["seat"], DECK.mask((event["card"],))
        capture = DECK.mask(event["capture"])
        table = table | capture if capture else table & ~card
        played[seat] |= card
        hidden |= card
        holding[seat] += 1
        if seat != view.seat and not view.shown[seat]:
            following = holding[(seat + 1) % view.rules.seats]
            yield Conclusion(seat, played[seat], _better(tactics, table, card, capture, hidden, following))


def _plays(seen: Sequence[Any]) -> Iterator[Seen]:
    """Yield the plays since the last cards were dealt, the last one first."""
    for event in reversed(seen):
        if event["type"] == "dealt":
            return
        if event["type"] == "played":
            yield event


def _better(
    tactics: Tactics, table: int, card: int, capture: int, hidden: int, following: int
) -> tuple[tuple[int, int], ...]:
    """Return the cards that would have been better to play on a table, by the steps of BETTER."""
    number, total, unseen = tactics.number_of(table), tactics.captures.total(table), hidden.bit_count()

    def worth(way: Way) -> int:
        if way.taken == number:
            return way.worth + SWEPT
        sweeping = (hidden & tactics.sweeping[total - way.less]).bit_count()
        return way.worth - min(SWEPT, SWEPT * sweeping * following // unseen)

    taken = tactics.number_of(capture) or -tactics.numbers[card]
    chosen = max(worth(way) for way in tactics.ways_of(card, number) if way.taken == taken)
    best = {1 << one: max(map(worth, tactics.ways_of(1 << one, number))) for one in cards_in(hidden)}
    return tuple(
        (sum(other for other, found in best.items() if found - chosen > by), eighths) for by, eighths in BETTER
    )
