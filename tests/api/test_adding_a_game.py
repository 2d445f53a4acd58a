"""The code of docs/adding-a-game.md works: this test adds its game to the server, and plays it to its end."""

from __future__ import annotations

from typing import Final

import pytest
from django.utils import timezone

from games.engine import catalogue
from games.models import Match
from games.services import due_matches
from games.services.log.verification import faults_of
from tests.helpers.adding_pages import Page
from tests.helpers.eventually import attempts, drain

PAGE: Final = Page("adding-a-game.md")


@pytest.fixture(autouse=True)
def added(monkeypatch, tmp_path):
    """Add the game of the page to the catalogue."""
    with PAGE.added(tmp_path) as registry:
        game = registry["GAMES"]["scopetta"]
        monkeypatch.setitem(catalogue.GAMES, "scopetta", game)
        monkeypatch.setitem(catalogue.VERSIONS, ("scopetta", 1), game)
        yield


def test_it_is_offered_and_played_to_its_end(amel):
    """The catalogue explains it, a bot plays it, the score follows its rules, and the log verifies."""
    told = amel.get("games/scopetta").data
    assert (told["seats"], told["ruleset"]["target"]) == ([2], 3)
    assert told["rules"].startswith("Scopetta is")
    made = amel.post(
        "matches", {"game": "scopetta", "bots": {"1": "medium"}, "autostart": True, "options": {"target": 1}}
    )
    assert made.status_code == 201, made.data
    path = f"matches/{made.data['id']}"

    for _ in attempts(60, "the match is not over"):
        drain(due_matches.wake, made.data["id"], timezone.now())
        view = amel.get(path).data
        if view["status"] != "running":
            break
        move = view["legal_moves"]["moves"][0]["move"]
        amel.post(f"{path}/moves", {"move": move, "expected_version": view["version"]})

    assert view["status"] == "finished"
    assert max(view["result"]["totals"]) >= 1
    assert list(faults_of(Match.objects.get(pk=view["id"]))) == []
