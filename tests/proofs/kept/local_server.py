"""A server in this process, used only through its API, with a given clock and random numbers: each run is the same."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any, Final
from unittest.mock import patch

import time_machine
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone
from knox import crypto

from games.models import LastSweep, Seat
from games.services import due_matches
from tests.helpers.eventually import attempts, drain
from tests.helpers.sweeping import sweep

SECOND: Final = timedelta(seconds=1)
BETWEEN_SWEEPS: Final = timedelta(seconds=10)
"""Shorter than the gap between sweeps that a server calls an outage (``games.clock.outages.SHORTEST``)."""

View = dict[str, Any]


@dataclass(frozen=True)
class Guest:
    """A player and the token for requests."""

    id: str
    name: str
    token: str


@dataclass
class LocalServer:
    """The server, its clock, and the players whose tokens are known."""

    time: time_machine.Traveller
    luck: Random
    guests: dict[str, Guest] = field(default_factory=dict)
    """The known players by their id."""
    sent: list[tuple[str, str, Any, str, Any]] = field(default_factory=list)
    """Moves with an idempotency key: the player, the path, the body, the key, and the answer."""
    swept: datetime | None = None
    client: Client = field(default_factory=Client)

    @property
    def now(self) -> datetime:
        """Return the time of the clock."""
        return timezone.now()

    # --- the clock ----------------------------------------------------------------------------------------------------

    def wait(self, duration: timedelta) -> None:
        """Let time pass; the server does meanwhile all that is due."""
        until = self.now + duration
        for _ in attempts(1_000_000, "the time goes by"):
            if self.now >= until:
                break
            self.time.shift(min(BETWEEN_SWEEPS, until - self.now))
            self.work()

    def jump(self, duration: timedelta) -> None:
        """Let time pass in which nothing is due; the server was awake, so it is no outage."""
        self.time.shift(duration)
        LastSweep.objects.update(at=self.now)

    def tick(self) -> None:
        """Let a second pass."""
        self.time.shift(SECOND)
        if self.swept is None or self.now - self.swept >= BETWEEN_SWEEPS:
            self.work()

    def work(self) -> None:
        """Run the jobs that are due, as workers would."""
        self.swept = self.now
        for match_id in sweep(self.now):
            drain(partial(due_matches.wake, match_id, self.now))

    # --- requests -----------------------------------------------------------------------------------------------------

    def answer(self, guest: Guest | None, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Send a request to a path below ``/api/v1/``; return the status and the data of the answer."""
        if guest:
            headers["Authorization"] = f"Bearer {guest.token}"
        text = "" if body is None else json.dumps(body)
        answer = self.client.generic(method, f"/api/v1/{path}", text, "application/json", headers=headers)
        return answer.status_code, json.loads(answer.content) if answer.content else None

    def ask(self, guest: Guest | None, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Return the data of an answer that must be a success."""
        self.tick()
        status, data = self.answer(guest, method, path, body, **headers)
        assert status < 300, f"{method} {path}: {status} {data}"
        return data

    def guest(self, name: str, avatar: str = "fennec") -> Guest:
        """Create a guest and return it."""
        data = self.ask(None, "POST", "players/guests", {"nickname": name, "avatar": avatar, "device": "a phone"})
        guest = Guest(data["player"]["id"], name, data["token"])
        self.guests[guest.id] = guest
        return guest

    def view(self, match: str) -> View:
        """Return a match as the first of its known players sees it."""
        players = Seat.objects.filter(match=match, player__in=self.guests).order_by("number")
        guest = self.guests[str(players.values_list("player_id", flat=True)[0])]
        return dict(self.ask(guest, "GET", f"matches/{match}"))

    # --- playing ------------------------------------------------------------------------------------------------------

    def play(
        self, match: str, moves: int = 10_000, until: Callable[[View], bool] | None = None, first: str = ""
    ) -> View:
        """Let players make any legal moves, of the type ``first`` where there is one; return the last view.

        It stops at the end of the match, after this number of moves, or when ``until`` is true for the view of the
        mover.
        """
        view = self.view(match)
        made = 0
        for _ in attempts(100_000, "the match ends"):
            if view["status"] != "running" or made == moves:
                break
            seat = view["seats"][view["to_act"]]
            if seat["bot"] or seat["autopilot"]:
                self.tick()
                self.work()
                view = self.view(match)
                continue
            mover = self.guests[seat["player"]]
            view = self.ask(mover, "GET", f"matches/{match}")
            if until and until(view):
                break
            view = self.move(mover, view, first)
            made += 1
        return view

    def move(self, mover: Guest, view: View, first: str = "", key: str = "") -> View:
        """Let a player make any legal move; return the view after it."""
        match, legal = view["id"], view["legal_moves"]
        moves = legal["moves"] if legal["complete"] else self.ask(mover, "GET", f"matches/{match}/legal-moves")["moves"]
        wanted = [one for one in moves if one["move"]["type"] == first] or moves
        body = {"move": self.luck.choice(wanted)["move"], "expected_version": view["version"]}
        answer = self.ask(mover, "POST", f"matches/{match}/moves", body, **({"Idempotency-Key": key} if key else {}))
        if key:
            self.sent.append((mover.id, f"matches/{match}/moves", body, key, answer))
        return dict(answer["view"])


@contextmanager
def opened(at: datetime, luck: Random, guests: dict[str, Guest] | None = None) -> Iterator[LocalServer]:
    """Open the server on the database of the environment, at a time, with ids, seeds and tokens drawn from ``luck``."""
    with (
        time_machine.travel(at, tick=False) as traveller,
        patch.object(os, "urandom", luck.randbytes),
        patch.object(random, "_urandom", luck.randbytes),
        patch.object(crypto, "generate_bytes", Random(f"tokens {at}").randbytes),
    ):
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
        if connection.vendor == "sqlite":
            connection.settings_dict["OPTIONS"]["init_command"] = "PRAGMA synchronous=OFF"
        yield LocalServer(traveller, luck, guests or {})
        connection.close()


def reopened(release: str, kept: dict[str, Any], luck: str) -> AbstractContextManager[LocalServer]:
    """Open the server on the database of a release, at the time at which it was kept, with its players."""
    guests = {guest["id"]: Guest(**guest) for guest in kept["guests"]}
    return opened(datetime.fromisoformat(kept["at"]), Random(f"{release} {luck}"), guests)
