"""Availability over the API: reading and changing it, refusals, and what other players see of it."""

from __future__ import annotations

from datetime import timedelta

from msgspec import to_builtins

from accounts.models import Player
from games.clock.calendar import Calendar, Closure, Night
from games.clock.controls.move import MoveControl
from games.clock.hours import Hours
from tests.api.asking import refused
from tests.helpers.playing import play_until_turn_of

CALENDAR = {
    "time_zone": "Africa/Tunis",
    "night": {"begins": "22:30", "ends": "08:00"},
    "weekdays": ["sunday"],
    "dates": ["2027-03-20"],
}
NONE = {"time_zone": "UTC", "night": None, "weekdays": [], "dates": []}
A_DAY = {"type": "move", "seconds": 86_400, "honours": ["nights", "vacations"]}


def test_who_has_said_nothing_has_no_calendar(amel):
    """Without a calendar all time counts; a player starts with some vacation days."""
    assert amel.get("me/availability").data == {
        "calendar": NONE,
        "coming": None,
        "takes_effect_at": None,
        "vacation": None,
        "vacation_days": 7,
    }


def test_a_calendar_is_changed(amel, now):
    """A new calendar takes effect after 48 hours; fields left out are empty."""
    changed = amel.put("me/availability/calendar", CALENDAR)

    assert (changed.status_code, changed.data["calendar"], changed.data["coming"]) == (200, NONE, CALENDAR)
    assert changed.data["takes_effect_at"] == (now + timedelta(hours=48)).isoformat().replace("+00:00", "Z")
    assert amel.put("me/availability/calendar", {"time_zone": "UTC"}).data["coming"] is None


def test_there_is_one_time_zone(amel, now):
    """Profile and calendar share one time zone, and vacations use it."""
    amel.patch("me", {"time_zone": "America/New_York"})
    assert amel.get("me/availability").data["calendar"] == NONE | {"time_zone": "America/New_York"}
    night = amel.put("me/availability/calendar", {"night": CALENDAR["night"]}).data
    assert night["coming"] == NONE | {"time_zone": "America/New_York", "night": CALENDAR["night"]}

    amel.patch("me", {"time_zone": "Asia/Tokyo"})
    assert amel.get("me/availability").data["coming"]["time_zone"] == "Asia/Tokyo"
    amel.put("me/availability/calendar", CALENDAR)
    assert amel.get("me").data["time_zone"] == "Africa/Tunis"
    amel.patch("me", {"time_zone": "America/New_York"})

    begun = amel.post("me/availability/vacation", {"days": 1}).data
    assert begun["vacation"]["ends"] == "2026-11-03T05:00:00Z"
    assert amel.delete("me/availability/vacation").data["vacation"] is None


WRONG_CALENDARS = [
    ({"time_zone": "Mars/Olympus"}, "time_zone"),
    ({"time_zone": "UTC", "night": {"begins": "24:00", "ends": "08:00"}}, "night.begins"),
    ({"time_zone": "UTC", "night": {"begins": "22:00\n", "ends": "08:00"}}, "night.begins"),
    ({"time_zone": "UTC", "night": {"begins": "08:00", "ends": "07:00"}}, "night"),
    ({"time_zone": "UTC", "night": {"begins": "08:00"}}, "night.ends"),
    ({"time_zone": "UTC", "weekdays": ["friday", "saturday", "sunday", "monday"]}, "weekdays"),
    ({"time_zone": "UTC", "weekdays": ["Caturday"]}, "weekdays"),
    ({"time_zone": "UTC", "dates": ["2027-02-30"]}, "dates"),
    ({"time_zone": "UTC", "dates": [f"2027-01-{day:02}" for day in range(1, 14)]}, "dates"),
    ({"time_zone": "UTC", "nights": None}, "nights"),
]


def test_a_calendar_that_cannot_be_is_refused(amel):
    """The error names the invalid field, and nothing changes."""
    for body, field in WRONG_CALENDARS:
        assert list(refused(amel.put("me/availability/calendar", body), 400, "invalid")["errors"]) == [field]
    assert amel.get("me/availability").data["coming"] is None


