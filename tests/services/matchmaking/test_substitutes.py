"""Substitutes: the seat of an absent player is offered as agreed, kept by returning, or taken over."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.services import leave
from games import log, selectors
from games.api.matches import feed_view, match_view
from games.clock.controls.bank import BankControl
from games.clock.state import Clock
from games.models import Abandonment, Match, Move, Notification, PlannedMoves, Seat, TableEvent
from games.offer_rules import pause_of
from games.plans.plan import PlannedSafeMove, Step
from games.services import due_matches
from games.services.log.record_export import record_of
from games.services.log.verification import faults_of
from games.services.matchmaking import rematch, substitutes
from games.services.matchmaking.lobby import joining, match_creation
from games.services.staff import match_actions
from games.services.turns import pausing, planned_moves, playing
from tests.helpers.absent_players import put_on_autopilot
from tests.helpers.account_deletion import delete_accounts
from tests.helpers.eventually import drain
from tests.helpers.playing import play_first, play_until_turn_of
from tests.helpers.refusals import refused
from tests.helpers.stored import verified

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def table(running, player):
    """Return a match of two that offers absent seats after a day."""
    return running(player("Amel"), player("Sami"), options={"cut": False}, substitutes_after=86_400)


@pytest.fixture
def offered(table, now):
    """Return that match, with Sami's seat offered."""
    put_on_autopilot(table.match, 1, now)
    substitutes.SUBSTITUTES.sweep(now + DAY + HOUR)
    return table


def seat_of(table, number=1):
    """Return a stored seat."""
    return Seat.objects.select_related("player").get(match=table.match.pk, number=number)


def told(kind):
    """Return the nicknames of players with a notification of a kind."""
    return sorted(Notification.objects.filter(kind=kind).values_list("player__nickname", flat=True))


def take(table, newcomer, at, **more):
    """Let a player take a seat."""
    return substitutes.take_seat(table.match.pk, newcomer, at, **more)


def test_a_seat_is_offered_after_as_long_as_was_agreed_on(table, now):
    """After the agreed time, and not before, the seat is offered once; the others and its player are notified."""
    put_on_autopilot(table.match, 1, now)
    assert seat_of(table).substitute_from == now + DAY

    substitutes.SUBSTITUTES.sweep(now + DAY - HOUR)
    assert not seat_of(table).substitute_wanted
    for _ in range(2):
        substitutes.SUBSTITUTES.sweep(now + DAY)

    assert seat_of(table).substitute_wanted
    assert verified(table).version == table.match.version + 2
    assert (told("substitute_wanted"), told("seat_offered")) == (["Amel"], ["Sami"])
    assert Notification.objects.get(kind="substitute_wanted").facts == {"of_seat": 1}


def test_nothing_is_offered_where_nobody_agreed_on_it(running, now):
    """Without that setting a seat is never offered."""
    table = running(options={"cut": False})
    put_on_autopilot(table.match, 1, now)

    assert substitutes.SUBSTITUTES.due_keys(now + 100 * DAY, 10) == []
    refused("already_seated", substitutes.take_seat, table.match.pk, table.seats[0].player, now + 100 * DAY)


def test_the_clock_s_autopilot_counts_from_its_beginning(table, now):
    """The time counts from the start of the autopilot after three missed turns, whatever the others do."""
    at = now
    for _ in range(6):
        match = verified(table)
        if match.to_act == 0:
            play_first(match.pk, at)
        else:
            at += DAY + HOUR
            due_matches.wake(match.pk, at)
    away = seat_of(table)

    assert (away.autopilot, away.substitute_from) == (True, at + DAY)


def test_who_comes_back_keeps_the_seat(offered, player, now):
    """Resuming, or a move, keeps the seat and ends the offer."""
    sami = offered.seats[1].player

    playing.resume(offered.match.pk, sami, now + 2 * DAY)

    kept = seat_of(offered)
    assert (kept.player, kept.substitute_from, kept.substitute_wanted, kept.autopilot) == (sami, None, False, False)
    verified(offered)
    refused("no_substitute_wanted", take, offered, player("Zohra"), now + 2 * DAY)


def test_a_move_keeps_the_seat_and_comes_before_who_wants_it(table, player, now):
    """A move before the takeover keeps the seat."""
    play_until_turn_of(1, table.match.pk, now)
    put_on_autopilot(table.match, 1, now)
    substitutes.SUBSTITUTES.sweep(now + DAY)

    play_first(table.match.pk, now + DAY, table.seats[1].player)

    refused("no_substitute_wanted", take, table, player("Zohra"), now + DAY)
    assert not seat_of(table).autopilot
    verified(table)


