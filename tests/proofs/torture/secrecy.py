"""No player can see another's cards: ``python -m tests.proofs.torture.secrecy --pairs 10000``.

A pair is a match in the database at a random position, and its twin (``twins.py``), in which only cards differ that the
viewer cannot know. Every byte that the viewer can get must be the same for both: view, events, scores, legal moves,
record, refusals, long polls, stream, with all headers; for a spectator the pages of the admin, too. Notifications for
all players must be the same, in webhooks, mails, pushes and calendars. So must the log lines of the server, the
messages to workers, and what bots of every level see, remember and choose in the viewer's place.

In every second match another player has played for a seat up to the middle. A substitute then has the seat and knows
what it saw. The player who lost it is the spectator, who may remember, but gets no more than any other spectator.

Both have the same id, seed and times. They are written one after the other, each rolled back before the next.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import json
import logging
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec
import time_machine
from asgiref.sync import async_to_sync
from celery.signals import before_task_publish
from django.core.cache import cache
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from tqdm import tqdm

from accounts.models import Player
from accounts.services import create_token
from chkobba_api.rest.limits import throttling
from games import log, tasks
from games.admin.matches.actions import ACTIONS
from games.api.live.long_poll import Hold
from games.api.notifications.events import STREAMED
from games.bots import LEVELS
from games.bots.level import Budget
from games.bots.memory import remembered
from games.engine.catalogue import GAMES
from games.engine.record import canonical
from games.engine.violations import RuleViolation
from games.models import Match, Move, Notification, NotificationChannel, PlannedMoves, Round, TableEvent
from games.notifications import PLAYER_SENDERS, calendar_feed, host_webhook, mail, sentences
from games.notifications.push import payload
from games.plans.plan import CardsNotOnTable, CardsOnTable, Condition, PlannedCards, PlannedSafeMove, Played, Step
from games.services.bots import bot_choice
from games.services.due_matches import LEFT_TO_WORKER
from games.services.turns import planned_moves
from tests.engine.playing import TABLES
from tests.engine.test_conformance import alter
from tests.proofs.torture import database
from tests.proofs.torture.twins import (
    Misfit,
    Newcomers,
    NoTwin,
    Position,
    Swap,
    dealing,
    play_on,
    random_position,
    set_up,
    twin_of,
)

LONGEST = 80
"""The most moves before the compared position."""
ANYWAY = re.compile(rb'(name="csrfmiddlewaretoken" value=|nonce=)"[^"]*"|\'nonce-[^\']*\'')
"""Parts that are random in each answer, whatever it is about."""

Answers = dict[str, bytes]
"""The answers to a viewer, by request."""


@dataclass
class People:
    """The people at the tables and a staff account, with their clients."""

    players: list[Player]
    left: Player
    """The player who has lost a seat to one of the others."""
    clients: dict[int | str | None, Client]
    """Clients by seat; None is a client without a token, ``left`` the player who has lost a seat."""
    tokens: dict[int | str | None, str]
    staff: Client
    held: Hold
    """The handler of long polls."""

    @classmethod
    def created(cls) -> People:
        """Create the players, the staff account and their clients."""
        names = ("Amel", "Sami", "Nour", "Iyed", "Lost")
        *players, left = [Player.objects.create_guest(name, "fennec") for name in names]
        people: dict[int | str, Player] = {**dict(enumerate(players)), "left": left}
        tokens = {who: f"Bearer {create_token(player, 'test')[1]}" for who, player in people.items()}
        clients = {who: Client(headers={"Authorization": token}) for who, token in tokens.items()}
        staff = Client()
        staff.force_login(Player.objects.create_superuser("root", None, nickname="Root"))
        staff.get("/admin/")  # gets its CSRF cookie
        # Not the handler itself, which would look for the match in another thread, on its own connection.
        held = Hold(ASGIHandler().handle)
        return cls(players, left, {None: Client(), **clients}, {None: "", **tokens}, staff, held)

    def changes_of(self, position: Position) -> dict[int, Player]:
        """Return the player who takes over a seat of a match: in every second match, one of the players."""
        luck = Random(f"{position.match} changes hands")
        number = luck.randrange(2 * position.seats)
        return {number: self.players[number]} if number < position.seats else {}


# --- all answers to a viewer ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Viewer:
    """A client that requests all data about a match."""

    people: People
    position: Position
    seat: int | None
    swap: Swap
    """The cards that differ in the twin: those that the viewer tries to find out about."""

    @property
    def who(self) -> int | str | None:
        """Return the key of the viewer's client."""
        return "left" if self.seat is None and self.people.changes_of(self.position) else self.seat

    def answers(self) -> Answers:
        """Return all answers and log lines; expensive requests are made only in turn."""
        cache.clear()  # each viewer starts without cached data
        throttling.taken.clear()
        with listening() as lines, wake_ups() as sent:
            got = dict(self._asked())
            with database.undone():
                Match.objects.filter(pk=self.position.match).update(wake_at=timezone.now() - LEFT_TO_WORKER)
                tasks.sweep()
        got["log"] = "\n".join(lines).encode()
        got["workers"] = "\n".join(sent).encode()
        return got

    def _asked(self) -> Iterator[tuple[str, bytes]]:
        match = f"/api/v1/matches/{self.position.match}"
        version, to_act = Match.objects.values_list("version", "to_act").get(pk=self.position.match)
        get, client = self._get, self.people.clients[self.who]
        luck = Random(f"{match}|{self.seat}")
        yield get(client, match)
        yield get(client, f"{match}/events", tables="true", limit=200)
        yield get(client, f"{match}/legal-moves")
        yield get(client, f"{match}/planned-moves")
        yield get(client, f"{match}/chat")
        yield get(client, f"{match}/note")
        yield get(client, f"{match}/{luck.choice(['rounds', 'record'])}")
        if luck.random() < 0.5:
            yield "held", self._held(f"{match}/events", f"after={version - 1}&wait=25&tables=true")
        else:
            yield get(client, f"{match}/events", after=version // 2, limit=5)
        yield "notifications", b"\n".join(_notifications(self.position.match))
        people = [*self.people.players, self.people.left]
        yield "what is sent", b"\n".join(_sent(self.position.match, people, timezone.now()))
        if self.who is not None:
            yield get(client, "/api/v1/me/events", after=0)
        if self.who is not None and luck.random() < 0.3:
            kind = luck.choice(sorted(STREAMED))
            yield f"stream {kind}", self._held("/api/v1/me/events", "after=0", kind, stays=False)
        if luck.random() < 0.3:
            yield get(client, luck.choice(["/api/v1/me/matches", "/api/v1/matches?watch=true"]))
        for name, move, answers in self._wrong_moves(version):
            body = json.dumps({"move": move, "expected_version": answers})
            answer = client.post(f"{match}/moves", body, "application/json", headers={"X-Request-ID": "1"})
            assert answer.status_code >= 400, f"a wrong move was accepted: {body}"
            yield f"POST {name} {body}", _bytes(answer)
        if self.seat is None:
            yield from self._admin()
        elif self.seat == to_act:
            loaded = log.load(Match.objects.get(pk=self.position.match))
            seat = loaded.seats[self.seat]
            few = Budget(iterations=12, seconds=60)  # what a level sees does not depend on the time that it thinks
            for key, level in ((key, replace(level, budget=level.budget and few)) for key, level in LEVELS.items()):
                turn = bot_choice.turn_of(loaded, seat, level)
                yield f"what bot {key} saw", repr(turn.seen).encode()
                chosen = bot_choice.choose(loaded, seat, level)
                yield f"bot {key}", canonical(loaded.game.write_move(chosen)).encode()
            move, _ = planned_moves.decided(loaded, seat, self._steps(luck), when_forced=True)
            yield "what comes of a plan", repr(move).encode()
            view = msgspec.structs.asdict(remembered(turn))
            view["rules"] = None  # the rules of the match, the same object in both
            yield "what a bot remembers", repr(view).encode()

    def _steps(self, luck: Random) -> list[Step]:
        """Return a plan that needs a card that the viewer cannot know, or leaves the choice to the server."""
        hidden = [self.position.game.card_name(card) for card in sorted(self.swap)]
        asks: list[Condition] = [CardsOnTable(cards=hidden[:1]), CardsNotOnTable(cards=hidden), Played(cards=hidden)]
        return [Step(play=PlannedSafeMove(), when=[luck.choice(asks)])] if hidden else []

    def _get(self, client: Client, path: str, **query: Any) -> tuple[str, bytes]:
        return f"GET {path} {query or ''}", _bytes(client.get(path, query, headers={"X-Request-ID": "1"}))

    def _held(self, path: str, query: str, accept: str = "*/*", *, stays: bool = True) -> bytes:
        """Send a long poll for which there is news; a streaming client leaves after the first event."""
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": query.encode(),
            "headers": [(b"host", b"testserver"), (b"x-request-id", b"1"), (b"accept", accept.encode())],
            "client": ("127.0.0.1", 50_000),
        }
        if self.who is not None:
            scope["headers"].append((b"authorization", self.people.tokens[self.who].encode()))  # type: ignore[attr-defined]
        said: list[Any] = []
        messages = [{"type": "http.disconnect"}, {"type": "http.request", "body": b"", "more_body": False}]
        goes = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if len(messages) == 1:
                await goes.wait()
            return messages.pop()

        async def send(message: Any) -> None:
            said.append(message)
            if message.get("body") and not stays:
                goes.set()

        with within_transaction():
            async_to_sync(self.people.held)(scope, receive, send)
        return ANYWAY.sub(b"", repr(said).encode())

    def _wrong_moves(self, version: int) -> Iterator[tuple[str, Any, int]]:
        """Yield refused moves, with the version that they answer: the attempts of a prying player."""
        game, position = self.position.game, self.position
        legal = [game.write_move(move) for move in game.legal_moves(position.state)[:50]]
        luck = Random(str(position.match))
        hidden = [
            _with_card(luck.choice(legal), game.card_name(card), game.read_card)
            for card in luck.sample(sorted(self.swap), min(2, len(self.swap)))
        ]
        if self.seat != position.to_act:
            yield "out of turn", hidden[0], version
        else:
            yield "unknown", {"type": "peek"}, version
            altered = [alter(luck.choice(legal), game, luck) for _ in range(2)]
            yield from (("wrong", move, version) for move in hidden + altered if self._is_refused(move))
        if self.seat is not None:
            yield "stale", luck.choice(legal), self._stale(version)

    def _stale(self, version: int) -> int:
        """Return the newest version that is too old for a move: a change of seats since makes no move stale."""
        match = Match.objects.get(pk=self.position.match)
        return next(old for old in range(version - 1, -1, -1) if log.table_events_since(match, old) is None)

    def _is_refused(self, move: Any) -> bool:
        game, position = self.position.game, self.position
        try:
            game.decide(
                position.state, position.to_act, game.completed(position.state, position.to_act, game.read_move(move))
            )
        except RuleViolation:
            return True
        return False

    def _admin(self) -> Iterator[tuple[str, bytes]]:
        """Open the page of the match with its board at some step, and in turn one of the other pages about it."""
        match, staff = self.position.match, self.people.staff
        luck = Random(str(match))
        last = Match.objects.values_list("version", flat=True).get(pk=match)
        step = luck.choice([last, luck.randint(1, last)])
        check = {"check": ""} if luck.random() < 0.3 else {}
        yield self._get(staff, reverse("admin:games_match_change", args=[match]), step=step, **check)
        yield self._get(staff, reverse("admin:games_match_step", args=[match, luck.randint(1, last)]))
        if luck.random() < 0.3:
            yield self._get(staff, reverse("admin:games_match_do", args=[match, luck.choice(sorted(ACTIONS))]))
        if luck.random() < 0.3:
            yield self._get(staff, reverse("admin:index"))
        kind = luck.choice([Match, Move, Round, TableEvent])
        name = f"admin:games_{kind._meta.model_name}"
        newest = kind.objects.order_by("-pk").first()
        if newest and luck.random() < 0.7:
            yield self._get(staff, reverse(f"{name}_change", args=[newest.pk]))
        else:
            yield self._get(staff, reverse(f"{name}_changelist"))


