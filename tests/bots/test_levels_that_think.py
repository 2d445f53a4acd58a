"""Thinking levels: their moves are legal, repeatable, and independent of cards that their seat cannot see."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random

import pytest

from games.bots import LEVELS
from games.bots.boards import Board
from games.bots.level import Budget, Turn
from games.bots.memory import remembered
from games.bots.search.endgame import LIMIT, Endgame
from games.bots.search.fishing import Round
from games.bots.search.racing import best_of
from games.bots.search.weighed_deals import deals
from games.bots.thought.fishing import margin
from games.bots.turns import seen
from games.engine.catalogue import GAMES
from games.engine.fishing.cards import DECK, SEVENS
from tests.engine.fishing.tables import cards, engine, mask, position
from tests.engine.playing import TABLES
from tests.helpers.cases import cases
from tests.proofs.torture.blindness import KINDS, THINKING, pairs
from tests.tournament.arena import play_match

FEW = Budget(iterations=12, seconds=5)
"""Enough for results that do not depend on the thinking time."""
SHORT = {"fishing": {"target": 1}, "haggis": {"target": 250}}
"""Options for matches of a round or two."""


@cases("key", GAMES)
def test_they_play_legally_to_the_end(key):
    """They do so in every game; the rules refuse illegal moves."""
    game = GAMES[key]
    for level, seats in zip(THINKING, (game.seats[0], game.seats[-1]), strict=True):
        bots = [replace(level, budget=FEW), *[LEVELS["medium"]] * (seats - 1)]
        options = game.read_options(SHORT.get(game.kind, {}), seats)

        assert play_match(game, options, bots, Board(key)).rounds


@pytest.mark.parametrize("kind", KINDS)
def test_they_choose_the_same_whatever_lies_where_they_cannot_see(kind):
    """The test uses twins of a match that looked the same to their seat; see tests.proofs.torture.blindness."""
    for key, seats in TABLES:
        if GAMES[key].kind == kind:
            for level in THINKING:
                assert all(pairs(key, seats, level, 12, Random(f"{key}|{seats}"))), f"{level.key} at {key}, {seats}"


@pytest.mark.parametrize("level", THINKING, ids=lambda level: level.key)
def test_they_do_not_go_on_when_nobody_waits(level):
    """They check before each deal whether to stop."""

    class Over(Exception):
        pass

    def over():
        raise Over

    state = position("scopa", "2C 4S 6D", "3H 5H 7H", table="KC QC")
    game = engine(state)
    with pytest.raises(Over):
        level.choose(Turn(game, game.observe(state, 0), game.legal_moves(state), Random(1), budget=FEW, check=over))


@pytest.mark.parametrize("level", THINKING, ids=lambda level: level.key)
def test_they_leave_no_sweep_to_a_hand_that_they_know(level):
    """In the last packet all cards are known: the opponent has a five and two kings, so 2 and 3 must not lie alone."""
    state = position("scopa", "2S 6C QS", "5H KH KS", table="3C", stock="", piles=("7D AC", "AD"))
    game = engine(state)
    turn = Turn(game, game.observe(state, 0), game.legal_moves(state), Random(1), budget=FEW)

    assert game.write_move(level.choose(turn))["card"] != "2S"


def test_expert_plays_for_the_match_and_hard_for_points():
    """At 10 to 10 a point that ends the match is worth far more than one at the beginning."""
    worth = {}
    for totals in ((0, 0), (10, 10)):
        played = Round(position("scopa", "7D", "KC", table="7H", stock="", totals=totals, target=11))
        for card, capture in (("7D", "7H"), ("KC", "")):
            played.play(cards(card)[0], mask(capture))
        assert played.is_over
        worth[totals] = [margin(played, 0, for_match=for_match) for for_match in (False, True)]

    assert worth[0, 0] == [worth[10, 10][0]] * 2
    assert worth[10, 10][1] > worth[10, 10][0]


def test_expert_finds_what_only_the_end_tells():
    """All cards are known, so expert searches every line and finds the exact value."""
    luck = Random(4)
    for _ in range(8):
        deck = list(range(40))
        luck.shuffle(deck)
        names = [DECK.names_of(deck[a:b]) for a, b in ((0, 3), (3, 6), (6, 9), (9, 25), (25, 40))]
        first, second, table, *piles = (" ".join(part) for part in names)
        state = position("scopa", first, second, table=table, stock="", piles=piles)

        found = Endgame(0, value, 100_000)

        assert found.of(Round(state), -LIMIT, LIMIT) == by_looking_at_all(state)


def value(played):
    """Return the value of a round for side 0."""
    return margin(played, 0, for_match=False)


def by_looking_at_all(state):
    """Return the value of a position by a full search with the engine."""
    game = engine(state)
    if game.to_act(state) < 0:
        return value(Round(state))
    after = (game.fold(state, game.decide(state, state.turn, move)) for move in game.legal_moves(state))
    return (min if state.turn else max)(map(by_looking_at_all, after))


def test_a_play_tells_of_a_hand():
    """A player who laid a king beside the seven of diamonds probably has no seven."""
    game = GAMES["scopa"]
    state = position("scopa", "2C 4S 5S", "KC 3H JH", table="7D QC", turn=1)
    events = game.decide(state, 1, game.read_move({"type": "play", "card": "KC", "capture": []}))
    after = game.fold(state, events)
    turn = Turn(game, game.observe(after, 0), game.legal_moves(after), Random(1), partial(seen, game, events, 0))

    shares = []
    for among in (1, 4):
        drawn = islice(deals(turn, remembered(turn), among), 400)
        shares.append(sum(bool(deal.hands[1] & SEVENS) for deal in drawn))

    assert shares[1] < 0.7 * shares[0]


# --- the search -------------------------------------------------------------------------------------------------------


def race(values, iterations):
    """Race moves of these values, give or take one; return the best one and the number of evaluations."""
    looked_at = []

    def value(deal, move):
        looked_at.append(move)
        return values[move] + deal

    turn = Turn(GAMES["scopa"], None, (), Random(1), budget=Budget(iterations=iterations, seconds=5))
    luck = Random(2)
    found = best_of(turn, list(values), (luck.choice((-1, 1)) for _ in range(iterations)), value)
    return found, len(looked_at)


def test_the_best_move_wins_the_race():
    """The race keeps to its budget."""
    found, spent = race({"a": 3, "b": 5, "c": 4, "d": 1}, 400)

    assert found == "b"
    assert spent <= 400


def test_a_race_ends_when_it_is_decided():
    """All moves see the same deals: a move that is always worse by the same is surely worse."""
    found, spent = race({"a": 0, "b": 1}, 10_000)

    assert found == "b"
    assert spent < 1_000


def test_with_one_move_there_is_no_race():
    """Without a budget there is no race either: the first named move wins."""
    assert race({"a": 0}, 100) == ("a", 0)
    assert race({"a": 0, "b": 1}, 0)[0] == "a"