def test_a_substitute_has_the_seat_and_who_left_has_lost_it(offered, player, now):
    """The substitute gets turn, cards and time; the replaced player may still watch, even a private match."""
    sami, zohra, at = offered.seats[1].player, player("Zohra"), now + 2 * DAY

    taken = take(offered, zohra, at)

    match, seat = verified(offered), seat_of(offered)
    assert (seat.player, seat.autopilot, seat.missed, seat.substitute_wanted) == (zohra, False, 0, False)
    assert seat.substitute_since == match.version
    lost = Abandonment.objects.get()
    assert (lost.player, lost.seat, lost.version, lost.at) == (sami, 1, match.version, at)
    row = TableEvent.objects.get(match=match, type="substituted")
    assert (row.player, row.seat) == (zohra, 1)
    assert (told("substituted"), told("seat_lost")) == (["Amel"], ["Sami"])
    loaded = log.load(match)
    seen = {who: match_view.view(loaded, who, at).table for who in (zohra, sami, None)}
    assert seen[zohra].hand == loaded.game.show(loaded.game.observe(loaded.state, 1)).hand
    assert seen[sami] == seen[None]
    Match.objects.filter(pk=match.pk).update(visibility="private")
    assert selectors.find(match.pk, sami) is not None
    assert selectors.find(match.pk, player("Stranger")) is None
    refused("not_seated", playing.resume, match.pk, sami, at)
    assert taken.seat_of(zohra).number == 1


def test_the_clock_begins_anew(table, player, now):
    """The substitute gets the full time for a move, although the autopilot was about to play."""
    put_on_autopilot(table.match, 1, now)
    substitutes.SUBSTITUTES.sweep(now + DAY)
    if verified(table).to_act == 0:
        play_first(table.match.pk, now + DAY)
    assert verified(table).due_at is None

    take(table, player("Zohra"), now + 2 * DAY)

    match = verified(table)
    assert (match.to_act, match.due_at) == (1, now + 3 * DAY)
    assert not due_matches.wake(table.match.pk, now + 2 * DAY + HOUR)
    play_first(match.pk, now + 3 * DAY - HOUR)
    verified(table)


def test_a_newcomer_has_a_full_bank_and_all_vacations():
    """The substitute has a full bank and all vacation days; a bank above the starting value stays."""
    control = BankControl(seconds=60, bank_seconds=600, increment_seconds=10, cap_seconds=900)
    before = Clock(control, banks=(5.0, 20.0, 800.0), away=(7.0, 9.0))

    assert before.newcomer(1) == Clock(control, banks=(5.0, 600.0, 800.0), away=(7.0, 0.0))
    assert before.newcomer(2) == Clock(control, banks=(5.0, 20.0, 800.0), away=(7.0, 9.0))
    assert before.newcomer(3) == before


def test_who_has_sat_there_takes_no_seat(offered, player, now):
    """Seated and replaced players are refused, since they know cards; so is the second of two substitutes."""
    take(offered, player("Zohra"), now + 2 * DAY)
    amel, sami = (seat.player for seat in offered.seats)

    for who, code in ((amel, "already_seated"), (sami, "seat_lost"), (player("Lina"), "no_substitute_wanted")):
        refused(code, take, offered, who, now + 2 * DAY)
    verified(offered)


def test_limits_hold_for_substitutes(offered, player, now, settings):
    """Limits apply to substitutes, and a lost seat no longer counts for its player."""
    settings.LIMITS = {**settings.LIMITS, "open_matches": 1}
    zohra = player("Zohra")
    other = match_creation.create_match(zohra, _wish(), now)
    refused("too_many_matches", take, offered, zohra, now + 2 * DAY)
    joining.leave(other.match.pk, zohra, now)

    take(offered, zohra, now + 2 * DAY)

    match_creation.create_match(offered.seats[1].player, _wish(), now)


def _wish():
    control = BankControl(seconds=60, bank_seconds=600, increment_seconds=0, cap_seconds=600)
    agreed = {"game": "chkobba", "seats": 2, "options": {}, "visibility": "public", "control": control}
    return match_creation.MatchSettings(**agreed, autostart=False, bots={})


