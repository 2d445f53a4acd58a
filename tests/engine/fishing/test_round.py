"""Rounds that change in place agree with the engine, move by move; their playouts keep to the rules."""

from __future__ import annotations

from random import Random

from games.bots.search import tactics as tactics_module
from games.bots.search.fishing import Round
from games.bots.search.tactics import Tactics, play_out, tactics_of
from games.engine.catalogue import VERSIONS
from games.engine.fishing.game import FishingGame
from games.engine.fishing.moves import Play
from games.engine.fishing.state import DECLARING, NO_SIDE, OVER, PLAYING, SCORED
from games.engine.protocol import CHANCE
from tests.engine.fishing.tables import cards as cards_of
from tests.engine.fishing.tables import engine, mask, position
from tests.engine.playing import new_match, playout, with_seeds
from tests.helpers.cases import cases

TABLES = [
    (key, version, game.seats[number % len(game.seats)])
    for number, ((key, version), game) in enumerate(VERSIONS.items())
    if isinstance(game, FishingGame)
]
"""Each version of each game; the number of seats varies from game to game."""
EACH_TABLE = cases(
    ("key", "version", "seats"), TABLES, ids=[f"{key}-{version}-{seats}" for key, version, seats in TABLES]
)
STEPS = 130
"""The number of steps of some three rounds."""


def fields(of):
    """Return the fields that a state and a round share, without those that scoring the round changes."""
    return (
        *(of.table, of.turn, of.dealer, of.taker, of.matta, of.winner),
        *map(tuple, (of.hands, of.piles, of.sweeps, of.bonus, of.shown, of.stock)),
    )


@EACH_TABLE
@with_seeds(8)
def test_a_round_is_what_the_engine_says_it_is(key, version, seats, seed):
    """With any options, they agree on the legal moves, the state after each move, the scores and the totals."""
    random, game = Random(seed), VERSIONS[key, version]
    round_, compared = None, 0
    for step in playout(game, new_match(key, seats, random, version), random, steps=STEPS):
        after = game.fold(step.state, step.events)
        if step.state.phase not in (DECLARING, PLAYING):
            round_ = Round(after) if after.phase in (DECLARING, PLAYING) else None
            continue
        assert step.seat != CHANCE
        assert round_.legal_moves() == game.legal_moves(step.state)
        copy = Round(round_)
        round_.move(step.did)
        assert fields(round_) == fields(after)
        assert round_.held == sum(after.hands).bit_count()
        assert round_.captures is after.rules.captures[after.matta]
        assert fields(copy) == fields(step.state), "a copy changes with its original"
        assert round_.is_over == (after.phase in (SCORED, OVER))
        if round_.is_over:
            assert round_.totals_after() == (after.totals, after.phase == OVER)
            assert round_.winner == after.winner
            scores = next(result for event in step.events if (result := game.round_result(event))).scores
            assert round_.scores() == scores
        else:
            assert round_.phase == after.phase
        compared += 1
    assert compared > 20


class Checked(Round):
    """A round that refuses illegal moves."""

    __slots__ = ("first", "plays")

    def __init__(self, state):
        super().__init__(state)
        self.first = None
        self.plays = 0

    def play(self, card, capture):
        assert Play(card, capture) in self.legal_moves()
        self.first = self.first or Play(card, capture)
        self.plays += 1
        super().play(card, capture)


@EACH_TABLE
@with_seeds(2)
def test_what_is_played_out_is_legal_and_ends(key, version, seats, seed):
    """Every card of the deck is played or lies in a pile at the end; players announce where they can."""
    random, game = Random(seed), VERSIONS[key, version]
    for step in playout(game, new_match(key, seats, random, version), random, steps=STEPS):
        if step.state.phase not in (DECLARING, PLAYING) or random.random() < 0.8:
            continue
        cards = sum(step.state.hands).bit_count() + len(step.state.stock)
        round_ = Checked(step.state)
        play_out(round_)
        assert round_.is_over
        if round_.winner == NO_SIDE:
            assert round_.plays == cards
            assert sum(round_.piles).bit_count() + round_.table.bit_count() == 40
            assert len(round_.scores()) == step.state.rules.sides


@cases(
    ("table", "hand", "first"),
    [
        ("7D QS", "7S QH", Play(cards_of("7S")[0], mask("7D"))),  # the seven of diamonds rather than two queens
        ("2C 3C", "5S KH", Play(cards_of("5S")[0], mask("2C 3C"))),  # a sweep
        ("3C", "2S KH", Play(cards_of("KH")[0], 0)),  # the next player has a five
    ],
)
def test_playing_out_is_informed(table, hand, first):
    """A playout takes the cards worth most and leaves no sweep, if possible."""
    round_ = Checked(position("scopa", hand, "5D 4H", table=table, stock=""))

    play_out(round_)

    assert round_.first == first


def test_a_table_that_is_told_apart_by_kinds_alone_is_played_alike():
    """Tables with other suits of the same kinds share a cache entry.

    The captured cards are still those on the table.
    """
    tactics = tactics_of(engine(position("scopa", "5S", "4D")).start({}, 2, 0).rules.captures[0])

    assert tactics.number_of(mask("2C 3H")) == tactics.number_of(mask("2S 3C")) != tactics.number_of(mask("2D 3C"))
    for cards in ("2C 3H", "2S 3C", "2D 3S"):
        number = tactics.number_of(mask(cards))
        assert tactics.number_of(tactics.table_of(number)) == number
        round_ = Checked(position("scopa", "5S KD", "4D 4H", table=cards, stock=""))
        play_out(round_)
        assert round_.first == Play(cards_of("5S")[0], mask(cards))


def test_what_is_remembered_is_bounded(monkeypatch):
    """A worker runs for a long time, so the cache has a bound."""
    monkeypatch.setattr(tactics_module, "REMEMBERED", 50)
    tactics = Tactics(engine(position("scopa", "5S", "4D")).start({}, 2, 0).rules.captures[0])
    luck = Random(1)

    for _ in range(2_000):
        table = sum(1 << number for number in luck.sample(range(39), 4))
        first, others, ways = tactics.ways[1 << 39]
        assert ways[tactics.number_of(table) & first or tactics.number_of(table) & others]

    assert sum(len(ways) for _, _, ways in tactics.ways.values()) <= 4 * 50
