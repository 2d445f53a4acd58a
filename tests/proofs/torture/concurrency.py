"""Concurrent requests to one match: `python -m tests.proofs.torture.concurrency`.

It sends the same move fifty times, and different moves at one version. Players join, leave, start, resign and rematch
at the same moment. The server is a separate one with several web processes, on the database of the environment.

Each race has one right outcome: one move, one winner, no seat lost or doubled, a clear 409 for each late request.
Afterwards every log must verify. Prints the answers, race by race.
"""

from __future__ import annotations

import argparse
import asyncio
import inspect
import random
import re
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import httpx
from tqdm import tqdm

from games.clock.controls.move import SHORTEST
from tests.helpers.eventually import pause_async, until
from tests.proofs.live.server import GUNICORN, UVICORN, Server
from tests.proofs.torture import races_of_accounts as of_accounts
from tests.proofs.torture import races_of_time as of_time
from tests.proofs.torture.answered import assert_one, assert_seated_once, lasting, moves_in, one_answer, said

AT_ONCE: Final = 50
UNTHROTTLED: Final = {
    "THROTTLE_GUESTS": "1000000/hour",
    "THROTTLE_CODES": "1000000/hour",
    "THROTTLE_CODES_ADDRESS": "1000000/hour",
    "THROTTLE_DEVICE_CODES": "1000000/hour",
    "THROTTLE_LOG_INS": "1000000/hour",
    "THROTTLE_LOG_INS_AT_NAME": "1000000/hour",
    "LIMIT_REPORTS": "5",
    "THROTTLE_MAILS_TO": "1000000/day",
}
PUT: Final = re.compile(
    r"/planned-moves$|availability/calendar$|me/(mutes|follows|blocks)/|me/(deletion|name|password|kid-mode)$|/members/"
)
"""Paths that take PUT requests."""
WEB: Final = {"gunicorn": GUNICORN, "uvicorn": f"{UVICORN} --workers 4"}

Guest = dict[str, str]
"""The headers of a guest."""
Answer = httpx.Response