def plan_for_all(match_id: UUID) -> None:
    """Let every player plan to play the first card of their hand: the plans of others would reveal a card."""
    loaded = log.load(Match.objects.get(pk=match_id))
    hands = loaded.game.truth(loaded.state)["hands"]
    for seat, hand in zip(loaded.seats, hands, strict=True):
        steps = [msgspec.to_builtins(Step(play=PlannedCards(cards=hand[:1])))] if hand else []
        PlannedMoves.objects.create(seat=seat, version=loaded.match.version, steps=steps, when_forced=True)
    loaded.match.seats.update(has_plan=True)


def _notifications(match: UUID) -> Iterator[bytes]:
    """Yield the stored notifications of a match, with the texts of webhooks and chats."""
    for notification in Notification.objects.filter(match=match).select_related("match").order_by("pk"):
        yield repr(
            (notification.kind, notification.player_id, notification.version, notification.seat, notification.at)
        ).encode()
        yield json.dumps(host_webhook.body_of(notification)).encode()
        yield sentences.line(notification, notification.player).encode()


def _sent(match: UUID, players: Sequence[Player], now: datetime) -> Iterator[bytes]:
    """Yield the mails, pushes and calendars to each player of a match: no text may have a card."""
    for player in players:
        mine = list(Notification.objects.filter(match=match, player=player).select_related("match").order_by("pk"))
        channel = NotificationChannel(player=player, sender=mail.KEY, target="nobody@home.example", secret="of nobody")
        if mine:
            yield repr(payload.of_notifications(mine, player, PLAYER_SENDERS["web_push"].lasts, now)).encode()
            yield repr(mail.parts_of(mine, channel)).encode()
            yield "\n".join(sentences.lines(mine, player)).encode()
        yield calendar_feed.text_for(player)