def test_going_on_vacation_and_coming_back(amel, now):
    """A player takes one vacation at a time, from the days that are left; coming back early returns days."""
    gone = amel.post("me/availability/vacation", {"days": 3})
    assert (gone.status_code, gone.data["vacation"]["days"], gone.data["vacation_days"]) == (201, 3, 4)
    refused(amel.post("me/availability/vacation", {"days": 1}), 409, "on_vacation")
    assert (
        refused(amel.post("matches", {"game": "chkobba"}), 409, "on_vacation")["until"] == gone.data["vacation"]["ends"]
    )

    back = amel.delete("me/availability/vacation")

    assert (back.status_code, back.data["vacation"], back.data["vacation_days"]) == (200, None, 7)
    refused(amel.delete("me/availability/vacation"), 409, "not_on_vacation")


def test_a_vacation_that_cannot_be_is_refused(amel):
    """The error code says why a vacation is refused, in every time zone."""
    firsts = ("1999-12-31", "9999-12-31", "0001-01-01", "tomorrow", None)
    for zone in ("UTC", "Africa/Tunis", "Pacific/Kiritimati", "Pacific/Pago_Pago"):
        assert amel.patch("me", {"time_zone": zone}).status_code == 200
        for body in (*({"days": days} for days in (0, 31, 1.5)), *({"days": 1, "first": first} for first in firsts)):
            refused(amel.post("me/availability/vacation", body), 400, "invalid")
    refused(amel.post("me/availability/vacation", {"days": 8}), 409, "too_few_vacation_days")
    assert amel.get("me/availability").data["vacation"] is None


def test_everybody_at_the_table_sees_what_stops_the_clock(player, client_of, running, now):
    """Players at the table see the closed times and the control's text. The feed has the event as it was logged."""
    amel = player("Amel")
    night = Calendar(night=Night("00:00", "12:00"))
    Player.objects.filter(pk=amel.pk).update(hours=to_builtins(Hours(calendar=night)))
    made = client_of(amel).post(
        "matches", {"game": "chkobba", "control": A_DAY, "options": {"cut": False}, "autostart": True}
    )
    other = client_of(player("Sami"))
    begun = other.post(f"matches/{made.data['id']}/join", {})
    if begun.data["to_act"] == 1:
        move = begun.data["legal_moves"]["moves"][0]["move"]
        begun = other.post(
            f"matches/{made.data['id']}/moves", {"move": move, "expected_version": begun.data["version"]}
        )
    view = other.get(f"matches/{made.data['id']}").data

    assert [closed["vacation"] for closed in view["closed"]] == [False] * len(view["closed"])
    assert 2 <= len(view["closed"]) <= 3
    assert 86_390 <= view["seconds_left"] <= 86_400
    assert view["control_text"] == "1 day per move; the clock pauses: nights and vacations"
    (event,) = other.get(f"matches/{made.data['id']}/events", {"after": view["version"] - 1}).data["entries"]
    assert (event["seat"], event["by"], event["events"][0]["shape"]) == (0, "timeout", "match_closed_hours")
    assert event["events"][0]["closed"]


def test_nobody_else_sees_when_a_player_sleeps(player, client_of, running, now):
    """Spectators of a public match see the deadline, but neither the view nor the feed shows a night."""
    amel = player("Amel")
    night = Calendar(night=Night("00:00", "12:00"))
    Player.objects.filter(pk=amel.pk).update(hours=to_builtins(Hours(calendar=night)))
    honoured = MoveControl(seconds=86_400, honours=(Closure.NIGHTS, Closure.VACATIONS))
    match = running(amel, control=honoured, options={"cut": False}).match
    play_until_turn_of(0, match.pk, now)
    for client in (client_of(player("Spectator")), client_of(None)):
        view = client.get(f"matches/{match.pk}").data
        entries = client.get(f"matches/{match.pk}/events").data["entries"]
        told = [event for entry in entries for event in entry["events"] if event["type"] == "closed_hours"]

        assert (view["closed"], view["due_at"] is None) == ([], False)
        assert told == [{"type": "closed_hours", "shape": "match_closed_hours", "seconds_left": 86_400.0}]
    assert client_of(amel).get(f"matches/{match.pk}").data["closed"]


def test_nothing_is_honoured_where_turns_are_short(amel):
    """Controls of less than an hour per turn cannot stop for nights: such players are at the table."""
    body = {"game": "chkobba", "control": {"type": "move", "seconds": 3599, "honours": ["nights"]}}

    assert list(refused(amel.post("matches", body), 400, "invalid")["errors"]) == ["control"]
    assert amel.post("matches", {**body, "control": A_DAY}).data["control"] == A_DAY
