"""The view of a fishing game for one viewer, and random states that fit a view."""

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
"""The most deals that ``imagine`` tries until no silent player had anything to announce. One deal in six fails. If all
fail, the view is of no real match, and the last deal is taken."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The view of one seat, or of a spectator (seat None). Sets of cards are masks."""

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
    """The cards that the viewer sees of each side's pile: all, or none if the pile lies face down."""
    pile_counts: tuple[int, ...]
    sweeps: tuple[int, ...]
    bonus: tuple[int, ...]
    stock_count: int
    cut_card: int | None
    """The card drawn at the cut; only for the seat that drew it."""
    totals: tuple[int, ...]
    taker: int
    matta: int
    winner: int
    played: tuple[int, ...] = ()
    """Cards that each seat has played of this packet. ``observe`` leaves this empty; a caller that has seen the events
    fills it in. If the engine announces, ``imagine`` then gives no seat a packet that it would have announced."""


def observe(state: State, seat: int | None) -> View:
    """Return the view of a seat. The fields are named one by one, so that new ones stay hidden."""
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
    """Return whether all players see the captured cards. At the end of a round, face-down piles are turned up."""
    return state.rules.ruleset.open_piles or state.phase in (SCORED, OVER)


def imagine(view: View, random: Random) -> State:
    """Return a state that fits the view, with the cards that the viewer cannot see dealt at random.

    Every deal that could have led to the view is equally likely. Free choices of players give no evidence here; steps
    that the rules forced do. The view does not remember the cards of face-down piles, though the viewer saw them. So
    they are dealt at random, too.
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
    """Fill the hidden hands with the first unseen cards; return the hands, and the number of cards used."""
    hands, dealt = list(view.shown), 0
    if view.seat is not None:
        hands[view.seat] = view.hand
    for seat, count in enumerate(view.hand_counts):
        missing = count - hands[seat].bit_count()
        hands[seat] |= mask_of(unseen[dealt : dealt + missing])
        dealt += missing
    return hands, dealt


def _silent(view: View) -> list[int]:
    """Return the other seats for which the engine would have announced a paying hand, but announced nothing."""
    if not view.rules.declares_for_players:
        return []
    return [
        seat
        for seat, (count, shown) in enumerate(zip(view.hand_counts, view.shown, strict=True))
        if count and not shown and seat != view.seat
    ]


def _had_nothing(view: View, hands: list[int], silent: list[int]) -> bool:
    """Return whether none of these seats had anything to announce, as far as the whole packet of each is known."""
    paying = paying_trios(view.rules.ruleset.announce, view.rules.ruleset.courts)
    played = view.played or view.rules.nobody
    return not any(hands[seat] | played[seat] in paying for seat in silent)