def test_a_seat_named_is_the_one_that_is_taken(running, player, now):
    """A chosen seat is taken, so that the partner plays with the substitute; a seat that is not offered is refused."""
    four = running(game="chkobba-cafe", seats=4, substitutes_after=60)
    for number in (1, 2):
        put_on_autopilot(four.match, number, now)
    substitutes.SUBSTITUTES.sweep(now + HOUR)

    refused("no_substitute_wanted", take, four, player("Zohra"), now + HOUR, seat=3)
    refused("no_such_seat", take, four, player("Zohra"), now + HOUR, seat=7)
    take(four, player("Lina"), now + HOUR, seat=2)
    take(four, player("Zohra"), now + HOUR)

    assert (seat_of(four, 2).player.nickname, seat_of(four, 1).player.nickname) == ("Lina", "Zohra")
    verified(four)


def test_a_substitute_who_leaves_is_replaced_in_turn(offered, player, now):
    """A substitute can be replaced, too; the log has each lost seat with its version."""
    take(offered, player("Zohra"), now + 2 * DAY)
    put_on_autopilot(verified(offered), 1, now + 2 * DAY)
    substitutes.SUBSTITUTES.sweep(now + 3 * DAY)

    take(offered, player("Lina"), now + 4 * DAY)

    lost = list(Abandonment.objects.values_list("player__nickname", flat=True))
    assert (lost, seat_of(offered).player.nickname) == (["Sami", "Zohra"], "Lina")
    verified(offered)


def test_a_paused_match_offers_no_seat(staff, table, player, now):
    """A paused match offers no seat, and a seat offered before cannot be taken until it resumes."""
    put_on_autopilot(table.match, 1, now)
    match_actions.pause(table.match.pk, match_actions.Order(staff, "Why.", now))
    substitutes.SUBSTITUTES.sweep(now + 2 * DAY)
    assert not seat_of(table).substitute_wanted
    match_actions.resume(table.match.pk, match_actions.Order(staff, "Why.", now + 2 * DAY))
    substitutes.SUBSTITUTES.sweep(now + 2 * DAY)
    match_actions.pause(table.match.pk, match_actions.Order(staff, "Why.", now + 2 * DAY))

    refused("paused", take, table, player("Zohra"), now + 2 * DAY)
    assert not selectors.seeking_substitutes(None).exists()
    verified(table)


def test_what_the_staff_gives_to_a_bot_is_not_offered(staff, offered, now):
    """Seats given to a bot by staff, of resigned players, and of finished matches are not offered."""
    match_actions.give_to_bot(offered.match.pk, match_actions.Order(staff, "Why.", now + 2 * DAY), 1, "easy")

    assert not seat_of(offered).substitute_wanted
    verified(offered)


def test_a_match_that_is_over_offers_nothing(offered, player, now):
    """A finished match offers no seat, before and after the step that closes offered seats."""
    playing.resign(offered.match.pk, offered.seats[0].player, now + 2 * DAY)
    assert not selectors.seeking_substitutes(None).exists()
    refused("not_running", take, offered, player("Zohra"), now + 2 * DAY)

    substitutes.forget(verified(offered))

    assert seat_of(offered).substitute_from is None
    verified(offered)


def test_who_resigns_while_the_seat_is_offered_leaves_it_to_nobody(running, player, now):
    """A player who resigns the offered seat comes last, and the bot plays to the end."""
    three = running(game="haggis", seats=3, substitutes_after=60)
    put_on_autopilot(three.match, 1, now)
    substitutes.SUBSTITUTES.sweep(now + HOUR)

    playing.resign(three.match.pk, three.seats[1].player, now + HOUR)

    refused("no_substitute_wanted", take, three, player("Zohra"), now + HOUR)
    verified(three)


def test_deleting_oneself_and_being_replaced_come_one_after_the_other(running, player, now):
    """Account deletion and takeover may come in either order.

    A replaced player gives up nothing; a seated one resigns.
    """
    table = running(player("Amel"), player("Sami"), options={"cut": False}, substitutes_after=86_400)
    put_on_autopilot(table.match, 1, now)
    substitutes.SUBSTITUTES.sweep(now + DAY)
    take(table, player("Zohra"), now + 2 * DAY)

    leave(table.seats[1].player, now + 2 * DAY)
    delete_accounts(now + 2 * DAY)
    assert verified(table).status == "running"

    leave(seat_of(table).player, now + 2 * DAY)
    delete_accounts(now + 2 * DAY)
    assert verified(table).status == "finished"


