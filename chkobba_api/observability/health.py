"""Health checks, for load balancers and supervisors: whether the process lives, and whether it can serve."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from time import monotonic
from typing import Any, Final, NamedTuple

import structlog
from celery import current_app
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from chkobba_api.errors import DomainError
from chkobba_api.rest import problems
from chkobba_api.rest.json import to_json
from chkobba_api.rest.language import spoken
from games.engine.messages import Message, say
from games.models import LastSweep
from games.texts import reader

logger = structlog.get_logger(__name__)

LONGEST: Final = 2.0
"""Seconds after which a service that does not answer counts as away."""
FRESH: Final = 1.0
"""Seconds for which the answer of a service is cached."""


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that the process lives, without further checks."""
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> HttpResponse:
    """Answer whether the server is ready, with the result of each check."""
    asked = DATABASE.begin(), BROKER.begin()
    deadline = monotonic() + LONGEST
    database, last_sweep = _database(asked[0], deadline)
    checks = {"database": database, "broker": _broker(asked[1], deadline)}
    if database.ok:
        checks["sweeper"] = sweeper_check(last_sweep, timezone.now())
    shown = {name: check._asdict() for name, check in checks.items()}
    if all(check.ok for check in checks.values()):
        headers = {"Content-Language": spoken(), "Vary": "Accept-Language"}
        return HttpResponse(
            to_json({"status": "ready", "checks": shown}), headers=headers, content_type="application/json"
        )
    wrong = say("ready.not", reasons=tuple(check.detail for check in checks.values() if not check.ok))
    logger.warning("not ready", reason=reader().say(wrong))
    return problems.plain(DomainError("unavailable", wrong, checks=shown))


class Check(NamedTuple):
    """The result of a check of a service that the server needs."""

    ok: bool
    detail: Message


class Question:
    """A check of another server, which may never answer.

    It runs in a thread of its own. While an answer is pending no further check starts, so at most one thread hangs. An
    answer is cached for a second, since a check takes a connection, and many clients may ask.
    """

    def __init__(self, name: str, ask: Callable[[], Any]) -> None:
        self._ask = ask
        self._asked_at = -FRESH
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"readyz-{name}")
        self._asked: Future[Any] | None = None

    def begin(self) -> Future[Any]:
        """Start the check, unless it is running or was done a moment ago; return its result."""
        now = monotonic()
        if self._asked is None or (self._asked.done() and now - self._asked_at >= FRESH):
            self._asked, self._asked_at = self._thread.submit(self._ask), now
        return self._asked


def _last_sweep() -> datetime | None:
    try:
        return LastSweep.last_at()
    finally:
        connection.close()


def _connect_to_broker() -> None:
    with current_app.connection_for_write() as broker:
        broker.connect()
        broker.default_channel  # noqa: B018  (kombu connects to Redis only now)


BROKER: Final = Question("broker", _connect_to_broker)


class _Database(Question):
    """The check of the database. SQLite is a file that cannot hang, so it is read here and now."""

    def begin(self) -> Future[Any]:
        if connection.vendor != "sqlite":
            return super().begin()
        answer: Future[Any] = Future()
        try:
            answer.set_result(LastSweep.last_at())
        except DatabaseError as error:
            answer.set_exception(error)
        return answer


DATABASE: Final = _Database("database", _last_sweep)


def _database(asked: Future[Any], deadline: float) -> tuple[Check, datetime | None]:
    try:
        last_sweep = asked.result(max(0.0, deadline - monotonic()))
    except (DatabaseError, TimeoutError):
        return Check(False, say("ready.database.away")), None
    return Check(True, say("ready.database")), last_sweep


def _broker(asked: Future[Any], deadline: float) -> Check:
    try:
        asked.result(max(0.0, deadline - monotonic()))
    except Exception as error:  # each broker has its own errors
        logger.debug("broker unreachable", error=type(error).__name__)
        return Check(False, say("ready.broker.away"))
    return Check(True, say("ready.broker"))


def sweeper_check(last_sweep: datetime | None, now: datetime) -> Check:
    """Return whether a sweep has run of late, or may still be missing because the server has just started."""
    longest = settings.SWEEP_SECONDS * settings.SWEEPS_MISSED
    age = (now - last_sweep).total_seconds() if last_sweep else None
    if age is not None and age <= longest:
        return Check(True, say("ready.sweep", seconds=round(max(age, 0))))
    if monotonic() - settings.STARTED_AT < settings.READY_GRACE:
        return Check(True, say("ready.sweep.awaited"))
    if age is None:
        return Check(False, say("ready.sweep.never"))
    return Check(False, say("ready.sweep.late", seconds=round(age)))
