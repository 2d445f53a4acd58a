"""Fixtures of all tests: players, matches, and a client that checks every answer against the published schema."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import cache as remember
from math import inf
from random import Random
from threading import Thread
from typing import Any, Final, NamedTuple
from uuid import UUID

import pytest
import time_machine
from celery.signals import before_task_publish
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection
from django.test import Client as DjangoClient
from django.utils import timezone
from hypothesis import HealthCheck, settings

from accounts.devices.authentication import remembered
from accounts.models import Player
from chkobba_api import msgspec_warmup, urls  # noqa: F401  (as a server does it)
from chkobba_api.rest.language import hear
from chkobba_api.rest.limits import throttling
from games import append_only, shuffle, tasks
from games.clock.controls.move import MoveControl
from games.models import Match
from games.services.bots import puzzles
from games.services.dispatch import outages
from games.services.matches.locked_match import LockedMatch
from games.services.matchmaking.lobby import joining, match_creation
from games.services.privacy import account_deletion
from games.services.turns import availability
from tests.helpers.api_client import Client
from tests.helpers.databases import ROOT, copy_into_memory, folder_of_run, migrated
from tests.helpers.staff import client_of_staff, logged_in
from tests.proofs.browser.started import CHROMIUM
from tests.proofs.torture import database

PROOFS: Final = ROOT / "tests" / "proofs"
NEED_DATABASE: Final = {"db", "transactional_db"}
"""The fixtures that open the database."""

settings.register_profile(
    "default", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("default")

NOW = datetime(2026, 11, 2, 9, tzinfo=UTC)
"""The time of every test: a Monday morning, as a window of each limit begins."""

IN_MEMORY: Final = "file:tests?mode=memory&cache=shared"
"""The database of a test process in memory, without services."""
LEFT_OUT: dict[str, str] = {}
"""The markers whose tests do not run here, with the reason."""
if not shutil.which("node"):
    LEFT_OUT["node"] = "of modules outside of a browser: there is no Node.js"
if not shutil.which("redis-server"):
    LEFT_OUT["redis_server"] = "of a Redis with TLS or a password: there is no redis-server (Debian: apt install redis)"
if not CHROMIUM:
    LEFT_OUT["browser"] = "IN A BROWSER: there is no Chromium (Debian, Ubuntu: apt install chromium)"
if "DATABASE_URL" in os.environ:
    LEFT_OUT["pure"] = "that use no database; make test runs them"
else:
    LEFT_OUT["production"] = "of PostgreSQL; make test-services runs them"


def pytest_configure(config: pytest.Config) -> None:
    """Hash passwords quickly and let bots move at once, since tests do so hundreds of times; real servers do not.

    A worker has all the time that it needs for a step, so that a slow machine changes nothing. The name of a puzzle
    determines it, so a process makes each puzzle once.
    """
    django_settings.BOT_PACE = 0
    django_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    django_settings.WHITENOISE_AUTOREFRESH = True  # each client has a handler; it need not read every file
    puzzles.make = remember(puzzles.make)
    msgspec_warmup.prepare()
    for module, budget in ((availability, "STEP"), (account_deletion, "STEP"), (outages, "AT_ONCE"), (tasks, "SLICE")):
        setattr(module, budget, inf)
    folder_of_run()  # before the processes that share it start
    if config.getoption("numprocesses", None) and not config.option.collectonly:
        Thread(target=migrated).start()  # while the processes collect tests


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that cannot run here, and on services those that need no database.

    Migrates a database here if a test needs one: that takes longer than a test may. Raises UsageError where
    ``BROWSERS_REQUIRED`` is set, as in CI, and there is no browser.
    """
    if "BROWSERS_REQUIRED" in os.environ and "browser" in LEFT_OUT:
        raise pytest.UsageError(f"Tests {LEFT_OUT['browser']}, and BROWSERS_REQUIRED is set.")
    for item in items:
        if not uses_database(item):
            item.add_marker("pure")
    left_out = {item for item in items if any(item.get_closest_marker(marker) for marker in LEFT_OUT)}
    items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: item.get_closest_marker("smoke") is None)  # the longest tests come first
    config.hook.pytest_deselected(items=list(left_out))
    if not config.option.collectonly and any(uses_database(item) for item in items):
        migrated()
    gc.collect()
    gc.freeze()  # the tests stay to the end; looking through them again and again takes a tenth of the time
    gc.set_threshold(50_000, 20, 100)


def uses_database(item: pytest.Item) -> bool:
    """Return whether a test uses the database, directly or through its fixtures."""
    fixtures = not NEED_DATABASE.isdisjoint(getattr(item, "fixturenames", ()))
    marked = any(item.get_closest_marker(marker) for marker in ("django_db", "production"))
    return fixtures or marked or item.path.is_relative_to(PROOFS)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the reasons for deselected tests."""
    for reason in LEFT_OUT.values():
        terminalreporter.write_line(f"LEFT OUT: tests {reason}", yellow=True, bold=True)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> Iterator[None]:
    """Copy the database of a test process from one that is migrated once for all processes."""
    if connection.vendor == "postgresql":
        connection.settings_dict["TEST"]["TEMPLATE"] = migrated()
        yield
    else:
        connection.settings_dict["TEST"]["NAME"] = IN_MEMORY
        with closing(copy_into_memory(IN_MEMORY)):
            yield


@pytest.fixture
def now() -> datetime:
    """Return the time of the tests."""
    return NOW


@pytest.fixture(autouse=True)
def frozen() -> Iterator[time_machine.Traveller]:
    """Stop the clock at ``NOW``, so that every run sees the same time; a test may move it."""
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """Start each test without counted requests, known tokens and the language of other tests."""
    forget_requests()
    hear("")


def forget_requests() -> None:
    """Forget the counted requests and the tokens that were seen."""
    cache.clear()
    throttling.taken.clear()
    remembered.clear()


@pytest.fixture(autouse=True)
def _same_cards_each_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Derive ids and seeds of matches, and so all decks, from the name of the test."""
    luck = Random(request.node.nodeid)
    monkeypatch.setattr(shuffle, "draw_seed", lambda: luck.randbytes(32).hex())
    monkeypatch.setattr(Match._meta.get_field("id"), "_get_default", lambda: UUID(bytes=luck.randbytes(16), version=4))