def test_plans_of_who_left_are_void_and_stay_secret(table, player, now):
    """The old player's plans do not pass to the substitute, and stay hidden from them."""
    sami, zohra = table.seats[1].player, player("Zohra")
    play_until_turn_of(0, table.match.pk, now)
    planned_moves.plan(table.match.pk, sami, now, steps=[Step(play=PlannedSafeMove())], when_forced=True)
    play_first(table.match.pk, now)
    drain(due_matches.wake, table.match.pk, now)
    assert Move.objects.get(match=table.match.pk, by="plan").seat == 1
    assert PlannedMoves.objects.filter(seat=seat_of(table).pk).exists()
    put_on_autopilot(table.match, 1, now)
    substitutes.SUBSTITUTES.sweep(now + DAY)

    take(table, zohra, now + DAY)

    assert not PlannedMoves.objects.exists()
    assert not seat_of(table).has_plan
    loaded = log.load(verified(table))
    told_by = {entry.by for entry in feed_view.feed(loaded, zohra, 0, 100).entries}
    assert "plan" not in told_by


def test_a_pause_that_who_left_has_agreed_to_is_not_the_newcomer_s(running, player, now):
    """The old player's offer ends, and the substitute may answer an opponent's offer."""
    table = running(player("Amel"), player("Sami"), options={"cut": False}, substitutes_after=60)
    amel, sami = (seat.player for seat in table.seats)
    pausing.offer(table.match.pk, sami, now, until=now + 3 * DAY)
    put_on_autopilot(table.match, 1, now)
    substitutes.SUBSTITUTES.sweep(now + HOUR)

    take(table, player("Zohra"), now + HOUR)

    assert pause_of(verified(table)) is None
    pausing.offer(table.match.pk, amel, now + HOUR, until=now + 3 * DAY)
    assert verified(table).paused_at is None


def test_the_record_says_who_played_which_part(offered, player, now):
    """The record says who played which part, by round and the number of moves before."""
    take(offered, player("Zohra"), now + 2 * DAY)
    playing.resign(offered.match.pk, offered.seats[0].player, now + 2 * DAY)

    about = record_of(log.load(verified(offered)))["about"]

    moves = Move.objects.filter(match=offered.match.pk).count()
    assert about["substitutes"] == [{"seat": 1, "round": 0, "moves": moves}]
    assert about["seats"][1]["name"] == "Zohra"


def test_a_rematch_is_for_who_sat_there_at_the_end_and_agreed_as_before(offered, player, now):
    """A rematch reserves seats for the players at the end, with the same settings, not for replaced ones."""
    zohra = player("Zohra")
    take(offered, zohra, now + 2 * DAY)
    playing.resign(offered.match.pk, zohra, now + 2 * DAY)

    again = rematch.rematch(offered.match.pk, zohra, now + 2 * DAY)

    assert again.match.substitutes_after == 86_400
    assert {seat.person.nickname for seat in again.seats} == {"Amel", "Zohra"}
    refused("not_seated", rematch.rematch, offered.match.pk, offered.seats[1].player, now + 2 * DAY)


def test_the_time_until_a_seat_is_offered_has_bounds(make_match):
    """The time until the offer is between a minute and thirty days."""
    for seconds in (59, 30 * 86_400 + 1):
        refused("invalid", make_match, substitutes_after=seconds)


def test_verifying_finds_seats_that_are_not_as_the_log_says(offered, player, now):
    """Verification finds seats whose player, takeover or offer, or whose replaced players, differ from the log."""
    seat = Seat.objects.filter(match=offered.match.pk, number=1)
    seat.update(substitute_wanted=False)
    assert [fault.what for fault in faults_of(Match.objects.get(pk=offered.match.pk))] == [
        "seat 1 is offered, or not, other than the log says"
    ]
    seat.update(substitute_wanted=True)
    take(offered, player("Zohra"), now + 2 * DAY)
    seat.update(player=player("Lina"))
    assert [fault.what for fault in faults_of(Match.objects.get(pk=offered.match.pk))] == [
        "seat 1 has another player than the log says"
    ]
    Abandonment.objects.all().delete()
    assert "others have lost their seats than the log says" in {
        fault.what for fault in faults_of(Match.objects.get(pk=offered.match.pk))
    }


def test_the_list_of_seats_to_be_taken(offered, player, now):
    """The list has offered seats of public matches, except those in which the player is or was seated."""
    listed = selectors.seeking_substitutes
    amel, sami, zohra = *(seat.player for seat in offered.seats), player("Zohra")
    assert [listed(who).count() for who in (None, zohra, amel, sami)] == [1, 1, 0, 0]

    take(offered, zohra, now + 2 * DAY)

    assert [listed(who).count() for who in (None, zohra, amel, sami)] == [0, 0, 0, 0]
