"""Dealing: hands, table, later packets, void deals, the dealer's bonus (decisions 1 to 4; table A)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.cards import mask_of
from games.engine.fishing.cards import ACES, KINGS, MATTA, RANK_MASKS, SUIT_MASKS
from games.engine.fishing.declarations import best_declaration
from games.engine.fishing.events import CutMade, Dealt, Event, Shuffled, TableBonus, TableLuck, Voided
from games.engine.fishing.evolve import evolve
from games.engine.fishing.rules import Rules
from games.engine.fishing.ruleset import Redeal
from games.engine.fishing.state import SCORED, State
from games.engine.seats import seat_after, seats_after

_MATTA_BIT = 1 << MATTA


def begin_deal(state: State, deck: Sequence[int]) -> list[Event]:
    """Return the events of a deal with this deck, up to the first decision of a player."""
    new_round = state.phase == SCORED
    shuffled = Shuffled(
        round=state.round + new_round,
        attempt=0 if new_round else state.attempt,
        dealer=seat_after(state.dealer, state.rules.seats) if new_round else state.dealer,
        deck=tuple(deck),
    )
    if state.rules.ruleset.cut:
        return [shuffled]
    return [shuffled, *first_packet(evolve(state, shuffled), on_table=0)]


def after_cut(state: State, made: CutMade) -> list[Event]:
    """Return the events of the deal after the cut (decision 2)."""
    return [made, *first_packet(evolve(state, made), on_table=0 if made.keep else 1)]


def first_packet(state: State, on_table: int) -> list[Event]:
    """Deal hands and table; the first ``on_table`` cards of the stock lie on the table already.

    A card that the player keeps at the cut needs no special case: the deal gives that seat the first card anyway.
    """
    rules = state.rules
    hands, dealt = _packet(state.stock[on_table:], rules, state.dealer)
    count = on_table + dealt
    table_end = count + rules.ruleset.table - on_table
    table = mask_of(state.stock[:on_table]) | mask_of(state.stock[count:table_end])
    events: list[Event] = [Dealt(hands, table, table_end, True)]
    if is_void(table, rules.ruleset.redeal):
        next_dealer = seat_after(state.dealer, rules.seats) if rules.ruleset.redeal_passes_deal else state.dealer
        return [*events, Voided(table, next_dealer)]
    events += dealers_bonus(table, state.dealer, rules)
    return [*events, *_automatic_declarations(state, events[0])]


def next_packet(state: State) -> list[Event]:
    """Deal the next packet, hands only. The last card of the packet before may still be in a hand."""
    hands, count = _packet(state.stock, state.rules, state.dealer)
    dealt = Dealt(hands, 0, count, False)
    return [dealt, *_automatic_declarations(state, dealt)]


def _packet(stock: Sequence[int], rules: Rules, dealer: int) -> tuple[tuple[int, ...], int]:
    """Deal one card at a time from the seat after the dealer; return the hands, and the number of cards dealt."""
    count = min(rules.ruleset.hand * rules.seats, len(stock))
    in_turn = [mask_of(stock[place : count : rules.seats]) for place in range(rules.seats)]
    first = rules.seats - 1 - dealer
    return (*in_turn[first:], *in_turn[:first]), count


def is_void(table: int, redeal: Redeal) -> bool:
    """Return whether the first table cards void the deal."""
    if redeal is Redeal.KINGS2:
        return (table & KINGS).bit_count() >= 2
    if redeal is Redeal.KINGS3:
        return (table & KINGS).bit_count() >= 3
    if redeal is Redeal.ACES2:
        return (table & ACES).bit_count() >= 2
    if redeal is Redeal.RANKS3:
        return any((table & rank).bit_count() >= 3 for rank in RANK_MASKS)
    return False


def dealers_bonus(table: int, dealer: int, rules: Rules) -> list[Event]:
    """Return the dealer's bonuses for the first table cards (table A; 4.8, 4.14, 4.15, 4.17, 4.18)."""
    events: list[Event] = []
    if rules.ruleset.flor_on_table:
        most = max((table & suit).bit_count() for suit in SUIT_MASKS)
        if most >= 3:
            events.append(TableBonus(dealer, 0, most, TableLuck.FLOR))
    bonus = rules.ruleset.dealer_bonus
    fifteens = _fifteens(table, rules) if bonus is not None and table else 0
    if bonus is not None and (fifteens == 1 or (fifteens == 2 and bonus)):
        events.append(
            TableBonus(dealer, table, bonus * fifteens, TableLuck.FIFTEEN if fifteens == 1 else TableLuck.THIRTY)
        )
    return events


def _fifteens(table: int, rules: Rules) -> int:
    """Return 1 if the table totals 15, 2 if it totals 30, else 0; Cirulla's 7♥ takes any value that helps."""
    captures = rules.captures[0]
    if rules.has_matta and table & _MATTA_BIT:
        others = captures.total(table ^ _MATTA_BIT)
        return 1 if 5 <= others <= 14 else 2 if 20 <= others <= 29 else 0
    return {15: 1, 30: 2}.get(captures.total(table), 0)


def _automatic_declarations(state: State, dealt: Event) -> list[Event]:
    """Return the announcements of this packet that the engine makes for the players, in turn order."""
    if not state.rules.declares_for_players:
        return []
    state = evolve(state, dealt)
    seats = seats_after(state.dealer, state.rules.seats)
    return [declared for seat in seats if (declared := best_declaration(state, seat))]
