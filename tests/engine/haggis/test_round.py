"""The round of Haggis that changes in place, which bots search with, equals the engine's."""

from __future__ import annotations

from random import Random

from games.bots.search.haggis import Round
from games.bots.search.leading import play_out
from games.engine.catalogue import GAMES
from games.engine.haggis.moves import Pass, Play
from tests.engine.playing import random_options, shuffled
from tests.helpers.cases import cases
from tests.helpers.eventually import attempts

HAGGIS = GAMES["haggis"]


def dealt(seats, luck):
    """Return a match whose first round is dealt."""
    options = HAGGIS.read_options(random_options(HAGGIS, seats, luck), seats)
    state = HAGGIS.start(options, seats, luck.randrange(seats))
    return HAGGIS.fold(state, HAGGIS.deal(state, shuffled(HAGGIS, state, luck)))


@cases("seats", HAGGIS.seats)
def test_it_goes_as_the_engine_does(seats):
    """Random rounds with all options, bets and bombs have the same successors and the same scores."""
    luck, scored = Random(seats), 0
    for _ in range(12):
        state = dealt(seats, luck)
        played = Round(state)
        for _ in attempts(1_000, "the round does not end"):
            if played.is_over:
                break
            moves = HAGGIS.legal_moves(state)
            move = luck.choice(moves[:4] if luck.random() < 0.5 else moves)
            events = HAGGIS.decide(state, state.turn, move)
            state = HAGGIS.fold(state, events)
            played.move(move)
            if not played.is_over:
                assert (played.turn, played.hands) == (state.turn, list(state.hands))
                assert [play for _, play, _ in played.trick] == [play.cards for play in state.trick]
                assert (played.passed, played.bets) == (len(state.passed), list(state.bets))
                assert Round(state).points == played.points
        results = [found for event in events if (found := HAGGIS.round_result(event))]
        assert [played.scores()] == [found.scores for found in results]
        assert played.totals_after() == (results[0].totals, HAGGIS.outcome(state) is not None)
        scored += 1
    assert scored == 12


@cases("seats", HAGGIS.seats)
def test_it_is_played_out_by_the_rules(seats):
    """The quick way makes only legal moves."""
    for number in range(15):
        state = dealt(seats, Random(f"{seats}|{number}"))
        kept = Kept(state)

        play_out(kept)

        assert kept.is_over
        for move in kept.moves:
            assert move in HAGGIS.legal_moves(state)
            state = HAGGIS.fold(state, HAGGIS.decide(state, state.turn, move))
        assert state.totals == kept.scores()


class Kept(Round):
    """A round that keeps its moves."""

    def __init__(self, state):
        super().__init__(state)
        self.moves = []

    def play(self, cards, reading):
        self.moves.append(Play(cards, reading))
        super().play(cards, reading)

    def pass_(self):
        self.moves.append(Pass())
        super().pass_()
