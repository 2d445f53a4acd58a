"""Playing over HTTP: views, moves, feed, scores and records."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from random import Random

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import tasks
from games.engine.record import replay
from games.models import Match, Move
from games.services import due_matches
from games.services.dispatch.dispatch import RUN_DUE_MATCH
from games.services.staff import match_actions
from games.services.turns import playing
from tests.api.asking import UNKNOWN, counted, feed, refused
from tests.helpers.eventually import attempts, drain
from tests.helpers.playing import play_by_chance


def at_turn(table, client_of):
    """Return the client of the player to move."""
    return client_of(table.seats[table.match.to_act].player)


def play_first(client, table):
    """Play the first legal move of a view; return the answer."""
    view = client.get(f"matches/{table.match.pk}").data
    body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
    return client.post(f"matches/{table.match.pk}/moves", body)


def finish(table, now):
    """Let the server play a match to its end."""
    for seat in table.seats:
        seat.autopilot = True
        seat.save()
    Match.objects.filter(pk=table.match.pk).update(wake_at=now, due_at=None)
    drain(due_matches.wake, table.match.pk, now)


# --- the view ---------------------------------------------------------------------------------------------------------


def test_a_view_has_all_that_a_client_needs(running, client_of):
    """A view has the table, the player's hand, the player to move with the deadline, and legal moves with texts."""
    table = running(options={"cut": False})
    mine = at_turn(table, client_of).get(f"matches/{table.match.pk}").data
    seat = table.match.to_act

    assert mine["status"] == "running"
    assert mine["you"]["seat"] == mine["to_act"] == seat
    assert mine["due_at"] == table.match.due_at.isoformat().replace("+00:00", "Z")
    assert mine["table"]["hand"] == table.game.truth(table.state)["hands"][seat]
    assert mine["table"]["hand_counts"] == [3, 3]
    assert mine["legal_moves"]["count"] == len(mine["legal_moves"]["moves"]) > 0
    assert all(move["text"].endswith(".") for move in mine["legal_moves"]["moves"])


def test_others_see_neither_hand_nor_legal_moves(running, client_of):
    """Opponents and spectators see neither the hand nor the legal moves."""
    table = running(options={"cut": False})
    hands = table.game.truth(table.state)["hands"]
    waiting = 1 - table.match.to_act

    theirs = client_of(table.seats[waiting].player).get(f"matches/{table.match.pk}").data
    spectator = client_of().get(f"matches/{table.match.pk}").data

    assert theirs["table"]["hand"] == hands[waiting]
    assert spectator["table"]["hand"] is None
    assert theirs["legal_moves"] is spectator["legal_moves"] is None
    assert spectator["you"] is None
    for hidden in hands[table.match.to_act]:
        assert f'"{hidden}"' not in json.dumps(theirs)
        assert f'"{hidden}"' not in json.dumps(spectator)


