"""Times of deliveries: compared with a slow definition that checks each minute."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import Player
from games.models import NotificationChannel
from games.services.notifications.timetable import quiet_until, time_to_send

ZONES = ["UTC", "Africa/Tunis", "Europe/Paris", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"]
MINUTE = timedelta(minutes=1)
TIMES = st.builds(time, st.integers(0, 23), st.sampled_from([0, 30]))
MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31)).map(  # noqa: DTZ001
    lambda moment: moment.replace(second=0, microsecond=0, tzinfo=UTC)
)
NEAR_CHANGES = st.sampled_from(
    ["2026-03-29T00:00", "2026-10-25T00:00", "2026-03-08T05:00", "2026-11-01T04:00"]
).flatmap(
    lambda day: st.integers(-1500, 1500).map(
        lambda minutes: datetime.fromisoformat(day).replace(tzinfo=UTC) + minutes * MINUTE
    )
)


def channel(zone="UTC", **wish):
    """Return a channel of a player in a time zone."""
    return NotificationChannel(player=Player(time_zone=zone), **wish)


def is_quiet(quiet_from, quiet_to, zone, moment):
    """Say whether the wall clock shows a time between two."""
    clock = moment.astimezone(ZoneInfo(zone)).time()
    if quiet_from < quiet_to:
        return quiet_from <= clock < quiet_to
    return clock >= quiet_from or clock < quiet_to


@given(st.sampled_from(ZONES), TIMES, TIMES, MOMENTS | NEAR_CHANGES)
@settings(max_examples=40)
def test_quiet_hours_end_when_the_clock_says_so(zone, begins, ends, at):
    """Quiet hours end when the wall clock says so, or within an hour if clock changes skip that time."""
    if begins == ends:
        return
    until = quiet_until(channel(zone, quiet_from=begins, quiet_to=ends), at)

    if not is_quiet(begins, ends, zone, at):
        assert until is None
        return
    minutes = (at + number * MINUTE for number in range(49 * 60))
    first = next(one for one in minutes if not is_quiet(begins, ends, zone, one))
    assert timedelta(0) <= until - first <= timedelta(hours=1)
    assert until == first or until.astimezone(ZoneInfo(zone)).time() != ends


@given(
    st.sampled_from(ZONES),
    st.sampled_from(
        [NotificationChannel.Digest.HOURLY, NotificationChannel.Digest.TWICE_A_DAY, NotificationChannel.Digest.DAILY]
    ),
    st.integers(0, 23),
    MOMENTS | NEAR_CHANGES,
)
@settings(max_examples=40)
def test_a_digest_comes_at_its_hour(zone, digest, hour, at):
    """A digest is sent the next time that the clock shows its hour, or when that would have been, if skipped."""
    sent = time_to_send(channel(zone, digest=digest, digest_hour=hour), "your_turn", at)

    hours = {"hourly": set(range(24)), "twice_a_day": {hour, (hour + 12) % 24}, "daily": {hour}}[digest]
    minutes = (at + number * MINUTE for number in range(1, 49 * 60))
    shown = ((one, one.astimezone(ZoneInfo(zone))) for one in minutes)
    first = next(one for one, clock in shown if clock.hour in hours and not clock.minute)
    assert at < sent <= first


def test_what_is_urgent_waits_for_no_digest():
    """Urgent notifications skip digests, but wait for the end of quiet hours."""
    noon, night = datetime(2026, 11, 21, 12, tzinfo=UTC), datetime(2026, 11, 21, 23, tzinfo=UTC)
    daily = channel(digest=NotificationChannel.Digest.DAILY, digest_hour=19, quiet_from=time(22), quiet_to=time(8))

    assert time_to_send(daily, "time_low", noon) == noon
    assert time_to_send(daily, "time_low", night) == datetime(2026, 11, 22, 8, tzinfo=UTC)
    assert time_to_send(daily, "your_turn", noon) == datetime(2026, 11, 21, 19, tzinfo=UTC)


def test_a_zone_that_nobody_knows_is_utc():
    """An unknown or removed time zone counts as UTC."""
    noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    for zone in ("", "Mars/Olympus_Mons"):
        wish = {"digest": NotificationChannel.Digest.DAILY, "digest_hour": 13}
        assert time_to_send(channel(zone, **wish), "your_turn", noon) == datetime(2026, 11, 21, 13, tzinfo=UTC)
