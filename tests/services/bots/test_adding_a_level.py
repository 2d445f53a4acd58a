"""The code of docs/adding-a-level.md works: this test adds its level to the server, and the level plays."""

from __future__ import annotations

import json
from typing import Final

import pytest
from django.utils import timezone

from games import bots
from games.models import Actor, Match, Move
from games.services import due_matches
from games.services.bots import bot_jobs
from games.services.log.verification import faults_of
from tests.helpers.adding_pages import Page
from tests.helpers.eventually import attempts, drain

PAGE: Final = Page("adding-a-level.md")


@pytest.fixture(autouse=True)
def added(monkeypatch, tmp_path):
    """Add the level of the page to the levels of the server."""
    with PAGE.added(tmp_path) as registry:
        for name in ("LEVELS", "DESCRIPTIONS", "BOTS"):
            monkeypatch.setitem(getattr(bots, name), "ponder", registry[name]["ponder"])
        yield


def test_it_is_offered_seated_and_plays_as_itself(client_of, player):
    """The catalogue offers it, a match takes it, and its moves are its own, not those of a quick bot."""
    amel = client_of(player("Amel"))
    assert [bot["key"] for bot in amel.get("games").data["bots"]][-1] == "ponder"
    wish = {"game": "chkobba", "bots": {"1": "ponder"}, "autostart": True, "options": {"cut": False}}
    made = amel.post("matches", wish)
    assert made.status_code == 201, made.data
    match = Match.objects.get(pk=made.data["id"])

    for _ in attempts(6, "the bot has not moved twice"):
        drain(due_matches.wake, match.pk, timezone.now())
        if job := bot_jobs.take_next(timezone.now()):
            bot_jobs.think(job)
        if Move.objects.filter(match=match, by=Actor.BOT).count() == 2:
            break
        view = amel.get(f"matches/{match.pk}").data
        if view["legal_moves"]["moves"]:
            move = view["legal_moves"]["moves"][0]["move"]
            amel.post(f"matches/{match.pk}/moves", {"move": move, "expected_version": view["version"]})

    assert {json.loads(move.bot)["level"] for move in Move.objects.filter(match=match, by=Actor.BOT)} == {"ponder"}
    assert list(faults_of(Match.objects.get(pk=match.pk))) == []
