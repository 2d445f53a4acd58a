"""Moves, resignations, and resuming from the autopilot."""

from __future__ import annotations

import json
from datetime import timedelta
from random import Random

import pytest

from games.engine.violations import RuleViolation
from games.models import Actor, IdempotentResponse, Match, Move, Seat
from games.offer_rules import How
from games.seat_control import STAND_IN
from games.services import due_matches
from games.services.log.verification import faults_of
from games.services.staff import match_actions
from games.services.turns import early_end, pausing, planned_moves, playing, undoing
from games.services.turns.playing import Once
from tests.helpers.playing import play_by_chance
from tests.helpers.refusals import refused, violates


def seat_to_act(table):
    """Return the seat that must move."""
    return table.seats[table.match.to_act]


def first_move(table):
    """Return a legal move in the format of clients."""
    return table.game.write_move(table.game.legal_moves(table.state)[0])


def play(table, now, move=None, version=None, player=None, once=None):
    """Play a legal move, by default the first; return an answer with the new version of the match."""
    return playing.play_move(
        table.match.pk,
        player or seat_to_act(table).player,
        move or first_move(table),
        table.match.version if version is None else version,
        now,
        lambda after: json.dumps({"view": {"version": after.match.version, "seats": []}}),
        once,
    )


def test_a_move_is_logged_with_what_followed(running, now):
    """The log has the move with its actor and events; the next seat gets its full time."""
    table = running(turn_seconds=600)
    seat = seat_to_act(table)

    play(table, now)

    move = Move.objects.get(match=table.match)
    match = Match.objects.get(pk=table.match.pk)
    assert (move.seat, move.by, move.player, move.at) == (seat.number, Actor.PLAYER, seat.player, now)
    assert move.version == table.match.version + 1
    assert table.game.load_events(move.events)
    assert match.due_at == match.wake_at == now + timedelta(seconds=600)


def test_a_stale_version_is_refused(running, now):
    """A move that answers an older version changes nothing."""
    table = running()

    refused("stale_version", play, table, now, version=table.match.version - 1)
    assert not Move.objects.exists()


def test_a_move_out_of_turn_is_refused(running, now):
    """A move of a seat that must wait is refused."""
    table = running()
    other = table.seats[1 - table.match.to_act].player

    error = violates("not_your_turn", play, table, now, player=other)
    assert error.fields == {"seat": table.match.to_act}


def test_who_does_not_sit_there_is_refused(running, player, now):
    """A stranger is refused in a public match, and finds no private one."""
    stranger = player("Stranger")

    for visibility, code in (("public", "not_seated"), ("private", "not_found")):
        table = running(bots={1: "easy"}, visibility=visibility)
        refused(code, playing.play_move, table.match.pk, stranger, {"type": "pass"}, 1, now, lambda after: "")


def test_a_late_move_loses_to_the_clock(running, now):
    """A move at the deadline is in time; a moment later it is refused, and a worker plays for the clock."""
    table = running(turn_seconds=60)
    deadline = table.match.due_at

    refused("turn_expired", play, table, deadline + timedelta(microseconds=1))
    assert not Move.objects.filter(match=table.match).exists()
    due_matches.wake(table.match.pk, deadline + timedelta(microseconds=1))
    assert Move.objects.get(match=table.match).by == Actor.TIMEOUT

    other = running(turn_seconds=60)
    play(other, other.match.due_at)
    assert Move.objects.get(match=other.match).by == Actor.PLAYER


def test_the_same_request_gets_the_first_answer_again(running, now):
    """With an idempotency key a move happens once, however often it is sent."""
    table = running()
    seat = seat_to_act(table)
    move, once = first_move(table), Once("key", "request")

    answers = {play(table, now, move, player=seat.player, once=once) for _ in range(3)}

    assert len(answers) == 1
    assert Move.objects.filter(match=table.match).count() == 1


def test_an_idempotency_key_stands_for_one_request(running, now):
    """Another request with the same key is refused and has no effect."""
    table = running()
    player = seat_to_act(table).player
    play(table, now, once=Once("key", "one request"), player=player)
    others = (running(player) for _ in range(50))
    other = next(table for table in others if seat_to_act(table).player == player)

    refused("idempotency_key_reused", play, other, now, once=Once("key", "another request"), player=player)
    assert not Move.objects.filter(match=other.match).exists()
    assert Match.objects.get(pk=other.match.pk).version == other.match.version
    assert IdempotentResponse.objects.count() == 1


def test_a_refused_move_leaves_nothing_behind(running, now):
    """A refused move changes neither log, header nor stored answers."""
    table = running()
    before = Match.objects.filter(pk=table.match.pk).values().get()

    with pytest.raises(RuleViolation):
        play(table, now, {"type": "play", "card": "ZZ", "capture": []}, once=Once("key", "request"))

    assert Match.objects.filter(pk=table.match.pk).values().get() == before
    assert not Move.objects.exists()
    assert not IdempotentResponse.objects.exists()


