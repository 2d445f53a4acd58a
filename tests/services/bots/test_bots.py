"""Levels of bots: those for players, and those for comparisons."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace as replace_fields

from games.bots import DESCRIPTIONS, FALLBACKS, LEVELS, medium
from games.bots.knowledge.haggis import QUICK, turns_to_play
from games.bots.level import Level, Turn
from games.bots.memory import remembered
from games.bots.turns import seen
from games.engine.camba.events import Dealt
from games.engine.catalogue import GAMES
from games.engine.protocol import CHANCE
from games.seat_control import STAND_IN
from games.services.bots import bot_jobs
from games.services.matchmaking.lobby import lobby_bots
from games.services.staff import match_actions
from games.tasks import LONGEST_THOUGHT
from tests.engine.camba.tables import CAMBA, cards, move, table
from tests.engine.fishing.tables import engine, position
from tests.engine.playing import new_match, playout, shuffled
from tests.helpers.refusals import refused
from tests.tournament import medium_1


def test_players_are_offered_what_is_described():
    """The catalogue describes every level that can be seated, and no other."""
    assert list(DESCRIPTIONS) == list(LEVELS)


# --- what medium knows ------------------------------------------------------------------------------------------------


def test_medium_does_not_lay_what_lets_a_nine_take_the_seven_of_diamonds():
    """With 7♦ K♣ on the table, a 2♣ beside them lets a queen take 7♦; with 4♠ only a seven does."""
    state = position("scopa", "2C 4S", "3H 5H", table="7D KC", stock="QC QH QS AC AH 3C 5C JD JH KD")
    game = engine(state)

    for choose, laid in ((medium.choose, {"4S"}), (medium_1.choose, {"2C", "4S"})):
        chosen = {
            game.write_move(choose(Turn(game, game.observe(state, 0), game.legal_moves(state), Random(number))))["card"]
            for number in range(20)
        }
        assert chosen == laid


def test_medium_bets_in_haggis_when_it_pays():
    """With a quick hand for two, medium bets big, with a slow one it does not; its first version never bets."""
    game, luck = GAMES["haggis"], Random(5)
    bets = {True: set(), False: set()}
    for _ in range(30):
        state = game.start(game.read_options({}, 2), 2, 0)
        state = game.fold(state, game.deal(state, shuffled(game, state, luck)))
        view = game.observe(state, game.to_act(state))
        moves = game.legal_moves(state)
        chosen = game.write_move(medium.choose(Turn(game, view, moves, luck)))
        bets[turns_to_play(view.hand) <= QUICK].add(chosen.get("bet"))
        assert "bet" not in game.write_move(medium_1.choose(Turn(game, view, moves, luck)))

    assert bets == {True: {"big"}, False: {None}}


# --- what bots remember -----------------------------------------------------------------------------------------------


def turns_of(key, seats, luck, steps, **options):
    """Yield each decision of a random match: the state, the seat, and the turn that a bot would get."""
    game, happened = GAMES[key], []
    for step in playout(game, new_match(key, seats, luck, **options), luck, steps=steps):
        if step.seat == CHANCE and game.chance(step.state).attempt == 0:
            happened.clear()
        if step.seat != CHANCE:
            for seat in range(seats):
                view = game.observe(step.state, seat)
                recall = partial(seen, game, list(happened), seat)
                yield step.state, seat, Turn(game, view, game.legal_moves(step.state), Random(1), recall)
        happened += step.events


@pytest.mark.parametrize(("key", "seats", "seed"), [("scopone", 4, 4), ("cirulla", 3, 10), ("scopa", 6, 6)])
def test_piles_that_lie_face_down_are_remembered_card_by_card(key, seats, seed):
    """Medium plays with face-down piles as if they were open, as it remembers them.

    The first dealer at Cirulla takes the table at once.
    """
    game, compared = GAMES[key], 0
    for state, seat, turn in turns_of(key, seats, Random(seed), steps=100, open_piles=False, target=21):
        if seat == game.to_act(state):
            view = remembered(turn)
            assert view.piles == state.piles
            chosen = medium.choose(turn)
            assert chosen == medium.best(replace(turn, luck=Random(1)), replace_fields(turn.view, piles=state.piles))
            compared += any(state.piles)
            turn.luck.seed(1)
            imagined = game.imagine(view, Random(3))
            assert (imagined.piles, game.observe(imagined, seat)) == (state.piles, turn.view)
        elif seat == 0:
            assert remembered(turn).piles == state.piles
    assert compared > 30


def test_events_are_not_read_where_the_view_tells_all():
    """Events, which are slow to read, are read neither with open piles nor in games whose views forget nothing."""

    def fail():
        raise AssertionError("the events were read")

    for key in ("scopone", "haggis"):
        game, luck = GAMES[key], Random(1)
        options = {"open_piles": True} if key == "scopone" else {"target": 250}
        for step in playout(game, new_match(key, game.seats[-1], luck, **options), luck, steps=60):
            if step.seat != CHANCE:
                view = game.observe(step.state, step.seat)
                medium.choose(Turn(game, view, game.legal_moves(step.state), luck, fail))


@pytest.mark.parametrize(("seats", "decks"), [(3, 1), (4, 2), (6, 2)])
def test_whoever_handed_cards_on_knows_who_holds_them(seats, decks):
    """A bot knows passed-on cards until they are played, wherever the hand goes; imagined states agree with that."""
    game, known = GAMES["camba"], 0
    options = {"decks": decks, "games": 3, "play_drawn_card": bool(seats % 2)}
    for state, seat, turn in turns_of("camba", seats, Random(f"{seats}|0"), steps=150, **options):
        view = remembered(turn)
        imagined = game.imagine(view, Random(5))
        assert game.observe(imagined, seat) == turn.view
        for other, held in enumerate(view.known):
            assert not Counter(held) - Counter(state.hands[other])
            assert not Counter(held) - Counter(imagined.hands[other])
            known += len(held)
    assert known > 100


def test_a_hand_that_was_handed_on_is_known_whole():
    """A player who passed on a hand still knows the rest of it after a card is played; the others know nothing."""
    game = CAMBA
    state = table("R7 R1 B2", "G1 G3", "Y1", top="R5")
    happened = [Dealt(state.hands, state.top, -1)]
    for text in ("R7 alkondor_pasa_change", "R1 camba"):
        events = game.decide(state, state.turn, move(text))
        happened += events
        state = game.fold(state, events)

    known = [
        remembered(Turn(game, game.observe(state, seat), (), Random(1), partial(seen, game, happened, seat))).known
        for seat in range(3)
    ]

    assert known[0] == ((), cards("B2"), ())
    assert known[1] == ((), (), cards("G1 G3"))
    assert known[2] == (cards("Y1"), (), ())


# --- what a level says of itself --------------------------------------------------------------------------------------


def test_who_plays_in_the_place_of_others_is_quick_and_plays_everything():
    """Fallback levels are quick and play every game, as they stand in for failed levels."""
    for level in FALLBACKS:
        assert level.budget is None
        assert all(level.plays(key) for key in GAMES)
    assert FALLBACKS[0].key == STAND_IN


def test_no_level_thinks_longer_than_a_worker_lives():
    """A level's budget is far below the time after which a worker's pool kills a task."""
    for level in LEVELS.values():
        assert level.budget is None or level.budget.seconds + bot_jobs.GRACE < LONGEST_THOUGHT / 2


def test_a_level_is_seated_only_where_it_plays(make_match, amel, running, now, monkeypatch, client_of):
    """The catalogue lists the games of a level; in other games it is refused, with the levels that play them."""
    picky = Level(key="picky", choose=LEVELS["easy"].choose, games=frozenset({"haggis"}))
    monkeypatch.setitem(LEVELS, "picky", picky)
    monkeypatch.setitem(DESCRIPTIONS, "picky", DESCRIPTIONS["easy"])
    table = make_match(amel)

    answer = client_of(amel).post(f"matches/{table.match.pk}/bots", {"seats": {"1": "picky"}})

    assert (answer.status_code, answer.data["code"]) == (400, "bot_cannot_play")
    assert answer.data["levels"] == ["easy", "medium", "hard", "expert"]
    order = match_actions.Order(amel, "Why.", now)
    refused("bot_cannot_play", match_actions.give_to_bot, running().match.pk, order, 0, "picky")
    assert (
        lobby_bots.set_bots(make_match(amel, game="haggis").match.pk, amel, {1: "picky"}, None, now).seats[1].bot
        == "picky"
    )
    told = {bot["key"]: bot["games"] for bot in client_of().get("games").data["bots"]}
    assert told["picky"] == ["haggis"]
    assert told["medium"] == list(GAMES)
