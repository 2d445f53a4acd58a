"""Calendars and vacations in matches: how they stop turns, and that they cannot be abused."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from accounts.models import Player
from accounts.services import change_player
from games.clock.calendar import Calendar, Closure, Night
from games.clock.closures import Closed
from games.clock.controls.bank import BankControl
from games.clock.controls.move import MoveControl
from games.clock.hours import FIRST_DAYS, Hours
from games.match_clock import clock_of
from games.models import AvailabilityChange, Match, Outage, TableEvent
from games.services import due_matches
from games.services.dispatch import outages
from games.services.matchmaking.lobby import joining
from games.services.staff import match_actions
from games.services.turns import availability
from tests.helpers.playing import play_first
from tests.helpers.refusals import refused
from tests.helpers.stored import verified
from tests.helpers.sweeping import apply_changed_availability

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NIGHT = Calendar(night=Night("22:00", "08:00"))
EVERYTHING = MoveControl(seconds=12 * 3600, honours=tuple(Closure), vacation_days=5)


@pytest.fixture
def midnight(now):
    """Return the midnight that begins the day after tomorrow, in UTC."""
    return now.replace(hour=0) + 2 * DAY


@pytest.fixture
def sleeper(amel):
    """Return a player with a calendar in effect, whose nights last from ten to eight."""
    Player.objects.filter(pk=amel.pk).update(hours=to_builtins(Hours(calendar=NIGHT)))
    return Player.objects.get(pk=amel.pk)


@pytest.fixture
def facing(running, player):
    """Return a function that makes matches of a player against another, with the turn of either."""

    def make(somebody, at, *, control=EVERYTHING, turn=True):
        table = running(
            somebody, player("Other"), at=at, control=control, options={"cut": False}, despite_vacation=True
        )
        if (table.match.to_act == 0) != turn:
            play_first(table.match.pk, at)
        match = Match.objects.get(pk=table.match.pk)
        assert (match.to_act == 0) == turn
        return match

    return make


def test_a_turn_waits_for_the_morning(sleeper, facing, midnight):
    """Twelve hours from eight in the evening: two until the night, and ten from eight in the morning."""
    match = verified(facing(sleeper, midnight + 20 * HOUR))

    assert match.due_at == midnight + 42 * HOUR
    assert match.wake_at < match.due_at  # the warning about low time comes first
    told = TableEvent.objects.get(match=match, type="closed_hours")
    assert (told.seat, told.by, json.loads(told.data)["seconds_left"]) == (0, "timeout", 12 * 3600)
    assert clock_of(match).closed[0] == Closed(midnight + 22 * HOUR, midnight + 32 * HOUR)


def test_what_a_match_does_not_honour_runs_on(sleeper, facing, midnight):
    """Closures that the match does not honour, or a player without a calendar, neither stop time nor cause events."""
    plain = facing(sleeper, midnight + 20 * HOUR, control=MoveControl(seconds=12 * 3600))
    dates = facing(sleeper, midnight + 20 * HOUR, control=MoveControl(seconds=12 * 3600, honours=(Closure.DATES,)))
    other = facing(sleeper, midnight + 20 * HOUR, turn=False)

    for match in (plain, dates, other):
        assert verified(match).due_at == midnight + 32 * HOUR
        assert not TableEvent.objects.filter(match=match, type="closed_hours").exists() or match is other
    assert clock_of(other).closed == ()


def test_nights_use_nothing_of_the_bank(sleeper, facing, midnight):
    """A player who moves in the morning has used only open time of the bank."""
    control = BankControl(
        seconds=3600, bank_seconds=36_000, increment_seconds=0, cap_seconds=36_000, honours=(Closure.NIGHTS,)
    )
    match = facing(sleeper, midnight + 20 * HOUR, control=control)
    assert match.due_at == midnight + 41 * HOUR

    play_first(match.pk, midnight + 33 * HOUR)

    assert clock_of(verified(match)).bank(0) == 36_000 - 2 * 3600


def test_a_calendar_binds_after_two_days(amel, facing, midnight):
    """A calendar takes effect after two days, and a turn keeps the one that it began with."""
    availability.change_calendar(amel, NIGHT, midnight)
    early = facing(amel, midnight + 47 * HOUR)
    assert early.due_at == midnight + 59 * HOUR

    late = facing(amel, midnight + 49 * HOUR)

    assert late.due_at == midnight + 68 * HOUR  # it began in the night, which ends at eight
    night = facing(amel, midnight + 68 * HOUR)
    assert night.due_at == midnight + 90 * HOUR
    assert verified(early).due_at == midnight + 59 * HOUR


def test_changing_a_calendar_again_begins_anew(amel, midnight):
    """A second change replaces the first and takes two days again; returning to the current calendar takes none."""
    availability.change_calendar(amel, NIGHT, midnight)

    changed = availability.change_calendar(amel, replace(NIGHT, weekdays=("friday",)), midnight + 40 * HOUR)

    assert changed.bound(midnight + 80 * HOUR) == Calendar()
    assert changed.bound(midnight + 88 * HOUR).weekdays == ("friday",)
    assert availability.change_calendar(amel, Calendar(), midnight + 50 * HOUR).coming is None


def test_a_calendar_that_is_sent_again_takes_effect_as_planned(player, midnight):
    """The 48 hours do not begin anew, in whatever order the free days are named and however often."""
    somebody, free = player(), (date(2027, 3, 20), date(2027, 7, 25))
    first = availability.change_calendar(somebody, Calendar(weekdays=("friday", "sunday"), dates=free), midnight)

    again = Calendar(weekdays=("sunday", "friday", "sunday"), dates=(free[1], *free))
    later = availability.change_calendar(somebody, again, midnight + HOUR)

    assert later == first
    assert (later.coming.weekdays, later.coming.dates) == (("friday", "sunday"), free)
    assert later.takes_effect_at == midnight + 48 * HOUR


def test_profile_and_calendar_keep_one_zone_after_changes_at_once(player, now):
    """Requests that have read the player before another one changed the time zone leave the new zone everywhere."""
    somebody = player()
    first, second, third = (Player.objects.get(pk=somebody.pk) for _ in range(3))

    availability.change_calendar(first, replace(NIGHT, time_zone="Africa/Tunis"), now)
    change_player(second, avatar="owl")
    hours = availability.change_calendar(third, replace(NIGHT, weekdays=("friday",)), now, keeps_zone=True)

    assert Player.objects.get(pk=somebody.pk).time_zone == hours.coming.time_zone == "Africa/Tunis"


def test_a_vacation_stops_the_turns_that_go_on(amel, facing, midnight):
    """A vacation lasts whole days in the player's time zone, starting today; a worker updates each match."""
    mine, theirs = facing(amel, midnight + 9 * HOUR), facing(amel, midnight + 9 * HOUR, turn=False)
    availability.begin_vacation(amel, midnight + 10 * HOUR, days=3)
    assert AvailabilityChange.objects.get().player == amel

    apply_changed_availability(midnight + 10 * HOUR)

    assert verified(mine).due_at == midnight + 3 * DAY + 11 * HOUR
    assert verified(theirs).due_at == midnight + 21 * HOUR
    assert not AvailabilityChange.objects.exists()
    later = facing(amel, midnight + 20 * HOUR)
    assert verified(later).due_at == midnight + 3 * DAY + 12 * HOUR