class Races:
    """The races, with the counts of their answers."""

    def __init__(self, http: httpx.AsyncClient, luck: random.Random) -> None:
        self.http = http
        self.luck = luck
        self.guests: list[Guest] = []
        self.match: dict[str, Any] = {}
        """The match for races of moves, which goes on from race to race."""
        self.race = ""
        """The name of the running race."""
        self.answers: dict[str, Counter[str]] = defaultdict(Counter)

    async def begin(self) -> None:
        """Create the guests of the races."""
        self.guests = [await self.guest(f"Guest {number}") for number in range(10)]

    async def guest(self, nickname: str) -> Guest:
        """Return a new guest."""
        answer = await self.http.post("players/guests", json={"nickname": nickname})
        return {"Authorization": f"Bearer {answer.json()['token']}"}

    # --- requests -----------------------------------------------------------------------------------------------------

    async def get(self, path: str, guest: Guest) -> dict[str, Any]:
        """Return the data that a guest gets."""
        answer = await self.http.get(path, headers=guest)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def post(self, path: str, guest: Guest, body: Any = None) -> dict[str, Any]:
        """Return the answer to a request that must succeed."""
        answer = await self.http.post(path, headers=guest, json=body or {})
        assert answer.status_code in (200, 201), answer.text
        return dict(answer.json())

    async def at_once(self, *asked: tuple[str, Guest, Any]) -> list[Answer]:
        """Send all requests at the same moment, in any order; return the answers in the order of the requests.

        A request without a body is a DELETE, unless the body is an empty object. A body for ``me`` is a PATCH, and
        paths in ``PUT`` take a PUT.
        """
        posted = {}
        for place in self.luck.sample(range(len(asked)), len(asked)):
            path, guest, body = asked[place]
            method = "DELETE" if body is None else "PATCH" if path == "me" else "PUT" if PUT.search(path) else "POST"
            sent = self.http.request(method, path, headers=guest, json=body)
            posted[place] = asyncio.ensure_future(sent)
        answers = [await posted[place] for place in range(len(asked))]
        self.answers[self.race].update(said(answer) for answer in answers)
        return answers

    async def lobby(self, creator: Guest, *others: Guest, **wish: Any) -> dict[str, Any]:
        """Return a match before its start, or one that starts by itself, with others who join it."""
        view = await self.post("matches", creator, {"game": "chkobba", "options": {"cut": False}, **wish})
        for other in others:
            view = await self.post(f"matches/{view['id']}/join", other)
        return view

    async def table(self, creator: Guest, *others: Guest, **wish: Any) -> str:
        """Make a match as ``lobby`` does; return its path."""
        return f"matches/{(await self.lobby(creator, *others, **wish))['id']}"

    # --- moves --------------------------------------------------------------------------------------------------------

    async def _turn(self) -> tuple[Guest, dict[str, Any]]:
        """Return the guest to act in the match of the moves, with their view; make a new match when it is over."""
        for _ in range(2):
            if self.match:
                for guest in self.guests[:2]:
                    view = await self.get(f"matches/{self.match['id']}", guest)
                    if view["legal_moves"]:
                        return guest, view
            options = {"cut": False, "target": 201}
            self.match = await self.lobby(*self.guests[:2], autostart=True, options=options)
        raise AssertionError("no player can move")

    async def one_move_many_times(self) -> None:
        """The same move with the same idempotency key is one move, with the same answer to all, to the byte."""
        guest, view = await self._turn()
        path = f"matches/{view['id']}"
        move = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
        keyed = {**guest, "Idempotency-Key": f"{view['id']} {view['version']}"}

        answers = await self.at_once(*[(f"{path}/moves", keyed, move)] * AT_ONCE)

        assert {answer.status_code for answer in answers} == {201}, Counter(map(said, answers))
        assert len({answer.content for answer in answers}) == 1
        assert moves_in(await self.get(f"{path}/events?after={view['version']}", guest)) == 1

    async def many_moves(self) -> None:
        """Different moves come at one version: one is made, and the other answers have the new state of the match."""
        guest, view = await self._turn()
        path = f"matches/{view['id']}"
        legal = [{"move": legal["move"], "expected_version": view["version"]} for legal in view["legal_moves"]["moves"]]
        asked = [(f"{path}/moves", guest, legal[number % len(legal)]) for number in range(20)]

        answers = await self.at_once(*asked)

        assert_one(answers, 201, {"409 stale_version"})
        made = next(lasting(answer) for answer in answers if answer.status_code == 201)
        assert all(lasting(answer) == made for answer in answers if answer.status_code == 409)
        assert moves_in(await self.get(f"{path}/events?after={view['version']}", guest)) == 1

    async def one_request_many_times(self) -> None:
        """Making a guest, a match, a seat, or the end happens once for many requests with one key.

        All answers are the same to the byte; only one shows a token.
        """
        creator, other = self.guests[:2]

        async def many(path: str, guest: Guest, body: Any) -> list[Answer]:
            keyed = {**guest, "Idempotency-Key": f"{self.luck.random()}"}
            return await self.at_once(*[(path, keyed, body)] * 20)

        assert_one(await many("players/guests", {}, {"nickname": "Once"}), 201, {"409 secret_already_shown"})
        view = one_answer(await many("matches", creator, {"game": "chkobba"}), 201)
        path = f"matches/{view['id']}"
        assert_seated_once(one_answer(await many(f"{path}/join", other, {}), 200), 2)
        assert one_answer(await many(f"{path}/start", creator, {}), 200)["status"] == "running"
        assert one_answer(await many(f"{path}/resign", other, {}), 200)["status"] == "finished"
        again = one_answer(await many(f"{path}/rematch", creator, {}), 200)
        mine = await self.get("me/matches?limit=2", creator)
        assert [match["id"] for match in mine["results"]] == [again["id"], view["id"]]

    # --- the table ----------------------------------------------------------------------------------------------------

    async def joins(self) -> None:
        """Nine guests join three free seats, each by id and by room code: three sit down, once each."""
        creator, *others = self.guests
        view = await self.lobby(creator, seats=4)
        path = f"matches/{view['id']}"
        by_id = [(f"{path}/join", guest, {}) for guest in others]
        by_code = [("matches/join", guest, {"code": view["code"]}) for guest in others]

        answers = await self.at_once(*by_id, *by_code)

        assert Counter(answer.status_code for answer in answers)[200] == 3, Counter(map(said, answers))
        assert {said(answer) for answer in answers} <= {"200", "409 match_full", "409 already_seated"}
        assert_seated_once(await self.get(path, creator), 4)

    async def joins_at_one_seat(self) -> None:
        """Nine guests want the same seat of a match that starts by itself: one gets it, and the match runs."""
        creator, *others = self.guests
        path = await self.table(creator, autostart=True)

        answers = await self.at_once(*[(f"{path}/join", guest, {"seat": 1}) for guest in others])

        assert_one(answers, 200, {"409 not_in_lobby"})
        view = await self.get(path, creator)
        assert_seated_once(view, 2)
        assert view["status"] == "running"

    async def leaves_and_joins(self) -> None:
        """A player leaves many times while others join: the seat has one player or none, and no player sits on two."""
        creator, leaver, *others = self.guests
        path = await self.table(creator, leaver)
        leaves = [(f"{path}/leave", leaver, {})] * 5

        answers = await self.at_once(*leaves, *[(f"{path}/join", guest, {}) for guest in others])

        assert_one(answers[:5], 200, {"403 not_seated"})
        joined = sum(answer.status_code == 200 for answer in answers[5:])
        assert {said(answer) for answer in answers[5:]} <= {"200", "409 match_full"}
        assert joined <= 1
        assert_seated_once(await self.get(path, creator), 1 + joined)

    async def starts(self) -> None:
        """The creator starts it many times while the other player leaves: it runs with both, or not at all."""
        creator, other = self.guests[:2]
        path = await self.table(creator, other)

        answers = await self.at_once(*[(f"{path}/start", creator, {})] * 10, (f"{path}/leave", other, {}))

        view = await self.get(path, creator)
        if answers[-1].status_code == 200:
            assert {said(answer) for answer in answers[:-1]} == {"409 seats_open"}
            assert view["status"] == "lobby"
        else:
            assert said(answers[-1]) == "409 not_in_lobby"
            assert_one(answers[:-1], 200, {"409 not_in_lobby"})
            assert_seated_once(view, 2)
            assert view["status"] == "running"

    async def starts_and_cancels(self) -> None:
        """The creator starts, cancels and leaves all at once: one of these happens."""
        creator, other = self.guests[:2]
        path = await self.table(creator, other)
        asked = [(f"{path}/{what}", creator, {}) for what in ("start", "cancel", "leave") * 4]

        answers = await self.at_once(*asked)

        assert_one(answers, 200, {"409 not_in_lobby"})
        assert (await self.get(path, creator))["status"] in ("running", "cancelled")

    async def resignations(self) -> None:
        """Both resign many times: one of them was first, and the other one has won."""
        players = self.guests[:2]
        path = await self.table(*players, autostart=True)

        answers = await self.at_once(*[(f"{path}/resign", guest, {}) for guest in players] * 10)

        assert_one(answers, 200, {"409 not_running"})
        over = await self.get(path, players[0])
        loser = next(number for number, answer in enumerate(answers) if answer.status_code == 200) % 2
        assert (over["status"], over["result"]["winner"]) == ("finished", 1 - loser)
        assert [seat["resigned"] for seat in over["seats"]] == [loser == 0, loser == 1]

    async def deletions(self) -> None:
        """A player deletes the account while joining six tables: they have no seat, and no seat is lost."""
        creator, leaver = self.guests[0], await self.guest("Leaver")
        tables = [await self.table(creator) for _ in range(6)]
        joins = [(f"{path}/join", leaver, {}) for path in tables]

        answers = await self.at_once(*joins[:3], ("me", leaver, None), ("me", leaver, None), *joins[3:])

        assert {said(answer) for answer in answers[3:5]} <= {"204", "401 unauthenticated"}
        assert "204" in {said(answer) for answer in answers[3:5]}
        assert {said(answer) for answer in answers} <= {"200", "204", "401 unauthenticated"}
        for path in tables:
            assert_seated_once(await self._without_leavers(path, creator), 1)

    async def renames(self) -> None:
        """Four players of ten tables change their names many times, one of them leaves: no request waits for ever."""
        stays, *others = people = [await self.guest(f"Old {number}") for number in range(4)]
        wish = {"seats": 4, "autostart": True}
        tables = [await self.table(*people, **wish) for _ in range(10)]
        renames = [("me", guest, {"nickname": f"New {number}"}) for guest in people for number in range(5)]

        answers = await self.at_once(*renames, ("me", others[0], None))

        assert {said(answer) for answer in answers} <= {"200", "204", "401 unauthenticated"}
        assert answers[-1].status_code == 204
        for path in tables:
            view = await self._without_leavers(path, stays)
            names = [seat["name"] for seat in view["seats"]]
            assert names[1] == "former player", names
            assert all(name.startswith("New") for name in (names[0], *names[2:])), names

    async def _without_leavers(self, path: str, guest: Guest) -> dict[str, Any]:
        """Return a match when workers have freed the seats of deleted accounts."""
        for _ in range(200):
            view = await self.get(path, guest)
            if not any(seat["name"] == "former player" and not seat["resigned"] for seat in view["seats"]):
                return view
            await asyncio.sleep(0.1)
        raise AssertionError(f"a deleted player still has a seat at {path}")

    async def rematches(self) -> None:
        """Both want to rematch, many times: there is one rematch, both sit at it, and it runs."""
        players = self.guests[:2]
        path = await self.table(*players, autostart=True)
        await self.post(f"{path}/resign", players[0])

        answers = await self.at_once(*[(f"{path}/rematch", guest, {}) for guest in players] * 10)

        assert {answer.status_code for answer in answers} == {200}, Counter(map(said, answers))
        (again,) = {answer.json()["id"] for answer in answers}
        view = await self.get(f"matches/{again}", players[0])
        assert_seated_once(view, 2)
        assert view["status"] == "running"

    # --- reading ------------------------------------------------------------------------------------------------------

    async def streams(self) -> None:
        """Six matches begin while the stream of a player at all of them is read many times at once.

        All readers get the same event under the same number, and there are no gaps.
        """
        creator, reader = self.guests[0], await self.guest("Reader")
        tables = [await self.table(creator, reader) for _ in range(6)]
        starts = self.at_once(*[(f"{path}/start", creator, {}) for path in tables])
        readings = [self._stream(reader) for _ in range(10)]

        started, *read = await asyncio.gather(starts, *readings)

        assert {answer.status_code for answer in started} == {200}
        whole = (await self.get("me/events?after=0", reader))["events"]
        assert [event["id"] for event in whole] == list(range(1, len(whole) + 1))
        assert Counter(event["type"] for event in whole)["match_started"] == len(tables)
        for events in read:
            assert events == whole[: len(events)]

    async def _stream(self, guest: Guest) -> list[dict[str, Any]]:
        """Read the stream of a guest page by page while events come; return the entries."""
        events: list[dict[str, Any]] = []
        for _ in range(10):
            answer = await self.http.get(f"me/events?after={len(events)}&limit=3", headers=guest)
            self.answers[self.race][said(answer)] += 1
            events += answer.json()["events"]
        return events

    async def tickets(self) -> None:
        """Many requests use one ticket at once: it works once."""
        ticket = (await self.post("me/events/tickets", await self.guest("Listener")))["ticket"]

        answers = await asyncio.gather(*[self.http.get(f"me/events?ticket={ticket}") for _ in range(20)])

        self.answers[self.race].update(map(said, answers))
        assert_one(answers, 200, {"401 unauthenticated"})

    async def languages(self) -> None:
        """A player sets two languages at once, while they read: each answer is in one of them."""
        guest = await self.guest("Amel")
        asked = [("me", guest, {"language": language}) for language in ("en", "fr") * 10]

        answers = await self.at_once(*asked)

        for answer in answers:
            assert answer.status_code == 200, answer.text
            assert answer.headers["Content-Language"] in ("en", "fr")
        assert (await self.get("me", guest))["language"] in ("en", "fr")

    async def reports(self) -> None:
        """A player sends more reports at once than may be open: the server keeps the limit, and lists them."""
        guest = await self.guest("Reporter")
        path = f"{await self.table(guest)}/reports"
        bodies = [{"version": 1, "expected": "Nothing.", "happened": f"Thing {number}"} for number in range(20)]

        answers = await self.at_once(*[(path, guest, body) for body in bodies])

        counted = Counter(map(said, answers))
        assert counted == {"201": 5, "409 too_many_reports": 15}, counted
        kept = {report["id"] for report in (await self.get(path, guest))["reports"]}
        assert kept == {answer.json()["id"] for answer in answers if answer.status_code == 201}

    async def reports_and_deletions(self) -> None:
        """A player reports problems and deletes the account at the same moment: late requests are no server errors."""
        guest = await self.guest("Reporter")
        path = f"{await self.table(guest)}/reports"
        body = {"version": 1, "expected": "Nothing.", "happened": "This."}

        answers = await self.at_once(*[(path, guest, body)] * 5, ("me", guest, None))

        assert answers[-1].status_code == 204
        late = {said(answer) for answer in answers[:-1]}
        assert late <= {"201", "401 unauthenticated", "404 not_found"}, late

    async def seeks(self) -> None:
        """Three players seek a table of four many times: each has one seek. One ends it as the fourth comes.

        Either all four play, or the three others wait.
        """
        people = [await self.guest(f"Seeker {number}") for number in range(4)]
        wish = {"game": "scopa", "seats": 4, "turn_seconds": self.luck.randrange(60, 10**6)}
        many = await self.at_once(*[("me/seeks", guest, wish) for guest in people[:3] for _ in range(5)])
        assert Counter(map(said, many)) == {"201": 3, "409 already_seeking": 12}, Counter(map(said, many))
        (made,) = (await self.get("me/seeks", people[0]))["results"]

        answers = await self.at_once(("me/seeks", people[3], wish), *[(f"me/seeks/{made['id']}", people[0], None)] * 3)

        assert list(map(said, answers)) == ["201", "200", "200", "200"]
        for _ in range(100):
            seeks = [(await self.get("me/seeks", guest))["results"][0] for guest in people]
            states = [seek["state"] for seek in seeks]
            if states == ["matched"] * 4:
                (match,) = {match for seek in seeks for match in seek["matches"]}
                assert_seated_once(await self.get(f"matches/{match}", people[0]), 4)
                return
            if states[0] == "withdrawn":
                break
            await asyncio.sleep(0.1)
        assert states == ["withdrawn", "looking", "looking", "looking"], states

    async def invitations(self) -> None:
        """An offer is accepted while the invitation is withdrawn and the seat is taken, all at the same moment.

        One of these happens: the two sit at one match, at the old table or the new one, or at none.
        """
        amel, sami = [await self.guest(name) for name in ("Amel", "Sami")]
        who = (await self.get("me", sami))["id"]
        wish = {"game": "chkobba", "invite": [{"player": who}], "autostart": True, "visibility": "private"}
        match = (await self.post("matches", amel, wish))["id"]
        path = f"matches/{match}/invitations/{who}"
        (await self.http.put(f"{path}/offer", json={"game": "scopa"}, headers=sami)).raise_for_status()

        answers = await self.at_once(
            *[(f"{path}/offer/accept", amel, {})] * 4,
            *[(f"matches/{match}/join", sami, {})] * 4,
            *[(path, amel, None)] * 4,
        )

        done = Counter(map(said, answers))
        assert done["201"] + done["200"] + done["204"] == 1, done
        going = (await self.get("me/matches?status=running", sami))["results"]
        assert len(going) == done["201"] + done["200"]
        for one in going:
            assert_seated_once(await self.get(f"matches/{one['id']}", sami), 2)

    async def returns(self) -> None:
        """Players who have missed a turn move, and resume playing, just as their time is up again.

        Each of them moves, or the clock has moved for them.
        """
        wish = {"game": "chkobba", "bots": {"1": "easy"}, "autostart": True, "turn_seconds": SHORTEST}
        guests = [await self.guest(f"Late {number}") for number in range(AT_ONCE // 2)]
        options = {"cut": False, "target": 201}
        ids = [(await self.post("matches", guest, {**wish, "options": options}))["id"] for guest in guests]

        await asyncio.gather(*[self._return(f"matches/{id}", guest) for id, guest in zip(ids, guests, strict=True)])

    async def _return(self, path: str, guest: Guest) -> None:
        for _ in until(6 * SHORTEST, "the clock plays"):
            view = await self.get(path, guest)
            if view["seats"][0]["missed_turns"] and view["legal_moves"]:
                break
            await asyncio.sleep(0.2)
        body = {"move": view["legal_moves"]["moves"][0]["move"], "expected_version": view["version"]}
        due = datetime.fromisoformat(view["due_at"]).timestamp()
        answers = await asyncio.gather(
            *[self._at(due + offset, f"{path}/moves", guest, body) for offset in (-0.5, -0.2, -0.1, 0, 0.1)],
            *[self._at(due + offset, f"{path}/autopilot", guest, None) for offset in (-0.05, 0.05)],
        )
        self.answers[self.race].update(map(said, answers))
        made = sum(answer.status_code == 201 for answer in answers[:5])
        assert made <= 1
        assert {said(answer) for answer in answers[:5]} <= {"201", "409 stale_version", "409 turn_expired"}
        assert {said(answer) for answer in answers[5:]} == {"200"}
        if made:
            assert moves_in(await self.get(f"{path}/events?after={view['version']}", guest)) == 1
        await self.post(f"{path}/resign", guest)

    async def _at(self, when: float, path: str, guest: Guest, body: Any) -> Answer:
        await pause_async(when - time.time(), "the requests come around the deadline")
        if body is None:
            return await self.http.delete(path, headers=guest)
        return await self.http.post(path, headers=guest, json=body)


RACES: Final[list[Callable[[Races], Awaitable[None]]]] = [
    Races.many_moves,
    Races.one_request_many_times,
    Races.joins,
    Races.joins_at_one_seat,
    Races.leaves_and_joins,
    Races.starts,
    Races.starts_and_cancels,
    Races.deletions,
    Races.renames,
    Races.resignations,
    Races.rematches,
    Races.streams,
    Races.tickets,
    Races.languages,
    Races.reports,
    Races.reports_and_deletions,
    Races.seeks,
    Races.invitations,
    *of_time.RACES,
    *of_accounts.RACES,
]
"""All races except the repeated move, which runs more often, and the slow ones below."""
SLOW_RACES: Final[list[Callable[[Races], Awaitable[None]]]] = [Races.returns, of_time.pauses_at_the_last_moment]
"""Races of half a minute, since clocks must run out, with many matches; they run less often."""


def _where(error: Exception, race: Callable[[Races], Awaitable[None]]) -> str:
    """Return the line of a race at which an assertion failed: most assertions have no message."""
    file = inspect.unwrap(race).__code__.co_filename
    steps = [step for step in traceback.extract_tb(error.__traceback__) if step.filename == file]
    return f"{Path(file).name}:{steps[-1].lineno}" if steps else "?"


async def run(url: str, races: list[Callable[[Races], Awaitable[None]]]) -> tuple[Races, list[str]]:
    """Run the races one after the other; return them with their errors."""
    limits = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE, keepalive_expiry=2)
    broken = []
    async with httpx.AsyncClient(base_url=f"{url}/api/v1/", timeout=60, limits=limits) as http:
        running = Races(http, random.Random(len(races)))
        await running.begin()
        for race in tqdm(races, unit=" races", disable=not sys.stderr.isatty()):
            running.race = race.__name__.replace("_", " ")
            try:
                await race(running)
            except (AssertionError, httpx.HTTPError) as error:
                broken.append(f"{race.__name__}: {error!r} ({_where(error, race)})")
    return running, broken


def main() -> int:
    """Read the command line, run the races, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=1000, help="number of moves that are sent fifty times at once")
    parser.add_argument("--races", type=int, default=100, help="number of runs of each other race")
    parser.add_argument("--returns", type=int, default=10, help="number of returns of players, in time or too late")
    parser.add_argument("--web", choices=WEB, default="gunicorn", help="the web server, with four processes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), WEB[options.web], **UNTHROTTLED) as server:
        begin = time.monotonic()
        races = [Races.one_move_many_times] * options.repeat + RACES * options.races + SLOW_RACES * options.returns
        ran, broken = asyncio.run(run(server.url, races))
        seconds = time.monotonic() - begin
        verified = server.manage("verify_matches").stdout.strip()
        database = "PostgreSQL" if server.services else "SQLite"
    for race, answers in ran.answers.items():
        print(f"{race:20} {answers.total():6}  {dict(sorted(answers.items()))}")
    for wrong in broken[:20]:
        print(f"broken: {wrong}")
    count = sum(answers.total() for answers in ran.answers.values())
    print(f"{len(races)} races, {count} requests in {seconds:.0f} s with {options.web} on {database}")
    print(f"{len(broken)} races broken")
    print(verified)
    failures = sum(count for answers in ran.answers.values() for how, count in answers.items() if how >= "500")
    return int(bool(broken or failures) or not verified.endswith(" 0 broken"))


if __name__ == "__main__":
    sys.exit(main())
