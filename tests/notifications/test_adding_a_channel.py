"""The code of docs/adding-a-channel.md works: this test adds its sender to the server, and receives from it."""

from __future__ import annotations

import json
from typing import Final

import pytest

import games.notifications
from games.models import Delivery, Match
from games.notifications import delivery, player_channels
from games.services.notifications import notifications
from tests.helpers.adding_pages import Page
from tests.helpers.eventually import drain
from tests.helpers.playing import play_first
from tests.notifications.receiving import Answer, Receiver, listening

PAGE: Final = Page("adding-a-channel.md")


class Club(Receiver):
    """The chat of a club, which answers with ``status`` and stores the lines."""

    def __init__(self) -> None:
        super().__init__()
        self.status = 204
        self.lines: list[dict] = []

    def take(self, path: str, headers: dict[str, str], body: bytes) -> Answer:
        self.lines.append(json.loads(body))
        return self.status, {}, b""


@pytest.fixture
def club(monkeypatch, tmp_path, settings):
    """Return a club whose chat the server sends to, by the sender of the page."""
    monkeypatch.setattr(notifications, "NOTIFIES_ALL", [])
    monkeypatch.setattr(player_channels, "PLAYER_SENDERS", {})
    club = Club()
    with PAGE.added(tmp_path) as registry, listening(club.server):
        settings.CLUB_CHAT_URL = club.address
        monkeypatch.setattr(games.notifications, "SENDERS", registry["SENDERS"])
        monkeypatch.setattr(delivery, "SENDERS", registry["SENDERS"])
        yield club


def test_each_turn_reaches_the_club(running, player, club, now):
    """Players without a channel cause deliveries, the line has the facts of the turn, and a failed one comes again."""
    match_id = running(player("Amel"), player("Sami"), options={"cut": False}).match.pk
    drain(delivery.send_due, now, 10)
    club.lines.clear()
    club.status = 503
    play_first(match_id, now)
    assert delivery.send_due(now, 10) == 1
    club.status = 204
    drain(delivery.send_due, now + delivery.BACKOFF.longest, 10)

    match = Match.objects.get(pk=match_id)
    first, again = club.lines
    assert first == again
    assert (first["kind"], first["match"]) == ("your_turn", str(match_id))
    assert first["player"] == str(match.seats.get(number=match.to_act).player_id)
    assert first["due_at"] == match.due_at.isoformat()
    assert not Delivery.waiting().exists()


def test_no_line_is_written_while_the_host_has_set_no_url(running, club, settings, now):
    """A sender that is not in use gets no deliveries."""
    settings.CLUB_CHAT_URL = ""
    running()

    assert delivery.send_due(now, 10) == 0
    assert not Delivery.objects.exists()
    assert club.lines == []
