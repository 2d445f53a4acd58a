"""The warning of low time: once in a turn, by the sweep, early enough, and only where it helps."""

from __future__ import annotations

from datetime import time as clock_time
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.models import Delivery, LastSweep, Match, Move, Notification, NotificationChannel
from games.notifications import PLAYER_SENDERS, SENDERS, delivery
from games.notifications.sender import in_use
from games.services import due_matches
from games.services.dispatch import outages
from games.services.dispatch.dispatch import Due
from games.services.log.verification import faults_now
from games.services.staff import match_actions
from games.services.staff.match_actions import Order
from tests.helpers.eventually import drain
from tests.helpers.playing import play_first
from tests.helpers.two_players import NOBODY

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def slow(running, player):
    """Return a function that makes matches of two people with this time for a move."""

    def make(time=DAY, **wish):
        wish = {"options": {"cut": False}, **wish}
        return running(player("Amel"), player("Sami"), turn_seconds=int(time.total_seconds()), **wish).match

    return make


def sweep(at):
    """Run the sweep and all due matches until none is left; return how many were done."""
    due_matches.sweep(at)
    done = 0
    for _ in range(100):
        waiting = due_matches.DUE_MATCHES[Due.DEADLINE].waiting(at)
        for one in waiting:
            assert due_matches.take(Due.DEADLINE, one, at)
            due_matches.wake(one.pk, at)
        done += len(waiting)
        if not waiting:
            return done
    raise AssertionError("something is always due")


BETWEEN = timedelta(minutes=30)
"""The time between two sweeps."""