def test_coming_back_early_starts_the_clock(amel, facing, midnight):
    """Coming back early returns the days that have not begun."""
    match = facing(amel, midnight + 9 * HOUR)
    availability.begin_vacation(amel, midnight + 10 * HOUR, days=5)
    apply_changed_availability(midnight + 10 * HOUR)
    left = availability.hours_now(amel).days_left(amel.created_at, midnight + 10 * HOUR)

    back = availability.end_vacation(amel, midnight + 36 * HOUR)
    apply_changed_availability(midnight + 36 * HOUR)

    assert verified(match).due_at == midnight + 47 * HOUR
    assert back.days_left(amel.created_at, midnight + 36 * HOUR) == pytest.approx(left + 3, abs=0.1)
    assert back.vacation_at(midnight + 36 * HOUR) is None


def test_nobody_is_played_for_in_a_vacation_that_a_worker_has_not_got_to(amel, facing, midnight):
    """When a deadline passes before a worker applied the vacation, the match is updated before the clock plays."""
    match = facing(amel, midnight + 9 * HOUR)
    availability.begin_vacation(amel, midnight + 10 * HOUR, days=2)
    version = match.version

    due_matches.wake(match.pk, midnight + 21 * HOUR + HOUR / 2)

    kept = verified(match)
    assert (kept.due_at, kept.version) == (midnight + 2 * DAY + 11 * HOUR, version + 1)
    due_matches.wake(match.pk, kept.due_at + HOUR)
    assert verified(match).version > version + 1