def _bytes(answer: Any) -> bytes:
    """Return an answer with all of its headers as bytes."""
    headers = "\n".join(f"{name}: {value}" for name, value in sorted(answer.headers.items()))
    said = f"{answer.status_code}\n{headers}\n{answer.cookies.output()}\n\n".encode() + answer.content
    return ANYWAY.sub(b"", said)


def _with_card(move: dict[str, Any], name: str, read_card: Callable[[object], int | None]) -> dict[str, Any]:
    """Return a move with its first card replaced by another one."""
    for field_name, value in move.items():
        if read_card(value) is not None:
            return {**move, field_name: name}
        if isinstance(value, list) and value and read_card(value[0]) is not None:
            return {**move, field_name: [name, *value[1:]]}
    return {"type": "play", "card": name, "capture": []}


@contextmanager
def within_transaction() -> Iterator[None]:
    """Handle a request without closing the connection, as Django's own test client does."""
    ends = (request_started, request_finished)
    for end in ends:
        end.disconnect(close_old_connections)
    try:
        yield
    finally:
        for end in ends:
            end.connect(close_old_connections)


@contextmanager
def listening() -> Iterator[list[str]]:
    """Collect all log lines, at every level, in place of the usual handlers.

    Times, durations and ids of tasks are left out, since they differ at every run.
    """
    lines: list[str] = []
    root, form = logging.getLogger(), logging.Formatter("%(levelname)s %(name)s %(message)s")
    ear = logging.Handler(0)
    ear.addFilter(lambda record: record.name != "redis.connection")  # it logs only when it opens a connection
    own = re.compile(r"'ms': [\d.]+|'child_task_id': '[\w-]+'|'timestamp': '[\d:]+'")
    ear.emit = lambda record: lines.append(own.sub("…", form.format(record)))  # type: ignore[method-assign]
    level, others = root.level, root.handlers
    root.handlers = [ear]
    root.setLevel(1)
    try:
        yield lines
    finally:
        root.handlers = others
        root.setLevel(level)


