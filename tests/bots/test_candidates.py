"""The moves that bots look at closely: all of few, and a bounded part of many."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from games.bots import LEVELS
from games.bots.knowledge.candidates import FEW, OF_A_KIND, candidates
from games.bots.level import Turn
from games.bots.medium import JUDGES
from games.engine.catalogue import GAMES
from games.engine.fishing.cards import DECK
from games.engine.haggis.cards import FACES, NUMBER_CARDS, NUMBERS_DEALT, in_rank_order
from games.engine.protocol import CHANCE
from tests.engine.fishing.tables import engine, position
from tests.engine.fishing.test_crowded import CROWD
from tests.engine.playing import ONE_OF_EACH, new_match, playout
from tests.helpers.cases import cases


def crowded():
    """Return a position of a fishing game with thousands of moves."""
    return position("escova", "AS AC AH", "KC KS KH", table=CROWD)


def rich_haggis():
    """Return the lead of a hand of Haggis of low cards in all suits, with three wild cards."""
    game = GAMES["haggis"]
    state = game.start(game.read_options({}, 3), 3, 0)
    state = game.fold(state, game.deal(state, NUMBER_CARDS[3]))
    low = in_rank_order(sum(1 << card for card in NUMBER_CARDS[3]))[:NUMBERS_DEALT]
    return replace(state, hands=tuple(FACES | sum(1 << card for card in low) for _ in range(3)))


@pytest.mark.parametrize("table", [crowded, rich_haggis])
def test_of_thousands_of_moves_a_bot_looks_at_some_of_each_kind(table):
    """The choice is legal, the same for the same luck, and among the moves that the bot looked at."""
    state = table()
    game = GAMES["haggis"] if table is rich_haggis else engine(state)
    seat = game.to_act(state)
    view, moves = game.observe(state, seat), game.legal_moves(state)

    looked_at = candidates(game, view, moves)

    kinds = {game.kind_of(move) for move in moves}
    assert len(moves) > 1000
    assert len(looked_at) <= OF_A_KIND * len(kinds)
    assert {game.kind_of(move) for move in looked_at} == kinds
    chosen = {LEVELS["medium"].choose(Turn(game, view, moves, Random(1))) for _ in range(2)}
    assert len(chosen) == 1
    assert chosen <= set(looked_at) & set(moves)


def test_what_is_left_out_is_seldom_better():
    """At tables of 26 cards with some hundreds of moves, the bot nearly always looks at the best of all."""
    found = left_out = 0
    for seed in range(3):
        deck = Random(seed).sample(DECK.names_in_order, 32)
        state = position("escova", " ".join(deck[:3]), " ".join(deck[3:6]), table=" ".join(deck[6:]))
        game = engine(state)
        view, moves = game.observe(state, 0), game.legal_moves(state)
        judge = partial(JUDGES[game.kind], view)
        looked_at = candidates(game, view, moves)
        left_out += len(moves) - len(looked_at)
        found += max(map(judge, looked_at)) == max(map(judge, moves))
    assert left_out > 300
    assert found >= 2


@cases(("key", "seats"), ONE_OF_EACH)
def test_few_moves_are_all_looked_at(key, seats):
    """So the choice equals that of a bot that looks at all moves."""
    game, luck = GAMES[key], Random(seats)
    compared = 0
    for step in playout(game, new_match(key, seats, luck), luck, steps=70):
        if step.seat == CHANCE:
            continue
        view, moves = game.observe(step.state, step.seat), game.legal_moves(step.state)
        if len(moves) <= FEW:
            worths = [JUDGES[game.kind](view, move) for move in moves]
            best = [move for move, worth in zip(moves, worths, strict=True) if worth == max(worths)]
            assert LEVELS["medium"].choose(Turn(game, view, moves, Random(7))) == Random(7).choice(best)
            compared += 1
    assert compared > 10
