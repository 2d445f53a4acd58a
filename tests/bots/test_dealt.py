"""The worth of a round's cards to a side: luck apart from play."""

from __future__ import annotations

from random import Random
from statistics import correlation, mean

import pytest

from games.bots.boards import Board
from games.bots.dealt import Deals, ahead, is_dealt
from games.bots.medium import LEVEL as MEDIUM
from games.engine.catalogue import GAMES
from games.engine.protocol import CHANCE
from tests.benchmarks.luck import dealt, played
from tests.engine.playing import ONE_OF_EACH
from tests.helpers.cases import cases


@cases(("key", "seats"), ONE_OF_EACH)
def test_every_game_knows_what_cards_are_worth(key, seats, monkeypatch):
    """The worth of the same cards is always the same; over all sides together it is zero."""
    monkeypatch.setattr("games.bots.dealt.PLAYED", 10)
    monkeypatch.setattr("games.bots.dealt.COMPARED", 10)
    game = GAMES[key]
    options = game.read_options({}, seats)
    before, state = dealt(game, options, seats, Board("worth"))
    sides = max(game.sides(options, seats)) + 1

    worths = [Deals(game, side, "seed").worth(before, state, 0) for side in range(sides)]

    assert worths == [Deals(game, side, "seed").worth(before, state, 0) for side in range(sides)]
    assert sum(one.points for one in worths) == pytest.approx(0)
    assert all(one.low <= one.points <= one.high for one in worths)


def test_it_is_luck_that_it_tells(monkeypatch):
    """In Chkobba for two, the mean of many deals is zero, and the side with better cards wins more with equal bots."""
    monkeypatch.setattr("games.bots.dealt.PLAYED", 60)
    monkeypatch.setattr("games.bots.dealt.COMPARED", 120)
    game = GAMES["chkobba"]
    options = game.read_options({}, 2)
    cards, made = [], []
    for number in range(16):
        board = Board(f"luck {number}")
        before, state = dealt(game, options, 2, board)
        cards.append(Deals(game, 0, "seed").worth(before, state, board.dealer(2)).points)
        made.append(ahead(played(game, state, MEDIUM, board), 0))

    assert abs(mean(cards)) < 1.6  # three standard errors of 16 deals
    assert correlation(cards, made) > 0.5


def test_it_is_dealt_when_nothing_is_shuffled_or_cut_any_more():
    """If a player first decides about the cut, the cards are dealt only after that."""
    game = GAMES["chkobba"]
    state = game.start(game.read_options({}, 2), 2, 0)
    assert game.to_act(state) == CHANCE
    assert not is_dealt(state)
    deck = list(game.chance(state).cards)
    Random(1).shuffle(deck)
    cut = game.fold(state, game.deal(state, deck))
    assert not is_dealt(cut)
    for move in game.legal_moves(cut):
        assert is_dealt(game.fold(cut, game.decide(cut, game.to_act(cut), move)))
