"""The table after each event of the feed, for clients that do not compute it themselves."""

from __future__ import annotations

from random import Random

import pytest

from games import log
from games.engine.catalogue import GAMES
from games.models import Match
from tests.api.asking import counted, feed
from tests.engine.playing import random_options
from tests.helpers.english import told as as_clients_read
from tests.helpers.playing import play_by_chance

MOVES = 60
"""Moves for several rounds of most games."""


@pytest.fixture
def played(running, now):
    """Return a function that makes matches with this number of random moves."""

    def make(game, seats, *, moves=MOVES, luck, **options):
        table = running(game=game, seats=seats, options=options)
        return play_by_chance(table.match.pk, now, luck, most=moves)

    return make


@pytest.mark.parametrize("game", ["chkobba", "scopone", "cirulla", "camba", "haggis"])
def test_a_viewer_gets_the_tables_that_the_view_showed(game, played, client_of):
    """Each event has a table; that of an entry's last event equals the view's table at that version.

    Tables are the same from any starting version, in any round. ``tests/engine`` checks the tables of all games.
    """
    luck = Random(game)
    seats = GAMES[game].seats[-1]
    options = random_options(GAMES[game], seats, luck)
    options.pop("target", None)
    table = played(game, seats, luck=luck, **options)
    rows = log.rows_after(table.match)
    started = next(place for place, row in enumerate(rows) if getattr(row, "type", "") == "started")
    states = [state for _, state in log.fold(table.game, log.first_state(table.match), rows[started:])]

    one = luck.choice(table.seats)
    for seat, viewer in [(None, None), (one.number, one.player)]:
        client = client_of(viewer)
        entries = feed(client, table.match, tables="true")

        assert [len(entry["tables"]) for entry in entries] == [len(entry["events"]) for entry in entries]
        assert all(entry["tables"] == [None] for entry in entries[:started])
        shown = None
        for entry, state in zip(entries[started:], states, strict=True):
            shown = entry["tables"][-1] or shown
            assert shown == as_clients_read(table.game.show(table.game.observe(state, seat))), entry["version"]
    for after in range(0, len(entries), 13):
        page = client.get(f"matches/{table.match.pk}/events", {"after": after, "limit": 2, "tables": "true"}).data
        assert page["entries"] == entries[after : after + 2]


def test_each_event_of_a_move_has_the_table_after_it(played, client_of):
    """The last card of a round lies on the table before it is collected; face-down cards are shown only at the end."""
    table = played("scopone", 4, luck=Random(3), moves=400, open_piles=False, target=51)
    entries = feed(client_of(), table.match, tables="true")
    told = [
        {event["type"]: shown for event, shown in zip(entry["events"], entry["tables"], strict=True)}
        for entry in entries
    ]
    last = next(tables for tables in told if "collected" in tables)

    assert list(last) == ["played", "collected", "round_ended"]
    assert last["played"]["table"]
    assert last["collected"]["table"] == []
    assert sum(map(len, last["round_ended"]["piles"])) == 40
    face_down = [shown["piles"] for tables in told for shown in tables.values() if shown and shown["phase"] != "scored"]
    assert len(face_down) > 400
    assert all(piles == [[], []] for piles in face_down)


def test_a_move_is_answered_with_tables_too(running, client_of):
    """On request the answer to a move has the tables of the feed, too."""
    table = running(options={"cut": False})
    for asked in (True, False):
        match = Match.objects.get(pk=table.match.pk)
        client = client_of(table.seats[match.to_act].player)
        legal = client.get(f"matches/{match.pk}").data["legal_moves"]["moves"][0]["move"]
        body = {"move": legal, "expected_version": match.version}

        answer = client.post(f"matches/{match.pk}/moves" + "?tables=true" * asked, body)

        query = {"after": match.version, **({"tables": "true"} if asked else {})}
        assert answer.status_code == 201
        assert answer.data["entries"] == client.get(f"matches/{match.pk}/events", query).data["entries"]
        assert ("tables" in answer.data["entries"][0]) is asked
        if asked:
            assert answer.data["entries"][-1]["tables"][-1] == answer.data["view"]["table"]


def test_an_idempotency_key_stands_for_an_answer_with_tables_or_without(running, client_of):
    """The key refuses a repetition that asks for tables when the first request did not, and vice versa."""
    table = running(options={"cut": False})
    client = client_of(table.seats[table.match.to_act].player)
    path = f"matches/{table.match.pk}/moves"
    legal = client.get(f"matches/{table.match.pk}").data["legal_moves"]["moves"][0]["move"]
    body = {"move": legal, "expected_version": table.match.version}

    first, again = (client.post(f"{path}?tables=true", body, **{"Idempotency-Key": "1"}) for _ in range(2))
    other = client.post(path, body, **{"Idempotency-Key": "1"})

    assert first.data["entries"][0]["tables"]
    assert again.content == first.content
    assert (other.status_code, other.data["code"]) == (422, "idempotency_key_reused")


def test_a_wrong_wish_for_tables_is_refused(running, client_of):
    """The error names the field, and no move is made."""
    table = running(options={"cut": False})
    client = client_of(table.seats[table.match.to_act].player)
    path = f"matches/{table.match.pk}"
    legal = client.get(path).data["legal_moves"]["moves"][0]["move"]

    for answer in (
        client.get(f"{path}/events", {"tables": "yes"}),
        client.post(f"{path}/moves?tables=yes", {"move": legal, "expected_version": table.match.version}),
    ):
        assert (answer.status_code, list(answer.data["errors"])) == (400, ["tables"])
    assert Match.objects.get(pk=table.match.pk).version == table.match.version


def test_before_the_start_there_is_no_table(make_match, client_of):
    """Events before the start have no table."""
    table = make_match()

    entries = (
        client_of(table.seats[0].player).get(f"matches/{table.match.pk}/events", {"tables": "true"}).data["entries"]
    )

    assert [entry["tables"] for entry in entries] == [[None]]


def test_tables_cost_the_same_in_every_round(played, client_of):
    """Tables take two more queries than events alone, and no row of earlier rounds but the one that ended."""
    table = played("chkobba", 2, luck=Random(1), moves=400, target=51)
    client = client_of()
    costs = []
    for after in (10, table.match.version - 1):
        for query in ({}, {"tables": "true"}):
            page = {"after": after, "limit": 1, **query}
            costs.append(counted(client.get, f"matches/{table.match.pk}/events", page)[1])

    early, early_with, late, late_with = costs
    assert early_with == early + 2
    assert (late, late_with) == (early, early_with)
