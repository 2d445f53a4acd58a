"""The game of Čamba that changes in place, which bots search with, equals the engine's."""

from __future__ import annotations

from random import Random

from games.bots.search.camba import Game, legal_moves, play_out
from games.engine.camba.state import RESHUFFLING, SCORED
from games.engine.catalogue import GAMES
from games.engine.protocol import CHANCE
from tests.engine.playing import random_options, shuffled
from tests.helpers.cases import cases

CAMBA = GAMES["camba"]
COMPARED = ("phase", "turn", "direction", "top", "mode", "asked", "drawn", "owed")


@cases("seats", CAMBA.seats)
def test_it_goes_as_the_engine_does(seats):
    """Random games with all options: the same legal moves and the same successors, reshuffles included."""
    luck = Random(seats)
    for _ in range(30):
        options = CAMBA.read_options(random_options(CAMBA, seats, luck) | {"games": 1}, seats)
        state = CAMBA.start(options, seats, luck.randrange(seats))
        state = CAMBA.fold(state, CAMBA.deal(state, shuffled(CAMBA, state, luck)))
        game = Game(state)
        for _ in range(400):
            if (seat := CAMBA.to_act(state)) == CHANCE:
                deck = shuffled(CAMBA, state, luck)
                game.reshuffled(list(deck))
                state = CAMBA.fold(state, CAMBA.deal(state, deck))
            elif seat >= 0:
                moves = CAMBA.legal_moves(state)
                assert legal_moves(game) == moves
                move = luck.choice(moves)
                game.move(move)
                state = CAMBA.fold(state, CAMBA.decide(state, seat, move))
            else:
                break
            assert_same(game, state, over=CAMBA.outcome(state) is not None)


def assert_same(game, state, *, over):
    """Assert that a game in place equals a state of the engine."""
    if over:
        assert game.places == list(state.places)
        assert game.is_over
        return
    assert game.places == list(state.places)
    assert [getattr(game, name) for name in COMPARED] == [getattr(state, name) for name in COMPARED]
    assert [tuple(sorted(hand)) for hand in game.hands] == list(state.hands)
    assert (tuple(reversed(game.draw)), tuple(game.pile)) == (state.draw, state.pile)
    assert (game.phase == RESHUFFLING) == (state.phase == RESHUFFLING)


@cases("seats", CAMBA.seats)
def test_it_is_played_out(seats):
    """The quick way ends nearly every game and makes only legal moves: the engine would refuse others."""
    ended = 0
    for number in range(40):
        luck = Random(f"{seats}|{number}")
        options = CAMBA.read_options(random_options(CAMBA, seats, luck) | {"games": 1}, seats)
        state = CAMBA.start(options, seats, 0)
        game = Game(CAMBA.fold(state, CAMBA.deal(state, shuffled(CAMBA, state, luck))))

        play_out(game, luck)

        ended += game.phase == SCORED
        assert sum(map(len, game.hands)) + len(game.draw) + len(game.pile) == len(game.rules.cards())

    assert ended > 35
