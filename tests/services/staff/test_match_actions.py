"""Actions of staff on matches: each writes a row with author and reason, and changes nothing else."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from accounts.models import Player
from accounts.services import leave
from chkobba_api.errors import DomainError
from games.models import Actor, LastSweep, Match, Move, Notification, Seat, Status, TableEvent
from games.services import due_matches
from games.services.bots.bot_choice import choose_quickly, written
from games.services.log.verification import faults_of
from games.services.matchmaking import rematch
from games.services.matchmaking.lobby import joining
from games.services.staff import match_actions
from games.services.staff.match_actions import Order
from games.services.turns import playing
from tests.helpers.account_deletion import delete_accounts
from tests.helpers.eventually import drain
from tests.helpers.playing import play_first
from tests.helpers.sweeping import sweep
from tests.proofs.torture import database

MINUTE = timedelta(minutes=1)


@pytest.fixture
def order(staff, now):
    """Return a function that makes orders: ``order(minutes=5)`` is five minutes after the match began."""

    def make(minutes=0, reason="A player asked for it."):
        return Order(staff, reason, now + minutes * MINUTE)

    return make


@pytest.fixture
def table(running, player):
    """Return a match of two players without a cut, with an hour for each move."""
    return running(player("Amel"), player("Sami"), turn_seconds=3600, options={"cut": False})


def now_of(table):
    """Return the stored match."""
    return Match.objects.get(pk=table.match.pk)


def mover(table):
    """Return the seat that must move."""
    return Seat.objects.get(match=table.match, number=now_of(table).to_act)


def refused(call, *arguments):
    """Assert that a call is refused and leaves the log alone; return the code."""
    before = TableEvent.objects.count()
    with pytest.raises(DomainError) as refusal:
        call(*arguments)
    assert TableEvent.objects.count() == before
    return refusal.value.code


def test_whatever_is_done_says_who_and_why(table, order):
    """Each action writes a row with author and reason, and the match verifies."""
    seat = mover(table).number
    done = [
        ("extended", lambda: match_actions.extend(table.match.pk, order(), MINUTE)),
        ("paused", lambda: match_actions.pause(table.match.pk, order())),
        ("resumed", lambda: match_actions.resume(table.match.pk, order())),
        ("autopilot_on", lambda: match_actions.set_autopilot(table.match.pk, order(), seat)),
        ("bot_joined", lambda: match_actions.give_to_bot(table.match.pk, order(), seat, "easy")),
        ("bot_left", lambda: match_actions.give_back(table.match.pk, order(), seat)),
        ("verified", lambda: match_actions.verify(table.match.pk, order())),
        ("cancelled", lambda: match_actions.cancel(table.match.pk, order())),
    ]
    for type, act in done:
        act()
        row = TableEvent.objects.filter(match=table.match).latest("version")
        assert (row.type, row.by, row.player.nickname) == (type, Actor.ADMIN, "Root")
        assert json.loads(row.data)["reason"] == "A player asked for it."
        assert list(faults_of(now_of(table))) == []


# --- deadlines --------------------------------------------------------------------------------------------------------


def test_a_deadline_is_extended(table, order, now):
    """After an extension the clock plays at the new deadline."""
    after = match_actions.extend(table.match.pk, order(10), timedelta(hours=2)).match

    assert after.due_at == now + timedelta(hours=3)
    assert now < after.wake_at < after.due_at  # the warning about low time comes first
    assert not due_matches.wake(after.pk, now + timedelta(hours=2))
    assert not Move.objects.exists()
    due_matches.wake(after.pk, now + timedelta(hours=3, seconds=1))
    assert Move.objects.get().by == Actor.TIMEOUT


def test_a_deadline_that_has_just_passed_is_extended_from_now(table, order, now):
    """A deadline that has passed is extended from now, if the clock has not played yet."""
    after = match_actions.extend(table.match.pk, order(70), timedelta(hours=1)).match

    assert after.due_at == now + timedelta(minutes=130)


def test_there_must_be_a_deadline(running, order):
    """Turns of bots and lobbies have no deadline to extend."""
    seat = running(seats=2, bots={1: "easy"})
    match_actions.set_autopilot(seat.match.pk, order(), 0)

    assert refused(match_actions.extend, seat.match.pk, order(), MINUTE) == "no_deadline"


# --- pauses -----------------------------------------------------------------------------------------------------------


def test_a_pause_stops_everything(table, order, now):
    """In a pause no move, clock or sweep runs, and the match waits for no player."""
    amel = mover(table).player
    match_actions.pause(table.match.pk, order(10))

    match = now_of(table)
    assert (match.due_at, match.wake_at, match.paused_at) == (None, None, now + 10 * MINUTE)
    assert refused(play_first, table.match.pk, now + 20 * MINUTE) == "paused"
    much_later = now + timedelta(days=30)
    assert sweep(much_later) == []
    assert not due_matches.wake(match.pk, much_later)
    assert not Move.objects.exists()
    assert not Match.objects.filter(seats__player=amel, due_at__isnull=False).exists()


def test_after_a_pause_a_player_has_the_time_that_he_had_left(table, order, now):
    """After the pause the player has the rest of the hour, of which ten minutes had passed."""
    match_actions.pause(table.match.pk, order(10))
    match_actions.resume(table.match.pk, order(500))

    match = now_of(table)
    assert match.due_at == match.wake_at == now + 550 * MINUTE
    assert (match.paused_at, match.time_left) == (None, None)
    play_first(table.match.pk, now + 549 * MINUTE)
    assert now_of(table).due_at == now + 609 * MINUTE


def test_a_bot_waits_for_the_end_of_a_pause(running, order, now):
    """A bot waits for the end of the pause, even if it was thinking at the beginning."""
    table = running(seats=2, bots={1: "easy"}, options={"cut": False})
    match_actions.set_autopilot(table.match.pk, order(), 0)
    loaded = due_matches.log.load(now_of(table))
    seat = loaded.seats[loaded.match.to_act]
    match_actions.pause(table.match.pk, order())

    due_matches.play_chosen(written(loaded, choose_quickly(loaded, seat, "easy")), now)
    assert not due_matches.wake(table.match.pk, now)
    assert not Move.objects.exists()
    match_actions.resume(table.match.pk, order(5))
    assert now_of(table).wake_at == now + 5 * MINUTE
    due_matches.wake(table.match.pk, now + 5 * MINUTE)
    assert Move.objects.exists()


def test_time_that_was_up_is_up_after_the_pause(table, order, now):
    """A pause after the deadline does not undo the timeout that is about to come."""
    match_actions.pause(table.match.pk, order(61))
    after = match_actions.resume(table.match.pk, order(100)).match

    assert after.due_at == now + 100 * MINUTE
    due_matches.wake(after.pk, now + 100 * MINUTE + timedelta(seconds=1))
    assert Move.objects.get().by == Actor.TIMEOUT


def test_a_pause_in_an_outage_keeps_what_was_left_before_it(table, order, now):
    """A pause during an outage keeps the ten minutes that were left when the sweeps stopped."""
    LastSweep.objects.create(pk=1, at=now + 50 * MINUTE)

    match_actions.pause(table.match.pk, order(70))
    assert now_of(table).time_left == 10 * MINUTE
    due_matches.sweep(now + 80 * MINUTE)
    assert now_of(table).due_at is None


def test_a_paused_match_can_be_given_up_and_called_off(table, running, order, now):
    """A player can resign from a paused match, and staff can cancel it, without ending the pause first."""
    other = running()
    for one in (table, other):
        match_actions.pause(one.match.pk, order())

    leave(mover(table).player, now)
    delete_accounts(now)
    match_actions.cancel(other.match.pk, order())

    for one, status in ((table, Status.FINISHED), (other, Status.CANCELLED)):
        match = now_of(one)
        assert (match.status, match.paused_at, match.time_left) == (status, None, None)
        assert list(faults_of(match)) == []


def test_with_more_than_two_sides_a_pause_outlasts_a_resignation(running, order, now):
    """In a match of more than two sides, a resignation keeps the pause; the bot moves when it ends."""
    table = running(game="haggis", seats=3)
    seat = mover(table)
    match_actions.pause(table.match.pk, order())
    playing.resign(table.match.pk, seat.player, now)

    assert not due_matches.wake(table.match.pk, now)
    match_actions.resume(table.match.pk, order(5))
    assert due_matches.wake(table.match.pk, now + 5 * MINUTE) in (True, False)
    assert Move.objects.latest("version").by == Actor.BOT


def test_a_pause_begins_and_ends_once(table, make_match, order):
    """A match can be paused once, while it runs; a paused deadline cannot be extended."""
    assert refused(match_actions.resume, table.match.pk, order()) == "not_paused"
    match_actions.pause(table.match.pk, order())
    assert refused(match_actions.pause, table.match.pk, order()) == "paused"
    assert refused(match_actions.extend, table.match.pk, order(), MINUTE) == "paused"
    lobby_match = make_match().match
    for act in (match_actions.pause, match_actions.resume):
        assert refused(act, lobby_match.pk, order()) == "not_running"


def test_a_pause_that_the_log_does_not_know_is_found(table):
    """Verification finds a pause in the header that is not in the log."""
    Match.objects.filter(pk=table.match.pk).update(paused_at=table.match.started_at, due_at=None, wake_at=None)

    assert [str(fault) for fault in faults_of(now_of(table))] == [
        "header: its deadline is not the one that follows from the log",
        "header: it is paused, or not, other than the log says",
    ]


# --- seats ------------------------------------------------------------------------------------------------------------


def test_the_autopilot_moves_until_the_player_takes_over(table, order, now):
    """The autopilot moves as after missed turns, until the player takes over."""
    seat = mover(table)
    match_actions.set_autopilot(table.match.pk, order(), seat.number)
    due_matches.wake(table.match.pk, now)

    assert Move.objects.earliest("version").by == Actor.BOT
    playing.resume(table.match.pk, seat.player, now)
    assert not Seat.objects.get(pk=seat.pk).autopilot
    match_actions.set_autopilot(table.match.pk, order(), seat.number)
    assert refused(match_actions.set_autopilot, table.match.pk, order(), seat.number) == "on_autopilot"


def test_a_bot_plays_on_for_a_player_until_he_gets_his_seat_back(table, order, now):
    """While a bot has the seat, its player can only resign, until staff gives the seat back."""
    seat = mover(table)
    amel = seat.player
    match_actions.give_to_bot(table.match.pk, order(), seat.number, "easy")

    assert refused(play_first, table.match.pk, now, amel) == "seat_given_to_bot"
    assert refused(playing.resume, table.match.pk, amel, now) == "seat_given_to_bot"
    due_matches.wake(table.match.pk, now)
    assert Move.objects.earliest("version").by == Actor.BOT

    match_actions.give_back(table.match.pk, order(), seat.number)
    seat.refresh_from_db()
    assert (seat.bot, seat.resigned, seat.player) == ("", False, amel)
    drain(lambda: now_of(table).to_act != seat.number and not play_first(table.match.pk, now))
    assert now_of(table).due_at == now + timedelta(hours=1)
    play_first(table.match.pk, now)


def test_a_seat_that_was_given_away_can_be_given_up(running, order, now):
    """A player can resign the seat, or delete the account, while a bot has it; the bot plays on."""
    table = running(game="haggis", seats=3)
    seat = mover(table)
    match_actions.give_to_bot(table.match.pk, order(), seat.number, "easy")

    leave(seat.player, now)
    delete_accounts(now)

    seat.refresh_from_db()
    assert (seat.bot, seat.resigned) == ("easy", True)
    assert refused(match_actions.give_back, table.match.pk, order(), seat.number) == "seat_not_given_to_bot"
    assert list(faults_of(now_of(table))) == []


def test_only_seats_of_players_are_given_away(running, order):
    """Only seats of players can be given to bots, and only to existing levels."""
    table = running(seats=2, bots={1: "easy"})
    for act, more in ((match_actions.set_autopilot, ()), (match_actions.give_to_bot, ("easy",))):
        assert refused(act, table.match.pk, order(), 1, *more) == "not_a_players_seat"
        assert refused(act, table.match.pk, order(), 9, *more) == "no_such_seat"
    assert refused(match_actions.give_to_bot, table.match.pk, order(), 0, "genius") == "unknown_bot"
    assert refused(match_actions.give_back, table.match.pk, order(), 0) == "seat_not_given_to_bot"


# --- the end ----------------------------------------------------------------------------------------------------------


def test_a_match_that_is_called_off_has_no_result(table, order, now):
    """A cancelled match has no result, and neither moves nor a rematch."""
    match_actions.cancel(table.match.pk, order())

    match = now_of(table)
    assert (match.status, match.result, match.finished_at, match.to_act) == (Status.CANCELLED, None, None, None)
    assert (match.due_at, match.wake_at) == (None, None)
    amel = table.seats[0].player
    with pytest.raises(DomainError, match=r"refused\.not_over"):
        rematch.rematch(match.pk, amel, now)
    assert refused(match_actions.cancel, match.pk, order()) == "already_over"


def test_a_lobby_is_called_off(make_match, order, now):
    """A cancelled lobby cannot be joined by its room code."""
    table = make_match()
    match_actions.cancel(table.match.pk, order())

    with pytest.raises(DomainError, match=r"refused\.not_in_lobby"):
        joining.join_by_code(table.match.code, Player.objects.create_guest("Sami", "owl"), now)


def test_a_match_whose_rules_are_gone_is_called_off(table, order):
    """Staff can cancel a match without rules, and do nothing else with it."""
    Match.objects.filter(pk=table.match.pk).update(rules_version=99)

    match_actions.cancel(table.match.pk, order())

    assert now_of(table).status == Status.CANCELLED
    with pytest.raises(DomainError, match="rules_gone"):
        match_actions.pause(table.match.pk, order())


def test_a_record_is_exported_when_the_match_is_over(table, order, now):
    """The record of a finished match, with its seed, can be exported, that of a running one cannot."""
    assert refused(match_actions.export, table.match.pk, order()) == "not_finished"
    playing.resign(table.match.pk, table.seats[0].player, now)

    record = match_actions.export(table.match.pk, order())

    assert record["about"]["seed"] == table.match.seed
    assert TableEvent.objects.filter(match=table.match).latest("version").type == "exported"
    assert list(faults_of(now_of(table))) == []


def test_a_broken_log_stays_as_it_was_found(table, order, now):
    """Verification names the broken row, and appends nothing to the log."""
    play_first(table.match.pk, now)
    move = Move.objects.get()
    with database.unguarded():
        Move.objects.filter(pk=move.pk).update(by="bot")
    before = now_of(table).version

    faults = match_actions.verify(table.match.pk, order())

    assert [(fault.part, fault.version) for fault in faults] == [("digests", move.version)]
    assert now_of(table).version == before


# --- notifications ----------------------------------------------------------------------------------------------------


def test_players_are_told(table, order):
    """Affected players are notified, with the new deadline for the player to move."""
    Notification.objects.all().delete()
    seat = mover(table).number

    def told():
        notifications = sorted((one.kind, one.seat, "due_at" in one.facts) for one in Notification.objects.all())
        Notification.objects.all().delete()
        return notifications

    match_actions.extend(table.match.pk, order(), MINUTE)
    assert told() == [("extended", seat, True)]
    match_actions.pause(table.match.pk, order())
    assert told() == [("match_paused", 0, False), ("match_paused", 1, False)]
    match_actions.resume(table.match.pk, order())
    assert told() == sorted(("match_resumed", number, number == seat) for number in (0, 1))
    match_actions.set_autopilot(table.match.pk, order(), 1 - seat)
    assert told() == [("autopilot_on", 1 - seat, False)]
    match_actions.give_to_bot(table.match.pk, order(), 1 - seat, "easy")
    assert told() == [("seat_given_to_bot", 1 - seat, False)]
    match_actions.give_back(table.match.pk, order(), 1 - seat)
    assert told() == [("given_back", 1 - seat, False)]
    match_actions.cancel(table.match.pk, order())
    assert told() == [("match_cancelled", 0, False), ("match_cancelled", 1, False)]
