"""The contract of every game in the catalogue. A new game gets these tests without extra work."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from games.engine.camba.moves import DRAW
from games.engine.catalogue import GAMES
from games.engine.fishing import deciding
from games.engine.protocol import CHANCE, NOBODY
from games.engine.record import canonical
from games.engine.violations import RuleViolation
from tests.engine.playing import TABLES, Step, new_match, option_values, playout, shuffled, with_seeds
from tests.helpers.cases import cases
from tests.helpers.english import english, told, written
from tests.helpers.refusals import violates

EACH_TABLE = cases(("key", "seats"), TABLES, ids=[f"{key}-{seats}" for key, seats in TABLES])
EACH_GAME = cases("game", GAMES.values(), ids=GAMES)
SEEDS = with_seeds(1)
"""The random matches of each table: all tests use the same ones, and each match is played once."""
POSITIONS = 15
"""The positions of each match to look at; the seed decides where they lie."""


@cache
def positions(key: str, seats: int, seed: int) -> list[Step]:
    """Return some steps of a random match, spread over its whole length."""
    random = Random(seed)
    game = GAMES[key]
    steps = list(playout(game, new_match(key, seats, random), random, steps=1500))
    return [steps[place] for place in sorted(random.sample(range(len(steps)), min(POSITIONS, len(steps))))]


@EACH_GAME
def test_a_game_says_what_it_is(game):
    """Name, summary, seats and options are there for people to read."""
    assert english(game.name)
    assert len(english(game.summary)) > 40
    assert "\n## Scoring\n" in game.text
    assert game.version >= 1
    assert game.seats == tuple(sorted(game.seats))
    assert all(english(option.sentence).endswith(".") for option in game.options)


@EACH_GAME
def test_every_option_takes_its_values_and_no_others(game):
    """The game accepts defaults and listed values; it refuses another type or value, and names the option."""
    seats = game.seats[-1]

    for option in game.options:
        for value in option_values(option):
            if (option.name, seats) != ("teams", 4):
                assert game.read_options({option.name: value}, 4 if 4 in game.seats else seats)[option.name] == value
        for wrong in (None, "x", -1, 1.0, [], 10**9, not option.default if type(option.default) is int else 0):
            if wrong not in option_values(option) or type(wrong) is not type(option.default):
                error = violates("bad_option", game.read_options, {option.name: wrong}, seats)
                assert error.fields == {"option": option.name}


@EACH_GAME
def test_unknown_options_and_seats_are_refused(game):
    """An option that a game does not list does not exist for it."""
    error = violates("bad_option", game.read_options, {"house_rule": True}, game.seats[0])
    assert english(error.message) == f"{game.key} has no option house_rule."

    for seats, dealer in ((1, 0), (9, 0), (game.seats[0], game.seats[0]), (game.seats[0], -1)):
        violates("bad_seats", game.check_seats, seats, dealer)


@EACH_TABLE
@SEEDS
def test_every_match_ends(key, seats, seed):
    """A random match comes to an end, with an outcome for every side."""
    random = Random(seed)
    game = GAMES[key]
    quick = {option.name: option_values(option)[0] for option in game.options if option.name == "target"}
    state = new_match(key, seats, random, **quick)
    sides = max(game.sides(game.read_options({}, seats), seats)) + 1

    for step in playout(game, state, random):
        assert game.outcome(step.state) is None
        state = game.fold(step.state, step.events)

    outcome = game.outcome(state)
    assert game.to_act(state) == NOBODY
    assert not game.legal_moves(state)
    assert outcome is not None
    assert len(outcome.totals) == len(outcome.places) == sides
    assert outcome.winner is None or outcome.places[outcome.winner] == 1
    assert outcome.places.count(1) == 1 or outcome.winner is None


STUBBORN = {
    "first": lambda state, moves: moves[0],
    "last": lambda state, moves: moves[-1],
    "draws": lambda state, moves: DRAW if DRAW in moves else moves[0],
}
"""Players who always prefer the same: laying a card, capturing, passing, or drawing."""
FEW_ROUNDS, MOST_MOVES = 4, 2_000


@pytest.mark.parametrize("turn", range(5))
@cases("choose", STUBBORN.values(), ids=STUBBORN)
@EACH_GAME
def test_stubborn_players_finish_under_every_option(game, choose, turn, monkeypatch):
    """They finish within 2,000 moves for a game of Čamba or Haggis, or a short match of fishing.

    Five matches, with other options each, have every value of every option.
    """
    monkeypatch.setattr(deciding, "MOST_ROUNDS", FEW_ROUNDS)
    options = {}
    for number, option in enumerate(game.options):
        values = option_values(option)[:1] if option.name in ("target", "games") else option_values(option)
        change = turn if len(values) > 2 or number % 2 else turn // 2  # so that pairs of options differ, too
        options[option.name] = values[change % len(values)]
    seats = 4 if options.get("teams") else game.seats[turn % len(game.seats)]
    state = new_match(game.key, seats, Random(0), **options)
    moves = 0
    for step in playout(game, state, Random(1), steps=2 * MOST_MOVES, choose=choose):
        moves += step.seat != CHANCE
        state = game.fold(step.state, step.events)

    assert game.to_act(state) == NOBODY
    assert moves <= MOST_MOVES


@EACH_TABLE
@SEEDS
def test_legal_moves_are_accepted_and_leave_the_state_alone(key, seats, seed):
    """Each legal move is listed once, survives being written and read, and is accepted."""
    game = GAMES[key]

    for state, seat, _, _ in positions(key, seats, seed):
        if seat == CHANCE:
            assert not game.legal_moves(state)
            continue
        before = game.dump_state(state)
        moves = game.legal_moves(state)
        written = [canonical(game.write_move(move)) for move in moves]
        assert moves
        assert len(set(written)) == len(written)
        for move in moves[:50]:
            assert game.read_move(json.loads(canonical(game.write_move(move)))) == move
            assert game.completed(state, seat, move) == move
            assert game.decide(state, seat, move)
        assert game.dump_state(state) == before


@EACH_TABLE
@SEEDS
def test_every_other_move_is_refused(key, seats, seed):
    """The game refuses a move out of turn, and an altered move unless it has the effect of a legal one."""
    game = GAMES[key]
    random = Random(seed)

    for state, seat, _, _ in positions(key, seats, seed)[:15]:
        if seat == CHANCE:
            continue
        before = game.dump_state(state)
        moves = game.legal_moves(state)
        for other in set(range(-1, seats + 1)) - {seat}:
            violates("not_your_turn", game.decide, state, other, moves[0])
        outcomes = {game.dump_events(game.decide(state, seat, move)) for move in moves}
        for _ in range(10):
            with suppress(RuleViolation):
                altered = game.read_move(alter(game.write_move(random.choice(moves)), game, random))
                assert game.dump_events(game.decide(state, seat, altered)) in outcomes
        assert game.dump_state(state) == before


def alter(move: dict[str, Any], game: Any, random: Random) -> dict[str, Any]:
    """Change, drop or add one field of a move."""
    cards = [game.card_name(card) for card in range(32)]
    name = random.choice([*move, "matta", "cards", "as", "call"])
    value = random.choice(
        [
            random.choice(cards),
            random.sample(cards, random.randrange(4)),
            None,
            5,
            "A",
            "draw",
            "pass",
            "ZZ",
            [],
            ["ZZ"],
            True,
        ]
    )
    altered = {**move, name: value}
    if random.random() < 0.2:
        del altered[name]
    if isinstance(move.get("capture"), list) and random.random() < 0.2:
        altered = {**move, "capture": move["capture"] * 2 or [random.choice(cards)]}
    return altered


@EACH_TABLE
@SEEDS
def test_the_log_folds_to_the_state(key, seats, seed):
    """States and events survive storage; folding the stored events gives the same match."""
    random = Random(seed)
    game = GAMES[key]
    state = folded = new_match(key, seats, random)

    for step in playout(game, state, random, steps=300):
        stored = game.dump_events(step.events)
        folded = game.fold(folded, game.load_events(stored))
        state = game.fold(step.state, step.events)
        assert game.dump_state(folded) == game.dump_state(state)
        assert game.load_state(game.dump_state(state)) == state
        assert json.loads(stored)


@EACH_TABLE
@SEEDS
def test_a_round_needs_of_earlier_rounds_only_what_ended_them(key, seats, seed):
    """So the state at any move is folded from the beginning of its round, no matter how long the match is."""
    random = Random(seed)
    game = GAMES[key]
    start = state = short = new_match(key, seats, random)
    endings: list[Any] = []

    for step in playout(game, state, random, steps=300):
        if step.seat == CHANCE and game.chance(step.state).attempt == 0:
            short = game.fold(start, endings)
        short = game.fold(short, step.events)
        endings += [event for event in step.events if game.round_result(event)]
        assert game.dump_state(short) == game.dump_state(game.fold(step.state, step.events))


@EACH_TABLE
@SEEDS
def test_what_a_viewer_sees_does_not_depend_on_what_is_hidden(key, seats, seed):
    """``imagine`` deals the hidden cards anew. The view, its form for clients and the legal moves stay the same."""
    game = GAMES[key]
    random = Random(seed)

    for state, actor, _, _ in positions(key, seats, seed):
        for seat in (None, *range(seats)):
            view = game.observe(state, seat)
            imagined = game.imagine(view, random)
            assert game.observe(imagined, seat) == view
            assert written(game.show(view)) == written(game.show(game.observe(imagined, seat)))
            if seat == actor:
                assert game.legal_moves(imagined) == game.legal_moves(state)
                for move in game.legal_moves(state)[:20]:
                    assert english(game.sentence(view, move)).endswith(".")
                    assert english(game.label_of(move)) == game.kind_of(move)


@EACH_TABLE
@SEEDS
def test_an_imagined_state_can_be_played_on(key, seats, seed):
    """Bots think with imagined states: they are complete, and any match can be played to its end from them."""
    game = GAMES[key]
    random = Random(seed)
    step = random.choice(positions(key, seats, seed))
    seat = random.choice([None, *range(seats)])

    imagined = game.imagine(game.observe(step.state, seat), random)

    assert game.to_act(imagined) == game.to_act(step.state)
    for later in playout(game, imagined, random, steps=60):
        assert later.events


@EACH_TABLE
@SEEDS
def test_what_clients_get_has_the_published_shape(key, seats, seed):
    """Views, events and moves are JSON of the types from which the schema is made."""
    game = GAMES[key]
    names = [f"Player {seat}" for seat in range(seats)]

    for state, actor, _, events in positions(key, seats, seed):
        hands = game.truth(state)["hands"]
        for seat in (None, *range(seats)):
            shown = written(game.show(game.observe(state, seat)))
            msgspec.json.decode(shown, type=game.view_type)
            read = json.loads(shown)
            assert read.keys() >= {"phase", "round", "dealer"}
            assert read["hand_counts"] == list(map(len, hands))
            assert read["hand"] == (None if seat is None else hands[seat])
            for event in events:
                seen = game.visible(event, seat)
                if seen is not None:
                    read = game.shaped(told(seen))
                    assert json.loads(written(msgspec.convert(read, game.event_type))) == read
                    assert english(game.tell(read, names, names[: len(game.totals(state))])).endswith(".")
        for move in game.legal_moves(state)[:20] if actor != CHANCE else ():
            plain = game.write_move(move)
            msgspec.convert(plain, game.move_type)
            assert game.read_shaped_move(plain) == game.read_shaped_move(game.shaped(dict(plain))) == move


@EACH_TABLE
def test_chance_is_asked_for_cards_in_canonical_order_and_refuses_others(key, seats):
    """Cards are in the order of their names; the game refuses a deck with a missing or an unknown card."""
    random = Random(7)
    game = GAMES[key]
    state = new_match(key, seats, random)
    cards = game.chance(state).cards
    names = [game.card_name(card) for card in cards]

    assert names == sorted(names)
    assert [game.read_card(name) for name in names] == list(cards)
    assert game.read_card("ZZ") is None
    for wrong in (cards[1:], (*cards[1:], cards[1]), (*cards[1:], -1), ()):
        violates("bad_deck", game.deal, state, wrong)
    assert game.deal(state, shuffled(game, state, random))


@EACH_TABLE
@SEEDS
def test_rounds_add_up(key, seats, seed):
    """The score sheet of a round explains the totals, line by line."""
    random = Random(seed)
    game = GAMES[key]
    state = new_match(key, seats, random)
    totals = game.totals(state)

    for step in playout(game, state, random, steps=600):
        for event in step.events:
            if ended := game.round_result(event):
                assert ended.totals == tuple(a + b for a, b in zip(totals, ended.scores, strict=True))
                if ended.categories:
                    columns = zip(*(category.points for category in ended.categories), strict=True)
                    assert ended.scores == tuple(sum(column) for column in columns)
                assert all(english(category.name) and english(category.text) for category in ended.categories)
                totals = ended.totals
        assert game.totals(game.fold(step.state, step.events)) == totals
