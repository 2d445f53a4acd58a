"""Pauses by agreement: offered, accepted, declined, withdrawn, and ended by themselves."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from games.models import Match
from games.offer_rules import PauseEnd, offer_of, pause_of
from games.services import due_matches
from games.services.dispatch.dispatch import Due
from games.services.staff import match_actions
from games.services.turns import offers, pausing, playing
from tests.helpers.eventually import drain
from tests.helpers.playing import play_first
from tests.helpers.refusals import refused
from tests.helpers.stored import notified_seats, verified

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def test_a_pause_begins_when_all_have_agreed_and_ends_by_itself(table, amel, sami, now):
    """A pause begins when all accept and ends at its time; the player to move keeps the remaining time."""
    pausing.offer(table.match.pk, amel, now + HOUR, until=now + 3 * DAY)
    offered = verified(table)
    assert (offered.paused_at, pause_of(offered).agreed, notified_seats("pause_offered")) == (None, (0,), [1])

    offers.answer(pausing.PAUSE, table.match.pk, sami, now + 2 * HOUR, accept=True)
    paused = verified(table)
    assert (paused.paused_at, paused.due_at, paused.wake_at) == (now + 2 * HOUR, None, now + 3 * DAY)
    assert notified_seats("match_paused") == [0]
    refused("paused", play_first, table.match.pk, now + DAY)
    assert not due_matches.wake(table.match.pk, now + 3 * DAY - HOUR)

    assert [one.pk for one in due_matches.DUE_MATCHES[Due.RUN].waiting(now + 3 * DAY + HOUR)] == [table.match.pk]
    due_matches.wake(table.match.pk, now + 3 * DAY)

    over = verified(table)
    assert (over.paused_at, over.pause, over.due_at) == (None, None, now + 3 * DAY + 22 * HOUR)
    assert over.wake_at is not None
    assert set(notified_seats("match_resumed")) == {0, 1}


def test_the_game_goes_on_while_a_pause_is_offered(table, now):
    """An offer does not stop the game, and stays open after a move."""
    pausing.offer(table.match.pk, table.seats[0].player, now, until=now + DAY)

    play_first(table.match.pk, now + HOUR)

    assert pause_of(verified(table)).offered_by == 0


def test_an_offer_is_taken_back_by_who_has_made_it(table, amel, sami, now):
    """Only the player who made the offer can withdraw it; then another may be made."""
    pausing.offer(table.match.pk, amel, now, until=now + DAY)
    refused("pause_offered", pausing.offer, table.match.pk, sami, now, until=now + DAY)
    refused("no_pause_offered", offers.withdraw, pausing.PAUSE, table.match.pk, sami, now)

    offers.withdraw(pausing.PAUSE, table.match.pk, amel, now)

    assert verified(table).pause is None
    pausing.offer(table.match.pk, sami, now, until=now + DAY)
    assert pause_of(verified(table)).offered_by == 1


def test_an_offer_lapses(table, amel, sami, now):
    """An offer expires at the time at which the pause would end."""
    pausing.offer(table.match.pk, amel, now, until=now + HOUR)

    refused("no_pause_offered", offers.answer, pausing.PAUSE, table.match.pk, sami, now + HOUR, accept=True)
    pausing.offer(table.match.pk, sami, now + HOUR, until=now + DAY)

    assert pause_of(verified(table)).offered_by == 1


def test_a_pause_has_an_end(table, amel, now):
    """A pause ends between ten minutes and fourteen days from now."""
    for until in (timedelta(minutes=9), 14 * DAY + HOUR, -DAY):
        refused("invalid", pausing.offer, table.match.pk, amel, now, until=now + until)


def test_nothing_begins_without_a_player_for_whom_the_clock_plays(table, amel, sami, now):
    """An absent player must agree; otherwise the other would agree alone. An absent player cannot offer."""
    for _ in range(2 * due_matches.MISSED_UNTIL_AUTOPILOT):
        match = Match.objects.get()
        if match.to_act == 0:
            play_first(match.pk, match.due_at)
        else:
            due_matches.wake(match.pk, match.due_at + timedelta(microseconds=1))
    late = Match.objects.get().due_at or now
    assert table.match.seats.get(number=1).autopilot
    pausing.offer(table.match.pk, amel, late, until=late + 2 * DAY)

    assert (verified(table).paused_at, notified_seats("pause_offered")) == (None, [1])
    refused("seat_on_autopilot", offers.answer, pausing.PAUSE, table.match.pk, sami, late, accept=True)
    playing.resume(table.match.pk, sami, late + HOUR)
    offers.answer(pausing.PAUSE, table.match.pk, sami, late + HOUR, accept=True)
    assert verified(table).paused_at == late + HOUR


def test_a_paused_match_can_be_given_up(table, amel, sami, now):
    """A player can resign from a paused match."""
    pausing.offer(table.match.pk, amel, now, until=now + DAY)
    offers.answer(pausing.PAUSE, table.match.pk, sami, now, accept=True)

    playing.resign(table.match.pk, sami, now + HOUR)

    over = verified(table)
    assert (over.status, over.paused_at, over.pause) == ("finished", None, None)


def test_the_staff_can_end_it(staff, table, amel, sami, now):
    """The staff can end a pause by agreement; its own pause has no end time, and drops open offers."""
    order = match_actions.Order(staff, "Why.", now + HOUR)
    pausing.offer(table.match.pk, amel, now, until=now + DAY)
    offers.answer(pausing.PAUSE, table.match.pk, sami, now, accept=True)

    match_actions.resume(table.match.pk, order)
    assert verified(table).pause is None
    pausing.offer(table.match.pk, amel, now + HOUR, until=now + DAY)
    match_actions.pause(table.match.pk, order)

    match = verified(table)
    assert (match.pause, match.wake_at) == (None, None)
    assert not due_matches.wake(table.match.pk, now + 2 * DAY)


def test_a_pause_that_begins_when_the_time_is_up_gives_none_back(table, amel, sami, now):
    """A pause that begins after the deadline, before the clock moved, returns no time; the clock moves when it ends."""
    seat, late = table.match.to_act, Match.objects.get().due_at + timedelta(milliseconds=20)
    until = late + DAY
    pausing.offer(table.match.pk, amel, late - HOUR, until=until)

    offers.answer(pausing.PAUSE, table.match.pk, sami, late, accept=True)

    assert verified(table).time_left == timedelta(0)
    drain(due_matches.wake, table.match.pk, until)
    drain(due_matches.wake, table.match.pk, until + timedelta(seconds=1))
    assert verified(table).to_act != seat
    assert verified(table).seats.get(number=seat).missed == 1


@pytest.fixture
def paused(table, amel, sami, now):
    """Return a match of two, paused an hour ago for three days, and its players."""
    pausing.offer(table.match.pk, amel, now, until=now + 3 * DAY)
    offers.answer(pausing.PAUSE, table.match.pk, sami, now, accept=True)
    return table.match.pk, amel, sami


def test_all_end_a_pause_together(table, paused, now):
    """The match goes on when the last player accepts, with the time that was left."""
    match, amel, sami = paused
    pausing.offer_end(match, sami, now + DAY)
    offered = verified(table)
    assert (offered.paused_at, offer_of(offered, PauseEnd).agreed) == (now, (1,))
    assert notified_seats("pause_end_offered") == [0]
    assert pause_of(offered).until == now + 3 * DAY

    offers.answer(pausing.PAUSE_END, match, amel, now + DAY, accept=True, number=offered.version)

    over = verified(table)
    assert (over.paused_at, over.pause, over.due_at) == (None, None, now + 2 * DAY)
    assert notified_seats("match_resumed") == [1]
    play_first(match, now + DAY)


@pytest.mark.parametrize("by", ["declined", "withdrawn", "lapsed"])
def test_a_pause_stands_when_its_end_is_not_agreed(table, paused, now, by):
    """It ends at the agreed time, and only the player who offered the end is notified."""
    match, amel, sami = paused
    pausing.offer_end(match, sami, now + DAY)
    if by == "declined":
        offers.answer(pausing.PAUSE_END, match, amel, now + DAY, accept=False)
    elif by == "withdrawn":
        offers.withdraw(pausing.PAUSE_END, match, sami, now + DAY)

    standing = verified(table)
    assert (standing.paused_at, standing.wake_at, pause_of(standing).until) == (now, now + 3 * DAY, now + 3 * DAY)
    assert notified_seats("pause_end_declined") == ([1] if by == "declined" else [])
    if by != "lapsed":
        refused("no_pause_end_offered", offers.answer, pausing.PAUSE_END, match, amel, now + DAY, accept=True)
        refused("offered_recently", pausing.offer_end, match, sami, now + DAY + HOUR)
        pausing.offer_end(match, sami, now + DAY + offers.AGAIN)
    refused("no_pause_end_offered", offers.answer, pausing.PAUSE_END, match, amel, now + 3 * DAY, accept=True)
    due_matches.wake(match, now + 3 * DAY)
    assert (verified(table).paused_at, verified(table).pause) == (None, None)


def test_only_one_end_of_a_pause_is_offered(paused, now):
    """A second offer is refused, and so is another pause; only the player who made the offer can withdraw it."""
    match, amel, sami = paused
    pausing.offer_end(match, sami, now)

    refused("pause_end_offered", pausing.offer_end, match, amel, now)
    refused("paused", pausing.offer, match, amel, now, until=now + DAY)
    refused("no_pause_end_offered", offers.withdraw, pausing.PAUSE_END, match, amel, now)


def test_the_end_of_a_pause_needs_a_pause_by_agreement(table, now):
    """Running matches refuse the offer, and only the staff ends a pause of the staff."""
    match, amel = table.match.pk, table.seats[0].player
    refused("not_paused", pausing.offer_end, match, amel, now)
    match_actions.pause(match, match_actions.Order(Player.objects.create_superuser("root", None), "Why.", now))

    refused("not_paused", pausing.offer_end, match, amel, now)

    assert verified(table).paused_at == now


def test_bots_are_not_asked(running, amel, now):
    """A player alone with bots pauses the match at once, and ends the pause at once."""
    alone = running(amel, bots={1: "easy"}, options={"cut": False})
    pausing.offer(alone.match.pk, amel, now, until=now + DAY)
    assert verified(alone).paused_at == now

    pausing.offer_end(alone.match.pk, amel, now + HOUR)

    assert (verified(alone).paused_at, verified(alone).pause) == (None, None)
