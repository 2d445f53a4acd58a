"""What all tests share: players, matches, and a client that holds every answer to the published schema."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any, Final
from uuid import UUID

import pytest
import time_machine
from celery.signals import before_task_publish
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection
from hypothesis import HealthCheck, settings

from accounts.authentication import remembered
from accounts.models import Player
from chkobba_api import structs, urls  # noqa: F401  (as a server does it)
from chkobba_api.rest import throttling
from games import guards, shuffle
from games.clock.controls.move import MoveControl
from games.models import Match
from games.services import lobby
from games.services.table import Table
from tests.browser.started import CHROMIUM, FIREFOX
from tests.client import Client
from tests.live.server import RABBITMQ, ROOT, Server, reachable

settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("default")

NOW = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
"""When a test happens: as a window of the limits begins, and within the last hour, since a date that is written down
runs out."""

SCREENSHOTS = ROOT / "var" / "screenshots"
"""Where tests in a browser keep pictures of what they saw, for people to look at."""
SLOW: Final = {"browser", "kept", "live", "torture"}
"""The folders of tests that take seconds each, not milliseconds."""
PURE: Final = {"clock", "engine", "texts", "web"}
"""The folders whose tests, but for those with a database, would do on PostgreSQL the same again."""
FAILED = pytest.StashKey[bool]()
"""Whether a test failed, for fixtures that tell more then."""
LEFT_OUT: dict[str, str] = {}
"""The markers whose tests do not run here, and why."""
if not shutil.which("node"):
    LEFT_OUT["node"] = "of modules outside of a browser: there is no Node.js"
if "DATABASE_URL" not in os.environ:
    LEFT_OUT["rabbitmq"] = "of RabbitMQ; make test-services runs them"
elif not reachable(RABBITMQ):
    LEFT_OUT["rabbitmq"] = f"of RabbitMQ: nobody listens at {RABBITMQ}"
if "DATABASE_URL" in os.environ:
    LEFT_OUT["browser"] = "in a real browser; make test runs them"
    LEFT_OUT["pure"] = f"of {', '.join(sorted(PURE))} that ask no database; make test runs them"
else:
    LEFT_OUT["production"] = "of the production stack; make test-services runs them"
    if not CHROMIUM:
        LEFT_OUT["browser"] = "in a real browser: there is no Chromium (Debian, Ubuntu: apt install chromium)"
    if not FIREFOX:
        LEFT_OUT["firefox"] = "in Firefox: there is none (Debian: apt install firefox-esr)"


def pytest_configure(config: pytest.Config) -> None:
    """Hash passwords quickly and let bots move at once, since tests do so hundreds of times; real servers do not."""
    django_settings.BOT_PACE = 0
    django_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    structs.prepare()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out, and say so, what cannot be done here. Raises UsageError where a browser is required and missing."""
    if "BROWSERS_REQUIRED" in os.environ and not (CHROMIUM and FIREFOX):
        raise pytest.UsageError("BROWSERS_REQUIRED is set, and Chromium or Firefox is missing")
    if "DATABASE_URL" in os.environ:
        for item in items:
            if is_pure(item):
                item.add_marker("pure")
    left_out = [item for item in items if any(item.get_closest_marker(marker) for marker in LEFT_OUT)]
    items[:] = in_shares([item for item in items if item not in left_out])
    config.hook.pytest_deselected(items=left_out)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note which test failed."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


def is_pure(item: pytest.Item) -> bool:
    """Say whether a test asks no database and no server, directly or by its fixtures."""
    asked = {"db", "transactional_db", "server"}.intersection(getattr(item, "fixturenames", ()))
    return bool(PURE.intersection(item.path.parts)) and not asked and not item.get_closest_marker("django_db")


def in_shares(items: list[pytest.Item]) -> list[pytest.Item]:
    """Put a share of the slow tests before each process's share of the others, which is dealt from the top.

    A process that has done its share takes tests from the end of another's: quick ones, so that all end together.
    """
    slow = [item for item in items if SLOW.intersection(item.path.parts)]
    quick = [item for item in items if not SLOW.intersection(item.path.parts)]
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    return [item for process in range(processes) for kind in (slow, quick) for item in share(kind, process, processes)]