@contextmanager
def wake_ups() -> Iterator[list[str]]:
    """Collect the messages to workers, without the random id of each."""
    sent: list[str] = []

    def note(sender: Any = None, body: Any = None, headers: Any = None, **more: Any) -> None:
        own = headers["id"]
        sent.append(f"{sender} {body} {headers} {more.get('routing_key')}".replace(own, "ID"))

    before_task_publish.connect(note, weak=False)
    try:
        yield sent
    finally:
        before_task_publish.disconnect(note)


# --- pairs ------------------------------------------------------------------------------------------------------------


class Leak(NamedTuple):
    """A difference that tells a viewer more than they may know."""

    table: str
    viewer: int | None
    seed: str
    where: str
    first: bytes
    twin: bytes

    def __str__(self) -> str:
        place = next((i for i, (a, b) in enumerate(zip(self.first, self.twin, strict=False)) if a != b), 0)
        around = slice(max(0, place - 60), place + 60)
        who = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        return (
            f"{self.table}, {who}, position {self.seed!r}: {self.where}\n"
            f"  match: …{self.first[around]!r}…\n  twin:  …{self.twin[around]!r}…"
        )


DROPPED: Final = 2
"""The most dropped pairs for each compared one. In Čamba nearly every second moment has no twin."""


@dataclass
class Tally:
    """The counts of all comparisons."""

    pairs: Counter[str] = field(default_factory=Counter)
    """Pairs by table: a game and a number of seats."""
    dropped: Counter[str] = field(default_factory=Counter)
    viewers: Counter[str] = field(default_factory=Counter)
    later: int = 0
    """Pairs of rounds after the first."""
    cards: int = 0
    """The number of differing cards."""
    answers: int = 0
    size: int = 0
    """The number of compared bytes."""
    bots: int = 0
    leaks: list[Leak] = field(default_factory=list)

    def __iadd__(self, other: Tally) -> Tally:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        return self