def swept(begin, end):
    """Run sweeps from one moment to another, without an outage; return how many matches were done."""
    done = 0
    for number in range((end - begin) // BETWEEN + 1):
        at = begin + number * BETWEEN
        LastSweep.objects.update_or_create(pk=1, defaults={"at": at})
        done += sweep(at)
    return done


def told():
    """Return seat, version and time of each warning."""
    return list(Notification.objects.filter(kind="time_low").order_by("pk").values_list("seat", "version", "at"))


@pytest.mark.parametrize(
    ("time", "left"),
    [(HOUR, HOUR / 4), (DAY, 6 * HOUR), (2 * DAY, 12 * HOUR), (14 * DAY, 12 * HOUR)],
)
def test_a_quarter_is_left_or_half_a_day(slow, now, time, left):
    """The warning comes with a quarter or twelve hours left, and has the deadline, at which the match is due next."""
    match = slow(time)
    due_at = now + time
    assert sweep(due_at - left - timedelta(seconds=1)) == 0

    assert sweep(due_at - left) == 1

    assert told() == [(match.to_act, match.version, due_at - left)]
    assert Notification.objects.get(kind="time_low").facts == {"due_at": due_at.isoformat()}
    after = Match.objects.get()
    assert (after.due_at, after.wake_at, after.version) == (due_at, due_at, match.version)
    assert faults_now(match.pk) == []


def test_once_in_a_turn_and_nothing_is_done_between(slow, now):
    """Each turn wakes its match twice: for the warning, and at the deadline."""
    match = slow()

    late = now + DAY + timedelta(seconds=1)
    assert swept(now, now + DAY - timedelta(minutes=1)) == 1
    assert swept(late, late) == 1

    assert len(told()) == 1
    assert Move.objects.filter(match=match).count() == 1


def test_a_wake_up_that_comes_again_tells_nothing_again(slow, now):
    """Repeated wake-ups, as after the death of a worker, warn once."""
    match = slow()
    at = now + 19 * HOUR
    for _ in range(3):
        Match.objects.update(wake_at=at)
        due_matches.wake(match.pk, at)

    assert len(told()) == 1
    assert Match.objects.get().wake_at == match.due_at


def test_of_short_turns_nobody_is_told(slow, now):
    """Turns under an hour have no warning, as their players are present."""
    match = slow(timedelta(minutes=59))

    assert match.wake_at == match.due_at
    assert sweep(match.due_at - timedelta(seconds=1)) == 0
    assert told() == []


def test_who_has_moved_is_not_told(slow, now):
    """A player who moved gets no warning, and the next turn has its own."""
    match = slow()
    play_first(match.pk, now + 17 * HOUR)

    assert sweep(now + 18 * HOUR) == 0
    assert swept(now + (17 + 18) * HOUR, now + (17 + 18) * HOUR) == 1
    assert [seat for seat, _, _ in told()] == [1 - match.to_act]


def test_a_bot_is_not_told(running, player, now):
    """Bots get no warning, and people only during their own turn."""
    table = running(player("Amel"), seats=2, bots={1: "easy"}, turn_seconds=86_400, options={"cut": False})
    drain(due_matches.wake, table.match.pk, now)
    match = Match.objects.get()
    assert match.to_act == 0
    sweep(now + 18 * HOUR)

    assert [seat for seat, _, _ in told()] == [0]


@pytest.fixture
def phone(slow):
    """Return a function that makes slow matches, whose players have channels with the usual quiet hours in Tunis."""

    def make(at, time=DAY, **wish):
        match = slow(time, at=at)
        for seat in match.seats.all():
            there = {"sender": PLAYER_SENDERS["webhook"].key, "target": NOBODY, "created_at": at, "confirmed_at": at}
            night = {"quiet_from": clock_time(22), "quiet_to": clock_time(8)}
            NotificationChannel.objects.create(player=seat.player, **{**there, **night, **wish})
            Player.objects.filter(pk=seat.player_id).update(has_channels=True, time_zone="Africa/Tunis")
        Notification.objects.filter(match=match).update(to_deliver=True)
        return match

    return make


def hand_out():
    """Create the due deliveries for each channel, without sending them."""
    delivery.hand_out([sender for sender in SENDERS if in_use(sender)], 100)


@pytest.mark.parametrize(
    ("begins", "hour"),
    [(3, 21), (4, 21.75), (7.9, 21.75), (8.5, 21.75), (10, 28), (20, 38)],
)
def test_who_sleeps_when_time_runs_low_is_told_before(phone, now, begins, hour):
    """If quiet hours would leave less than an hour, the warning is sent before them; otherwise when time is low.

    A warning within quiet hours waits for their end.
    """
    night = now.replace(hour=0, minute=0) - HOUR  # midnight in Tunis
    at, low = night + begins * HOUR, night + hour * HOUR
    match = phone(at)
    assert Match.objects.get().wake_at == match.due_at - 6 * HOUR
    hand_out()
    assert Match.objects.get().wake_at == low

    swept(low - BETWEEN, match.due_at - timedelta(minutes=1))

    ((_, _, told_at),) = told()
    assert low <= told_at < low + BETWEEN
    hand_out()
    sent_at = Delivery.objects.get(notification__kind="time_low").send_at
    assert sent_at <= match.due_at - HOUR


@pytest.mark.parametrize("wish", [{"quiet_from": None, "quiet_to": None}, {"kinds": ["your_turn"]}, {"is_on": False}])
def test_quiet_hours_that_keep_nothing_back_change_nothing(phone, now, wish):
    """The warning comes at the usual time without quiet hours, and for channels without this kind or switched off."""
    at = now.replace(hour=5, minute=0)
    phone(at, **wish)

    hand_out()

    assert Match.objects.get().wake_at == at + 18 * HOUR


def test_a_turn_that_begins_in_quiet_hours_is_told_when_it_runs_low(phone, now):
    """For a turn that begins in quiet hours the time of the warning is the usual one."""
    at = now.replace(hour=23, minute=0)
    phone(at, 4 * HOUR)

    hand_out()

    assert Match.objects.get().wake_at == at + 3 * HOUR


def test_more_time_runs_low_again(slow, player, now):
    """After an extension by the staff a quarter of the new time causes another warning."""
    match = slow()
    sweep(now + 18 * HOUR)
    match_actions.extend(match.pk, Order(player("Staff"), "A train.", now + 20 * HOUR), 12 * HOUR)
    due_at = Match.objects.get().due_at

    swept(now + 20 * HOUR, due_at - timedelta(minutes=1))

    assert len(told()) == 2


def test_a_pause_after_the_word_brings_no_second_one(slow, now, player):
    """A pause after the warning causes no second one, as the turn and its time left are the same."""
    match = slow()
    swept(now, now + 20 * HOUR)
    match_actions.pause(match.pk, Order(player("Staff"), "A train.", now + 20 * HOUR))
    match_actions.resume(match.pk, Order(player("Staff"), "It is here.", now + 40 * HOUR))
    match.refresh_from_db()
    assert match.due_at == now + 44 * HOUR

    swept(now + 40 * HOUR, match.due_at - timedelta(minutes=1))

    assert len(told()) == 1


def test_an_outage_takes_nothing_of_the_share(slow, now):
    """After an outage the warning has the same time left as without it."""
    slow()
    sweep(now)
    sweep(now + 10 * HOUR)  # no sweep ran for ten hours
    match = Match.objects.get()
    assert match.due_at == now + DAY + 10 * HOUR

    swept(now + 10 * HOUR, match.due_at)

    ((_, _, at),) = told()
    assert at == match.due_at - 6 * HOUR


def test_an_outage_after_the_word_brings_no_second_one(slow, now):
    """An outage after the warning causes no second one, as only the deadline of the turn moved."""
    slow()
    swept(now, now + 19 * HOUR)
    sweep(now + 30 * HOUR)
    match = Match.objects.get()
    assert match.due_at > now + 34 * HOUR
    assert match.wake_at == match.due_at

    swept(now + 30 * HOUR, match.due_at)
    assert len(told()) == 1


def test_a_worker_that_is_faster_than_the_sweep_after_an_outage_waits_for_it(slow, now):
    """A worker that comes before the sweep after an outage sends no warning for the old deadline."""
    match = slow()
    outages.note_sweep(now)
    back = now + 20 * HOUR

    due_matches.wake(match.pk, back)

    assert told() == []
    assert Match.objects.get().wake_at == match.wake_at


def test_a_wake_up_for_nothing_writes_nothing(slow, now):
    """An early wake-up only reads the match, and writes nothing."""
    match = slow()

    with CaptureQueriesContext(connection) as queries:
        due_matches.wake(match.pk, now + HOUR)

    assert not [one for one in queries if one["sql"].startswith(("UPDATE", "INSERT"))]