def share(items: list[pytest.Item], process: int, processes: int) -> list[pytest.Item]:
    """Return the tests that fall to one of so many processes."""
    return items[len(items) * process // processes : len(items) * (process + 1) // processes]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Name what was left out, and where pictures are."""
    for reason in LEFT_OUT.values():
        terminalreporter.write_line(f"LEFT OUT: tests {reason}", yellow=True, bold=True)
    if SCREENSHOTS.is_dir():
        terminalreporter.write_line(f"pictures of the pages: {SCREENSHOTS}")


@pytest.fixture
def now() -> datetime:
    """Return the time at which a test happens."""
    return NOW


@pytest.fixture
def frozen(now: datetime) -> Iterator[time_machine.Traveller]:
    """Stop the clock at the beginning of a window of every throttle."""
    with time_machine.travel(now, tick=False) as clock:
        yield clock


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """Let no test count the requests of another, nor know its tokens."""
    cache.clear()
    throttling.taken.clear()
    remembered.clear()


@pytest.fixture(autouse=True)
def _same_cards_each_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw ids and seeds of matches, from which all decks follow, from the name of the test."""
    luck = Random(request.node.nodeid)
    monkeypatch.setattr(shuffle, "draw_seed", lambda: luck.randbytes(32).hex())
    monkeypatch.setattr(Match._meta.get_field("id"), "_get_default", lambda: UUID(bytes=luck.randbytes(16), version=4))


@pytest.fixture
def player(db: None) -> Callable[..., Player]:
    """Return a maker of guests: ``player("Amel")``."""

    def make(nickname: str = "Amel") -> Player:
        return Player.objects.create_guest(nickname, "fennec")

    return make


@pytest.fixture
def make_match(player: Callable[..., Player]) -> Callable[..., Table]:
    """Return a maker of matches: ``make_match(creator, game="chkobba", bots={1: "easy"}, turn_seconds=60)``."""

    def make(creator: Player | None = None, *, at: datetime = NOW, **wishes: Any) -> Table:
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
        return lobby.create_match(creator or player("Creator"), lobby.Wish(**wish), at)

    return make


@pytest.fixture
def running(make_match: Callable[..., Table], player: Callable[..., Player]) -> Callable[..., Table]:
    """Return a maker of matches that are being played, by players at every seat that has no bot."""

    def make(*players: Player, at: datetime = NOW, **wishes: Any) -> Table:
        creator = players[0] if players else player("Seat 0")
        table = make_match(creator, at=at, **{"autostart": True, **wishes})
        others = list(players[1:])
        while table.match.status == "lobby":
            table = lobby.join_by_code(table.match.code, others.pop(0) if others else player("Other"), at)
        return table

    return make


@pytest.fixture
def client_of(db: None) -> Callable[..., Client]:
    """Return a maker of clients: of a player, or of nobody."""
    return Client


@pytest.fixture
def sent_tasks() -> Iterator[list[tuple[str, tuple[Any, ...]]]]:
    """Return the tasks that are sent to workers during a test, by name and arguments."""
    sent: list[tuple[str, tuple[Any, ...]]] = []

    def note(sender: str, body: Any, **more: Any) -> None:
        sent.append((sender, tuple(body[0])))

    before_task_publish.connect(note, weak=False)
    yield sent
    before_task_publish.disconnect(note)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a running server: one for all tests of a test process that break nothing."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def _log_may_be_emptied(transactional_db: None) -> Iterator[None]:
    """Take the guards of the log away before the database is emptied after a test; migrating puts them back."""
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS knox_authtoken")  # unused; it refers to players, and Django passes it over
        for table in guards.GUARDED:
            if connection.vendor == "postgresql":
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_guard ON {table}")
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_guard_truncate ON {table}")
                cursor.execute("DROP TABLE IF EXISTS knox_authtoken")  # replaced by ours, refers to players
            else:
                for verb in ("UPDATE", "DELETE"):
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_guard_{verb}")
