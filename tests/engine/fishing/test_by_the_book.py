"""The engine against a second reading of the rules (book.py), over random matches of all games."""

from __future__ import annotations

from itertools import combinations
from random import Random

from games.engine.catalogue import GAMES
from games.engine.fishing.cards import DECK
from games.engine.fishing.events import Dealt, Declared, Ended, Played, TableBonus, Voided
from games.engine.fishing.state import DECLARING, NO_SIDE, PLAYING
from games.engine.protocol import CHANCE
from tests.engine.fishing import book
from tests.engine.fishing.tables import KEYS, random_match
from tests.engine.playing import new_match, playout, with_seeds
from tests.helpers.cases import cases

SEEDS = with_seeds(2)
EACH_GAME = cases("key", KEYS)


def names(cards):
    """Return the names of a set of cards."""
    return DECK.names(cards)


def rules_of(state):
    """Return the rules of a table as data."""
    return state.rules.ruleset.published()


@EACH_GAME
@SEEDS
def test_plays_are_those_of_the_book(key, seed):
    """Each card of the hand takes what the document says, or may be laid down; sweeps agree, too."""
    random = Random(seed)
    game = GAMES[key]

    for state, seat, _, events in playout(game, new_match(key, random.choice(game.seats), random), random, steps=60):
        table, rules = names(state.table), rules_of(state)
        if state.phase != PLAYING or seat == CHANCE or len(table) > 9:
            continue
        expected = set()
        open_cards = state.shown[seat] if key == "cirullone" else 0
        for card in names(open_cards or state.hands[seat]):
            taken = book.captures(table, card, rules, state.matta)
            laid = set() if taken and rules["compulsory"] else {frozenset()}
            expected |= {(card, capture) for capture in taken | laid}
        moves = [game.write_move(move) for move in game.legal_moves(state)]
        assert {(move["card"], frozenset(move["capture"])) for move in moves if move["type"] == "play"} == expected
        for event in events:
            if isinstance(event, Played):
                card, taken = DECK.name(event.card), frozenset(names(event.capture))
                last = not state.stock and sum(hand.bit_count() for hand in state.hands) == 1
                assert event.sweep == book.sweep(table, card, taken, rules, state.matta, last)


@EACH_GAME
@SEEDS
def test_deals_are_those_of_the_book(key, seed):
    """Void deals, the dealer's bonus and automatic announcements are those of the document."""
    best = {}
    for before, event, state in random_match(key, seed):
        rules = rules_of(state)
        if isinstance(event, Dealt):
            void, earned, taken = book.first_table(names(state.table), rules) if event.first else (False, 0, False)
            first = (void, earned, state.table if taken else 0)
            got = [False, 0, 0]
            ranks = "A234567JQK" if key == "cirulla" else "7"
            packets = [names(hand) for hand in state.hands]
            if rules["declarations"] == "automatic" and key in ("cirulla", "chorizo", "baciga") and not void:
                best = {
                    seat: max(book.announcement(packet, rules, rank) for rank in ranks)
                    for seat, packet in enumerate(packets)
                }
        elif isinstance(event, Voided):
            assert (first, got) == ((True, 0, 0), [False, 0, 0])
        elif isinstance(event, TableBonus):
            got[1] += event.points
            got[2] |= event.capture
        elif isinstance(event, Declared) and before.phase == PLAYING and key != "cirullone":
            assert best.pop(event.seat) == event.points
        elif isinstance(event, Played):
            assert (first, set(best.values()) | {0}) == (tuple(got), {0})


@EACH_GAME
@SEEDS
def test_rounds_score_as_the_book_says(key, seed):
    """Piles scored by the book, and sweeps and bonuses, make the scores; scores make the totals."""
    for before, event, state in random_match(key, seed, steps=300):
        if isinstance(event, Ended) and event.cappotto == NO_SIDE:
            piles = [set(names(pile)) for pile in before.piles]
            expected = zip(book.score(piles, rules_of(state)), before.sweeps, before.bonus, strict=True)
            assert event.scores == tuple(map(sum, expected))
            assert event.totals == tuple(map(sum, zip(before.totals, event.scores, strict=True)))
            best, second = sorted(event.totals)[-1:-3:-1]
            rules = rules_of(state)
            assert event.over is (best >= rules["target"] and best >= second + rules["margin"])


@cases("key", ["cirulla", "cirullone", "chorizo", "baciga"])
@SEEDS
def test_announcements_are_those_of_the_book(key, seed):
    """The seat to act may announce exactly the cards that pay, and gets those points."""
    random = Random(seed)
    game = GAMES[key]
    in_turn = key == "cirullone"
    options = {} if in_turn else {"declarations": "manual"}
    first = new_match(key, random.choice(game.seats), random, courts=random.choice(["jqk", "qjk"]), **options)

    for state, seat, _, _ in playout(game, first, random, steps=60):
        if seat == CHANCE or state.phase != (PLAYING if in_turn else DECLARING):
            continue
        rules, expected = rules_of(state), {}
        for trio in combinations(names(state.hands[seat]), 3) if not (in_turn and state.shown[seat]) else ():
            wild = key in book.CIRULLAS and "7H" in trio
            for rank in "A234567JQK" if wild else ("7",):
                if earned := book.announcement(trio, rules, rank):
                    expected[trio if in_turn else (), rank if wild else None] = earned
        offered = {}
        for move in game.legal_moves(state):
            written = game.write_move(move)
            if written["type"] == "declare":
                declared = game.decide(state, seat, move)[0]
                offered[tuple(written.get("cards", ())), written.get("matta")] = declared.points
                matta = written.get("matta")
                assert declared.matta == (book.value(f"{matta}C", rules) if matta and matta != "7" else 0)
        assert offered == expected
