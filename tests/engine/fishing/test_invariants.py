"""Properties of every match of a fishing game, under any moves (scopa_family.md 1)."""

from __future__ import annotations

from games.engine.catalogue import GAMES
from games.engine.fishing.cards import DECK
from games.engine.fishing.events import Collected, Declared, Ended, Played, Shuffled, TableBonus
from games.engine.fishing.state import NO_SIDE, SCORED, TO_DEAL
from tests.engine.fishing import book
from tests.engine.fishing.tables import KEYS, random_match
from tests.engine.playing import with_seeds
from tests.helpers.cases import cases

SEEDS = with_seeds(2)
EACH_GAME = cases("key", KEYS)


@EACH_GAME
@SEEDS
def test_every_card_is_somewhere_once(key, seed):
    """Hands, table, piles and stock are the 40 cards after every event; between two deals there are none."""
    for _, _, state in random_match(key, seed):
        places = [*state.hands, state.table, *state.piles, *(1 << card for card in state.stock)]
        together = 0
        for cards in places:
            together |= cards
        assert sum(cards.bit_count() for cards in places) == together.bit_count()
        assert together == (0 if state.phase == TO_DEAL else DECK.full)


FIFTEENS = sorted(book.OF_FIFTEEN | {"escopa"})


@cases("key", FIFTEENS)
@SEEDS
def test_what_lies_there_in_the_end_of_a_game_of_fifteen(key, seed):
    """Section 1, the invariant (and 4.7, 7): the total is 10, 25, 40 …, so no sweep is possible on the last play."""
    before = None
    for before_last, event, state in random_match(key, seed, steps=250):
        if isinstance(event, Played):
            before = (before_last, state)
        if isinstance(event, Ended):
            earlier, last = before
            assert book.total(DECK.names(last.table), state.rules.ruleset.published()) % 15 == 10
            assert last.table
            assert earlier.sweeps == last.sweeps


@EACH_GAME
@SEEDS
def test_dealers_and_turns_go_around(key, seed):
    """Section 1, 2 and table A: each round has the next dealer, also after void deals; the seat after them begins."""
    passes = key in {"scopa", "scopa-simplified", "scopa-team", "scopa-dassi", "scopone", "scopa-quindici"}
    dealer, turn, attempt, number = None, None, 0, 0
    for before, event, state in random_match(key, seed, steps=300):
        seats = state.rules.seats
        if isinstance(event, Shuffled):
            new_round = before.phase == SCORED
            number, attempt = (number + 1, 0) if new_round else (number, attempt)
            if dealer is not None:
                dealer = (dealer + 1) % seats if new_round or passes else dealer
            dealer = event.dealer if dealer is None else dealer
            assert (event.dealer, event.round, event.attempt) == (dealer, number, attempt)
            turn, attempt = (dealer + 1) % seats, attempt + 1
        elif isinstance(event, Played):
            assert event.seat == turn == before.turn
            turn = (turn + 1) % seats
            assert state.turn == turn
        elif isinstance(event, Ended):
            assert event.dealer == dealer
            assert event.cappotto != NO_SIDE or turn == (dealer + 1) % seats


@EACH_GAME
@SEEDS
def test_a_round_is_so_many_plays(key, seed):
    """Section 1, 3: 36 cards from the hands, 40 without a table; the dealer plays the last one."""
    plays = 0
    for before, event, _ in random_match(key, seed, steps=300):
        if isinstance(event, Shuffled):
            plays = 0
        if isinstance(event, Played):
            plays += 1
        if isinstance(event, Ended) and event.cappotto == NO_SIDE:
            assert plays == (40 if key == "scopone-scientifico" else 36)
            assert not any(before.hands)
            assert not before.stock


@EACH_GAME
@SEEDS
def test_nobody_is_asked_with_an_empty_hand(key, seed):
    """The seat to act holds cards, and as many as every player who has not played yet."""
    for _, _, state in random_match(key, seed):
        asked = GAMES[key].to_act(state)
        if asked >= 0 and not (state.rules.ruleset.cut and len(state.stock) == 40) and state.attempt:
            counts = [hand.bit_count() for hand in state.hands]
            assert not any(counts) or counts[asked] == max(counts)


@EACH_GAME
@SEEDS
def test_piles_and_points_only_grow(key, seed):
    """Within a round no side loses anything.

    Only the side that plays, declares, deals or captured last gains cards or points.
    """
    for before, event, state in random_match(key, seed, steps=300):
        if isinstance(event, Shuffled):
            continue
        side = state.rules.side_of[event.seat] if hasattr(event, "seat") else before.taker
        for other in range(state.rules.sides):
            assert state.piles[other] & before.piles[other] == before.piles[other]
            assert state.sweeps[other] >= before.sweeps[other]
            assert state.bonus[other] >= before.bonus[other]
            if other != side:
                kept = (state.piles[other], state.sweeps[other], state.bonus[other])
                assert kept == (before.piles[other], before.sweeps[other], before.bonus[other])
        assert isinstance(event, Played) or state.sweeps == before.sweeps
        assert isinstance(event, TableBonus | Declared) or state.bonus == before.bonus


@EACH_GAME
@SEEDS
def test_leftovers_are_the_last_capturers(key, seed):
    """Section 1, 6: they get them after the last play, and never a sweep; a dealer's capture of the table counts."""
    taker = NO_SIDE
    for before, event, state in random_match(key, seed, steps=300):
        if isinstance(event, Shuffled):
            taker = NO_SIDE
        if isinstance(event, Played | TableBonus) and event.capture:
            taker = state.rules.side_of[event.seat]
        assert state.taker == taker
        if isinstance(event, Collected):
            assert (event.side, event.cards, state.table) == (taker, before.table, 0)
        if isinstance(event, Ended) and event.cappotto == NO_SIDE:
            assert not state.table or taker == NO_SIDE