@pytest.fixture
def player(db: None) -> Callable[..., Player]:
    """Return a factory of guests: ``player("Amel")``."""

    def make(nickname: str = "Amel") -> Player:
        return Player.objects.create_guest(nickname, "fennec")

    return make


@pytest.fixture
def amel(player: Callable[..., Player]) -> Player:
    """Return a guest named Amel."""
    return player("Amel")


@pytest.fixture
def sami(player: Callable[..., Player]) -> Player:
    """Return a guest named Sami."""
    return player("Sami")


@pytest.fixture
def make_match(player: Callable[..., Player]) -> Callable[..., LockedMatch]:
    """Return a factory of matches: ``make_match(creator, game="chkobba", bots={1: "easy"}, turn_seconds=60)``."""

    def make(creator: Player | None = None, *, at: datetime = NOW, **wishes: Any) -> LockedMatch:
        wish = {
            "game": "chkobba",
            "seats": 2,
            "options": {},
            "visibility": "public",
            "control": MoveControl(wishes.pop("turn_seconds", 86_400)),
            "autostart": False,
            "bots": {},
            **wishes,
        }
        return match_creation.create_match(creator or player("Creator"), match_creation.MatchSettings(**wish), at)

    return make


@pytest.fixture
def running(make_match: Callable[..., LockedMatch], player: Callable[..., Player]) -> Callable[..., LockedMatch]:
    """Return a factory of running matches, with players at every seat that has no bot."""

    def make(*players: Player, at: datetime = NOW, **wishes: Any) -> LockedMatch:
        creator = players[0] if players else player("Seat 0")
        table = make_match(creator, at=at, **{"autostart": True, **wishes})
        others = list(players[1:])
        for _ in range(sum(seat.is_free for seat in table.seats)):
            table = joining.join_by_code(table.match.code, others.pop(0) if others else player("Other"), at)
        return table

    return make


@pytest.fixture
def table(running: Callable[..., LockedMatch], amel: Player, sami: Player) -> LockedMatch:
    """Return a match of Amel and Sami that has just begun, with no cut before the first move."""
    return running(amel, sami, options={"cut": False})


@pytest.fixture
def client_of(db: None) -> Callable[..., Client]:
    """Return a factory of clients: of a player, or anonymous."""
    return Client


@pytest.fixture
def staff(db: None) -> Player:
    """Return a superuser named Root."""
    return Player.objects.create_superuser("root", None, nickname="Root")


@pytest.fixture
def root(staff: Player) -> DjangoClient:
    """Return a client of a superuser."""
    return logged_in(staff)


@pytest.fixture
def steward(db: None) -> DjangoClient:
    """Return a client of a staff account that may see and change matches."""
    return client_of_staff("steward", "view_match", "change_match")


@pytest.fixture
def watcher(db: None) -> DjangoClient:
    """Return a client of a staff account that may only see matches."""
    return client_of_staff("watcher", "view_match")


@pytest.fixture
def sent_tasks() -> Iterator[list[tuple[str, tuple[Any, ...]]]]:
    """Return the tasks that the server sends to workers during a test, by name and arguments."""
    sent: list[tuple[str, tuple[Any, ...]]] = []

    def note(sender: str, body: Any, **more: Any) -> None:
        sent.append((sender, tuple(body[0])))

    before_task_publish.connect(note, weak=False)
    yield sent
    before_task_publish.disconnect(note)


class Message(NamedTuple):
    """A message to a worker, as the broker gets it."""

    task: str
    arguments: tuple[Any, ...]
    queue: str
    countdown: float
    """Seconds until a worker may run the task."""


@pytest.fixture
def messages() -> Iterator[list[Message]]:
    """Return the messages that the server sends to workers during a test."""
    sent: list[Message] = []

    def note(sender: str, body: Any, routing_key: str, headers: dict[str, Any], **more: Any) -> None:
        eta = headers["eta"]
        countdown = (datetime.fromisoformat(eta) - timezone.now()).total_seconds() if eta else 0.0
        sent.append(Message(sender, tuple(body[0]), routing_key, countdown))

    before_task_publish.connect(note, weak=False)
    yield sent
    before_task_publish.disconnect(note)


@pytest.fixture
def unguarded(db: None) -> Iterator[None]:
    """Remove the triggers that protect the log during a test."""
    with database.unguarded():
        yield


@pytest.fixture
def _log_may_be_emptied(transactional_db: None) -> Iterator[None]:
    """Remove the guards of the log before the database is emptied after a test; migrating restores them."""
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS knox_authtoken")  # unused; it refers to players, and Django skips it
        for table in append_only.GUARDED:
            if connection.vendor == "postgresql":
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_guard ON {table}")
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_guard_truncate ON {table}")
            else:
                for verb in ("UPDATE", "DELETE"):
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_guard_{verb}")