def test_nothing_is_sent_that_is_known_already(running, client_of):
    """A view's ETag answers 304 with at most two queries; after a move it does not."""
    table = running()
    client = at_turn(table, client_of)
    etag = client.get(f"matches/{table.match.pk}").headers["ETag"]

    again, queries = counted(client.get, f"matches/{table.match.pk}", **{"If-None-Match": f'W/"other", {etag}'})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    assert queries <= 2

    play_first(client, table)
    assert client.get(f"matches/{table.match.pk}", **{"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize("path", ["matches/{}", "matches", "me/matches", "seeks", "me/seeks", "clubs", "me/mutes"])
def test_any_etag_stands_for_the_answer(running, client_of, path):
    """``If-None-Match: *`` gets 304, and so does the ETag of the answer, weak or strong, among others."""
    table = running()
    client = client_of(table.seats[0].player)
    etag = client.get(path := path.format(table.match.pk)).headers["ETag"]

    assert etag.startswith("W/") == path.endswith("matches")  # lists of matches have a server time
    for known in ("*", etag, f"W/{etag.removeprefix('W/')}", f'"x", {etag}'):
        assert client.get(path, **{"If-None-Match": known}).status_code == 304, known
    refused(client.get(f"matches/{UNKNOWN}", **{"If-None-Match": "*"}), 404, "not_found")


def test_a_view_tells_the_time_and_what_is_left_of_it(running, player, client_of, now):
    """A view has the server's time and the time that is left, also while the clock stands.

    Time passing keeps the ETag.
    """
    table = running(turn_seconds=3600, options={"cut": False})
    client, path = at_turn(table, client_of), f"matches/{table.match.pk}"

    def seen(seconds):
        with time_machine.travel(now + timedelta(seconds=seconds), tick=False):
            answer = client.get(path)
        server_time = datetime.fromisoformat(answer.data["server_time"])
        return answer.headers["ETag"], (server_time - now).total_seconds(), answer.data["seconds_left"]

    first, later, over = seen(10.5), seen(70), seen(4000)
    assert (first[1:], later[1:], over[1:]) == ((10.5, 3589), (70, 3530), (4000, 0))
    assert first[0] == later[0] == over[0]

    match_actions.pause(table.match.pk, match_actions.Order(player("Staff"), "A break.", now + timedelta(seconds=600)))
    assert seen(700)[2] == seen(900)[2] == 3000
    idle = running(bots={1: "easy"})
    playing.resign(idle.match.pk, idle.seats[0].player, now)
    assert client_of().get(f"matches/{idle.match.pk}").data["seconds_left"] is None


def test_each_viewer_has_his_own_etag_and_a_new_name_changes_it(running, client_of):
    """The ETag depends on the viewer, as the view does, and on nicknames, though they are not in the log."""
    table = running()
    path = f"matches/{table.match.pk}"
    client, *others = [client_of(seat.player) for seat in table.seats] + [client_of()]
    etag = client.get(path).headers["ETag"]
    assert len({etag, *(viewer.get(path).headers["ETag"] for viewer in others)}) == 3

    client.patch("me", {"nickname": "Nour"})

    after = client.get(path, **{"If-None-Match": etag})
    assert after.status_code == 200
    assert after.data["seats"][0]["name"] == "Nour"


# --- moving -----------------------------------------------------------------------------------------------------------


def test_a_move_answers_with_the_new_view_and_what_happened(running, client_of):
    """The answer is 201, with the next version and the feed since the version of the request."""
    table = running(options={"cut": False})

    answer = play_first(at_turn(table, client_of), table)

    assert answer.status_code == 201
    assert answer.data["view"]["version"] == table.match.version + 1
    assert [entry["version"] for entry in answer.data["entries"]] == [table.match.version + 1]
    assert answer.data["entries"][0]["events"][0]["type"] == "played"
    assert answer.data["view"]["last_moves"][-1] == answer.data["entries"][0]


def test_the_version_may_come_as_an_etag(running, client_of):
    """``If-Match`` with the view's ETag may stand for the expected version."""
    table = running()
    client, path = at_turn(table, client_of), f"matches/{table.match.pk}/moves"
    view = client.get(f"matches/{table.match.pk}")
    move = {"move": view.data["legal_moves"]["moves"][0]["move"]}

    assert client.post(path, move).data["code"] == "version_required"
    assert client.post(path, move, **{"If-Match": "what"}).data["code"] == "invalid"
    assert client.post(path, move, **{"If-Match": '"0.0.0"'}).data["code"] == "stale_version"
    assert client.post(path, move, **{"If-Match": f"W/{view.headers['ETag']}"}).data["code"] == "invalid"
    several = f'"0.0.0", {view.headers["ETag"]}, W/"9999.0.0"'
    assert client.post(path, move, **{"If-Match": several}).status_code == 201


def test_a_stale_move_gets_the_match_as_it_is(running, client_of):
    """The error 409 has the current version and view, so the client need not fetch them."""
    table = running()
    client = at_turn(table, client_of)
    move = client.get(f"matches/{table.match.pk}").data["legal_moves"]["moves"][0]["move"]

    answer = client.post(f"matches/{table.match.pk}/moves", {"move": move, "expected_version": 1})

    assert (answer.status_code, answer.data["code"]) == (409, "stale_version")
    assert answer.data["version"] == answer.data["view"]["version"] == table.match.version
    assert answer.data["view"]["legal_moves"]["count"] > 0


def test_a_late_move_is_refused_and_a_worker_is_told_to_play_for_the_clock(running, client_of, sent_tasks):
    """A late move gets 409 ``turn_expired`` with the unchanged view; a worker, not the request, plays for the clock."""
    table = running(turn_seconds=10, options={"cut": False})
    client = at_turn(table, client_of)
    move = client.get(f"matches/{table.match.pk}").data["legal_moves"]["moves"][0]["move"]

    with time_machine.travel(table.match.due_at + timedelta(seconds=1)):
        body = {"move": move, "expected_version": table.match.version}
        sent_tasks.clear()
        answer = client.post(f"matches/{table.match.pk}/moves", body)

        assert (answer.status_code, answer.data["code"]) == (409, "turn_expired")
        assert answer.data["view"]["version"] == table.match.version
        assert sent_tasks == [(RUN_DUE_MATCH, (str(table.match.pk),))]

        tasks.run_due_match(*sent_tasks[0][1])
        view = client.get(f"matches/{table.match.pk}").data
    assert view["last_moves"][-1]["by"] == "timeout"
    assert view["seats"][table.match.to_act]["missed_turns"] == 1


WRONG = [
    ({"type": "play", "card": "ZZ", "capture": []}, 422, "card_not_in_hand"),
    ({"type": "play", "card": "7D"}, 422, "unknown_move"),
    ({"type": "dance"}, 422, "unknown_move"),
    ({}, 422, "unknown_move"),
    ({"type": "cut", "keep": True}, 422, "unknown_move"),
    ("7D", 400, "invalid"),
    (None, 400, "invalid"),
]
"""Moves that the rules or the schema of moves do not allow, with the refusal."""


def test_a_wrong_move_is_refused_with_a_code(running, client_of):
    """An illegal move is refused and leaves the match as it was, also one whose shape contradicts type and game.

    The error about a capture has the card and its legal captures in named fields.
    """
    table = running(options={"cut": False})
    client, path = at_turn(table, client_of), f"matches/{table.match.pk}/moves"
    legal = table.game.write_move(table.game.legal_moves(table.state)[0])
    shapes = ("haggis_play", "fishing_pass", "play", "", None, 1, ["fishing_play"])
    wrong = WRONG + [({**legal, "shape": shape}, 422, "unknown_move") for shape in shapes]

    def told(move):
        return client.post(path, {"move": move, "expected_version": table.match.version})

    answers = [(move, told(move)) for move, *_ in wrong]
    assert [(move, answer.status_code, answer.data["code"]) for move, answer in answers] == wrong
    capture = told({**legal, "capture": [*legal["capture"], "ZZ"]}).data
    assert (capture["code"], capture["card"]) == ("illegal_capture", legal["card"])
    assert legal["capture"] in capture["captures"]
    assert Match.objects.get(pk=table.match.pk).version == table.match.version


def test_a_move_is_taken_with_its_shape_and_without(running, client_of):
    """``shape`` may be left out of a move, for older clients; the stored move and the idempotency key are the same."""
    table = running(options={"cut": False})
    client = at_turn(table, client_of)
    view = client.get(f"matches/{table.match.pk}").data
    move = view["legal_moves"]["moves"][0]["move"]
    plain = {name: value for name, value in move.items() if name != "shape"}
    key = {"Idempotency-Key": "phone-1"}
    body = {"expected_version": view["version"]}

    first = client.post(f"matches/{table.match.pk}/moves", {"move": move, **body}, **key)
    again = client.post(f"matches/{table.match.pk}/moves", {"move": plain, **body}, **key)
    stored = Move.objects.get(match=table.match)
    second = client_of(table.seats[1 - view["to_act"]].player)
    theirs = second.get(f"matches/{table.match.pk}").data
    other = {**theirs["legal_moves"]["moves"][0]["move"]}
    other.pop("shape")

    assert move["shape"] == f"fishing_{move['type']}"
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert json.loads(stored.move) == plain
    assert "shape" not in stored.events
    assert first.data["entries"][0]["events"][0]["shape"] == "fishing_played"
    body = {"move": other, "expected_version": theirs["version"]}
    assert second.post(f"matches/{table.match.pk}/moves", body).status_code == 201


def test_an_idempotency_key_gives_the_first_answer_again(running, client_of):
    """The key repeats the first answer byte for byte, also after further moves; for another request it is refused."""
    table = running(bots={1: "easy"})
    drain(due_matches.wake, table.match.pk, table.now)
    client = client_of(table.seats[0].player)
    view = client.get(f"matches/{table.match.pk}").data
    body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
    key = {"Idempotency-Key": "phone-1"}

    first = client.post(f"matches/{table.match.pk}/moves", body, **key)
    due_matches.wake(table.match.pk, table.now)
    again = client.post(f"matches/{table.match.pk}/moves", body, **key)
    other = client.post(f"matches/{table.match.pk}/moves", {**body, "expected_version": 1}, **key)

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert Move.objects.filter(match=table.match, seat=0).count() == 1
    assert (other.status_code, other.data["code"]) == (422, "idempotency_key_reused")
    assert client.post(f"matches/{table.match.pk}/moves", body, **{"Idempotency-Key": "x" * 101}).status_code == 400


def test_a_move_costs_the_same_at_any_length(running, client_of, now):
    """A move takes at most eight queries without transaction control, the same early and late in a match."""
    table = running(options={"cut": False, "target": 201}, turn_seconds=1000)
    clients = [client_of(seat.player) for seat in table.seats]
    costs = []

    for move in range(12):
        if move == 6:
            play_by_chance(table.match.pk, now, Random(1), most=72)
        match = Match.objects.get(pk=table.match.pk)
        body = {
            "move": table.game.write_move(table.game.legal_moves(table.game.load_state(match.snapshot))[0]),
            "expected_version": match.version,
        }
        with time_machine.travel(now), CaptureQueriesContext(connection) as queries:
            headers = {"Idempotency-Key": f"move-{move}"}
            assert clients[match.to_act].post(f"matches/{match.pk}/moves", body, **headers).status_code == 201
        control = ("BEGIN", "SAVEPOINT", "RELEASE", "COMMIT")
        costs.append(sum(not query["sql"].startswith(control) for query in queries))

    assert max(costs) <= 8
    assert costs[5] == costs[11]


# --- the feed ---------------------------------------------------------------------------------------------------------


def test_a_finished_match_is_read_in_its_feed_its_score_sheets_and_its_record(running, client_of, now):
    """The feed has every version in pages of any size, says who made each move, and ends with the result.

    Score sheets list named lines, which add up to the totals. The record replays to the result, and its seed matches
    the published hash.
    """
    table = running(turn_seconds=10, options={"target": 1, "cut": True}, seats=4)
    client, path = client_of(), f"matches/{table.match.pk}"
    before = client.get(path).data["commitment"]
    assert client.get(f"{path}/record").data["code"] == "not_finished"
    finish(table, now)
    match = Match.objects.get(pk=table.match.pk)

    entries = feed(client, match, limit=29)
    rounds = client.get(f"{path}/rounds").data["rounds"]
    record = client.get(f"{path}/record").data
    result = replay(record)

    assert [entry["version"] for entry in entries] == list(range(1, match.version + 1))
    nothing = {"entries": [], "version": match.version, "more": False}
    assert client.get(f"{path}/events", {"after": match.version}).data == nothing
    assert {entry["by"] for entry in entries} == {"player", "chance", "bot"}
    assert [event["type"] for entry in entries for event in entry["events"]][-1] == "finished"
    assert rounds[-1]["totals"] == match.result["totals"]
    for sheet in rounds:
        names = [line["name"] for line in sheet["categories"]]
        assert names == ["Karta", "Dinari", "Sab'a el-haya", "Bermila", "Chkobba"]
        assert sheet["scores"] == [sum(line["points"][side] for line in sheet["categories"]) for side in (0, 1)]
        assert "cards" in sheet["categories"][0]["text"]
    assert (result["status"], result["error"]) == ("finished", None)
    assert result["totals"] == record["about"]["result"]["totals"]
    assert result["winner"] == record["about"]["result"]["winner"]
    assert record["about"]["commitment"] == before
    assert record["options"] == {"target": 1}


def test_the_feed_shows_each_viewer_what_he_may_see(running, client_of):
    """The feed shows a player the cards of their own deal, and others only the number."""
    table = running(options={"cut": False})
    hands = table.game.truth(table.state)["hands"]
    viewers = [client_of(seat.player) for seat in table.seats] + [client_of()]

    dealt = []
    for viewer in viewers:
        entries = viewer.get(f"matches/{table.match.pk}/events").data["entries"]
        dealt += [event for entry in entries for event in entry["events"] if event["type"] == "dealt"]

    assert [event["hand"] for event in dealt[-3:]] == [hands[0], hands[1], None]


def test_a_wrong_query_of_the_feed_is_refused(running, client_of):
    """The error names the invalid parameter."""
    client, path = client_of(), f"matches/{running().match.pk}/events"
    for query in ({"after": "x"}, {"after": -1}, {"limit": 0}, {"limit": 201}, {"wait": 26}, {"x": 1}):
        answer = client.get(path, query)

        assert (answer.status_code, answer.data["code"], list(answer.data["errors"])) == (400, "invalid", list(query))


# --- records ----------------------------------------------------------------------------------------------------------


def test_a_record_of_a_match_that_was_given_up_is_active(running, client_of, now):
    """The record of a resigned match is "active", and its result has the reason of the end."""
    table = running()
    playing.resign(table.match.pk, table.seats[0].player, now)

    record = client_of().get(f"matches/{table.match.pk}/record").data

    assert replay(record)["status"] == "active"
    assert record["about"]["result"]["reason"] == "resigned"
    assert record["about"]["result"]["winner"] == 1


# --- resigning, resuming, again ---------------------------------------------------------------------------------------


def test_giving_up_and_playing_again(running, client_of):
    """After a resignation one player makes the rematch and the other joins it; the old match links to it for both."""
    table = running(options={"target": 11})
    first, second = (client_of(seat.player) for seat in table.seats)

    over = first.post(f"matches/{table.match.pk}/resign").data
    assert over["result"] == {"reason": "resigned", "winner": 1, "places": [2, 1], "totals": [0, 0]}

    lobby = second.post(f"matches/{table.match.pk}/rematch").data
    assert [seat["kind"] for seat in lobby["seats"]] == ["player", "kept"]
    assert second.get(f"matches/{table.match.pk}").data["rematch"] == lobby["id"]

    started = first.post(f"matches/{table.match.pk}/rematch").data
    assert (started["id"], started["status"]) == (lobby["id"], "running")
    assert started["options"]["target"] == 11
    assert started["rematch_of"] == str(table.match.pk)


def test_resuming_ends_the_autopilot(running, client_of, now):
    """Resuming gives an autopilot's seat back to its player."""
    table = running(turn_seconds=60)
    table.seats[0].autopilot = True
    table.seats[0].save()

    after = client_of(table.seats[0].player).delete(f"matches/{table.match.pk}/autopilot").data

    assert after["seats"][0]["autopilot"] is False


def test_all_legal_moves_can_be_had(running, client_of):
    """Legal moves are listed in pages or by kind; there are none in the turn of another player."""
    table = running(options={"cut": False})
    client = at_turn(table, client_of)
    waiting = client_of(table.seats[1 - table.match.to_act].player)
    path = f"matches/{table.match.pk}/legal-moves"
    view = client.get(f"matches/{table.match.pk}").data["legal_moves"]

    assert client.get(path).data == {"count": view["count"], "moves": view["moves"], "next": None}
    first = client.get(path, {"limit": 1}).data
    assert (first["moves"], first["next"]) == (view["moves"][:1], 1)
    assert client.get(path, {"offset": 1}).data["moves"] == view["moves"][1:]
    kind = view["kinds"][0]
    assert client.get(path, {"kind": kind["kind"]}).data["count"] == kind["count"]
    assert waiting.get(path).data == {"count": 0, "moves": [], "next": None}
    assert client_of().get(path).status_code == 401
    assert client_of(table.seats[0].player).get(path, {"limit": 101}).data["code"] == "invalid"


@pytest.mark.parametrize("seats", [2, 3])
def test_hundreds_of_legal_moves_come_in_answers_of_a_bearable_size(running, client_of, now, seats):
    """A view counts many legal moves by kind, and each page of the list is below 64 KB."""
    table = running(game="haggis", seats=seats)
    client = at_turn(table, client_of)
    answer = client.get(f"matches/{table.match.pk}")
    legal = answer.data["legal_moves"]
    assert len(answer.content) < 64 * 1024
    assert legal["count"] > 200
    assert legal["complete"] is False
    assert legal["moves"] == []
    assert legal["count"] == sum(kind["count"] for kind in legal["kinds"])

    seen, offset = [], 0
    for _ in attempts(2000, "the list has no last page"):
        if offset is None:
            break
        page = client.get(f"matches/{table.match.pk}/legal-moves", {"offset": offset})
        assert len(page.content) < 64 * 1024
        seen += [json.dumps(move["move"], sort_keys=True) for move in page.data["moves"]]
        offset = page.data["next"]

    assert len(set(seen)) == len(seen) == legal["count"]


# --- rules that are gone ----------------------------------------------------------------------------------------------


def test_a_match_whose_rules_are_gone_is_shown_and_cannot_be_played(running, client_of):
    """Stored data is shown, and 410 is the answer where rules are needed. Players can still delete their accounts."""
    table = running(options={"cut": False})
    client = client_of(table.seats[table.match.to_act].player)
    path = f"matches/{table.match.pk}"
    view = client.get(path).data
    body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
    Match.objects.filter(pk=table.match.pk).update(rules_version=99)

    shown = client.get(path).data
    assert (shown["has_rules"], shown["rules_version"], shown["table"], shown["legal_moves"]) == (False, 99, None, None)
    assert [seat["name"] for seat in shown["seats"]] == [seat["name"] for seat in view["seats"]]
    assert len(client.get(f"{path}/events").data["entries"]) == shown["version"]
    assert client.get(f"{path}/rounds").data == {"rounds": []}
    answers = [
        client.get(f"{path}/legal-moves"),
        client.post(f"{path}/moves", body),
        client.delete(f"{path}/autopilot"),
    ]
    assert {(answer.status_code, answer.data["code"]) for answer in answers} == {(410, "rules_gone")}
    (listed,) = client.get("me/matches").data["results"]
    assert (listed["game"]["name"], listed["totals"]) == ("chkobba", [0, 0])
    assert client_of().get("matches").status_code == 200
    assert client.delete("me").status_code == 204


def test_a_finished_match_whose_rules_are_gone_can_be_read(running, client_of):
    """A finished match without its rules still shows header, seats, result and moves.

    The record has every deck and move.
    """
    table = running(game="chkobba", seats=4, options={"cut": False})
    client = client_of(table.seats[0].player)
    path = f"matches/{table.match.pk}"
    client.post(f"{path}/resign")
    before, record = client.get(path).data, client.get(f"{path}/record").data
    Match.objects.filter(pk=table.match.pk).update(rules_version=99)

    after = client.get(path)

    same = ("status", "seats", "result", "totals", "started_at", "finished_at", "you", "commitment")
    assert [after.data[name] for name in same] == [before[name] for name in same]
    assert client.get(f"{path}/record").data == {**record, "version": 99, "options": before["options"]}
    assert client.post(f"{path}/rematch").data["rules_version"] == 1
