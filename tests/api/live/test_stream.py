"""The stream of a player's events: live, resumable, and ended with its token."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import connection

from accounts.models import StreamTicket, Token
from accounts.services import TICKET_LASTS, create_ticket, create_token
from games.api.live import long_poll, watcher
from games.api.live.long_poll import Hold
from games.models import Match, Notification
from games.services.turns import playing
from tests.api.live.test_long_poll import close_line, noted
from tests.conftest import NOW
from tests.helpers.playing import play_first
from tests.proofs.torture.secrecy import within_transaction

SSE, LINES = "text/event-stream", "application/x-ndjson"
really_committed = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("_log_may_be_emptied")]


class Visit:
    """A request whose answer goes on while the client stays."""

    def __init__(self, holding: Hold, token: str, query: str = "", **headers: str) -> None:
        sent = {
            "host": "testserver",
            "accept": SSE,
            **({"authorization": f"Bearer {token}"} if token else {}),
            **headers,
        }
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": "/api/v1/me/events",
            "query_string": query.encode(),
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in sent.items()],
            "client": ("127.0.0.1", 50_000),
        }
        self.holding = holding
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.said = asyncio.Condition()
        self.gone = asyncio.Event()
        self.asked = False

    async def __aenter__(self) -> Visit:
        self.answered = asyncio.ensure_future(self.holding(self.scope, self._receive, self.take))
        return self

    async def __aexit__(self, *error: object) -> None:
        self.gone.set()
        await self.answered

    async def _receive(self) -> dict[str, Any]:
        if self.asked:
            await self.gone.wait()
            return {"type": "http.disconnect"}
        self.asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def take(self, message: Any) -> None:
        async with self.said:
            if message["type"] == "http.response.start":
                self.status = message["status"]
                self.headers = {name.decode().lower(): value.decode() for name, value in message["headers"]}
            self.body += message.get("body", b"")
            self.said.notify_all()

    async def until(self, text: bytes) -> None:
        """Wait until the answer contains a text."""
        async with self.said:
            await asyncio.wait_for(self.said.wait_for(lambda: text in self.body), 30)

    async def end(self) -> None:
        """Wait until the server ends the answer."""
        await asyncio.wait_for(asyncio.shield(self.answered), 30)

    @property
    def events(self) -> list[dict[str, Any]]:
        """The complete events received so far, in either format of the stream."""
        lines = self.body.rpartition(b"\n")[0].decode().splitlines()
        return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith(("data: ", "{"))]


class Table:
    """A match of Amel and Sami, and the stream of Sami."""

    def __init__(self, match: Match, amel: Any, sami: Any) -> None:
        self.match, self.amel, self.sami = match, amel, sami
        self.token = create_token(sami, "phone")[1]
        self.hold = Hold(ASGIHandler().handle)

    def move(self) -> None:
        """Let the player to move make the first legal move."""
        play_first(self.match.pk, NOW)

    def end(self) -> None:
        """Let Amel resign from the match."""
        playing.resign(self.match.pk, self.amel, NOW)

    def visit(self, query: str = "", token: str | None = None, **headers: str) -> Visit:
        """Return a request for Sami's events."""
        return Visit(self.hold, self.token if token is None else token, query, **headers)

    def told(self) -> list[tuple[str, int]]:
        """Return Sami's notifications in the order of writing."""
        return list(Notification.objects.filter(player=self.sami).order_by("pk").values_list("kind", "version"))


@pytest.fixture(autouse=True)
def _one_connection(monkeypatch):
    """Let the reader use the connection of the test where SQLite keeps the database in memory.

    Two connections would refuse each other there. On PostgreSQL the reader is a thread of its own.
    """
    if connection.vendor == "sqlite":

        async def ask_here(self, ask, *about):
            return await sync_to_async(ask)(*about)

        monkeypatch.setattr(watcher.Watch, "in_thread", ask_here)


@pytest.fixture
def table(running, player, settings):
    """Return a match that has just begun; no rate limit window ends during a test."""
    settings.THROTTLES = {**settings.THROTTLES, "player": "1000/day", "address": "10000/day"}
    amel, sami = player("Amel"), player("Sami")
    with within_transaction():
        table = Table(running(sami, amel, options={"cut": False}).match, amel, sami)
        yield table
        table.hold.watch.thread.submit(close_line).result()