def compare(people: People, key: str, seats: int, seed: str, now: datetime, limit: int = 9) -> Tally:
    """Compare a random position with a twin for each viewer, or for this number of them."""
    luck, tally, table = Random(seed), Tally(), f"{key}-{seats}"
    position = random_position(key, seats, luck, luck.randrange(LONGEST))
    swaps: dict[int | None, Swap] = {}
    viewers = [None, *range(seats)]
    for viewer in luck.sample(viewers, min(limit, len(viewers))):
        try:
            swaps[viewer] = twin_of(position, viewer, luck)
        except NoTwin:
            tally.dropped[table] += 1
        except Misfit as misfit:
            tally.leaks.append(Leak(table, viewer, seed, f"observe: {misfit}", b"", b""))
    if not swaps:
        return tally
    asking = {viewer: Viewer(people, position, viewer, swap) for viewer, swap in swaps.items()}
    changes = people.changes_of(position)
    at_first = [people.left if seat in changes else player for seat, player in enumerate(people.players)]
    with database.undone():
        set_up(position, at_first, now)
        with database.undone():
            play_on(position, now, {}, changes)
            plan_for_all(position.match)
            with dealing(position, {}):
                first = {viewer: asks.answers() for viewer, asks in asking.items()}
        for viewer, swap in swaps.items():
            with database.undone():
                play_on(position, now, swap, changes)
                plan_for_all(position.match)
                with dealing(position, swap):
                    twin = asking[viewer].answers()
            tally.leaks += different(table, viewer, seed, first[viewer], twin)
            tally.pairs[table] += 1
            tally.viewers[_called(viewer, changes)] += 1
            tally.later += position.asked.round > 0
            tally.cards += len(swap)
            tally.answers += len(twin)
            tally.size += sum(map(len, twin.values()))
            tally.bots += sum(name.startswith("bot ") for name in twin)
    return tally


