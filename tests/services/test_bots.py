"""Levels of bots: those that players are offered, and those that are kept for comparisons."""

from __future__ import annotations

from random import Random

import pytest

from games.bots import BOTS, DESCRIPTIONS, KEPT, LEVELS, medium
from games.bots.knowledge.haggis import QUICK, turns_to_play
from games.engine.catalogue import GAMES
from games.engine.violations import RuleViolation
from games.models import Move, Seat
from games.services import clock, lobby
from games.services.refusals import Refusal
from tests.engine.fishing.tables import engine, position
from tests.engine.playing import shuffled


def test_players_are_offered_what_is_described():
    """The catalogue names every level that can be seated, and no other."""
    assert list(DESCRIPTIONS) == list(LEVELS)
    assert not set(KEPT) & set(LEVELS)
    assert set(BOTS) == {*LEVELS, *KEPT}


@pytest.mark.parametrize("level", KEPT)
def test_a_kept_level_cannot_be_seated(level, make_match, player, now):
    """It is there to be compared with, not to be played against."""
    amel = player("Amel")
    table = make_match(amel)

    with pytest.raises((Refusal, RuleViolation)) as refused:
        lobby.set_bots(table.match.pk, amel, {1: level}, None, now)
    assert refused.value.code == "unknown_bot"


@pytest.mark.parametrize("level", KEPT)
def test_a_match_whose_seat_names_a_kept_level_is_played_on(level, running, now):
    """What once could be seated still moves."""
    table = running(bots={1: "medium"})
    Seat.objects.filter(match=table.match).update(bot=level)

    clock.wake(table.match.pk, now)

    assert Move.objects.filter(match=table.match, by="bot").count() == 1


# --- what medium knows ------------------------------------------------------------------------------------------------


def test_medium_does_not_lay_what_lets_a_nine_take_the_seven_of_diamonds():
    """Table 7♦ K♣: with 2♣ beside it a queen takes the 7♦; with 4♠ there nothing but a seven does."""
    state = position("scopa", "2C 4S", "3H 5H", table="7D KC", stock="QC QH QS AC AH 3C 5C JD JH KD")
    game = engine(state)

    for choose, laid in ((medium.choose, {"4S"}), (BOTS["medium-1"], {"2C", "4S"})):
        chosen = {
            game.write_move(choose(game, game.observe(state, 0), game.legal_moves(state), Random(number)))["card"]
            for number in range(20)
        }
        assert chosen == laid


def test_medium_bets_in_haggis_when_it_pays():
    """With a quick hand for two, big; never with a slow one; the kept level never bets."""
    game, luck = GAMES["haggis"], Random(5)
    bets = {True: set(), False: set()}
    for _ in range(60):
        state = game.start(game.read_options({}, 2), 2, 0)
        state = game.fold(state, game.deal(state, shuffled(game, state, luck)))
        view = game.observe(state, game.to_act(state))
        moves = game.legal_moves(state)
        chosen = game.write_move(medium.choose(game, view, moves, luck))
        bets[turns_to_play(view.hand) <= QUICK].add(chosen.get("bet"))
        assert "bet" not in game.write_move(BOTS["medium-1"](game, view, moves, luck))

    assert bets == {True: {"big"}, False: {None}}
