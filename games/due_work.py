"""Kinds of stored rows: which are due work, which are deleted with time, and which go with a deleted account.

Due work is a row with the time from which a worker may take it. A worker claims the row: it moves that time by a lease.
If the worker dies, the row is due again after the lease. So the work of a row is done at least once, and repeating it
must be harmless. A message only wakes a worker. If it gets lost, the sweep finds the row.

This module knows no table. ``games.row_kinds`` lists all kinds, and docs/adding-due-work.md shows how to add one.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

import structlog
from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import F, Model, Q, QuerySet

logger = structlog.get_logger(__name__)
redacted = logging.getLogger(__name__)
"""A logger that reduces errors to their types: those of brokers contain addresses."""

Row = TypeVar("Row", bound=Model)

_ALL: Final = Q()

BATCH: Final = 5_000
"""The most old rows that one transaction deletes."""
LOOKED_AT: Final = 10_000
"""The number of due rows, the oldest first, among which the next one is chosen fairly."""
HANDS: Final = 8
"""The most workers that one sweep calls for a kind of due work. Each of them calls its successor."""
GOES_ON: Final = 10.0
"""Seconds for which a task queues its successor while work is due. Later work waits for the next sweep."""
DOUBLINGS: Final = 10
"""The number of doublings after which waits no longer grow; more would overflow a timedelta."""


def send(task: str, *arguments: Any, **how: Any) -> None:
    """Send a task to workers. If the broker is away, only log a warning, without chosen moves: no request fails."""
    try:
        current_app.send_task(task, arguments, retry=False, **how)
    except Exception as error:
        about = " ".join(str(one) for one in arguments if isinstance(one, str | float))
        redacted.warning("no wake-up for %s %s, the sweep will find it: %s", task, about, error)


class Waiting(NamedTuple):
    """A due row, and the player whose turn it takes among all players."""

    since: datetime
    pk: Any
    player_id: Any


@dataclass(frozen=True)
class Backoff:
    """Waits between attempts, each twice as long as the one before."""

    first: timedelta
    longest: timedelta = timedelta.max

    def after(self, failures: int) -> timedelta:
        """Return the wait after an attempt that failed, with ``failures`` failures before it."""
        wait: timedelta = self.first * 2 ** min(failures, DOUBLINGS)
        return min(wait, self.longest)

    def since(self, begun: datetime, now: datetime) -> timedelta:
        """Return the wait for work that does not count its attempts: as long as it has taken so far."""
        return max(self.first, min(now - begun, self.longest))


@dataclass(frozen=True, eq=False)
class RowKind(Generic[Row]):
    """A kind of rows that are deleted some time after they ended, or with the account of their player."""

    model: type[Row]
    of_player: tuple[str, ...] = ()
    """The columns that name a player. The rows of a deleted account are deleted, too."""
    forget: Callable[[Any], object] | None = None
    """A function that removes what else names the player of an ``AccountDeletion``."""
    ended_at: str = ""
    """The column of the time from which ``lasts`` counts. Rows without a time stay."""
    lasts: timedelta = timedelta(0)
    """The time for which a row is kept."""
    old: Callable[[datetime], QuerySet[Row]] | None = None
    """A function that returns the rows to delete, where no single column decides it."""
    delete: Callable[[QuerySet[Row]], object] = QuerySet.delete

    @property
    def rows(self) -> QuerySet[Row]:
        """The rows of the kind."""
        return self.model._default_manager.all()

    def delete_old(self, now: datetime) -> None:
        """Delete old rows in batches, each in its own transaction. Skip rows that other transactions have locked."""
        if self.old is None and not self.ended_at:
            return
        old = self.old(now) if self.old else self.rows.filter(**{f"{self.ended_at}__lt": now - self.lasts})
        more = True
        while more:
            with transaction.atomic():
                ids = list(old.select_for_update(skip_locked=True).order_by().values_list("pk", flat=True)[:BATCH])
                if ids:
                    self.delete(self.rows.filter(pk__in=ids))
            more = len(ids) == BATCH

    def forget_player(self, deletion: Any) -> None:
        """Delete the rows of a deleted account. The caller holds the player's row lock."""
        for column in self.of_player:
            self.delete(self.rows.filter(**{column: deletion.player_id}))
        if self.forget:
            self.forget(deletion)


