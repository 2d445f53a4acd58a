"""Analysis of a finished match: the player's own moves, judged by what they could know, in the background."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from django.conf import settings

from games import log, row_kinds, tasks
from games.bots import LEVELS, expert
from games.bots.level import Budget
from games.models import Match, MatchAnalysis, Move
from games.services import due_matches
from games.services.bots import hinting, match_analysis
from games.services.bots.decisions import decisions
from games.services.turns import playing
from tests.api.asking import refused
from tests.helpers.eventually import attempts
from tests.helpers.playing import play_first, play_until_turn_of

pytestmark = pytest.mark.usefixtures("frozen")

SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def _thinks_little(monkeypatch):
    """Give the expert a small search budget, and compare on few deals."""
    monkeypatch.setitem(LEVELS, "expert", replace(expert.LEVEL, budget=Budget(iterations=8, seconds=60)))
    compare = match_analysis.cost_of
    monkeypatch.setattr(match_analysis, "cost_of", lambda *about: compare(*about, deals=12))


@pytest.fixture
def over(running, player, now):
    """Return a function that makes a match against a bot, over after some moves of Amel, or after a round."""

    def make(game="scopa", moves=4, **wishes):
        table = running(player("Amel"), game=game, bots={1: "easy"}, **wishes)
        amel, mine = table.seats[0].player, 0
        for _ in attempts(10_000, "neither her moves nor the match come to an end"):
            match = Match.objects.get(pk=table.match.pk)
            if mine == moves or (moves is None and Move.objects.filter(match=match, ends_round=True)):
                break
            if match.to_act == 0:
                play_first(match.pk, now)
                mine += 1
            else:
                due_matches.wake(match.pk, now)
        if Match.objects.get(pk=match.pk).status == "running":
            playing.resign(match.pk, amel, now)
        return Match.objects.get(pk=table.match.pk), amel

    return make


def looked(now, steps=100):
    """Let workers run the waiting analyses."""
    for _ in range(steps):
        if (job := match_analysis.ANALYSES.take_next(now + SECOND)) is None:
            return
        match_analysis.go_on(job)
        MatchAnalysis.objects.filter(wake_at__isnull=False).update(wake_at=now)


@pytest.mark.parametrize("game", ["chkobba", "camba", "haggis"])
def test_each_of_one_s_moves_is_looked_at(over, client_of, now, game):
    """Each of the player's moves gets the better move and bounds of its cost."""
    match, amel = over(game, options={"cut": False} if game == "chkobba" else {})
    client, path = client_of(amel), f"matches/{match.pk}/analysis"
    assert client.get(path).data["state"] == "none"

    asked = client.post(path)

    assert asked.status_code == 202
    mine = [one for one in decisions(log.load(match)) if one.move.player_id == amel.pk]
    left = settings.LIMITS["analyses"] - 1
    begun = {
        "state": "waiting",
        "moves": len(mine),
        "looked_at": 0,
        "remaining_today": left,
        "findings": [],
        "rounds": [],
    }
    assert asked.data == begun
    looked(now)
    done = client.get(path)
    assert (done.data["state"], done.data["looked_at"]) == ("done", len(mine))
    assert [one["version"] for one in done.data["findings"]] == [one.move.version for one in mine]
    for one in done.data["findings"]:
        assert one["played"]["text"]
        assert one["played"]["move"] != (one["better"] and one["better"]["move"])
        if one["cost"]:
            assert one["cost"]["low"] <= one["cost"]["points"] <= one["cost"]["high"]
            assert one["mistake"] == (one["cost"]["low"] > match_analysis.MISTAKE)
        offered = [choice["move"] for choice in one["choices"]]
        assert bool(offered) == one["mistake"]
        if offered:
            assert one["played"]["move"] in offered
            assert one["better"]["move"] in offered
            assert len(offered) <= match_analysis.OFFERED
        if one["better"] is None and one["cost"]:
            assert one["cost"] == {"points": 0, "low": 0, "high": 0}
    assert client.post(path).data == done.data


@pytest.mark.parametrize("game", ["chkobba", "camba", "haggis"])
def test_luck_of_the_cards_is_told_apart(over, client_of, now, game, monkeypatch):
    """For each finished round the analysis shows the score difference, and what the cards were worth."""
    monkeypatch.setattr("games.bots.dealt.PLAYED", 4)
    monkeypatch.setattr("games.bots.dealt.COMPARED", 8)
    match, amel = over(game, moves=None, options={"cut": False} if game == "chkobba" else {})
    client_of(amel).post(f"matches/{match.pk}/analysis")

    looked(now)

    sheets = client_of(amel).get(f"matches/{match.pk}/rounds").data["rounds"]
    told = client_of(amel).get(f"matches/{match.pk}/analysis").data["rounds"]
    assert sheets
    assert [one["round"] for one in told] == list(range(len(sheets)))
    assert [one["made"] for one in told] == [sheet["scores"][0] - sheet["scores"][1] for sheet in sheets]
    assert all(one["cards"]["low"] <= one["cards"]["points"] <= one["cards"]["high"] for one in told)
    assert any(one["cards"]["points"] for one in told)


def test_it_goes_by_what_one_could_know(over):
    """Cards that the seat did not see change neither the better move nor the cost."""
    match, amel = over()
    decision = [one for one in decisions(log.load(match)) if one.move.player_id == amel.pk][-1]
    first = match_analysis.looked_at(decision)
    game, state = decision.here.game, decision.here.state
    view = game.observe(state, decision.move.seat)
    others = 0
    for number in range(5):
        decision.here.state = game.imagine(view, Random(number))
        others += decision.here.state != state
        decision.here.match.seed = f"{number:064x}"
        assert match_analysis.looked_at(decision) == first
    assert others


