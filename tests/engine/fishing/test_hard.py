"""The hard bot: legal, the same again, blind for what its seat cannot see, and better than what it is made of."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.bots import BOTS, CANDIDATES, hard
from games.bots.arena import Board, play_board, play_match
from games.bots.level import Budget, Turn
from games.engine.catalogue import GAMES
from tests.engine.fishing.tables import engine, position
from tests.engine.moments import Moment

FEW = Budget(iterations=12, seconds=5)
"""Enough for what does not hang on how long it thinks."""
UNCUT = {"chkobba": {"cut": False}}
"""Else a deal may be void after the cut, and there is no moment to look at."""
TABLES = [(key, seats) for key in sorted(hard.LEVEL.games) for seats in GAMES[key].seats]
EACH_TABLE = pytest.mark.parametrize(("key", "seats"), TABLES, ids=[f"{key}-{seats}" for key, seats in TABLES])


def test_a_candidate_cannot_be_seated():
    """It is measured; no match can name it."""
    assert not CANDIDATES.keys() & BOTS.keys()


@EACH_TABLE
def test_it_plays_legally_to_the_end(key, seats):
    """At every table; the rules refuse what is not legal."""
    game = GAMES[key]
    quick = replace(hard.LEVEL, budget=Budget(iterations=4, seconds=5))

    assert play_match(game, game.read_options({"target": 1}, seats), [quick] * seats, Board(key)).rounds


@EACH_TABLE
def test_it_chooses_the_same_whatever_lies_where_it_cannot_see(key, seats):
    """In twins of a match that looked the same to its seat, move by move."""
    pairs = compare(key, seats, moments=1, twins=2)

    assert pairs == 2


def compare(key, seats, moments, twins):
    """Let it choose in twins of some moments of a game; return in how many pairs that was the same."""
    luck, same = Random(f"{key}|{seats}"), 0
    for number in range(moments):
        moment = Moment(key, seats, luck.randrange(2, 7), number, acts=True, **UNCUT.get(key, {}))
        first = replace(moment.turn(moment.state, moment.events), budget=FEW)
        chosen = hard.choose(first)
        assert chosen in first.moves
        for twin in moment.truths(luck, twins):
            turn = replace(moment.turn(*twin), budget=FEW)
            assert turn.view == first.view
            assert hard.choose(turn) == chosen
            same += 1
    return same


def test_it_does_not_go_on_when_nobody_waits():
    """It asks before each deal."""

    class Over(Exception):
        pass

    def over():
        raise Over

    state = position("scopa", "2C 4S 6D", "3H 5H 7H", table="KC QC")
    game = engine(state)
    with pytest.raises(Over):
        hard.choose(Turn(game, game.observe(state, 0), game.legal_moves(state), Random(1), budget=FEW, check=over))


def test_it_leaves_no_sweep_to_a_hand_that_it_knows():
    """In the last packet all cards are known: the other has a five and two kings, so 2 and 3 must not lie alone."""
    state = position("scopa", "2S 6C QS", "5H KH KS", table="3C", stock="", piles=("7D AC", "AD"))
    game = engine(state)
    turn = Turn(game, game.observe(state, 0), game.legal_moves(state), Random(1), budget=FEW)

    assert game.write_move(hard.choose(turn))["card"] != "2S"


def test_it_is_better_than_medium():
    """By the points of few deals already: how much better, docs/bots.md tells."""
    game, options = GAMES["chkobba"], GAMES["chkobba"].read_options({"target": 5}, 2)
    thinking = replace(hard.LEVEL, budget=Budget(iterations=24, seconds=5))

    tallies = [play_board(game, options, 2, thinking, BOTS["medium"], Board(f"{number}")) for number in range(3)]

    assert sum(tally.points for tally in tallies) > 0
