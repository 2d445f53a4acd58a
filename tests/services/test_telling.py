"""The outbox: what players must be told is written with its cause, and sent until somebody has it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.utils import timezone
from standardwebhooks import Webhook

from games import tasks
from games.models import Match, Notice
from games.services import clock, lobby, playing, rematch, telling

SECRET = "whsec_" + "Y2hrb2JiYS1jaGtvYmJhLWNoa29iYmE="


class Receiver:
    """A server of somebody who wants to be told. It answers with ``status`` and keeps what it got."""

    def __init__(self) -> None:
        self.status = 204
        self.got: list[tuple[str, dict]] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                at = datetime.fromtimestamp(int(self.headers["webhook-timestamp"]), UTC)
                signature = Webhook(SECRET).sign(self.headers["webhook-id"], at, body.decode())
                assert self.headers["webhook-signature"] == signature
                receiver.got.append((self.headers["webhook-id"], json.loads(body)))
                self.send_response(receiver.status)
                self.end_headers()

            def log_message(self, *about: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"

    def told(self) -> list[tuple[str, int]]:
        """Return the kinds of notices that were taken, with the seats."""
        return [(body["type"], body["data"]["seat"]) for _, body in self.got]


@pytest.fixture
def receiver(settings) -> Iterator[Receiver]:
    """Return a receiver to whom this server tells everything."""
    receiver = Receiver()
    settings.WEBHOOK_URL, settings.WEBHOOK_SECRET = receiver.url, SECRET
    thread = threading.Thread(target=receiver.server.serve_forever, daemon=True)
    thread.start()
    yield receiver
    receiver.server.shutdown()
    receiver.server.server_close()
    thread.join()


@pytest.fixture
def started(running, player, receiver, now):
    """Return a match of two players; what was to be told so far is sent."""
    table = running(player("Amel"), player("Sami"), options={"cut": False})
    while telling.send_due(now, 10):
        pass
    receiver.got.clear()
    return table


def play(table, now):
    """Let the player whose turn it is make his first legal move."""
    match = Match.objects.get(pk=table.match.pk)
    loaded = clock.log.load(match)
    move = loaded.game.write_move(loaded.game.legal_moves(loaded.state)[0])
    player = loaded.seats[match.to_act].player
    playing.play_move(match.pk, player, move, match.version, now, lambda table: "")


def test_nothing_is_written_for_nobody(running, player, now):
    """Without a receiver there is no outbox to fill."""
    running(player("Amel"), player("Sami"))

    assert not Notice.objects.exists()


def test_players_hear_of_the_start_and_of_their_turn(running, player, receiver, now):
    """Everybody of the start, whoever is to move of his turn; bots are told nothing."""
    table = running(player("Amel"), seats=2, bots={1: "easy"})
    while clock.wake(table.match.pk, now):
        pass

    telling.send_due(now, 10)

    assert set(receiver.told()) == {("match_started", 0), ("your_turn", 0)}
    assert not Notice.objects.exists()


def test_a_notice_says_which_match_and_until_when_and_shows_no_card(started, receiver, now):
    """It holds what a phone needs to show a line and to open the match."""
    play(started, now)
    telling.send_due(now, 10)

    ((_, body),) = receiver.got
    match = Match.objects.get(pk=started.match.pk)
    assert body == {
        "type": "your_turn",
        "timestamp": now.isoformat(),
        "data": {
            "match": str(match.pk),
            "game": "chkobba",
            "version": match.version,
            "player": str(started.seats[match.to_act].player_id),
            "seat": match.to_act,
            "due_at": match.due_at.isoformat(),
        },
    }


def test_the_end_and_a_rematch_are_told_to_the_others(started, receiver, now):
    """Who resigns knows it himself; who asks for a rematch too."""
    amel, sami = (seat.player for seat in started.seats)
    playing.resign(started.match.pk, amel, now)
    again = rematch.rematch(started.match.pk, amel, now)
    while telling.send_due(now, 10):
        pass

    assert set(receiver.told()) == {("match_finished", 0), ("match_finished", 1), ("rematch", 1)}
    told = next(body for _, body in receiver.got if body["type"] == "rematch")
    assert told["data"]["rematch"] == str(again.match.pk)
    assert told["data"]["player"] == str(sami.pk)


def test_a_lobby_that_its_creator_leaves(make_match, player, receiver, now):
    """The others hear that nothing comes of it."""
    amel, sami = player("Amel"), player("Sami")
    table = make_match(amel)
    lobby.join(table.match.pk, sami, now)
    lobby.leave(table.match.pk, amel, now)
    telling.send_due(now, 10)

    assert receiver.told() == [("match_cancelled", 1)]


def test_the_autopilot_is_told_to_whom_it_plays_for(started, receiver, now):
    """After the third missed turn in a row."""
    seat = Match.objects.get(pk=started.match.pk).to_act
    for _ in range(clock.PATIENCE):
        late = Match.objects.get(pk=started.match.pk).due_at + timedelta(seconds=1)
        clock.wake(started.match.pk, late)
        play(started, late)
    telling.send_due(late, 50)

    assert ("autopilot_on", seat) in receiver.told()


def test_what_was_not_taken_is_sent_again_under_the_same_id(started, receiver, now):
    """After a wait that grows; the receiver drops the double by its id."""
    play(started, now)
    receiver.status = 503

    assert telling.send_due(now, 10) == 0
    assert telling.send_due(now + timedelta(seconds=4), 10) == 0
    assert len(receiver.got) == 1
    receiver.status = 204
    assert telling.send_due(now + timedelta(seconds=5), 10) == 1

    first, again = receiver.got
    assert first == again


def test_a_receiver_that_is_away_loses_nothing(started, receiver, settings, now):
    """Nobody listens at the address: the notice stays, and comes when somebody does."""
    play(started, now)
    address, settings.WEBHOOK_URL = settings.WEBHOOK_URL, "http://127.0.0.1:9/"

    assert telling.send_due(now, 10) == 0
    settings.WEBHOOK_URL = address
    assert telling.send_due(now + timedelta(minutes=1), 10) == 1


def test_a_sender_that_dies_leaves_its_notices_to_others(started, receiver, now, monkeypatch):
    """What it has taken is due again when its lease is over."""
    play(started, now)

    def die(*about):
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(telling, "_send", die)
        with pytest.raises(KeyboardInterrupt):
            telling.send_due(now, 10)

    assert telling.send_due(now, 10) == 0
    assert telling.send_due(now + telling.LEASE, 10) == 1


def test_after_days_a_notice_is_given_up(started, receiver, now):
    """Nobody wants to hear of last week's turn."""
    play(started, now)
    receiver.status = 500

    telling.send_due(now + telling.PATIENCE + timedelta(seconds=1), 10)

    assert not Notice.objects.exists()