def of(events):
    """Return kinds and versions of events."""
    return [(event["type"], event["version"]) for event in events]


def run(act: Callable[[], Any]) -> Any:
    """Run a coroutine function, and wait for it."""
    return async_to_sync(act)()


# --- asked for at once ------------------------------------------------------------------------------------------------


def test_events_are_listed_as_json(table, client_of, player):
    """Pages of events start at the beginning; each continues where the last one ended.

    Without a position, or with one beyond the end, as after restoring a backup, the answer has only the position to
    continue from. Each player has a stream of their own.
    """
    for _ in range(4):
        table.move()
    client, told = client_of(table.sami), table.told()

    first = client.get("me/events?after=0&limit=2").data
    rest = client.get(f"me/events?after={first['last']}").data

    assert of(first["events"] + rest["events"]) == told
    assert [event["id"] for event in first["events"] + rest["events"]] == list(range(1, len(told) + 1))
    assert (first["more"], rest["more"], rest["last"]) == (True, False, len(told))
    for query in ("", f"?after={rest['last']}", "?after=999"):
        assert client.get(f"me/events{query}").data == {"events": [], "last": len(told), "more": False}
    assert client_of(player("Nour")).get("me/events?after=0").data["events"] == []


def test_an_event_holds_facts(table, client_of):
    """An event has the match, version, seat and deadline, but no text."""
    events = client_of(table.sami).get("me/events?after=0").data["events"]
    (event,) = [one for one in events if one["type"] == "match_started"]

    match = Match.objects.get(pk=table.match.pk)
    nothing = dict.fromkeys(("due_at", "rematch", "of_seat", "seek"))
    assert event == nothing | {
        "id": event["id"],
        "type": "match_started",
        "at": NOW.isoformat().replace("+00:00", "Z"),
        "match": str(match.pk),
        "game": "chkobba",
        "version": match.version,
        "seat": 0,
    }


def test_a_place_that_is_none_is_refused(amel):
    """The error names the header of an invalid position."""
    for place in ("x", "-1", "1.5", "9" * 19, " "):
        answer = amel.get("me/events", **{"Last-Event-ID": place})

        assert (answer.status_code, list(answer.data["errors"])) == (400, ["Last-Event-ID"]), place


def test_where_nothing_is_held_a_stream_ends_with_what_there_was(table, client_of):
    """Under gunicorn the stream ends after the existing events; ``EventSource`` reconnects with its position."""
    client = client_of(table.sami).http
    for accept, begins in ((SSE, b"retry: 5000\n\nid: 1\ndata: {"), (LINES, b'\n{"id":1')):
        answer = client.get("/api/v1/me/events?after=0", headers={"Accept": accept})

        assert (answer.status_code, answer.headers["Content-Type"].partition(";")[0]) == (200, accept)
        assert answer.content.startswith(begins)


# --- streams ----------------------------------------------------------------------------------------------------------


