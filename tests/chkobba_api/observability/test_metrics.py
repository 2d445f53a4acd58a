"""Metrics: access to them, and the events that they count."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client as DjangoClient
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from games.services import due_matches
from games.services.turns import playing
from tests.helpers.eventually import drain
from tests.helpers.sweeping import due


def samples(**headers):
    """Return every sample of the metrics by name and labels."""
    answer = DjangoClient().get("/metrics", headers=headers)
    assert answer.status_code == 200
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def growth_since(before):
    """Return a function that returns the growth of a sample.

    It reads the metrics once, since the page is long.
    """
    after = samples()

    def growth(name, **labels):
        key = (name, *sorted(labels.items()))
        return after.get(key, 0) - before.get(key, 0)

    return growth


@pytest.mark.parametrize(
    ("tryout", "token", "address", "authorization", "status"),
    [
        (True, "", "127.0.0.1", "", 200),
        (True, "", "::1", "", 200),
        (True, "", "192.0.2.7", "", 404),
        (True, "", "192.0.2.7", "Bearer ", 404),
        (False, "", "127.0.0.1", "", 404),
        (False, "", "127.0.0.1", "Bearer ", 404),
        (False, "a-token", "192.0.2.7", "Bearer a-token", 200),
        (False, "a-token", "127.0.0.1", "Bearer another", 404),
        (False, "a-token", "127.0.0.1", "Bearer tökén", 404),
    ],
)
def test_who_may_see_them(db, settings, tryout, token, address, authorization, status):
    """The holder of the token sees the metrics, and this machine does in the try-out; all others get 404."""
    settings.TRYOUT, settings.METRICS_TOKEN = tryout, token

    answer = DjangoClient(REMOTE_ADDR=address).get("/metrics", headers={"Authorization": authorization})

    assert answer.status_code == status


def test_a_scrape_within_the_network_needs_no_https(db, settings):
    """Prometheus scrapes each process over plain HTTP, without the proxy; a host that is not allowed gets nothing."""
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, ["web"]
    settings.TRYOUT, settings.METRICS_TOKEN = False, "a-token"
    inside = DjangoClient(headers={"Host": "web:8000", "Authorization": "Bearer a-token"})

    assert inside.get("/metrics").status_code == 200
    assert inside.get("/metrics", headers={"Host": "hold:8000"}).status_code == 400
    assert inside.get("/metrics", headers={"Authorization": "Bearer another"}).status_code == 404
    assert inside.get("/api/v1/games").status_code == 403
    assert inside.get("/").status_code == 301


def test_requests_are_counted_by_operation_and_status(db, client):
    """Requests count with their duration; an unknown address makes no series of its own."""
    before = samples()
    client.get("/api/v1/games/chkobba")
    client.get("/api/v1/games/nothing")
    client.get("/api/v1/no/such/thing")

    growth = growth_since(before)
    assert growth("chkobba_request_seconds_count", operation="getGame", status="200") == 1
    assert growth("chkobba_request_seconds_sum", operation="getGame", status="200") > 0
    assert growth("chkobba_request_seconds_count", operation="getGame", status="404") == 1
    assert growth("chkobba_request_seconds_count", operation="unknown", status="404") == 1


def test_moves_are_counted_by_game_and_by_who_made_them(running, now, django_capture_on_commit_callbacks):
    """Moves of players, bots and the clock count; a refused move does not."""
    before = samples()
    table = running(bots={1: "easy"}, turn_seconds=60, options={"cut": False})
    with django_capture_on_commit_callbacks(execute=True):
        drain(due_matches.wake, table.match.pk, now)
        table.match.refresh_from_db()
        due_matches.wake(table.match.pk, table.match.due_at + timedelta(seconds=1))
        table.match.refresh_from_db()

    growth = growth_since(before)
    assert growth("chkobba_moves_total", game="chkobba", by="timeout") == 1
    moved_by_bots = growth("chkobba_moves_total", game="chkobba", by="bot")
    assert growth("chkobba_bot_thinking_seconds_count", game="chkobba", level="easy") == moved_by_bots
    assert growth("chkobba_bot_thinking_seconds_count", game="chkobba", level="medium") == 1


def test_a_move_that_is_rolled_back_is_not_counted(running, now):
    """The metrics count only committed moves."""
    table = running(options={"cut": False})
    before = samples()
    mover = table.seats[table.match.to_act].player
    move = table.game.write_move(table.game.legal_moves(table.state)[0])

    def fail(table):
        raise RuntimeError("rendering fails")

    with pytest.raises(RuntimeError):
        playing.play_move(table.match.pk, mover, move, table.match.version, now, fail)

    growth = growth_since(before)
    assert growth("chkobba_moves_total", game="chkobba", by="player") == 0


def test_what_is_taken_up_tells_how_late_it_was(running, now):
    """The sweep records by how many seconds each match that it takes up was overdue."""
    before = samples()
    table = running(turn_seconds=60)

    due(table.match.due_at + timedelta(seconds=4))

    growth = growth_since(before)
    assert growth("chkobba_sweep_lateness_seconds_sum", due="deadline") == 4
    assert growth("chkobba_swept_matches_total", due="deadline") == 1


def test_matches_are_counted_when_somebody_asks(running):
    """A request for the metrics counts the running and the due matches, and tells for how long one has been overdue."""
    running()
    overdue = running(turn_seconds=60)
    overdue.match.wake_at = overdue.now - timedelta(days=400)
    overdue.match.save()

    numbers = samples()

    assert numbers["chkobba_matches_running",] == 2
    assert numbers["chkobba_matches_due",] >= 1
    assert numbers["chkobba_overdue_seconds",] > 0
    assert numbers["chkobba_outbox_age_seconds",] == 0


def test_the_outbox_has_an_age(running, settings):
    """The age of the outbox is that of the oldest notification that no receiver has taken."""
    settings.WEBHOOK_URL = "http://127.0.0.1:9/"
    running(at=timezone.now() - timedelta(hours=1))

    assert 3600 <= samples()["chkobba_outbox_age_seconds",] < 3700