def test_resigning_loses_with_two_sides(running, now):
    """The other of two sides wins at once."""
    table = running(seats=4)

    after = playing.resign(table.match.pk, table.seats[2].player, now)

    assert after.match.status == "finished"
    assert after.match.result == {"reason": "resigned", "winner": 1, "places": [2, 1], "totals": [0, 0]}
    assert after.match.to_act is after.match.due_at is after.match.wake_at is None


@pytest.mark.parametrize("code", ["already_resigned", "seat_given_to_bot"])
def test_a_player_who_cannot_come_back_learns_why(running, staff, now, code):
    """Offers and plans say that the player has resigned, or that the staff has given the seat away, as moves do."""
    table = running(game="scopa", seats=3)
    gone = (table.match.pk, table.seats[0].player, now)
    if code == "already_resigned":
        playing.resign(*gone)
    else:
        match_actions.give_to_bot(table.match.pk, match_actions.Order(staff, "Absent.", now), 0, "easy")

    refused(code, pausing.offer, *gone, until=now + timedelta(days=1))
    refused(code, undoing.offer, *gone)
    refused(code, early_end.offer, *gone, how=How.NO_RESULT)
    refused(code, planned_moves.plan, *gone, steps=(), when_forced=True)


def test_with_more_sides_a_bot_plays_on(running, now):
    """The match goes on without the player, who comes last, until one side is left."""
    table = running(game="scopa", seats=3)

    after = playing.resign(table.match.pk, table.seats[0].player, now)
    assert after.match.status == "running"
    assert (after.seats[0].bot, after.seats[0].resigned) == (STAND_IN, True)
    refused("already_resigned", playing.resign, table.match.pk, table.seats[0].player, now)

    after = playing.resign(table.match.pk, table.seats[1].player, now)
    assert after.match.result["winner"] == 2
    assert after.match.result["places"] == [2, 2, 1]


def test_who_resigned_comes_last_whatever_his_bot_wins(running, now):
    """All resigned players are ranked behind all others when the match is played to its end."""
    table = running(game="scopa", seats=3, options={"target": 1}, bots={2: "easy"})
    playing.resign(table.match.pk, table.seats[0].player, now)

    result = play_by_chance(table.match.pk, now, Random(1)).match.result

    assert result["reason"] == "played"
    assert result["places"][0] == 3
    assert sorted(result["places"][1:]) in ([1, 2], [1, 1])


@pytest.mark.parametrize("game", ["scopa", "camba", "haggis"])
def test_bots_play_on_for_nobody(running, now, game):
    """When all people have resigned, the match ends at once, with places by the score and these people last."""
    table = running(game=game, seats=3, bots={1: "easy", 2: "easy"})

    after = playing.resign(table.match.pk, table.seats[0].player, now)

    match = Match.objects.get(pk=table.match.pk)
    assert (match.status, match.wake_at, after.server_is_next) == ("finished", None, False)
    assert (match.result["reason"], match.result["places"]) == ("resigned", [3, 1, 1])
    assert list(faults_of(match)) == []


def test_who_is_on_autopilot_has_not_given_up(running, now):
    """A player on autopilot has not resigned, so the match goes on when all others have."""
    table = running(game="scopa", seats=3, bots={2: "easy"})
    Seat.objects.filter(match=table.match, number=1).update(autopilot=True)

    assert playing.resign(table.match.pk, table.seats[0].player, now).match.status == "running"
    assert playing.resign(table.match.pk, table.seats[1].player, now).match.status == "finished"


def test_the_bots_that_are_left_share_places_by_the_score(running, now):
    """Places of the remaining bots follow the score after the last finished round."""
    table = running(game="scopa", seats=3, options={"target": 11}, bots={1: "easy", 2: "medium"})
    play_by_chance(table.match.pk, now, Random(1), most=45)

    result = playing.resign(table.match.pk, table.seats[0].player, now).match.result

    assert result["totals"][1] != result["totals"][2]
    first, second = (1, 2) if result["totals"][1] > result["totals"][2] else (2, 1)
    assert (result["winner"], result["places"][0]) == (first, 3)
    assert (result["places"][first], result["places"][second]) == (1, 2)


def test_a_match_that_is_over_takes_no_moves(running, now):
    """A finished match accepts neither moves nor resignations."""
    table = running()
    playing.resign(table.match.pk, table.seats[0].player, now)

    for happening in (
        lambda: play(table, now),
        lambda: playing.resign(table.match.pk, table.seats[1].player, now),
        lambda: playing.resume(table.match.pk, table.seats[1].player, now),
    ):
        refused("not_running", happening)
