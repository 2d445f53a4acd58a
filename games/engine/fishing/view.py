"""What a viewer may see of a fishing game, and a state that fits it."""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec

from games.engine.cards import cards_in, mask_of
from games.engine.fishing.cards import DECK
from games.engine.fishing.declarations import paying_trios
from games.engine.fishing.rules import Rules
from games.engine.fishing.state import CUTTING, OVER, SCORED, State

TRIES: Final = 10_000
"""How often hidden cards are dealt anew until nobody who was silent had anything to announce. One deal in six
contradicts that; where none fits, the view is of no match, and the last deal is taken."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat, or a spectator (seat None), may see. Sets of cards are masks."""

    rules: Rules
    seat: int | None
    phase: int
    round: int
    attempt: int
    dealer: int
    turn: int
    table: int
    hand: int
    """The viewer's own cards."""
    hand_counts: tuple[int, ...]
    shown: tuple[int, ...]
    piles: tuple[int, ...]
    """What the viewer sees of each side's pile: all of it, or nothing of a pile that lies face down."""
    pile_counts: tuple[int, ...]
    sweeps: tuple[int, ...]
    bonus: tuple[int, ...]
    stock_count: int
    cut_card: int | None
    """The card drawn from the cut deck; only for the seat that drew it."""
    totals: tuple[int, ...]
    taker: int
    matta: int
    winner: int
    played: tuple[int, ...] = ()
    """Cards that each seat has played of this packet. What is shown now does not tell: whoever has seen them fills this
    in, and where the engine announces what pays, nobody is imagined to have had anything that was not announced."""


def observe(state: State, seat: int | None) -> View:
    """Return what a seat may see: the fields are named one by one, so that what is new stays hidden."""
    return View(
        rules=state.rules,
        seat=seat,
        phase=state.phase,
        round=state.round,
        attempt=state.attempt,
        dealer=state.dealer,
        turn=state.turn,
        table=state.table,
        hand=0 if seat is None else state.hands[seat],
        hand_counts=tuple(hand.bit_count() for hand in state.hands),
        shown=state.shown,
        piles=state.piles if piles_are_open(state) else state.rules.nothing,
        pile_counts=tuple([pile.bit_count() for pile in state.piles]),
        sweeps=state.sweeps,
        bonus=state.bonus,
        stock_count=len(state.stock),
        cut_card=state.stock[0] if state.phase == CUTTING and seat == state.turn else None,
        totals=state.totals,
        taker=state.taker,
        matta=state.matta,
        winner=state.winner,
    )


def piles_are_open(state: State) -> bool:
    """Say whether everybody sees what was captured. What lies face down is turned up when the round has ended."""
    return state.rules.ruleset.open_piles or state.phase in (SCORED, OVER)


def imagine(view: View, random: Random) -> State:
    """Return a state that fits the view: the cards that the viewer cannot see are dealt anew.

    Each deal that could have led to the view is as likely as any other: what players chose tells nothing here, what the
    rules made them do does. Of piles that lie face down the view remembers nothing, though their cards were seen: they
    are dealt anew, too.
    """
    hidden = DECK.full & ~(view.table | view.hand)
    for seen in (*view.piles, *view.shown):
        hidden &= ~seen
    drawn = [] if view.cut_card is None else [view.cut_card]
    unseen = [card for card in cards_in(hidden) if card not in drawn]
    silent = _silent(view)
    for _ in range(TRIES):
        random.shuffle(unseen)
        hands, dealt = _imagine_hands(view, unseen)
        if not silent or _had_nothing(view, hands, silent):
            break
    left = unseen[dealt:]
    piles = list(view.piles)
    for side, count in enumerate(view.pile_counts):
        missing = count - piles[side].bit_count()
        piles[side] |= mask_of(left[:missing])
        del left[:missing]
    return State(
        rules=view.rules,
        phase=view.phase,
        round=view.round,
        attempt=view.attempt,
        dealer=view.dealer,
        turn=view.turn,
        table=view.table,
        hands=tuple(hands),
        piles=tuple(piles),
        sweeps=view.sweeps,
        bonus=view.bonus,
        stock=tuple(drawn + left)[: view.stock_count],
        totals=view.totals,
        taker=view.taker,
        matta=view.matta,
        shown=view.shown,
        winner=view.winner,
    )


def _imagine_hands(view: View, unseen: list[int]) -> tuple[list[int], int]:
    """Return hands with the first of the unseen cards in them, and how many that took."""
    hands, dealt = list(view.shown), 0
    if view.seat is not None:
        hands[view.seat] = view.hand
    for seat, count in enumerate(view.hand_counts):
        missing = count - hands[seat].bit_count()
        hands[seat] |= mask_of(unseen[dealt : dealt + missing])
        dealt += missing
    return hands, dealt


def _silent(view: View) -> list[int]:
    """Return the seats for which the engine would have announced what pays, showing the hand, and has not."""
    if not view.rules.declares_for_players:
        return []
    return [
        seat
        for seat, (count, shown) in enumerate(zip(view.hand_counts, view.shown, strict=True))
        if count and not shown and seat != view.seat
    ]


def _had_nothing(view: View, hands: list[int], silent: list[int]) -> bool:
    """Say whether none of these seats had anything to announce, as far as the whole packet of each is known."""
    paying = paying_trios(view.rules.ruleset.announce, view.rules.ruleset.courts)
    played = view.played or view.rules.nobody
    return not any(hands[seat] | played[seat] in paying for seat in silent)
