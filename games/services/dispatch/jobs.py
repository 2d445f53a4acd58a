"""Jobs for bot workers: rows that store when the next worker may take them, and the number of attempts.

Such a row has ``wake_at`` (null if there is nothing to do) and ``tries``. A worker that takes a job moves ``wake_at``
by a lease. If the worker dies, the job is due again after the lease. ``tries`` identifies the worker that has it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet

from games.services.dispatch.fair_order import LOOKED_AT, Waiting, in_fair_order

Row = TypeVar("Row", bound=Model)


def count_due(kind: type[Model], now: datetime, limit: int) -> int:
    """Return the number of jobs that wait for a worker, counted up to a limit."""
    return len(_due(kind, now).values_list("pk")[:limit])


def take_next(kind: type[Row], whose: str, now: datetime, lease: timedelta) -> Row | None:
    """Take the next waiting job, if any, and move its time by a lease.

    The players in the column ``whose`` take turns.
    """
    oldest = _due(kind, now).values_list("wake_at", "pk", whose)[:LOOKED_AT]
    for since, pk, _ in in_fair_order(Waiting(*row) for row in oldest):
        with transaction.atomic():
            row: Any = _rows(kind).select_for_update().filter(pk=pk, wake_at=since).first()
            if row:
                row.wake_at, row.tries = now + lease, row.tries + 1
                row.save(update_fields=["wake_at", "tries"])
                found: Row = row
                return found
    return None


def _rows(kind: type[Row]) -> QuerySet[Row]:
    return kind._default_manager.all()


def _due(kind: type[Row], now: datetime) -> QuerySet[Row]:
    return _rows(kind).filter(wake_at__lte=now).order_by("wake_at")