def test_a_vacation_in_the_turn_before_the_autopilot_is_counted(amel, facing, midnight):
    """The vacation days of the third turn in a row that the clock plays count as used, as the log says."""
    match, at = facing(amel, midnight), midnight
    for _ in range(due_matches.MISSED_UNTIL_AUTOPILOT - 1):
        at = verified(match).due_at + HOUR
        due_matches.wake(match.pk, at)
        play_first(match.pk, at)
    availability.begin_vacation(amel, at, days=3)
    apply_changed_availability(at)
    ends = availability.hours_now(amel).vacation_at(at).ends

    due_matches.wake(match.pk, verified(match).due_at + HOUR)

    assert verified(match).seats.get(number=0).autopilot
    assert clock_of(verified(match)).had_away(0) == (ends - at).total_seconds()


def test_moving_in_a_vacation_ends_nothing(amel, facing, midnight):
    """Moving during a vacation does not end it; the player's next turn stops, too."""
    match = facing(amel, midnight + 9 * HOUR)
    availability.begin_vacation(amel, midnight + 10 * HOUR, days=3)
    apply_changed_availability(midnight + 10 * HOUR)

    play_first(match.pk, midnight + 11 * HOUR)
    play_first(match.pk, midnight + 12 * HOUR)

    assert verified(match).due_at == midnight + 3 * DAY + 12 * HOUR
    assert availability.hours_now(amel).vacation_at(midnight + 12 * HOUR)


def test_a_match_honours_so_many_days_of_vacations(amel, facing, midnight):
    """Beyond the match's number of vacation days, here five, the clock runs."""
    match = facing(amel, midnight)
    availability.begin_vacation(amel, midnight, days=7)
    apply_changed_availability(midnight)
    assert verified(match).due_at == midnight + 5 * DAY + 12 * HOUR

    play_first(match.pk, midnight + 3 * DAY)
    play_first(match.pk, midnight + 3 * DAY + HOUR)

    assert verified(match).due_at == midnight + 5 * DAY + 13 * HOUR
    assert clock_of(verified(match)).had_away(0) == 3 * 86_400


def test_a_night_in_a_vacation_counts_once(sleeper, facing, midnight):
    """A night within a vacation counts once."""
    match = facing(sleeper, midnight + 9 * HOUR)
    availability.begin_vacation(sleeper, midnight + 10 * HOUR, days=1)
    apply_changed_availability(midnight + 10 * HOUR)

    assert verified(match).due_at == midnight + DAY + 19 * HOUR  # one hour before, eleven from eight in the morning on


def test_an_outage_in_the_night_takes_nothing(sleeper, facing, midnight):
    """An outage adds only the open time that it took."""
    match = facing(sleeper, midnight + 20 * HOUR)
    Outage.objects.create(began_at=midnight + 23 * HOUR, ended_at=midnight + 33 * HOUR)

    outages.put_deadlines_off()

    kept = verified(match)
    assert kept.due_at == midnight + 43 * HOUR
    assert outages.time_left(kept, clock_of(kept), midnight + 33 * HOUR) == 10 * HOUR


def test_a_pause_and_more_time_of_the_staff(staff, sleeper, facing, midnight):
    """After a pause the open time that was left remains; an extension sets a new deadline."""
    match = facing(sleeper, midnight + 20 * HOUR)
    match_actions.pause(match.pk, match_actions.Order(staff, "Why.", midnight + 21 * HOUR))
    assert verified(match).time_left == 11 * HOUR

    match_actions.resume(match.pk, match_actions.Order(staff, "Why.", midnight + 30 * HOUR))
    assert verified(match).due_at == midnight + 43 * HOUR
    match_actions.extend(match.pk, match_actions.Order(staff, "Why.", midnight + 35 * HOUR), 6 * HOUR)

    assert verified(match).due_at == midnight + 49 * HOUR


