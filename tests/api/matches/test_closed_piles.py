"""Face-down piles: what clients see depends only on the number of cards."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from games import log
from games.bots import LEVELS, expert
from games.bots.level import Budget, Turn
from games.bots.turns import seen
from games.engine.catalogue import GAMES
from games.models import Match
from games.services import due_matches
from tests.helpers.eventually import attempts

SAME = ("", "/legal-moves")
"""Answers made of the state. Feed, scores and record are made of the log, which shows each capture."""


@pytest.mark.usefixtures("frozen")
@pytest.mark.parametrize("key", ["scopone", "cirulla", "chorizo"])
def test_no_answer_depends_on_what_lies_in_closed_piles(key, running, client_of, now, monkeypatch):
    """After a new deal of all hidden cards, every byte of the answers and every choice of the bots is the same."""
    monkeypatch.setitem(LEVELS, "expert", replace(expert.LEVEL, budget=Budget(iterations=24, seconds=60)))
    game = GAMES[key]
    table = running(game=key, seats=4, options={"open_piles": False})
    path = f"matches/{table.match.pk}"
    differed = 0
    for number in range(12):
        if number % 6 < 5:
            _let_bot_move(table.match, now)
            continue
        match = Match.objects.get(pk=table.match.pk)
        state = game.load_state(match.snapshot)
        seat = match.to_act
        client = client_of(table.seats[seat].player)
        before = [client.get(path + part).content for part in SAME]
        imagined = game.imagine(game.observe(state, seat), Random(number))
        differed += imagined.piles != state.piles
        views = [game.observe(one, seat) for one in (state, imagined)]
        events = log.events_of_round(match)
        for level in LEVELS.values():
            chosen = [
                level.choose(
                    Turn(game, view, game.legal_moves(state), Random(number), partial(seen, game, events, seat))
                )
                for view in views
            ]
            assert chosen[0] == chosen[1]

        Match.objects.filter(pk=match.pk).update(snapshot=game.dump_state(imagined))
        assert [client.get(path + part).content for part in SAME] == before

        Match.objects.filter(pk=match.pk).update(snapshot=match.snapshot)
        _let_bot_move(match, now)
    assert differed


def _let_bot_move(match, now):
    """Make the next move of a match as an easy bot would."""
    match.seats.update(bot="easy")
    due_matches.wake(match.pk, now)
    match.seats.update(bot="")


def test_a_view_tells_numbers_where_piles_lie_face_down(running, client_of, now):
    """A view shows the cards of open piles, and only the counts of closed ones; the feed shows each capture in both."""
    for is_open in (True, False):
        table = running(game="scopa", options={"open_piles": is_open})
        match = table.match
        match.seats.update(bot="medium")
        for _ in attempts(50, "no card is captured"):
            if any(client_of().get(f"matches/{match.pk}").data["table"]["pile_counts"]):
                break
            due_matches.wake(match.pk, now)
        shown = client_of().get(f"matches/{match.pk}").data["table"]
        told = [
            event
            for entry in client_of().get(f"matches/{match.pk}/events").data["entries"]
            for event in entry["events"]
        ]

        assert any(map(len, shown["piles"])) is is_open
        assert sum(shown["pile_counts"]) >= 2
        assert any(event["type"] == "played" and event["capture"] for event in told)


def test_the_direction_of_play_is_told(running, client_of):
    """The catalogue and every match give the direction of play, for clients that draw the table."""
    directions = {game["key"]: game["direction"] for game in client_of().get("games").data["games"]}

    assert {key for key, way in directions.items() if way == "clockwise"} == {"chkobba-cafe", "camba", "haggis"}
    assert set(directions.values()) == {"clockwise", "counterclockwise"}
    for key in ("chkobba-cafe", "chkobba"):
        table = running(game=key, seats=4)
        assert client_of().get(f"matches/{table.match.pk}").data["game"]["direction"] == directions[key]
        assert client_of().get(f"games/{key}").data["ruleset"]["direction"] == directions[key]
