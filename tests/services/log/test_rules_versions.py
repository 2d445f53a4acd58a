"""Versions of a game's rules exist side by side, and a match keeps the one that it began with."""

from __future__ import annotations

import json
from datetime import timedelta
from random import Random
from typing import Any

import msgspec
import pytest

from accounts.services import leave
from games import log, selectors
from games.api.matches import match_view
from games.clock.lobby import LASTS as LOBBY_LASTS
from games.engine import catalogue
from games.engine.fishing.game import FishingGame
from games.engine.fishing.rulesets.chkobba import CHKOBBA
from games.engine.record import replay
from games.models import Match, Status
from games.services import due_matches
from games.services.log import records
from games.services.log.record_export import record_of
from games.services.log.verification import faults_of
from games.services.matchmaking import rematch
from games.services.matchmaking.lobby import joining, lobby_bots, match_start
from games.services.turns import playing
from tests.helpers.account_deletion import delete_accounts
from tests.helpers.english import english
from tests.helpers.playing import play_by_chance

HIGHER = msgspec.structs.replace(CHKOBBA, version=2, target=3, options=())
"""Chkobba with other rules: three points win, and the option ``cut`` is gone."""


@pytest.fixture
def new_rules(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that adds version 2 of Chkobba beside version 1."""

    def register() -> None:
        game = FishingGame(HIGHER, "")
        monkeypatch.setitem(catalogue.GAMES, "chkobba", game)
        monkeypatch.setitem(catalogue.VERSIONS, ("chkobba", 2), game)

    return register


def test_old_matches_play_on_and_new_ones_take_the_new_rules(running, new_rules, now):
    """Matches of both versions end, verify and replay by their own rules."""
    old = running(options={"target": 2, "cut": False})
    new_rules()
    new = running()

    first, second = (play_by_chance(table.match.pk, now, Random(1)).match for table in (old, new))

    assert (first.rules_version, second.rules_version) == (1, 2)
    assert (first.status, second.status) == (Status.FINISHED, Status.FINISHED)
    for match, points in ((first, 2), (second, 3)):
        assert list(faults_of(match)) == []
        assert max(match.result["totals"]) >= points
        shown = match_view.view(log.load(match), None, now)
        assert (shown.has_rules, shown.rules_version) == (True, match.rules_version)
        record = json.loads(msgspec.json.encode(record_of(log.load(match))))
        assert record.get("version", 1) == match.rules_version
        assert replay(record)["totals"] == match.result["totals"]
        assert all(finding.right for finding in records.findings_in(record))
    assert not Match.objects.filter(selectors.without_rules()).exists()


def test_an_unknown_version_is_no_record():
    """A record of an unknown version is refused by name."""
    record = {"format": "card-match/1", "game": "chkobba", "version": 7, "seats": 2, "dealer": 0, "rounds": []}

    assert replay(record, say=english)["error"]["message"] == "There is no game chkobba in version 7."
    assert replay({**record, "version": 1})["status"] == "active"


def test_a_lobby_of_the_old_rules_is_played_by_them(make_match, amel, new_rules, now):
    """Players who joined a lobby of the old rules get a match of the old rules."""
    table = make_match(amel)
    new_rules()

    lobby_bots.set_bots(table.match.pk, amel, {}, "easy", now)
    started = match_start.start(table.match.pk, amel, now)

    assert started.match.rules_version == 1
    assert started.state.rules.ruleset.target == 21


def test_a_rematch_takes_the_new_rules_with_what_they_still_allow(running, new_rules, now):
    """A rematch uses the new rules, without options that are gone."""
    table = running(options={"cut": False, "target": 7})
    amel = table.seats[0].player
    playing.resign(table.match.pk, amel, now)
    new_rules()

    again = rematch.rematch(table.match.pk, amel, now)

    assert (again.match.rules_version, again.match.options["target"]) == (2, 7)
    assert "cut" not in again.match.options


# --- rules that are gone ----------------------------------------------------------------------------------------------


def gone(match_id: Any) -> Match:
    """Remove the rules of a match."""
    Match.objects.filter(pk=match_id).update(rules_version=99)
    return Match.objects.get(pk=match_id)


def test_an_old_lobby_without_rules_is_cancelled(make_match, now):
    """A lobby without rules is cancelled once, instead of failing again and again."""
    table = make_match()
    match = gone(table.match.pk)

    assert due_matches.wake(match.pk, now + LOBBY_LASTS + timedelta(seconds=1)) is False

    match.refresh_from_db()
    assert (match.status, match.wake_at) == (Status.CANCELLED, None)


def test_a_running_match_without_rules_is_looked_at_once_an_hour(running, now):
    """A running match without rules is checked once an hour, and its bots play on when the rules are back."""
    table = running(bots={1: "easy"})
    table.match.seats.update(bot="easy")
    match = gone(table.match.pk)
    Match.objects.filter(pk=match.pk).update(wake_at=now)

    assert due_matches.wake(match.pk, now) is False
    match.refresh_from_db()
    assert match.wake_at == now + due_matches.WITHOUT_RULES

    Match.objects.filter(pk=match.pk).update(rules_version=1)
    assert due_matches.wake(match.pk, match.wake_at) is True


def test_players_leave_tables_whose_rules_are_gone(running, make_match, amel, sami, now):
    """Players can leave lobbies and resign from matches without rules; without players the match is cancelled."""
    lobby_match = gone(make_match(amel).match.pk)
    other = make_match(sami)
    joining.join(other.match.pk, amel, now)
    other_match = gone(other.match.pk)
    played = gone(running(amel, sami).match.pk)

    leave(amel, now)
    delete_accounts(now)

    assert Match.objects.get(pk=lobby_match.pk).status == Status.CANCELLED
    assert not other_match.seats.filter(player=amel).exists()
    assert played.seats.get(player=amel).resigned
    assert Match.objects.get(pk=played.pk).status == Status.RUNNING
    playing.resign(played.pk, sami, now)
    assert Match.objects.get(pk=played.pk).status == Status.CANCELLED
