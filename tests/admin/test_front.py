"""The first page of the admin shows numbers, and links to the matches behind them."""

from __future__ import annotations

import re

from django.test import Client as DjangoClient
from django.utils import timezone

from games.models import LastSweep, Match
from games.services import due_matches
from games.services.due_matches import LEASE
from games.services.staff import match_actions
from games.services.staff.match_actions import Order
from tests.admin.test_match import plain
from tests.helpers.staff import client_of_staff


def tiles(client):
    """Return the numbers of the first page by their labels, with their links."""
    answer = client.get("/admin/")
    assert answer.status_code == 200
    return {tile.label: (tile.shown, tile.link, tile.bad) for tile in answer.context["tiles"]}


def test_the_first_page_tells_what_is_going_on(staff, steward, running, make_match, player):
    """Each number equals the length of the list that it links to."""
    now = timezone.now()
    LastSweep.objects.create(pk=1, at=now)
    gone, paused, auto, late, off, _ = (running(at=now) for _ in range(6))
    make_match(at=now)
    Match.objects.filter(pk=gone.match.pk).update(rules_version=99)
    match_actions.pause(paused.match.pk, Order(staff, "Tea.", now))
    match_actions.set_autopilot(auto.match.pk, Order(staff, "Away.", now), 1 - auto.match.to_act)
    long_ago = now - timezone.timedelta(minutes=2)
    Match.objects.filter(pk=late.match.pk).update(due_at=long_ago, wake_at=now + LEASE)
    match_actions.cancel(off.match.pk, Order(staff, "Both asked for it.", now))

    shown = tiles(steward)

    expected = {
        "Running matches": "5",
        "In the lobby": "1",
        "Overdue by a minute": "1",
        "Without rules": "1",
        "Paused": "1",
        "Seats on autopilot": "1",
    }
    assert {label: shown[label][0] for label in expected} == expected
    everything = DjangoClient()
    everything.force_login(staff)
    for label, count in expected.items():
        listed = everything.get(shown[label][1])
        assert (listed.status_code, listed.context["cl"].result_count) == (200, int(count)), label
    assert (shown["Overdue by a minute"][2], shown["Without rules"][2], shown["Paused"][2]) == (True, True, False)
    assert shown["Since the last sweep"][2] is False
    assert shown["Outbox"][0] == "off"
    page = plain(steward.get("/admin/").content.decode())
    assert "Root (staff): “Both asked for it.”" in page


def test_a_bot_from_which_nothing_comes_is_noticed(running):
    """The worker that takes the match up fails, and puts it off again and again."""
    now = timezone.now()
    started = now - timezone.timedelta(minutes=5)
    table = running(bots={1: "easy"}, at=started)
    Match.objects.filter(pk=table.match.pk).update(due_at=None, wake_at=now + LEASE)

    assert tiles(client_of_staff("watcher", "view_match"))["Overdue by a minute"][0] == "1"


def test_moves_are_counted_by_the_hour(steward, running):
    """The page counts moves of the last two days."""
    now = timezone.now().replace(minute=30)
    for hours in (0, 0, 3, 47, 60):
        table = running(turn_seconds=10, options={"cut": False}, at=now - timezone.timedelta(hours=hours))
        due_matches.wake(table.match.pk, table.match.due_at + timezone.timedelta(seconds=1))

    page = steward.get("/admin/").content.decode()

    assert "Moves in each of the last 48 hours: 4 in total, 2 in this hour." in page
    assert len(re.findall(r'<rect class="bar"', page)) == 48


def test_an_outbox_that_nobody_empties_is_noticed(steward, running, settings):
    """The age of its oldest message shows it."""
    settings.WEBHOOK_URL, settings.WEBHOOK_SECRET = "http://127.0.0.1:9/", "whsec_" + "Y2hrb2JiYS1jaGtvYmJhLWNoa29iYmE="
    assert tiles(steward)["Outbox"] == ("empty", "", False)
    running(at=timezone.now() - timezone.timedelta(minutes=3))

    shown, _, bad = tiles(steward)["Outbox"]
    assert (shown.startswith("3 min"), bad) == (True, True)


def test_a_sweep_that_never_ran_is_noticed(steward):
    """The page shows the same as ``/readyz``."""
    assert tiles(steward)["Since the last sweep"][::2] == ("never", True)


def test_who_may_not_see_matches_sees_nothing_of_them(db):
    """They see Django's own first page."""
    answer = client_of_staff("stranger").get("/admin/")

    assert answer.status_code == 200
    assert "State of the server" not in answer.content.decode()