def test_a_blunder_is_a_mistake_and_what_is_as_good_is_none():
    """A move is a mistake if the lower bound of its cost is high enough."""
    assert match_analysis.is_mistake({"cost": [0.5, 0.16, 0.9]})
    assert not match_analysis.is_mistake({"cost": [0.5, 0.15, 0.9]})
    assert not match_analysis.is_mistake({"cost": None})


def test_nobody_else_s_moves_are_looked_at(running, player, client_of, now):
    """Each player requests an analysis of their own moves, and reads no other."""
    amel, sami = player("Amel"), player("Sami")
    match = running(amel, sami, game="scopa").match
    for _ in range(4):
        play_first(match.pk, now)
    playing.resign(match.pk, sami, now)
    client_of(amel).post(f"matches/{match.pk}/analysis")

    looked(now)

    mine = {move.version for move in Move.objects.filter(match=match, player=amel)}
    found = client_of(amel).get(f"matches/{match.pk}/analysis").data["findings"]
    assert found
    assert {one["version"] for one in found} <= mine
    assert client_of(sami).get(f"matches/{match.pk}/analysis").data["state"] == "none"


def test_when_it_can_be_asked_for(running, over, player, client_of, now, settings):
    """A seated player may request it after the end, within a daily limit; an existing one stays readable."""
    table = running(player("Zohra"), player("Sami"), game="scopa")
    zohra = client_of(table.seats[0].player)
    assert refused(zohra.post(f"matches/{table.match.pk}/analysis"), 409, "not_finished")
    (match, amel), (other, _) = over(), over()
    assert refused(zohra.post(f"matches/{match.pk}/analysis"), 403, "not_seated")
    settings.LIMITS = {**settings.LIMITS, "analyses": 1}
    client = client_of(amel)
    assert client.post(f"matches/{match.pk}/analysis").data["remaining_today"] == 0
    assert client.post(f"matches/{match.pk}/analysis").status_code == 202
    playing_too = other.seats.get(number=0)
    playing_too.player = amel
    playing_too.save()

    assert refused(client.post(f"matches/{other.pk}/analysis"), 409, "too_many_analyses")["limit"] == 1
    MatchAnalysis.objects.update(asked_at=now - match_analysis.A_DAY)
    assert client.post(f"matches/{other.pk}/analysis").status_code == 202


def test_it_is_done_some_moves_at_a_time(over, now, monkeypatch, django_capture_on_commit_callbacks, messages):
    """The bots' queue analyses some moves at a time, so that bots get their turn; it ends after a minute in total."""
    match, amel = over(moves=6)
    with django_capture_on_commit_callbacks(execute=True):
        match_analysis.ask(match.pk, amel, now)
    assert [one[:3] for one in messages] == [("games.analyse_matches", (), settings.CELERY_BOTS_QUEUE)]
    monkeypatch.setattr(match_analysis, "SLICE", -1)
    assert match_analysis.go_on(match_analysis.ANALYSES.take_next(now))
    assert MatchAnalysis.objects.get().findings == []
    monkeypatch.setattr(match_analysis, "SLICE", 0)

    tasks.analyse_matches()
    tasks.sweep()

    assert [one.task for one in messages].count("games.analyse_matches") > 1
    MatchAnalysis.objects.update(seconds=match_analysis.MOST, wake_at=now)
    assert not match_analysis.go_on(match_analysis.ANALYSES.take_next(now))
    assert MatchAnalysis.objects.get().wake_at is None


def test_what_fails_is_told_as_unknown(over, now, monkeypatch):
    """A move at which the expert fails has no cost; after three dead workers the analysis ends."""
    match, amel = over()
    match_analysis.ask(match.pk, amel, now)
    monkeypatch.setattr(match_analysis, "compared", lambda decision: 1 // 0)
    for tries in range(1, 4):
        assert match_analysis.ANALYSES.take_next(now + tries * match_analysis.ANALYSES.lease).tries == tries
        assert match_analysis.ANALYSES.take_next(now + tries * match_analysis.ANALYSES.lease) is None
    last = match_analysis.ANALYSES.take_next(now + 4 * match_analysis.ANALYSES.lease)
    assert not match_analysis.go_on(last)
    assert MatchAnalysis.objects.get().wake_at is None
    MatchAnalysis.objects.update(wake_at=now, tries=0)

    looked(now)

    one = MatchAnalysis.objects.get()
    assert len(one.findings) == one.moves
    assert {finding["cost"] for finding in one.findings} == {None}


def test_a_hint_was_no_decision_that_is_hidden(running, player, now):
    """Moves after a hint are analysed, but marked, so that they are no evidence in comparisons with bots."""
    table = running(player("Amel"), game="scopa", bots={1: "easy"})
    amel = table.seats[0].player
    play_until_turn_of(0, table.match.pk, now)
    hinting.ask(table.match.pk, amel, now)
    play_first(table.match.pk, now)

    (one,) = decisions(log.load(Match.objects.get(pk=table.match.pk)))

    assert one.hinted


def test_it_is_forgotten(over, now):
    """The server deletes an analysis after some months; the player can request it again."""
    match, amel = over()
    match_analysis.ask(match.pk, amel, now)

    row_kinds.clean_up(now + match_analysis.ANALYSES_LAST + SECOND)

    assert not MatchAnalysis.objects.exists()
