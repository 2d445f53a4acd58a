"""The people of the year: their time zones, their habits of play, and the turns that they forget."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from random import Random
from typing import Any, Final
from zoneinfo import ZoneInfo

import httpx

from tests.helpers.eventually import attempts
from tests.notifications.pushing import Browser
from tests.proofs.torture.year.reckoning import Agreed, Book, Calendar

ZONES: Final = (
    *("Africa/Tunis", "Africa/Casablanca", "Europe/Rome", "Europe/Paris", "Europe/London", "America/New_York"),
    *("America/Santiago", "America/St_Johns", "Asia/Kolkata", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Auckland"),
)
"""Zones with clock changes of half an hour, for Ramadan, in the southern hemisphere, or none, among others."""
GAMES: Final = ("chkobba", "scopa", "scopa-dassi", "camba", "cirulla", "haggis", "escoba", "scopone-scientifico")
WITHOUT_TARGET: Final = ("camba", "haggis")
DAY: Final = timedelta(days=1)
BINDS_AFTER: Final = timedelta(hours=48)
ALL: Final = ("nights", "weekdays", "dates", "vacations")

CONTROLS: Final[Sequence[dict[str, Any]]] = (
    {"type": "move", "seconds": 86_400},
    {"type": "move", "seconds": 86_400, "honours": ["nights", "vacations"]},
    {"type": "move", "seconds": 3 * 86_400, "honours": list(ALL)},
    {"type": "move", "seconds": 7 * 86_400, "honours": ["vacations"]},
    {"type": "move", "seconds": 5 * 3600, "honours": ["nights", "weekdays"]},
    {"type": "bank", "seconds": 43_200, "bank_seconds": 86_400, "increment_seconds": 3600, "cap_seconds": 172_800},
    {
        "type": "bank",
        "seconds": 0,
        "bank_seconds": 259_200,
        "increment_seconds": 21_600,
        "cap_seconds": 259_200,
        "honours": list(ALL),
    },
    {
        "type": "bank",
        "seconds": 28_800,
        "bank_seconds": 172_800,
        "increment_seconds": 0,
        "cap_seconds": 172_800,
        "honours": ["nights", "dates", "vacations"],
    },
)


def agreed_in(control: dict[str, Any]) -> Agreed:
    """Return a control in the form of the computation."""
    return Agreed(
        control["seconds"],
        control.get("bank_seconds", 0),
        control.get("increment_seconds", 0),
        control.get("cap_seconds", 0),
        tuple(control.get("honours", ())),
    )


@dataclass
class Person:
    """A player of the simulation: their client, their habits, and their calendars and vacations."""

    name: str
    http: httpx.Client
    id: str
    luck: Random
    zone: str
    habit: str
    """One of ``prompt``, ``evenings``, ``slow``."""
    forgets: float
    """The probability of forgetting a turn, from 0 to 1."""
    vanishes_at: datetime | None = None
    book: Book = field(default_factory=Book)
    last_event: int = 0
    events: list[int] = field(default_factory=list)
    channel: str = ""
    """The type of their channel: ``webhook``, ``web_push``, ``mail``, or none."""
    target: str = ""
    """The target of their channel: the path of the webhook, or the mail address."""
    browser: Browser | None = None
    told_from: datetime | None = None

    def is_gone(self, now: datetime) -> bool:
        """Return whether they have vanished."""
        return self.vanishes_at is not None and self.vanishes_at <= now

    def looks_at(self, now: datetime, turn_seconds: float) -> datetime | None:
        """Return when they see their turn and move; None if they forget it."""
        if self.is_gone(now) or self.luck.random() < self.forgets:
            return None
        match self.habit:
            case "prompt":
                at = now + timedelta(minutes=self.luck.expovariate(1 / 40))
            case "evenings":
                at = self._at_hour(now, self.luck.uniform(18, 22.5))
            case _:
                at = now + timedelta(seconds=self.luck.uniform(0.1, 0.8) * turn_seconds)
        wall = at.astimezone(ZoneInfo(self.zone)).hour
        return at if 7 <= wall < 23 else self._at_hour(at, self.luck.uniform(7, 9))

    def _at_hour(self, now: datetime, hour: float) -> datetime:
        """Return the next moment at which a clock in their time zone shows an hour."""
        zone = ZoneInfo(self.zone)
        clock = time(int(hour), int(hour % 1 * 60), self.luck.randrange(60))
        at = datetime.combine(now.astimezone(zone).date(), clock, zone).astimezone(now.tzinfo)
        return at if at > now else at + DAY

    # --- actions ------------------------------------------------------------------------------------------------------

    def move(self, match: str) -> int | None:
        """Move in a match if it is their turn; return the status of the answer, or None."""
        view = self.ask("GET", f"matches/{match}")
        if not view.get("your_turn"):
            return None
        moves = view["legal_moves"]["moves"]
        if not moves:
            moves = self.ask("GET", f"matches/{match}/legal-moves?limit=100")["moves"]
        sent = {"move": self.luck.choice(moves)["move"], "expected_version": view["version"]}
        answer = self.http.post(f"matches/{match}/moves", json=sent, headers={"Idempotency-Key": uuid.uuid4().hex})
        return answer.status_code

    def ask(self, method: str, path: str, **how: Any) -> Any:
        """Send a request. Raises RuntimeError when the server refuses it."""
        answer = self.http.request(method, path, **how)
        if answer.is_error:
            raise RuntimeError(f"{self.name}: {method} {path}: {answer.status_code} {answer.text[:500]}")
        return answer.json() if answer.content else None

    def read_events(self) -> None:
        """Read the new events of the stream."""
        for _ in attempts(10_000, "the last page"):
            page = self.ask("GET", f"me/events?after={self.last_event}&limit=200")
            self.events += [event["id"] for event in page["events"]]
            self.last_event = page["last"]
            if not page["more"]:
                return

    def change_calendar(self, now: datetime) -> None:
        """Set a new calendar, by quarters of an hour; it takes effect two days later."""
        luck = self.luck
        night = (luck.randrange(84, 96), luck.randrange(20, 40)) if luck.random() < 0.8 else None
        dates = {(now + luck.randrange(3, 200) * DAY).date().isoformat() for _ in range(luck.randrange(4))}
        free = tuple(sorted(luck.sample(range(7), luck.randrange(3))))
        calendar = Calendar(self.zone, night, free, tuple(sorted(dates)))
        self.ask("PUT", "me/availability/calendar", json=calendar.asked())
        self.book.calendars = [one for one in self.book.calendars if one[0] <= now]
        if calendar != self.book.bound(now):
            self.book.calendars.append((now + BINDS_AFTER, calendar))

    def go_on_vacation(self, now: datetime) -> datetime | None:
        """Start a vacation now; return when they end it early, if they do."""
        hours = self.ask("GET", "me/availability")
        days = min(self.luck.randint(2, 10), int(hours["vacation_days"]))
        if hours["vacation"] or days < 1:
            return None
        begun = self.ask("POST", "me/availability/vacation", json={"days": days})["vacation"]
        zone = ZoneInfo(self.zone)
        ends = datetime.combine(now.astimezone(zone).date() + days * DAY, time(), zone).astimezone(now.tzinfo)
        if datetime.fromisoformat(begun["ends"]) != ends:
            raise AssertionError(f"{self.name}: a vacation of {days} days ends at {begun['ends']}, and not at {ends}")
        self.book.vacations.append((now, ends))
        self.book.changes.append(now)
        return now + self.luck.random() * (ends - now) if self.luck.random() < 0.3 else None

    def come_back(self, now: datetime) -> None:
        """End the current vacation."""
        begins, ends = self.book.vacations[-1]
        if ends <= now:
            return
        self.ask("DELETE", "me/availability/vacation")
        self.book.vacations[-1] = (begins, now)
        self.book.changes.append(now)