class TestStreams:
    """Tests with a reader in a thread of its own, which sees committed rows only."""

    pytestmark = really_committed

    @pytest.mark.parametrize("accept", [SSE, LINES])
    def test_what_happens_is_told_as_it_happens(self, table, accept):
        """Each event is sent once and in order while the client stays; resuming misses none."""

        async def follow():
            async with table.visit(accept=accept) as visit:
                await visit.until(b"\n")
                await sync_to_async(table.move)()
                await sync_to_async(table.move)()
                await sync_to_async(table.end)()
                await visit.until(b"match_finished")
            return visit.events

        before = len(table.told())
        events = run(follow)

        assert of(events) == table.told()[before:]
        assert [event["id"] for event in events] == list(range(before + 1, before + 1 + len(events)))
        assert not table.hold.places.taken_by
        assert not table.hold.watch.busy

    def test_a_stream_is_taken_up_where_it_was_left(self, table):
        """A stream resumes from the header of ``EventSource``, which wins over the query, across several pages."""
        for _ in range(5):
            table.move()

        async def resume():
            async with table.visit("after=0&limit=1", last_event_id="1") as visit:
                await visit.until(b"id: 2\n")
                await sync_to_async(table.end)()
                await visit.until(b"match_finished")
            return visit

        visit = run(resume)

        assert of(visit.events) == table.told()[1:]
        assert (visit.status, visit.headers["content-type"]) == (200, f"{SSE}; charset=utf-8")
        assert visit.headers["x-accel-buffering"] == "no"
        assert "content-length" not in visit.headers

    def test_two_who_follow_one_stream_hear_the_same(self, table):
        """Two clients of one stream get the same events from their own positions."""

        async def follow():
            async with table.visit("after=0") as all_of_it, table.visit() as the_rest:
                await all_of_it.until(b"id: 1\n")
                await the_rest.until(b"\n")
                await sync_to_async(table.end)()
                await all_of_it.until(b"match_finished")
                await the_rest.until(b"match_finished")
            return all_of_it.events, the_rest.events

        before = len(table.told())
        everything, rest = run(follow)

        assert of(everything) == table.told()
        assert everything[before:] == rest

    def test_a_silent_stream_says_that_it_is_there(self, table, monkeypatch):
        """A silent stream sends keep-alives and reads again, in case a hint was lost; here the reader gets none."""
        monkeypatch.setattr(long_poll, "HEARTBEAT", 0.05)
        monkeypatch.setattr(watcher.Written, "whom_it_concerns", lambda self: set())

        async def follow():
            async with table.visit() as visit:
                await visit.until(b":\n\n:\n\n")
                await sync_to_async(table.end)()
                await visit.until(b"match_finished")

        run(follow)

    def test_a_stream_ends_when_its_token_is_revoked(self, table, monkeypatch):
        """Revoking a token ends its stream; streams of the player's other tokens go on."""
        monkeypatch.setattr(watcher, "TOKENS_EVERY", 0)
        other = create_token(table.sami, "tablet")[1]

        async def follow():
            async with table.visit() as visit, table.visit(token=other) as others:
                await visit.until(b"\n")
                await others.until(b"\n")
                await sync_to_async(Token.objects.filter(user=table.sami, device="phone").delete)()
                await visit.end()
                await sync_to_async(table.end)()
                await others.until(b"match_finished")
            return visit

        visit = run(follow)

        assert visit.events == []
        assert async_to_sync(status_of)(table.visit()) == 401

    def test_json_waits_until_something_happens(self, table):
        """A long poll answers with the next event, and the position to continue from."""

        async def ask():
            held = noted(table.hold.watch, "listen")
            async with table.visit("wait=25", accept="application/json") as visit:
                await asyncio.wait_for(held.wait(), 30)
                await sync_to_async(table.end)()
                await visit.end()
            return json.loads(visit.body)

        answer = run(ask)

        assert [event["type"] for event in answer["events"]] == ["match_finished"]
        assert answer["last"] == len(table.told())

    def test_json_is_answered_at_once_or_after_a_time(self, table, monkeypatch):
        """A long poll answers at once if there are events, and without events when it times out."""
        answer = async_to_sync(json_of)(table.visit("wait=25&after=0", accept="application/json"))
        assert of(answer["events"]) == table.told()
        monkeypatch.setattr(long_poll, "LONGEST", 0.05)

        answer = async_to_sync(json_of)(table.visit("wait=1", accept="application/json"))

        assert answer == {"events": [], "last": len(table.told()), "more": False}

    def test_a_player_has_so_many_streams_and_no_more(self, table, settings):
        """The number of streams is limited per player over all tokens; one that ends makes room."""
        settings.LIMITS = {**settings.LIMITS, "streams": 2}
        other = create_token(table.sami, "tablet")[1]

        async def follow():
            async with table.visit() as one, table.visit(token=other) as two:
                await one.until(b"\n")
                await two.until(b"\n")
                async with table.visit(token=other) as third:
                    await third.end()
            async with table.visit(token=other) as later:
                await later.until(b"\n")
            return third, later

        third, later = run(follow)

        assert (third.status, json.loads(third.body)["code"]) == (429, "throttled")
        assert int(third.headers["retry-after"]) > 0
        assert later.status == 200

    def test_a_client_that_reads_nothing_is_left(self, table, monkeypatch):
        """The server drops a client that does not read, as it would occupy a slot forever."""
        monkeypatch.setattr(long_poll, "SLOWEST", 0.05)
        visit_of = table.visit

        async def follow():
            visit = visit_of()
            send, begun = visit.take, asyncio.Event()

            async def stuck(message):
                if message.get("more_body") and begun.is_set():
                    await asyncio.Event().wait()
                begun.set()
                await send(message)

            visit.take = stuck
            async with visit:
                await visit.end()

        run(follow)

        assert not table.hold.watch.busy

    def test_a_client_that_lags_delays_no_other_one_of_its_player(self, table, monkeypatch):
        """A stream that is pages behind holds up no other one of the player, and misses nothing itself."""
        monkeypatch.setattr(watcher, "PAGE", 2)
        monkeypatch.setattr(long_poll, "SLOWEST", 300)
        for _ in range(6):
            table.move()
        reads = asyncio.Event()

        async def follow():
            behind, ahead = table.visit("after=0&limit=1"), table.visit()
            take = behind.take

            async def late(message):
                if message.get("more_body"):
                    await reads.wait()
                await take(message)

            behind.take = late
            async with behind, ahead:
                try:
                    await ahead.until(b"\n")
                    await sync_to_async(table.move)()
                    await sync_to_async(table.end)()
                    await ahead.until(b"match_finished")
                finally:
                    reads.set()
                await behind.until(b"match_finished")
            return behind.events, ahead.events

        before = len(table.told())
        everything, rest = run(follow)

        assert of(everything) == table.told()
        assert rest == everything[before:]

    def test_what_is_committed_late_wakes_who_waits(self, table):
        """An event committed late, with a position behind later ones, still wakes the waiting reader."""
        written = watcher.Written()
        assert written.whom_it_concerns() == set()
        last = Notification.objects.latest("pk")

        def write(position, player):
            again = Notification(kind="your_turn", match=table.match, seat=0, at=NOW, version=position, player=player)
            again.pk = last.pk + position
            again.save(force_insert=True)

        write(2, table.sami)
        assert written.whom_it_concerns() == {table.sami.pk}
        assert written.whom_it_concerns() == set()
        write(1, table.amel)
        assert written.whom_it_concerns() == {table.amel.pk}
        assert written.whom_it_concerns() == set()