def _called(viewer: int | None, changes: Newcomers) -> str:
    """Return the name of a viewer in the tally."""
    if viewer is None:
        return "who lost a seat" if changes else "spectator"
    return "substitute" if viewer in changes else f"seat {viewer}"


def different(table: str, viewer: int | None, seed: str, first: Answers, twin: Answers) -> list[Leak]:
    """Return the differences between two sets of answers."""
    return [
        Leak(table, viewer, seed, name, first.get(name, b"nothing"), twin.get(name, b"nothing"))
        for name in sorted(first.keys() | twin.keys())
        if first.get(name) != twin.get(name)
    ]


def compare_many(key: str, seats: int, pairs: int, seed: str, people: People | None = None) -> Tally:
    """Compare this number of pairs at tables of one kind."""
    table, tally = f"{key}-{seats}", Tally()
    people = people or _people()
    with time_machine.travel(timezone.now(), tick=False):
        for number in range(10 * pairs):
            if (left := pairs - tally.pairs[table]) <= 0:
                break
            tally += compare(people, key, seats, f"{seed}|{table}|{number}", timezone.now(), left)
    return tally


# --- the long version -------------------------------------------------------------------------------------------------


@functools.cache
def _people() -> People:
    """Return the people of this process."""
    database.prepare()
    return People.created()


def main() -> int:
    """Read the command line, compare, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--seed", default="1", help="the same seed looks at the same positions")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    options = parser.parse_args()
    tables = [(key, seats) for key, seats in TABLES if key in options.games]
    share = -(-options.pairs // len(tables))
    a_time = 10
    chunks = [
        (key, seats, min(a_time, share - begin), f"{options.seed}|{begin}")
        for begin in range(0, share, a_time)
        for key, seats in tables
    ]
    tally, begin = Tally(), time.monotonic()
    with ProcessPoolExecutor(options.workers) as pool, tqdm(total=share * len(tables), unit=" pairs") as progress:
        for done in pool.map(compare_many, *zip(*chunks, strict=True)):
            tally += done
            progress.update(done.pairs.total())
            for leak in done.leaks:
                progress.write(str(leak))
    return report(tally, tables, share, time.monotonic() - begin)


def report(tally: Tally, tables: list[tuple[str, int]], share: int, seconds: float) -> int:
    """Print the comparisons; return the exit status."""
    for key, seats in tables:
        table = f"{key}-{seats}"
        print(f"{table:24}{tally.pairs[table]:>7} pairs{tally.dropped[table]:>7} dropped")
    pairs, dropped = tally.pairs.total(), tally.dropped.total()
    short = [f"{key}-{seats}" for key, seats in tables if tally.pairs[f"{key}-{seats}"] < share]
    outnumbered = [table for table, count in tally.dropped.items() if count > DROPPED * tally.pairs[table]]
    print(
        f"{pairs} pairs of {len(tables)} tables in {seconds:.0f} s ({seconds / max(1, pairs) * 1000:.0f} ms each), "
        f"{dropped} dropped ({dropped / max(1, pairs + dropped):.1%}); {tally.later} pairs after the first round; "
        f"{tally.cards / max(1, pairs):.1f} cards differed in a pair"
    )
    print(f"viewers: {dict(sorted(tally.viewers.items()))}")
    print(
        f"{tally.answers} answers with {tally.size / 1e6:.0f} MB compared byte for byte, among them {tally.bots} moves "
        f"chosen by bots: {len(tally.leaks)} leaks"
    )
    for problem, named in (("too few pairs", short), (f"over {DROPPED} dropped for each compared", outnumbered)):
        if named:
            print(f"{problem}: {', '.join(named)}")
    return int(bool(tally.leaks or short or outnumbered))


if __name__ == "__main__":
    sys.exit(main())
