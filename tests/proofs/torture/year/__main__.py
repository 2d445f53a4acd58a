"""Simulate a year of slow play, and compare the server's actions with the right ones.

    python -m tests.proofs.torture.year                                 # 400 matches, 120 people, 366 days
    python -m tests.proofs.torture.year --matches 30 --people 20 --days 40 --report var/year.md

People in twelve time zones play, forget, start a vacation, change their calendars and vanish. Workers, the broker and
the receivers of notifications fail; all processes follow one clock. In the end every match is finished or rightly
waits, and every deadline was met within a sweep. Each due notification came once, and none was out of date. Banks and
vacations match an independent computation.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import httpx
from tqdm import tqdm

from games.notifications.push import encryption
from tests.helpers.eventually import attempts
from tests.notifications.pushing import Browser
from tests.proofs.torture.year.people import CONTROLS, DAY, GAMES, WITHOUT_TARGET, ZONES, Person, agreed_in
from tests.proofs.torture.year.receivers import Mails, Pushes, Receiver
from tests.proofs.torture.year.reckoning import Reckoning, Span
from tests.proofs.torture.year.stack import YearStack, opened

BEGIN = datetime(2027, 1, 4, 6, 0, tzinfo=UTC)
PUBLIC_URL = "https://cards.example"
VAPID_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
LAST_MATCH = 0.85
"""Matches begin until this share of the year."""
TURNS = """SELECT m.id::text, m.version, s.player_id::text, m.turn_seconds
    FROM games_match m JOIN games_seat s ON s.match_id = m.id AND s.number = m.to_act
    WHERE m.status = 'running' AND m.paused_at IS NULL AND m.due_at IS NOT NULL"""


class Year:
    """The simulated year, as an agenda of events."""

    def __init__(
        self, stack: YearStack, receiver: Receiver, pushes: Pushes, mails: Mails, wish: argparse.Namespace
    ) -> None:
        self.stack, self.receiver, self.pushes, self.mails, self.wish = stack, receiver, pushes, mails, wish
        self.luck = Random(wish.seed)
        self.end = BEGIN + wish.days * DAY
        self.agenda: list[tuple[datetime, int, Callable[[], None]]] = []
        self.numbers = itertools.count()
        self.people: dict[str, Person] = {}
        self.controls: dict[str, dict[str, Any]] = {}
        self.scheduled: set[tuple[str, int]] = set()
        self.notifications: dict[int, tuple[str, str, str, int, datetime]] = {}
        """Kind, player, match, version and time of every notification."""
        self.deliveries: dict[int, list[tuple[str, str]]] = defaultdict(list)
        """The deliveries of each notification: the state, and the id of the message."""
        self.done: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.seen_told = 0
        self.substituted = 0

    @property
    def now(self) -> datetime:
        """Return the time of the clock."""
        return self.stack.clock.now()

    def at(self, when: datetime, what: Callable[[], None]) -> None:
        """Put an event on the agenda."""
        heapq.heappush(self.agenda, (when, next(self.numbers), what))

    # --- people -------------------------------------------------------------------------------------------------------

    def invite(self) -> None:
        """Create the people, with their channels and calendars."""
        for number in range(self.wish.people):
            luck = Random(f"{self.wish.seed} {number}")
            http = httpx.Client(base_url=f"{self.stack.urls[0]}/api/v1/", timeout=60)
            made = http.post("players/guests", json={"nickname": f"Person {number}"}).json()
            http.headers["Authorization"] = f"Bearer {made['token']}"
            person = Person(
                *(f"Person {number}", http, made["player"]["id"], luck, ZONES[number % len(ZONES)]),
                habit=luck.choice(("prompt", "prompt", "evenings", "slow")),
                forgets=luck.choice((0, 0.01, 0.03)),
                vanishes_at=BEGIN + luck.uniform(0.3, 0.9) * (self.end - BEGIN) if luck.random() < 0.05 else None,
            )
            self.people[person.id] = person
            person.ask("PATCH", "me", json={"time_zone": person.zone})
            if luck.random() < 0.7:
                person.change_calendar(BEGIN)
            if luck.random() < 0.7:
                self.add_channel(person)
            self.plan_days_of(person)

    def add_channel(self, person: Person) -> None:
        """Add a channel of a person, immediate or as a digest, mostly without quiet hours."""
        luck, name = person.luck, person.name.replace(" ", "-").lower()
        wish: dict[str, Any] = {"digest": luck.choice(("at_once", "at_once", "hourly", "twice_a_day", "daily"))}
        if luck.random() < 0.5:
            wish["quiet_hours"] = None
        person.channel = wish["type"] = luck.choice(("webhook", "web_push", "mail"))
        match person.channel:
            case "webhook":
                person.target = f"/{name}"
                wish |= {"format": "raw", "target": self.receiver.url(person.target)}
            case "web_push":
                person.browser = Browser(self.pushes, name)
                wish["subscription"] = person.browser.subscription
            case "mail":
                wish["target"] = person.target = f"{name}@year.example"
        made = person.ask("POST", "me/channels", json=wish)
        if person.channel == "webhook":
            self.receiver.secrets[person.target] = made["secret"]
        if person.channel != "mail":
            person.told_from = self.now
        else:
            self.at(self.now + timedelta(minutes=self.luck.uniform(1, 300)), lambda: self.confirm(person))

    def confirm(self, person: Person) -> None:
        """Follow the confirmation link in a person's mail; without a mail, try again later."""
        links = [link for link in self.mails.links_to(person.target) if "/mail/confirm/" in link]
        if not links:
            self.at(self.now + timedelta(hours=1), lambda: self.confirm(person))
            return
        answer = person.http.post(links[0].replace(PUBLIC_URL, self.stack.urls[0]))
        if answer.status_code != 200:
            raise AssertionError(f"{person.name} could not confirm: {answer.status_code} {answer.text[:300]}")
        person.told_from = self.now

    def plan_days_of(self, person: Person) -> None:
        """Plan the vacations, calendar changes and reads of the stream of a person."""
        year = self.end - BEGIN
        for _ in range(2):
            self.at(BEGIN + person.luck.uniform(0.05, 0.95) * year, lambda: self.begin_vacation(person))
            self.at(BEGIN + person.luck.uniform(0.05, 0.95) * year, lambda: self.other_hours(person))
        for day in range(5, self.wish.days, 5):
            self.at(BEGIN + day * DAY + person.luck.random() * DAY, person.read_events)

    def begin_vacation(self, person: Person) -> None:
        """Let a person start a vacation, unless they have vanished."""
        if not person.is_gone(self.now):
            early = person.go_on_vacation(self.now)
            self.done["vacations"] += 1
            if early:
                self.at(early, lambda: person.come_back(self.now))

    def other_hours(self, person: Person) -> None:
        """Let a person change their calendar, unless they have vanished."""
        if not person.is_gone(self.now):
            person.change_calendar(self.now)
            self.done["calendars"] += 1

    # --- matches ------------------------------------------------------------------------------------------------------

    def plan_matches(self) -> None:
        """Plan the times of new matches, each with all seats of its game, but at most four."""
        games = httpx.get(f"{self.stack.urls[0]}/api/v1/games").json()["games"]
        self.seats = {game["key"]: [count for count in game["seats"] if count <= 4] for game in games}
        for number in range(self.wish.matches):
            self.at(BEGIN + self.luck.random() * LAST_MATCH * (self.end - BEGIN), lambda n=number: self.make(n))

    def make(self, number: int) -> None:
        """Let a person make a match; others join later."""
        game = GAMES[number % len(GAMES)]
        seats = self.luck.choice(self.seats[game])
        here = [person for person in self.people.values() if not person.is_gone(self.now)]
        bots = self.luck.choice((0, 0, 1)) if seats < 4 else 2
        players = self.luck.sample(here, seats - bots)
        control = CONTROLS[number % len(CONTROLS)]
        wish = {"game": game, "seats": seats, "visibility": "private", "autostart": True, "control": control}
        wish |= {"options": {} if game in WITHOUT_TARGET else {"target": 1}, "despite_vacation": True}
        wish["bots"] = {str(seats - 1 - place): "easy" for place in range(bots)}
        if number % 3:
            wish["substitutes_after"] = self.luck.choice((3600, 43_200, 172_800))
        made = players[0].ask("POST", "matches", json=wish)
        self.controls[made["id"]] = control
        self.done["matches"] += 1
        for player in players[1:]:
            later = self.now + timedelta(hours=self.luck.uniform(0.1, 20))
            self.at(later, lambda player=player: self.join(player, made["code"]))

    def join(self, person: Person, code: str) -> None:
        """Let a person join a match."""
        person.ask("POST", "matches/join", json={"code": code, "despite_vacation": True})

    def see_turns(self) -> None:
        """Plan when each person sees a new turn."""
        for match, version, player, seconds in self.stack.ask(TURNS):
            if (match, version) in self.scheduled or player not in self.people:
                continue
            self.scheduled.add((match, version))
            person = self.people[player]
            if when := person.looks_at(self.now, seconds):
                self.at(when, lambda person=person, match=match: self.move(person, match))
            if self.luck.random() < 0.004:
                self.offer_pause(person, match)

    def move(self, person: Person, match: str) -> None:
        """Let a person move if it is still their turn."""
        if person.is_gone(self.now):
            return
        status = person.move(match)
        self.done[f"moves answered {status}" if status else "looked too late"] += 1

    def offer_pause(self, person: Person, match: str) -> None:
        """Offer a pause; the others answer within hours."""
        until = self.now + timedelta(days=self.luck.randint(3, 12))
        answer = person.http.post(f"matches/{match}/pause", json={"until": until.isoformat()})
        if answer.status_code != 200:
            return
        self.done["pauses offered"] += 1
        number = answer.json()["pause"]["number"]
        for (player,) in self.stack.ask("SELECT player_id::text FROM games_seat WHERE match_id = %s", match):
            other = self.people.get(player)
            if other and other is not person and not other.is_gone(self.now):
                when = self.now + timedelta(hours=self.luck.uniform(0.2, 30))
                self.at(when, lambda other=other: self.answer_pause(other, match, number))

    def answer_pause(self, person: Person, match: str, number: int) -> None:
        """Accept a pause, mostly."""
        wish = {"accept": self.luck.random() < 0.8, "offer": number}
        answer = person.http.post(f"matches/{match}/pause/answer", json=wish)
        self.done[f"pauses answered {answer.status_code}"] += 1

    def come_back(self) -> None:
        """Let people on autopilot who have not vanished resume, one in two each day."""
        query = """SELECT m.id::text, s.player_id::text FROM games_match m JOIN games_seat s ON s.match_id = m.id
            WHERE m.status = 'running' AND s.autopilot AND NOT s.resigned"""
        for match, player in self.stack.ask(query):
            person = self.people[player]
            if not person.is_gone(self.now) and self.luck.random() < 0.5:
                answer = person.http.delete(f"matches/{match}/autopilot")
                self.done[f"came back {answer.status_code}"] += 1

    def find_substitutes(self) -> None:
        """Let another person take over offered seats: two of three each day."""
        query = """SELECT m.code, array_agg(s.player_id::text) FROM games_match m
            JOIN games_seat s ON s.match_id = m.id GROUP BY m.id HAVING bool_or(s.substitute_wanted)"""
        for code, sitting in self.stack.ask(query):
            others = [one for one in self.people.values() if one.id not in sitting and not one.is_gone(self.now)]
            if self.luck.random() < 0.67:
                wish = {"code": code, "substitute": True, "despite_vacation": True}
                answer = self.luck.choice(others).http.post("matches/join", json=wish)
                self.done[f"substitutes {answer.status_code}"] += 1
                self.substituted += answer.status_code == 200

    # --- failures -----------------------------------------------------------------------------------------------------

    def plan_failures(self) -> None:
        """Plan the outages of workers, the broker and receivers."""
        month = timedelta(days=30)
        for place in range(max(1, self.wish.days // 15)):
            begins = BEGIN + (place + self.luck.random()) * month / 2
            what = "broker" if place % 4 == 3 else "workers"
            self.at(begins, lambda what=what: self.fail(what))
        for place in range(max(1, self.wish.days // 20)):
            begins = BEGIN + (place + self.luck.random()) * timedelta(days=20)
            receivers: tuple[Any, ...] = (self.receiver, self.pushes, self.mails)
            one = receivers[place % 3]
            self.at(begins, lambda one=one: setattr(one, "is_away", True))
            hours = self.luck.uniform(0.5, 20)
            self.at(begins + timedelta(hours=hours), lambda one=one: setattr(one, "is_away", False))
        for _ in range(self.wish.days // 6):
            self.at(BEGIN + self.luck.random() * (self.end - BEGIN), self.kill)

    def fail(self, what: str) -> None:
        """Stop workers or the broker for minutes or hours."""
        if self.stack.sweeps:
            self.stack.fail(what)
            self.done[f"{what} away"] += 1
            self.at(self.now + timedelta(hours=self.luck.choice((0.2, 1, 6, 11))), self.stack.recover)

    def kill(self) -> None:
        """Kill a worker in the middle of its work."""
        if self.stack.sweeps:
            self.stack.kill_in_the_middle()
            self.done["workers killed"] += 1

    # --- daily jobs ---------------------------------------------------------------------------------------------------

    def each_day(self) -> None:
        """Let people or substitutes return, note the deliveries, and delete old data."""
        self.find_substitutes()
        self.come_back()
        self.note_deliveries(self.now - timedelta(days=6), self.now - timedelta(days=4.5))
        if self.stack.sweeps:
            self.stack.send("games.clean_up")
            self.stack.quiet()
        self.at(self.now + DAY, self.each_day)

    def note_notifications(self) -> None:
        """Note new notifications, and check that those sent just now were not outdated."""
        last = max(self.notifications, default=0)
        rows = self.stack.ask(
            "SELECT id, kind, player_id::text, match_id::text, version, at FROM games_notification WHERE id > %s", last
        )
        self.notifications.update({row[0]: row[1:] for row in rows})
        for told in self.receiver.told[self.seen_told :]:
            match, kind, version = told.notification
            if kind in ("your_turn", "time_low") and self.turn_ended(match, version, told.at):
                self.wrong.append(f"{told.path} was told of {kind} in {match} at {told.at}, when it was over")
        self.seen_told = len(self.receiver.told)

    def turn_ended(self, match: str, version: int, at: datetime) -> bool:
        """Return whether a turn was over before a moment; a turn that ended at that moment was not."""
        query = "SELECT 1 FROM games_move WHERE match_id = %s AND version > %s AND at < %s"
        return bool(self.stack.ask(query, match, version, at))

    def is_over(self, match: str, version: int) -> bool:
        """Return whether a turn or the match is over, or has stopped meanwhile."""
        stops = "SELECT 1 FROM games_tableevent WHERE match_id = %s AND version > %s AND type IN ('paused', 'finished')"
        return self.turn_ended(match, version, self.now) or bool(self.stack.ask(stops, match, version))

    def note_deliveries(self, since: datetime, until: datetime) -> None:
        """Note the results of deliveries in a period."""
        query = """SELECT d.notification_id, d.state, d.message::text
            FROM games_delivery d JOIN games_notification o ON o.id = d.notification_id
            WHERE o.at >= %s AND o.at < %s"""
        found: dict[int, list[tuple[str, str]]] = defaultdict(list)
        for notification, *delivery in self.stack.ask(query, since, until):
            found[notification].append(tuple(delivery))
        self.deliveries.update(found)

    def run(self) -> None:
        """Run the events of the year."""
        self.at(BEGIN + DAY, self.each_day)
        bar = tqdm(total=self.wish.days, unit="day", disable=not sys.stderr.isatty())
        stuck = 0
        for _ in attempts(10_000_000, "the year ends"):
            due = self.stack.next_due()
            nearest = self.agenda[0][0] if self.agenda else self.end
            at = max(min(due or self.end, nearest), self.now)
            if at >= self.end:
                break
            stuck = stuck + 1 if at == self.now else 0
            if stuck > 50:
                at += timedelta(seconds=5)
                self.done["moments that did not end"] += 1
            self.stack.go_to(at)
            if due and due <= at:
                self.stack.sweep()
            for _ in attempts(100_000, "nothing more happens at this moment"):
                if not self.agenda or self.agenda[0][0] > at:
                    break
                heapq.heappop(self.agenda)[2]()
                self.stack.quiet()
            self.see_turns()
            self.note_notifications()
            bar.update(round((at - BEGIN) / DAY) - bar.n)
        bar.close()


# --- afterwards -------------------------------------------------------------------------------------------------------


def reckon(year: Year) -> Reckoning:
    """Compute every turn of the log again, and every bank."""
    stack = year.stack
    reckoning = Reckoning(BEGIN - 3 * DAY, year.end + 60 * DAY, stack.away)
    rows: dict[str, list[tuple[int, datetime, str, int | None, str, str]]] = defaultdict(list)
    for match, version, at, seat, by in stack.ask("SELECT match_id::text, version, at, seat, by FROM games_move"):
        rows[match].append((version, at, "move", seat, by, ""))
    for match, version, at in stack.ask("SELECT match_id::text, version, at FROM games_round"):
        rows[match].append((version, at, "round", None, "", ""))
    query = "SELECT match_id::text, version, at, type, seat, by, data FROM games_tableevent"
    for match, version, at, kind, seat, by, data in stack.ask(query):
        rows[match].append((version, at, kind, seat, by, data))
    kept = dict(stack.ask("SELECT id::text, clock FROM games_match"))
    for match, control in year.controls.items():
        reckon_match(year, reckoning, match, control, sorted(rows[match]), kept[match])
    return reckoning


def reckon_match(
    year: Year, reckoning: Reckoning, match: str, control: dict[str, Any], rows: list[Any], kept: dict[str, Any]
) -> None:
    """Compute the turns of a match."""
    agreed = agreed_in(control)
    banks: dict[int, float] = defaultdict(lambda: agreed.bank)
    sitting: list[str | None] = []
    begun: datetime | None = None
    back: dict[int, datetime] = {}
    paused: list[Span] = []
    paused_at: datetime | None = None
    for version, at, kind, seat, by, data in rows:
        if kind == "started":
            sitting = [one["player"] for one in json.loads(data)["seats"]]
        elif kind == "paused":
            paused_at = at
        elif kind == "resumed" and paused_at:
            paused.append((paused_at, at))
            paused_at = None
        elif kind == "autopilot_off":
            back[seat] = at
        elif kind == "substituted":
            newcomer = json.loads(data)
            if sitting[seat] != newcomer["in_place_of"]:
                reckoning.wrong.append(f"{match}, seat {seat}: {newcomer['in_place_of']} did not sit there")
            sitting[seat], back[seat], banks[seat] = newcomer["player"], at, max(banks[seat], agreed.bank)
            reckoning.substitutes += 1
        if kind == "move" and by in ("player", "timeout") and begun is not None and sitting[seat]:
            book = year.people[sitting[seat]].book
            start = max(begun, back.get(seat, begun))
            where = f"{match}, version {version}, seat {seat}"
            banks[seat] = reckoning.turn(where, book, agreed, banks[seat], (start, at), paused, by)
        if kind in ("started", "move", "round"):
            begun, paused = at, []
    if agreed.cap and kept.get("banks"):
        for seat, bank in enumerate(kept["banks"]):
            if sitting[seat] and abs(bank - banks[seat]) > 12:
                reckoning.wrong.append(f"{match}, seat {seat}: {bank:.0f} s in the bank, and not {banks[seat]:.0f}")


def look_at_matches(year: Year) -> Counter[str]:
    """Return the ends of matches, or the reasons why they wait; wrong ones are noted."""
    found: Counter[str] = Counter()
    query = "SELECT id::text, status, due_at, wake_at, paused_at FROM games_match"
    for match, status, due_at, wake_at, paused_at in year.stack.ask(query):
        waits = "is paused" if paused_at else "waits for a person" if due_at else "waits for a bot"
        found[status if status != "running" else waits] += 1
        late = wake_at is not None and wake_at < year.now - timedelta(minutes=2)
        if status in ("running", "lobby") and (late or wake_at is None):
            year.wrong.append(f"{match} {waits} and was to be looked at {wake_at}, it is {year.now}")
    return found


def look_at_telling(year: Year) -> Counter[str]:
    """Return the results of notifications; doubled and missing ones are noted."""
    year.note_deliveries(BEGIN, year.now + DAY)
    found: Counter[str] = Counter()
    told = Counter((one.path, one.notification) for one in year.receiver.told)
    messages: dict[str, set[str]] = defaultdict(set)
    expected: Counter[Any] = Counter()
    for number, (kind, player, match, version, at) in year.notifications.items():
        person = year.people[player]
        if not person.channel or not person.told_from or at <= person.told_from:
            continue
        where, deliveries = f"{person.name}, by {person.channel}: {kind} in {match} of {at}", year.deliveries[number]
        if len(deliveries) != 1:
            year.wrong.append(f"{where} has {len(deliveries)} deliveries")
            continue
        ((state, message),) = deliveries
        found[f"{person.channel} {state}"] += 1
        if state == "taken":
            expected[person.target, (match, kind, version)] += 1
            messages[player].add(message)
        elif state == "waiting" and at < year.now - timedelta(days=2):
            year.wrong.append(f"{where} still waits")
        elif state == "outdated" and kind in ("your_turn", "time_low") and not year.is_over(match, version):
            year.wrong.append(f"{where} was not told, and goes on")
    for person in year.people.values():
        if person.channel == "webhook":
            keys = {key for key in (told.keys() | expected.keys()) if key[0] == person.target}
            year.wrong += [
                f"{key}: told {told[key]} times of {expected[key]}" for key in keys if told[key] != expected[key]
            ]
        elif person.channel:
            arrived = len(person.browser.arrived) if person.browser else year.mails.told(person.target)
            if arrived != len(messages[person.id]):
                year.wrong.append(
                    f"{person.name} has {arrived} messages by {person.channel} of {len(messages[person.id])}"
                )
    year.wrong += [*year.receiver.wrong, *year.pushes.faults, *year.mails.faults]
    return found


def look_at_streams(year: Year) -> int:
    """Return the number of events read in streams; gaps and doubles are noted."""
    count = 0
    for person in year.people.values():
        person.read_events()
        count += len(person.events)
        if person.events != list(range(1, len(person.events) + 1)):
            year.wrong.append(f"{person.name} read events with gaps, or twice: {person.events[:20]} …")
        mine = sum(player == person.id for _, player, *_ in year.notifications.values())
        if mine != len(person.events):
            year.wrong.append(f"{person.name} read {len(person.events)} events of {mine}")
    return count


def report(year: Year, command: str, seconds: float) -> str:
    """Return the events and the errors, as a page."""
    matches = look_at_matches(year)
    reckoning = reckon(year)
    told = look_at_telling(year)
    read = look_at_streams(year)
    verified = year.stack.manage("verify_matches").strip().splitlines()[-1]
    wrong = [*year.wrong, *reckoning.wrong]
    if reckoning.substitutes != year.substituted:
        wrong.append(
            f"{year.substituted} substitutes were told that they sit, the log knows of {reckoning.substitutes}"
        )
    kinds = Counter(kind for kind, *_ in year.notifications.values())
    away = sum((ends - begins for begins, ends in year.stack.away), timedelta())
    receiver = year.receiver

    def listed(counted: Counter[str]) -> str:
        return ", ".join(f"{name} {count}" for name, count in sorted(counted.items()))

    lines = [
        "# A year of slow play",
        "",
        f"    {command}",
        "",
        (
            f"{year.wish.days} days from {BEGIN:%Y-%m-%d}, {year.wish.people} people in {len(ZONES)} time zones; "
            f"{seconds / 60:.0f} minutes by the clock on the wall."
        ),
        "",
        f"- matches: {listed(matches)}",
        f"- what people did: {listed(year.done)}",
        f"- nobody swept for {away.total_seconds() / 3600:.0f} hours in all, {len(year.stack.away)} times",
        (
            f"- turns worked out anew from calendars, vacations, pauses and outages: {reckoning.turns}, "
            f"of which {reckoning.timeouts} were played by the clock, each within {12} s of its deadline"
        ),
        f"- seats that others took over: {reckoning.substitutes}",
        f"- notifications: {listed(kinds)}",
        f"- what became of them: {listed(told)}",
        (
            f"- webhooks: {receiver.asked} requests, {receiver.doubles} came twice and were dropped; push service: "
            f"{year.pushes.asked} requests; mail server: {year.mails.asked} mails"
        ),
        f"- in streams: {read} events read, without gaps",
        f"- `verify_matches`: {verified}",
        f"- longest wait for workers to come to rest: {year.stack.longest_quiet:.1f} s",
        "",
        f"**{len(wrong)} wrong.**",
        "",
        *(f"- {one}" for one in wrong[:40]),
    ]
    return "\n".join(lines).rstrip() + "\n"


def main() -> int:
    """Read the command line, and simulate the year."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--people", type=int, default=120)
    parser.add_argument("--days", type=int, default=366)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=Path, help="file for a copy of the report")
    wish = parser.parse_args()
    begin = time.monotonic()
    mails = Mails()
    settings = {
        "EMAIL_URL": f"smtp://127.0.0.1:{mails.port}",
        "DEFAULT_FROM": "Chkobba <cards@cards.example>",
        "PUBLIC_URL": PUBLIC_URL,
        "VAPID_PRIVATE_KEY": VAPID_KEY,
        "VAPID_SUBJECT": "mailto:host@cards.example",
    }
    with opened(BEGIN, **settings) as stack:
        pushes = Pushes(stack.clock.now, encryption.application_server_key(VAPID_KEY))
        year = Year(stack, Receiver(stack.clock.now), pushes, mails, wish)
        year.invite()
        year.plan_matches()
        year.plan_failures()
        year.run()
        if not stack.sweeps:
            stack.recover()
        stack.sweep()
        year.note_notifications()
        command = " ".join(["python -m tests.proofs.torture.year", *sys.argv[1:]])
        page = report(year, command, time.monotonic() - begin)
    print(page)
    if wish.report:
        wish.report.write_text(page)
    return page.count("**0 wrong.**") != 1


if __name__ == "__main__":
    sys.exit(main())