@dataclass(frozen=True, eq=False)
class DueWork(RowKind[Row]):
    """A kind of due work: how workers find, claim, renew, put off and give up its rows."""

    due_at: str = "wake_at"
    """The column of the time from which a worker may take the row; null if there is nothing to do."""
    only: Q = _ALL
    """A filter for the rows that are due work."""
    lease: timedelta | None = None
    """The time for which a worker has a row for itself. None: any number of workers may run a row at once."""
    claims: str = ""
    """A column that counts the claims of a row. The worker that has the row knows it by this number."""
    failures: str = ""
    """A column that counts the failed attempts."""
    attempts: int | None = None
    """The number of attempts after which the row is given up. None: never."""
    backoff: Backoff | None = None
    """The waits after errors. None: an error ends the task, and the row is due again after the lease."""
    fair_to: str = ""
    """The column of the players who take turns. Without it, the oldest row is next."""
    run: Callable[[Row, datetime], object] | None = None
    """A function that does the work of a claimed row. It returns whether there is more to do at once."""
    task: str = ""
    """The task that works on rows. Without it, the sweep runs them itself."""
    queue: str = "CELERY_BACKGROUND_QUEUE"
    """The setting with the queue of the task."""
    about: tuple[Any, ...] = ()
    """The first arguments of the task."""
    names_row: bool = True
    """True if a message names its row. If not, the worker takes the next row when it gets the message."""
    goes_on: float = GOES_ON
    """Seconds for which a task that takes the next row queues its successors; 0 if its messages name no end."""
    at_once: int = 0
    """The most rows that one sweep runs or tells workers of. 0: another task looks for them."""

    # --- finding ------------------------------------------------------------------------------------------------------

    def due(self, now: datetime) -> QuerySet[Row]:
        """Return the due rows, the oldest first."""
        return self.rows.filter(self.only, **{f"{self.due_at}__lte": now}).order_by(self.due_at)

    def due_keys(self, now: datetime, limit: int) -> list[Any]:
        """Return the primary keys of due rows, at most ``limit``."""
        return list(self.due(now).values_list("pk", flat=True)[:limit])

    def waiting(self, now: datetime) -> list[Waiting]:
        """Return the due rows in the order in which workers take them.

        The player with the fewest due rows comes first, so a player's thousands of rows delay no other player.
        """
        oldest = self.due(now).values_list(self.due_at, "pk", self.fair_to)[:LOOKED_AT]
        found = [Waiting(*row) for row in oldest]
        rows_of = Counter(one.player_id for one in found)
        return sorted(found, key=lambda one: (rows_of[one.player_id], one.since))

    def sweep(self, now: datetime) -> None:
        """Run due rows, or tell workers of them. An error with one does not stop the others."""
        for key in self.due_keys(now, self.at_once):
            try:
                if self.task:
                    self.wake(key)
                else:
                    self.go_on(key, now)
            except Exception:
                logger.exception("cannot do due work", kind=self.model._meta.label, row=str(key))

    def wake(self, row: Any = None, until: float | None = None) -> None:
        """Tell a worker of a row, or to take the next rows until a time (seconds since 1970)."""
        about = [*self.about]
        if self.names_row:
            about.append(row if isinstance(row, int) else str(row))
        elif self.goes_on:
            about.append(time.time() + self.goes_on if until is None else until)
        send(self.task, *about, queue=getattr(settings, self.queue))

    def wake_after_commit(self, row: Any = None) -> None:
        """Tell a worker after the commit."""
        transaction.on_commit(partial(self.wake, row))

    # --- working ------------------------------------------------------------------------------------------------------

    def hold(self, rows: QuerySet[Row], now: datetime) -> int:
        """Lease rows to the caller, or renew the lease. Return their number."""
        return rows.update(**{self.due_at: now + cast("timedelta", self.lease)})

    def claim(self, rows: QuerySet[Row], now: datetime, limit: int) -> list[Row]:
        """Lease rows to the caller, at most ``limit``, without those that another worker is claiming."""
        with transaction.atomic():
            claimed = list(rows.select_for_update(skip_locked=True, of=("self",))[:limit])
            for row in claimed:
                setattr(row, self.due_at, now + cast("timedelta", self.lease))
                if self.claims:
                    setattr(row, self.claims, getattr(row, self.claims) + 1)
            counted = {self.claims: F(self.claims) + 1} if self.claims else {}
            mine = self.rows.filter(pk__in=[row.pk for row in claimed])
            mine.update(**{self.due_at: now + cast("timedelta", self.lease)}, **counted)
        return claimed

    def take_next(self, now: datetime) -> Row | None:
        """Claim the next due row, or return None. The players in the column ``fair_to`` take turns."""
        if not self.fair_to:
            return next(iter(self.claim(self.due(now), now, 1)), None)
        for one in self.waiting(now):
            if claimed := self.claim(self.rows.filter(pk=one.pk, **{self.due_at: one.since}), now, 1):
                return claimed[0]
        return None

    def go_on(self, key: Any, now: datetime) -> bool:
        """Do the work of a row if it is due. Return whether to call it again at once.

        Calling it at any time, or several times, is harmless. Without a ``backoff`` it raises the errors of ``run``.
        """
        mine = self.due(now).filter(pk=key)
        row = mine.first() if self.lease is None else next(iter(self.claim(mine, now, 1)), None)
        if row is None or self.run is None:
            return False
        try:
            return bool(self.run(row, now))
        except Exception:
            if self.backoff is None:
                raise
            logger.exception("cannot do due work", kind=self.model._meta.label, row=str(key))
            self.put_off(row, now)
        return False

    def put_off(self, row: Row, now: datetime, **more: Any) -> None:
        """Put a row off after a failed attempt, or give it up. ``more`` are other columns to store.

        It does nothing if another worker or action has changed the time of the row meanwhile.
        """
        failures = getattr(row, self.failures) if self.failures else 0
        is_over = self.attempts is not None and failures + 1 >= self.attempts
        again = None if is_over or self.backoff is None else now + self.backoff.after(failures)
        counted = {self.failures: F(self.failures) + 1} if self.failures else {}
        mine = self.rows.filter(pk=row.pk, **{self.due_at: getattr(row, self.due_at)})
        if mine.update(**{self.due_at: again}, **counted, **more) and is_over:
            logger.error("gave up due work", kind=self.model._meta.label, row=str(row.pk))

    def is_given_up(self, row: Row) -> bool:
        """Return whether workers have claimed a row more often than ``attempts``."""
        return self.attempts is not None and bool(getattr(row, self.claims) > self.attempts)
