"""The calendar feed of a player, read by an independent parser."""

from __future__ import annotations

from datetime import timedelta

import pytest
from icalendar import Calendar

from accounts.services import leave
from games.models import CalendarFeed, Match
from games.notifications import calendar_feed
from games.services.staff import match_actions
from games.services.staff.match_actions import Order
from games.services.turns import playing
from tests.helpers.api_client import HANDLER, token_of
from tests.helpers.playing import play_first, play_until_turn_of


@pytest.fixture
def mine(amel, running, player, now):
    """Return a match in which it is this player's turn."""
    match = running(amel, player("Sami"), options={"cut": False}, turn_seconds=86_400).match
    play_until_turn_of(0, match.pk, now)
    return Match.objects.get(pk=match.pk)


def events(player):
    """Return the events in a player's calendar, as parsed."""
    text = calendar_feed.text_for(player)
    assert all(len(line) <= 75 for line in text.split(b"\r\n"))
    read = Calendar.from_ical(text)
    assert not read.errors
    return read.walk("VEVENT")


def test_an_event_for_each_deadline(amel, mine, settings):
    """Each deadline is an event with a title, a link and its time in UTC."""
    settings.PUBLIC_URL = "https://cards.example"

    (event,) = events(amel)

    assert event["UID"] == f"{mine.pk}@chkobba"
    assert event.decoded("DTSTART") == mine.due_at.replace(microsecond=0)
    assert event["SUMMARY"] == "Chkobba: your time is up"
    assert event["URL"] == f"https://cards.example/match/{mine.pk}"
    assert event.decoded("DTSTAMP") <= event.decoded("DTSTART")


def test_a_later_deadline_moves_the_same_event(amel, mine, player, now):
    """A later deadline moves the same event: its UID stays, and its sequence number grows."""
    (before,) = events(amel)
    match_actions.extend(mine.pk, Order(player("Staff"), "A train.", now), timedelta(hours=5))

    (after,) = events(amel)

    assert after["UID"] == before["UID"]
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after.decoded("DTSTART") == before.decoded("DTSTART") + timedelta(hours=5)


def test_what_is_not_awaited_of_the_player_is_not_in_it(amel, mine, now):
    """The calendar omits turns of opponents and finished matches."""
    play_first(mine.pk, now)
    assert events(amel) == []
    play_first(mine.pk, now)
    assert len(events(amel)) == 1
    playing.resign(mine.pk, amel, now)
    assert events(amel) == []


def test_a_calendar_without_deadlines_is_valid(amel):
    """An empty calendar has a component, as RFC 5545 demands, a name, and a refresh interval (RFC 7986)."""
    text = calendar_feed.text_for(amel)
    read = Calendar.from_ical(text)

    assert [component.name for component in read.subcomponents] == ["VTIMEZONE"]
    assert (read.calendar_name, read.refresh_interval) == ("Chkobba: your deadlines", timedelta(minutes=15))
    assert b"REFRESH-INTERVAL;VALUE=DURATION:PT15M\r\n" in text
    assert b"X-PUBLISHED-TTL;VALUE=DURATION:PT15M\r\n" in text
    assert calendar_feed.text_for(amel) == text


def test_the_address_is_secret_and_can_be_changed_and_ended(amel, mine, client_of, now):
    """The address can be replaced and ended; the server stores its digest only. An unchanged calendar answers 304."""
    mine_by_api = client_of(amel)
    fetch = client_of().http.get
    assert HANDLER
    assert mine_by_api.get("me/calendar-feed").data == {"on": False, "renewed_at": None}

    first = mine_by_api.post("me/calendar-feed").data["address"]
    answer = fetch(first)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    assert "private" in answer.headers["Cache-Control"]
    assert "max-age=900" in answer.headers["Cache-Control"]
    assert Calendar.from_ical(answer.content).walk("VEVENT")
    assert fetch(first, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert client_of().http.head(first).headers["ETag"] == answer.headers["ETag"]
    assert CalendarFeed.objects.get().digest not in first
    assert mine_by_api.get("me/calendar-feed").data["on"]

    second = mine_by_api.post("me/calendar-feed").data["address"]
    assert (fetch(first).status_code, fetch(second).status_code) == (404, 200)
    assert mine_by_api.delete("me/calendar-feed").status_code == 204
    assert fetch(second).status_code == 404


def test_who_leaves_for_good_has_no_calendar(amel, mine, now):
    """Account deletion ends the calendar feed."""
    secret = calendar_feed.renew(token_of(amel), now)
    leave(amel, now)

    assert calendar_feed.owner_of(secret, now) is None


def test_a_locked_account_has_no_calendar(amel, mine, client_of, now):
    """No calendar of the player or of a program opens while the account is locked, and then each does again."""
    secret = calendar_feed.renew(token_of(amel), now)
    for is_active in (False, True):
        amel.is_active = is_active
        amel.save()
        assert (calendar_feed.owner_of(secret, now) == amel) is is_active
