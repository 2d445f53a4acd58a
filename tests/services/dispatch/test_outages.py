"""Outages: every deadline of players is postponed, and every column with a time is classified."""

from __future__ import annotations

import hashlib
from datetime import timedelta

import pytest
from django.apps import apps
from django.db import models

from games.clock.controls.move import MoveControl
from games.models import LastSweep, Match, Seat, Seek
from games.services import due_matches
from games.services.dispatch import deadlines
from games.services.log.verification import faults_of
from games.services.matches import shuffle_seeds
from games.services.matchmaking import seek_matching, seeks, substitutes
from games.services.matchmaking.lobby import joining
from games.services.turns import playing

HOUR = timedelta(hours=1)
AWAY = 2 * HOUR

PAST = {
    *("at", "created", "created_at", "started_at", "finished_at", "ended_at", "left_at", "asked_at", "begun_at"),
    *("confirmed_at", "used_at", "last_login", "paused_at", "refused_at", "began_at", "given_up_at", "tried_at"),
    *("renewed_at", "hidden_at", "changed_at", "settled_at", "appealed_at", "answered_at", "last_at", "founded_at"),
    *("joined_at", "since", "looking_since", "failing_since", "seen_at"),
}
"""Endings of column names that store when something has happened."""
NO_MOMENTS = {
    *("options", "result", "undone", "control", "offer", "steps", "findings", "rounds", "values", "facts", "details"),
    *("kinds", "done", "places", "categories", "headers", "rated_up_to", "scopes", "seed_commitments", "evidence"),
    "one_network",
}
"""Names of JSON columns that contain no time."""


def columns():
    """Yield each column of this project that can contain a time, with its name."""
    kinds = (models.DateField, models.DurationField, models.JSONField)
    for model in [*apps.get_app_config("games").get_models(), *apps.get_app_config("accounts").get_models()]:
        for field in model._meta.local_fields:
            if isinstance(field, kinds):
                yield f"{model._meta.label}.{field.name}", field.name


def test_each_column_with_a_moment_to_come_is_postponed_or_exempt():
    """Each column with a future time is postponed after outages, or exempt for a reason."""
    postponed = {f"{one.model._meta.label}.{one.field}" for one in deadlines.POSTPONED}
    to_come = {column for column, name in columns() if name not in PAST | NO_MOMENTS}

    assert to_come == postponed | deadlines.EXEMPT.keys()
    assert not postponed & deadlines.EXEMPT.keys()
    assert all(deadlines.EXEMPT.values())


@pytest.fixture
def sealed(make_match, player, now):
    """Return a match that waits for the seeds of two players, and these players."""
    people = player("Amel"), player("Sami")
    promised = [hashlib.sha256(name.encode()).hexdigest() for name in ("first", "second")]
    table = make_match(people[0], autostart=True, turn_seconds=3600, seed_commitment=promised[0])
    joining.join(table.match.pk, people[1], now, seed_commitment=promised[1])
    return table.match.pk, people


def test_secrets_are_awaited_for_as_long_as_before(sealed, now):
    """A worker that wakes the match after an outage, before or after the sweep, still waits for seeds."""
    match, people = sealed
    due_matches.sweep(now)
    back = now + AWAY

    due_matches.wake(match, back)
    assert Match.objects.get(pk=match).status == "lobby"
    due_matches.sweep(back)
    due_matches.wake(match, back)

    waiting = Match.objects.get(pk=match)
    assert (waiting.status, waiting.seeds_due_at, waiting.wake_at) == ("lobby", now + AWAY + HOUR, now + AWAY + HOUR)
    told = shuffle_seeds.add_seed(match, people[0], back, seed="first")
    assert told.match.status == "lobby"
    assert told.seats[0].seed == "first"


def test_seats_that_were_sealed_in_an_outage_lose_what_was_left_of_it(make_match, player, now):
    """Seats sealed during an outage, while the web server runs, wait longer by the rest of it."""
    due_matches.sweep(now)
    promised = hashlib.sha256(b"first").hexdigest()
    table = make_match(player("Amel"), autostart=True, turn_seconds=3600, seed_commitment=promised)
    sealed = joining.join(table.match.pk, player("Sami"), now + HOUR)
    assert sealed.match.seeds_due_at == now + 2 * HOUR

    due_matches.sweep(now + AWAY)

    assert Match.objects.get(pk=table.match.pk).seeds_due_at == now + AWAY + HOUR


def test_a_seat_is_offered_no_sooner_for_an_outage(running, amel, sami, now):
    """Offering a seat is postponed by each outage, also before the sweep notes it; verification knows that."""
    match = running(amel, sami, substitutes_after=6 * 3600).match.pk
    playing.leave_to_autopilot(match, sami, now)
    due_matches.sweep(now)
    due_matches.sweep(now + AWAY)
    for seconds in range(20, 80, 20):
        due_matches.sweep(now + AWAY + timedelta(seconds=seconds))
    again = now + AWAY + timedelta(seconds=60)
    substitutes.offer(match, again + AWAY)
    due_matches.sweep(again + AWAY)

    seat = Seat.objects.get(match=match, player=sami)
    assert (seat.substitute_from, seat.substitute_wanted) == (now + 6 * HOUR + 2 * AWAY, False)
    assert list(faults_of(Match.objects.get(pk=match))) == []
    for seconds in (-1, 1):
        Seat.objects.filter(pk=seat.pk).update(substitute_from=seat.substitute_from + timedelta(seconds=seconds))
        found = [fault.what for fault in faults_of(Match.objects.get(pk=match))]
        assert found == [f"seat {seat.number} is offered, or not, other than the log says"]


def test_an_outage_after_a_seat_was_offered_puts_nothing_off(running, amel, sami, now):
    """An outage after the offer postpones nothing; verification knows that."""
    match = running(amel, sami, substitutes_after=60).match.pk
    playing.leave_to_autopilot(match, sami, now)
    substitutes.offer(match, now + HOUR)
    due_matches.sweep(now + HOUR)

    due_matches.sweep(now + HOUR + AWAY)

    assert Seat.objects.get(match=match, player=sami).substitute_from == now + timedelta(seconds=60)
    assert list(faults_of(Match.objects.get(pk=match))) == []


def test_a_seek_lasts_as_long_as_was_wanted(player, now):
    """A seek lasts longer by an outage, in which it could not match."""
    wish = seeks.SeekSettings(game="chkobba", seats=2, options={}, control=MoveControl(86_400), lasts=HOUR)
    made = seeks.seek(player("Amel"), wish, now)
    due_matches.sweep(now)

    seek_matching.look(made.pk, now + AWAY)
    due_matches.sweep(now + AWAY)
    seek_matching.look(made.pk, now + AWAY)

    found = Seek.objects.get(pk=made.pk)
    assert (found.state, found.expires_at) == ("looking", now + AWAY + HOUR)


def test_a_lobby_stays_as_long_as_before(make_match, now):
    """The end of a lobby is its creation plus its duration and the outages since."""
    match = make_match().match
    due_matches.sweep(now)
    due_matches.sweep(now + AWAY)
    ends_at = now + timedelta(days=14)
    LastSweep.objects.update(at=ends_at)

    due_matches.wake(match.pk, ends_at)
    waiting = Match.objects.get(pk=match.pk)
    assert (waiting.status, waiting.wake_at) == ("lobby", ends_at + AWAY)
    LastSweep.objects.update(at=ends_at + AWAY)
    due_matches.wake(match.pk, ends_at + AWAY)

    assert Match.objects.get(pk=match.pk).status == "cancelled"