def test_a_vacation_can_be_announced(amel, facing, midnight):
    """An announced vacation begins with its first day in the player's time zone, and stops turns that reach into it."""
    Player.objects.filter(pk=amel.pk).update(hours=to_builtins(Hours(calendar=Calendar(time_zone="Asia/Tokyo"))))
    match = facing(amel, midnight + 10 * HOUR)

    availability.begin_vacation(amel, midnight + 11 * HOUR, days=2, first=(midnight + DAY).date())
    apply_changed_availability(midnight + 11 * HOUR)

    assert availability.hours_now(amel).vacations[0].begins == midnight + 15 * HOUR
    assert verified(match).due_at == midnight + 3 * DAY - 9 * HOUR + 7 * HOUR


def test_a_zone_that_the_server_lacks_stops_nothing(amel, midnight):
    """For a time zone that the server does not know, UTC is used."""
    gone = Calendar(time_zone="Mars/Olympus", night=Night("22:00", "08:00"))
    Player.objects.filter(pk=amel.pk).update(hours=to_builtins(Hours(calendar=gone)))

    availability.begin_vacation(amel, midnight + HOUR, days=1)

    assert availability.hours_now(amel).vacations[0].ends == midnight + DAY
    assert gone.closures(tuple(Closure), midnight, midnight + DAY)[0].ends == midnight + 8 * HOUR


def test_vacations_are_not_given_away(amel, midnight):
    """A new player has seven days; there is one vacation at a time, within a maximum time ahead."""
    refused("too_few_vacation_days", availability.begin_vacation, amel, midnight, days=int(FIRST_DAYS) + 1)
    refused("invalid", availability.begin_vacation, amel, midnight, days=2, first=(midnight + 91 * DAY).date())
    refused("not_on_vacation", availability.end_vacation, amel, midnight)
    availability.begin_vacation(amel, midnight, days=2)

    refused("on_vacation", availability.begin_vacation, amel, midnight, days=1)


def test_nobody_sits_down_on_vacation_without_a_word(amel, make_match, midnight):
    """A player on vacation must confirm to join, since others would wait for them."""
    table = make_match()
    availability.begin_vacation(amel, midnight, days=2)

    for sit in (
        lambda **more: joining.join(table.match.pk, amel, midnight + HOUR, **more),
        lambda **more: joining.join_by_code(table.match.code, amel, midnight + HOUR, **more),
        lambda **more: make_match(amel, at=midnight + HOUR, **more),
    ):
        refused("on_vacation", sit)
    assert joining.join(table.match.pk, amel, midnight + HOUR, despite_vacation=True).seat_of(amel)


def test_a_late_change_overtakes_an_earlier_one(amel, facing, midnight):
    """Coming back while a worker applies the vacation restarts the update of all turns."""
    facing(amel, midnight + 9 * HOUR)
    availability.begin_vacation(amel, midnight + 10 * HOUR, days=2)
    AvailabilityChange.objects.update(reached=Match.objects.get().pk)  # a worker has already updated this match

    availability.end_vacation(amel, midnight + 11 * HOUR)

    assert AvailabilityChange.objects.get().reached is None


def test_a_vacation_can_begin_today_until_the_day_is_over(amel):
    """A day on which clocks go back has 25 hours. After a day of 23 hours, yesterday is over at midnight."""
    Player.objects.filter(pk=amel.pk).update(time_zone="Europe/Berlin")
    after_short, late = datetime(2027, 3, 28, 22, 30, tzinfo=UTC), datetime(2027, 10, 31, 22, 30, tzinfo=UTC)

    refused("invalid", availability.begin_vacation, amel, after_short, days=1, first=date(2027, 3, 28))
    availability.begin_vacation(amel, late, days=1, first=date(2027, 10, 31))

    assert availability.hours_now(amel).vacations[0].ends == late + HOUR / 2
