"""The code of docs/adding-a-table-event.md works: this test adds its kind to the server."""

from __future__ import annotations

import re
import sys
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any, Final
from uuid import UUID

import pytest

from accounts.models import Player
from games import log
from games.admin.matches.steps import history_of
from games.api.matches import feed_view
from games.api.schema import publish_unions
from games.match_clock import clock_of
from games.models import Match, Notification, TableEvent
from games.services.log.verification import faults_of
from games.services.matches.locked_match import LockedMatch, locked_match
from games.services.matches.permissions import must_be_running, seat_for
from games.table_events import KINDS
from tests.helpers.databases import ROOT
from tests.helpers.refusals import refused

PAGE: Final = (ROOT / "docs" / "adding-a-table-event.md").read_text(encoding="utf-8")
GREETING: Final = "Take your time"
MINUTE: Final = timedelta(minutes=1)


@pytest.fixture
def give_time(monkeypatch, tmp_path):
    """Import the file of the page, add its list to ``KINDS``, and return the service of the page."""
    kinds, service = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "courtesy.py").write_text(kinds, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    module = import_module("courtesy")
    for kind in module.COURTESY:
        monkeypatch.setitem(KINDS, kind.type, kind)
    names: dict[str, Any] = {"UUID": UUID, "Player": Player, "datetime": datetime, "LockedMatch": LockedMatch}
    names |= {"locked_match": locked_match, "seat_for": seat_for, "must_be_running": must_be_running}
    names["TimeGiven"] = module.TimeGiven
    exec(service, names)  # noqa: S102  (our own page)
    yield names["give_time"]
    del sys.modules[module.__name__]


@pytest.fixture
def mover(table):
    """Return the player to move."""
    return table.seats[table.match.to_act].player


@pytest.fixture
def given(give_time, table, mover, now):
    """Return a match in which the waiting player has given the opponent ten more minutes."""
    (other,) = (seat.player for seat in table.seats if seat.player != mover)
    return give_time(table.match.pk, other, now + MINUTE, 600, GREETING).match


def newest_of(match, player):
    """Return the newest event in the feed of a player, or of a spectator (None)."""
    feed = feed_view.feed(log.read_anyway(match.pk), player, match.version - 1, 10)
    return feed.entries[-1].events


def test_it_is_logged_shown_notified_and_verified(given, table, mover):
    """The log has its payload, the clock follows it, and only the player to move reads the greeting."""
    row = TableEvent.objects.get(match=given, version=given.version)
    assert (row.type, row.data) == ("time_given", f'{{"greeting":"{GREETING}","seconds":600}}')

    match = Match.objects.get(pk=given.pk)
    assert list(faults_of(match)) == []
    assert clock_of(match).due_at - clock_of(table.match).due_at == timedelta(minutes=10)

    shown = {"type": "time_given", "seconds": 600, "shape": "match_time_given"}
    assert newest_of(given, mover) == [{**shown, "greeting": GREETING}]
    assert newest_of(given, None) == [shown]
    (one,) = Notification.objects.filter(match_id=given.pk, kind="time_given")
    assert (one.player, one.facts) == (mover, {"due_at": given.due_at.isoformat()})

    step = history_of(match).steps[-1]
    (other,) = (seat.player for seat in table.seats if seat.player != mover)
    assert step.said == [f"{other.shown_name} gives {mover.shown_name} 600 seconds."]
    assert step.clock == f"{mover.shown_name} until {given.due_at:%d %b, %H:%M:%S}"


def test_one_player_can_cause_only_so_many(give_time, given, mover, now):
    """The bound of the entry holds: ten for each player."""
    for count in range(10):
        give_time(given.pk, mover, now + (2 + count) * MINUTE, 1, GREETING)

    refused("too_often_here", give_time, given.pk, mover, now + 20 * MINUTE, 1, GREETING)


@pytest.mark.usefixtures("give_time")
def test_it_is_in_the_schema():
    """Its struct is the last variant of feed events, with the docstrings as descriptions."""
    schemas = publish_unions({"components": {"schemas": {}}}, None, None, True)["components"]["schemas"]
    event = schemas["MatchTimeGivenEvent"]

    assert schemas["FeedEvent"]["oneOf"][-1] == {"$ref": "#/components/schemas/MatchTimeGivenEvent"}
    assert list(event["properties"]) == ["shape", "type", "seconds", "greeting"]
    assert event["description"] == "A player gave more time to the player to move."
    assert event["properties"]["seconds"]["description"] == "The seconds that were added."
    assert event["required"] == ["shape", "type", "seconds"]