async def status_of(visit):
    """Return the status of an answer that ends by itself."""
    async with visit:
        await visit.end()
    return visit.status


async def json_of(visit):
    """Return the body of an answer that ends by itself."""
    async with visit:
        await visit.end()
    return json.loads(visit.body)


# --- tickets ----------------------------------------------------------------------------------------------------------


def test_a_ticket_opens_one_stream_in_the_place_of_a_token(table, client_of):
    """A ticket opens one stream without a token, as ``EventSource`` sends no headers."""
    made = client_of(table.sami).post("me/events/tickets")
    nobody = client_of()

    first, again = (nobody.get(f"me/events?after=0&ticket={made.data['ticket']}") for _ in range(2))

    assert of(first.data["events"]) == table.told()
    assert (again.status_code, again.data["code"]) == (401, "unauthenticated")
    assert not StreamTicket.objects.filter(digest__contains=made.data["ticket"]).exists()


def test_a_ticket_that_is_good_no_longer_opens_nothing(table, client_of):
    """A ticket fails after its time, after its token was revoked and after its player left; it opens no other path."""
    token = Token.objects.get(user=table.sami)
    nobody = client_of()
    late, good, left = (create_ticket(token, token.created - age)[0] for age in (TICKET_LASTS, *[timedelta(0)] * 2))
    assert nobody.get(f"me?ticket={good}").status_code == 401

    def is_closed(ticket):
        answer = nobody.get("me/events", {"ticket": ticket})
        return (answer.status_code, answer.data["code"]) == (401, "unauthenticated")

    assert is_closed(late)
    assert is_closed("☺")
    players = type(table.sami).objects.filter(pk=table.sami.pk)
    players.update(is_active=False)
    assert is_closed(left)
    players.update(is_active=True)
    token.delete()
    assert is_closed(good)