@pytest.mark.parametrize("attempts", [10, 44, 10_000])
def test_a_notice_that_was_tried_very_often_is_put_off_by_the_longest_wait(started, receiver, now, attempts):
    """However often that was."""
    play(started, now)
    Notice.objects.update(attempts=attempts)
    receiver.status = 503

    telling.send_due(now, 10)

    assert [notice.send_at for notice in Notice.objects.all()] == [now + telling.LONGEST_WAIT]


def test_a_notice_that_cannot_be_sent_stops_no_other(started, receiver, now, monkeypatch):
    """Whatever is wrong with it: it is put off, and the next one is sent."""
    play(started, now)
    later = now + timedelta(seconds=1)
    play(started, later)
    poisoned = Notice.objects.order_by("send_at").first()
    send = telling._send

    def stumble(receiver, notice, now):
        if notice.pk == poisoned.pk:
            raise ArithmeticError("nobody has thought of this")
        return send(receiver, notice, now)

    monkeypatch.setattr(telling, "_send", stumble)

    assert telling.send_due(later, 10) == 1

    assert list(Notice.objects.values_list("pk", "attempts")) == [(poisoned.pk, 1)]


def test_the_task_sends_all_that_is_due(running, player, receiver):
    """Batch after batch."""
    running(player("Amel"), player("Sami"), at=timezone.now())

    tasks.tell()

    assert {kind for kind, _ in receiver.told()} == {"match_started", "your_turn"}


def test_an_address_without_a_secret_is_refused(settings, db):
    """By the checks that run before the server starts."""
    settings.WEBHOOK_URL, settings.WEBHOOK_SECRET = "https://club.example/chkobba", ""

    with pytest.raises(SystemCheckError, match="no secret to sign with"):
        call_command("check")
