"""Planned moves over the API: how they are stored and shown, refusals, and that other players cannot see them."""

from __future__ import annotations

import pytest

from games.models import Match
from games.services import due_matches
from tests.api.asking import refused
from tests.helpers.eventually import drain
from tests.helpers.playing import play_first

NOTHING = {"steps": [], "when_forced": False}


@pytest.fixture
def table(running, player, client_of, frozen):
    """Return a match of two players, its path, and the clients of the player to move and of the next one."""
    people = player("Amel"), player("Sami")
    match = running(*people, options={"cut": False}).match
    mover, waiter = people if match.to_act == 0 else reversed(people)
    return match, f"matches/{match.pk}", client_of(mover), client_of(waiter)


def test_a_plan_is_kept_and_said(table):
    """A plan has a text for each step, in its player's language; the player can delete it."""
    _, place, _, waiter = table
    assert waiter.get(f"{place}/planned-moves").data == NOTHING
    move = {"type": "play", "card": "7D", "capture": ["7H"], "shape": "fishing_play"}
    steps = [
        {"play": {"type": "move", "move": move}, "when": []},
        {"play": {"type": "cards", "cards": ["2C"]}, "when": [{"type": "not_on_table", "cards": ["2D", "2H"]}]},
        {
            "play": {"type": "cards", "cards": ["2C"]},
            "when": [{"type": "on_table", "cards": ["AS"]}, {"type": "played", "cards": ["AS"]}],
        },
        {"play": {"type": "safe"}, "when": []},
    ]

    kept = waiter.put(f"{place}/planned-moves", {"steps": steps, "when_forced": True})

    assert kept.status_code == 200
    assert [{name: step[name] for name in ("play", "when")} for step in kept.data["steps"]] == steps
    assert [step["text"] for step in kept.data["steps"]] == [
        "Take the seven of hearts with the seven of diamonds.",
        "If none of the two of diamonds and the two of hearts lies on the table: Play the two of clubs.",
        "If the ace of spades lies on the table and the ace of spades was just played: Play the two of clubs.",
        "Play the safe move.",
    ]
    assert waiter.get(f"{place}/planned-moves").data == kept.data
    french = waiter.get(f"{place}/planned-moves", **{"Accept-Language": "fr"}).data["steps"]
    assert all(one["text"] != other["text"] for one, other in zip(french, kept.data["steps"], strict=True))
    assert waiter.delete(f"{place}/planned-moves").data == NOTHING
    assert waiter.get(f"{place}/planned-moves").data == NOTHING


def test_nobody_sees_that_somebody_has_planned(table, client_of, player):
    """A plan changes neither the view, feed, list nor ETag of other players, and a spectator has none to read."""
    match, place, mover, waiter = table
    looks = [(mover, place), (mover, f"{place}/events?after=0"), (client_of(None), place), (mover, "me/matches")]
    before = [(client.get(path).content, client.get(path).headers.get("ETag")) for client, path in looks]

    waiter.put(f"{place}/planned-moves", {"steps": [{"play": {"type": "safe"}}], "when_forced": True})

    assert [(client.get(path).content, client.get(path).headers.get("ETag")) for client, path in looks] == before
    assert mover.get(f"{place}/planned-moves").data == NOTHING
    refused(client_of(player("Nour")).get(f"{place}/planned-moves"), 403, "not_seated")
    play_first(match.pk, match.created_at)
    drain(due_matches.wake, match.pk, match.created_at)
    assert Match.objects.get(pk=match.pk).to_act != 1 - match.to_act
    assert [entry["by"] for entry in mover.get(place).data["last_moves"]] == ["player", "player"]
    assert [entry["by"] for entry in waiter.get(place).data["last_moves"]] == ["player", "plan"]


INVALID = [
    {"steps": None},
    {"steps": [{}]},
    {"steps": [{"play": {"type": "peek"}}]},
    {"steps": [{"play": {"type": "cards", "cards": []}}]},
    {"steps": [{"play": {"type": "cards", "cards": ["9X"]}}]},
    {"steps": [{"play": {"type": "safe"}, "when": [{"type": "on_table", "cards": ["9X"]}]}]},
    {"steps": [{"play": {"type": "safe"}, "when": [{"type": "in_hand_of", "cards": ["7D"]}]}]},
    {"steps": [{"play": {"type": "safe"}}] * 11},
    {"when_forced": 1},
    {"hands": True},
]
"""Plans of the wrong form."""


STRANGE = [
    ("chkobba", {"type": "play", "card": "10D", "capture": []}),
    ("chkobba", {"type": "play", "card": "7D", "capture": ["7H", "7H"]}),
    ("chkobba", {"type": "play", "card": "7D", "capture": ["9X"]}),
    ("chkobba", {"type": "declare", "cards": []}),
    ("haggis", {"type": "play", "cards": ["5R", "5R"]}),
    ("haggis", {"type": "play", "cards": ["5R"], "as": "bomb:6"}),
    ("camba", {"type": "play", "card": "Z9", "call": "you_stay"}),
    ("camba", {"type": "play", "card": "Z9", "call": "camba"}),
]
"""Moves of the right form with cards and readings that the game does not have."""


@pytest.mark.parametrize(("game", "move"), STRANGE)
def test_a_planned_move_names_only_what_the_game_has(game, move, running, player, client_of, frozen):
    """No other card is planned in the place of one that does not exist or is named twice."""
    amel = player("Amel")
    place = f"matches/{running(amel, player('Sami'), game=game).match.pk}/planned-moves"
    client = client_of(amel)

    answer = client.put(place, {"steps": [{"play": {"type": "move", "move": move}}]})

    [said] = refused(answer, 400, "invalid")["errors"]["steps"]
    assert said.endswith(".")
    assert client.get(place).data == NOTHING


def test_a_plan_that_cannot_be_is_refused(table):
    """The error names the invalid field, and nothing is stored; an unknown move is refused as when played."""
    _, place, _, waiter = table

    for body in INVALID:
        assert refused(waiter.put(f"{place}/planned-moves", body), 400, "invalid")["errors"], body
    for move in ({"type": "draw"}, {"type": "play", "card": "7D"}, {"type": "play", "shape": "x"}):
        body = {"steps": [{"play": {"type": "move", "move": move}}]}
        refused(waiter.put(f"{place}/planned-moves", body), 422, "unknown_move")
    assert waiter.get(f"{place}/planned-moves").data == NOTHING
