"""What the others' plays tell of the cards that they hold: who lays down a four had nothing better to play.

For each play that was seen of the packet in hand, it is worked out once which other cards would have been so much
better to play. A deal in which the player held one of them is less likely. People err and have reasons of their own, so
no play excludes anything, and some deals are taken as they come.
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
"""How likely a play is, in eighths, where another card was so much better; with less between them, eight."""
AS_THEY_COME: Final = 3
"""Of twenty deals so many are taken whatever the plays tell."""


class Told(NamedTuple):
    """What a play tells of the hand that it came from."""

    seat: int
    since: int
    """The cards that the seat has played from then on."""
    better: tuple[tuple[int, int], ...]
    """Cards that would have been better, the most so first, and how likely the play was with one of them."""


def deals(turn: Turn, view: View, among: int) -> Iterator[State]:
    """Yield deals that may be, each drawn from so many by what the plays of this packet tell."""
    imagine, luck = turn.game.imagine, turn.luck
    told = list(_told(view, turn.seen)) if among > 1 else []
    if not told:
        while True:
            yield imagine(view, luck)
    while True:
        drawn = [imagine(view, luck) for _ in range(among)]
        if luck.randrange(20) < AS_THEY_COME:
            yield drawn[0]
        else:
            likely = [likelihood(deal.hands, told) for deal in drawn]
            place = luck.randrange(sum(likely))
            for deal, share in zip(drawn, likely, strict=True):
                place -= share
                if place < 0:
                    yield deal
                    break


def likelihood(hands: Sequence[int], told: Sequence[Told]) -> int:
    """Return how likely the plays are with these hands, in a scale of their own."""
    likely = 1
    for seat, since, better in told:
        hand = hands[seat] | since
        for cards, eighths in better:
            if hand & cards:
                likely *= eighths
                break
        else:
            likely *= 8
    return likely


def _told(view: View, seen: Sequence[Seen]) -> Iterator[Told]:
    """Yield what each play of the packet tells, the last one first: from the table now back to what it was then."""
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
            yield Told(seat, played[seat], _better(tactics, table, card, capture, hidden, following))


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
    """Return the cards that somebody would rather have played on a table, by how much better they are."""
    number, total, unseen = tactics.number_of(table), tactics.captures.total(table), hidden.bit_count()

    def worth(way: Way) -> int:
        if way.taken == number:
            return way.worth + SWEPT
        sweeping = (hidden & tactics.sweeping[total - way.less]).bit_count()
        return way.worth - min(SWEPT, SWEPT * sweeping * following // unseen)

    taken = sum([tactics.numbers[1 << one] for one in cards_in(capture)]) if capture else -tactics.numbers[card]
    chosen = max(worth(way) for way in tactics.ways_of(card, number) if way.taken == taken)
    best = {1 << one: max(map(worth, tactics.ways_of(1 << one, number))) for one in cards_in(hidden)}
    return tuple(
        (sum(other for other, found in best.items() if found - chosen > by), eighths) for by, eighths in BETTER
    )
